"""Writes our own private files: 0600 from birth, whole or not at all."""

import contextlib
import errno
import os
from pathlib import Path

from reflect.errors import NotPermitted, ReflectError, StorageFailed
from reflect.model.redacted import Redacted, require
from reflect.reports import sinks

NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


def private_folder(folder: Path) -> Path:
    """Make the folder and its missing parents, 0700 each. Raises ``ReflectError``."""
    missing = [folder, *folder.parents]
    try:
        for place in reversed(missing):
            if not place.is_dir():
                place.mkdir(mode=0o700)
    except FileExistsError:
        if not folder.is_dir():
            raise StorageFailed(f"{folder} is not a folder", hint="move that file away") from None
    except OSError as error:
        raise _explained(error, folder, 0) from None
    return folder


def write_private(folder: Path, name: str, text: Redacted) -> Path:
    """Write a new report, ``name`` without and with its extension known to be safe.

    Raises ``InternalError`` for a text that was not redacted or a name that came from data,
    ``StorageFailed`` when the name is taken or the disk is full.
    """
    content = require(text).encode("utf-8", "backslashreplace")
    stem, _, extension = name.partition(".")
    safe = f"{sinks.file_name(stem)}.{sinks.file_name(extension)}"
    private_folder(folder)
    target = folder / safe
    if os.path.lexists(target):
        raise StorageFailed(f"{target} exists already", hint="run the command again")
    replace(folder, safe, content)
    return target


def write_output(path: Path, text: Redacted) -> Path:
    """Write the file a user named, replacing one that is there.

    What is no file (a pipe, a device, ``/dev/stdout``) is left alone: taking its place would break
    it for every other program. Raises ``StorageFailed``.
    """
    content = require(text).encode("utf-8", "backslashreplace")
    if path.is_dir():
        raise StorageFailed(f"{path} is a folder", hint="name a file in it")
    if (path.exists() and not path.is_file()) or _is_of_the_system(path):
        raise StorageFailed(f"{path} is no file", hint="name a file")
    replace(path.parent, path.name, content)
    return path


def _is_of_the_system(path: Path) -> bool:
    """Whether a link leads to what a process has open, as ``/dev/stdout`` does."""
    return path.is_symlink() and str(path.readlink()).startswith(("/proc/", "/dev/", "fd/"))


def replace(folder: Path, name: str, content: bytes) -> None:
    """Put the content at ``folder/name`` in one step: readers see the old file or the new one.

    A temporary file beside it (0600) is written, flushed to the disk and renamed; a link at
    ``name`` is replaced, never followed. Raises ``StorageFailed`` or ``NotPermitted``.
    """
    temporary = f".{name}.tmp"
    try:
        place = os.open(folder, FOLDER)
    except OSError as error:
        raise _explained(error, folder, len(content)) from None
    try:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=place)
        file = os.open(temporary, NEW_FILE, 0o600, dir_fd=place)
        with open(file, "wb") as stream:  # noqa: PTH123 - opened by descriptor
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.rename(temporary, name, src_dir_fd=place, dst_dir_fd=place)
        os.fsync(place)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary, dir_fd=place)
        raise _explained(error, folder / name, len(content)) from None
    finally:
        os.close(place)


def _explained(error: OSError, path: Path, size: int) -> ReflectError:
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return NotPermitted(f"{path} cannot be written", hint="reflect doctor")
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return StorageFailed(
            f"no room to write {path}, {size} bytes are needed", hint="free some space, run again"
        )
    reason = errno.errorcode.get(error.errno or 0, "unknown cause")
    return StorageFailed(f"{path} cannot be written ({reason})", hint="reflect doctor")

"""Files of a store: found without following links, opened only when they are what they seem.

Comes in: a folder an agent writes to. Goes out: the regular files under it, and handles that can
not be a pipe, a device, or a file somewhere else. A store is other people's data: a link in it
may point at a key file, a named pipe may stop the reader for ever.
"""

import errno
import os
import stat
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO

from reflect.errors import BadData, NotPermitted, ReflectError
from reflect.model.frozen import dataclass, maker
from reflect.model.source import LedgerEntry

HEAD_BYTES = 4096
"""Bytes at the start of a file that tell whether it is still the same file."""

TAIL_BYTES = 256
"""Bytes before an offset that tell whether reading can go on there."""

BUFFER_BYTES = 128 * 1024
"""Of an open file: lines of 5 to 100 KB are read in one go instead of in pieces of 8 KB."""

CREDENTIAL_FILES = frozenset((
    ".credentials.json", ".env", ".netrc", ".npmrc", ".pypirc", "auth.json", "credentials",
    "credentials.json", "id_ed25519", "id_rsa", "mcp-auth.json", "oauth_creds.json",
))  # fmt: skip
"""Names of files that hold keys, of agents and of their neighbours; never listed nor opened."""

DEEPEST_FOLDER = 32
"""Folders below this depth are not entered; the deepest known store has 5 levels."""


@dataclass(frozen=True, slots=True)
class FileState:
    """One regular file, as the folder shows it now."""

    name: str
    """Where it is, spelled below the root as it was named: making a path of each of 10,000 names
    takes longer than asking the system for all of them."""
    size: int
    """Bytes."""
    mtime_ns: int
    """Modification time."""
    inode: int
    """Number of the file in its file system."""

    @property
    def path(self) -> Path:
        """Where it is."""
        return Path(self.name)


_file_state = maker(FileState)


def walk(root: Path, suffixes: tuple[str, ...]) -> Iterator[FileState]:
    """Yield the regular files under ``root`` whose names end in one of ``suffixes``.

    Folders whose names start with a dot are entered (``Path.glob`` passes them over). Links are
    never followed, neither to files nor to folders, so a walk cannot leave the root and cannot
    loop; ``root`` itself may be a link. Credential files and folders that cannot be listed are
    passed over.

    Yields:
        Files sorted by name within each folder, files before folders.

    Raises:
        NotPermitted: the root itself cannot be listed.
        BadData: the root is gone or no folder.
    """
    try:
        os.scandir(root).close()
    except OSError as problem:
        raise _error(root, problem) from None
    pending: list[tuple[str, int]] = [(str(root), 0)]
    while pending:
        folder, depth = pending.pop()
        files: list[os.DirEntry[str]] = []
        folders: list[str] = []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name.endswith(suffixes) and entry.is_file(follow_symlinks=False):
                        if entry.name not in CREDENTIAL_FILES:
                            files.append(entry)
                    elif depth < DEEPEST_FOLDER and entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
        except OSError:
            continue
        files.sort(key=lambda entry: entry.name)
        for entry in files:
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            yield _file_state(entry.path, status.st_size, status.st_mtime_ns, status.st_ino)
        pending.extend((path, depth + 1) for path in sorted(folders, reverse=True))


def state_of(path: Path) -> FileState | None:
    """The state of one regular file; None when it is a link, something else, or gone."""
    try:
        status = os.lstat(path)
    except OSError:
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    return FileState(str(path), status.st_size, status.st_mtime_ns, status.st_ino)


def open_regular(path: Path, root: Path) -> BinaryIO:
    """Open a regular file for reading, if it really lies under ``root``.

    Args:
        path: The file. Its last component may not be a link.
        root: Folder it must lie under once all links are resolved; may be a link itself. The
            file itself where the user named a single file.

    Raises:
        NotPermitted: it lies elsewhere, is a link or a credential file, or the system refuses.
        BadData: it is gone, or no regular file (a pipe, a device, a folder).
    """
    folder, name = os.path.split(path)
    real_root, real = _real(str(root)), f"{_real(folder).rstrip('/')}/{name}"
    if name in CREDENTIAL_FILES:
        raise NotPermitted(f"{path} has the name of a credential file and was not opened")
    if real != real_root and not real.startswith(real_root.rstrip("/") + "/"):
        raise NotPermitted(f"{path} lies outside its store {root} and was not opened")
    try:
        # A pipe without a writer would block an open without O_NONBLOCK.
        descriptor = os.open(real, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as problem:
        raise _error(path, problem) from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise BadData(f"{path} is no regular file and was not read")
    return os.fdopen(descriptor, "rb", BUFFER_BYTES)


def read_small(path: Path, root: Path, limit: int) -> bytes | None:
    """The first ``limit`` bytes of a file beside a session; None when it cannot be opened."""
    if state_of(path) is None:
        # Most sessions have none: asked first, this takes a tenth of the time.
        return None
    try:
        with open_regular(path, root) as file:
            return file.read(limit)
    except (ReflectError, OSError):
        return None


def head_digest(file: BinaryIO, size: int) -> str:
    """Hash of the first 4 KB of a file that had ``size`` bytes; leaves the file at its start."""
    file.seek(0)
    head = file.read(min(HEAD_BYTES, size))
    file.seek(0)
    return blake2b(head, digest_size=16).hexdigest()


def tail_digest(file: BinaryIO, offset: int) -> str:
    """Hash of the 256 bytes before ``offset``; leaves the file at ``offset``."""
    start = max(0, offset - TAIL_BYTES)
    file.seek(start)
    tail = file.read(offset - start)
    file.seek(offset)
    return blake2b(tail, digest_size=16).hexdigest()


def holds_what_was_read(file: BinaryIO, earlier: LedgerEntry) -> bool:
    """Whether a file begins as it did, and is the same right before where its reading ended."""
    head = head_digest(file, min(earlier.size, earlier.offset))
    return head == earlier.head_digest and tail_digest(file, earlier.offset) == earlier.tail_digest


def is_copy(path: Path, root: Path, earlier: LedgerEntry) -> bool:
    """The same of a file below ``root``; False of one that cannot be read: reading it tells why."""
    try:
        with open_regular(path, root) as file:
            return holds_what_was_read(file, earlier)
    except (ReflectError, OSError):
        return False


def _real(folder: str) -> str:
    """The folder once all links are resolved.

    Thousands of files lie in a few folders, and resolving takes a call a level: done once, and
    again as soon as the name leads to another folder.
    """
    try:
        status = Path(folder).stat()
    except OSError:
        return os.path.realpath(folder)
    return _resolved(folder, status.st_dev, status.st_ino)


@lru_cache(maxsize=256)
def _resolved(folder: str, _device: int, _inode: int) -> str:
    return os.path.realpath(folder)


def _error(path: Path, problem: OSError) -> ReflectError:
    if problem.errno in (errno.ENOENT, errno.ENOTDIR):
        return BadData(f"{path} is gone", hint="import again: reflect import")
    if problem.errno == errno.ELOOP:
        return NotPermitted(f"{path} is a link and was not followed")
    return NotPermitted(
        f"{path} cannot be read: {os.strerror(problem.errno or 0)}",
        hint=f"check its permissions: ls -ld {path}",
    )

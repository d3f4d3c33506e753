"""The key of this machine: 32 random bytes that key every hash and every place-holder.

Deleting the file unlinks all hashes for good. It is never printed, copied or exported.
"""

import hashlib
import hmac
import os
import stat
from collections.abc import Callable
from pathlib import Path

from reflect.errors import NotPermitted, StorageFailed, VerificationFailed

KEY_BYTES = 32
"""Length of the key."""


def load_or_create_key(path: Path) -> bytes:
    """Read the key, or make it on the first run.

    The file is 0600 in a folder that is 0700; it is opened without following a link.

    Raises:
        VerificationFailed: The file has another size, or is no regular file.
        NotPermitted: Others may read it, it belongs to someone else, or access is refused.
        StorageFailed: It cannot be written.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not (path.is_symlink() or path.exists()):
            return _create(path)
        # A run killed between linking its key and removing the other name leaves that name.
        _remove_unfinished(path)
        return _read(path)
    except PermissionError:
        raise NotPermitted(
            f"{path}: the system refuses access to the key",
            hint="make the folder yours and writable, or set REFLECT_HOME to another one",
        ) from None
    except OSError as error:
        raise StorageFailed(
            f"{path}: the key cannot be read or written (errno {error.errno})",
            hint="reflect doctor",
        ) from None


def keyed_digest(key: bytes, domain: str, data: bytes | str, size: int = 16) -> str:
    """``HMAC-SHA256(key, "reflect/1/<domain>" + NUL + data)``, the first ``size`` bytes as hex."""
    if isinstance(data, str):
        data = data.encode("utf-8", "replace")
    message = b"reflect/1/" + domain.encode("ascii") + b"\0" + data
    return hmac.digest(key, message, hashlib.sha256)[:size].hex()


def keyed_digests(key: bytes, domain: str) -> Callable[[bytes], str]:
    """:func:`keyed_digest` of one key and domain, for who asks ten thousand times.

    What is the same for all data is hashed once: 2 µs in place of 5 for a short text.
    """
    block = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block))
    inner.update(b"reflect/1/" + domain.encode("ascii") + b"\0")
    outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in block))

    def digest(data: bytes) -> str:
        told, sealed = inner.copy(), outer.copy()
        told.update(data)
        sealed.update(told.digest())
        return sealed.digest()[:16].hex()

    return digest


def _create(path: Path) -> bytes:
    """Make a key, or read the one another process made in the same moment.

    It appears whole or not at all: an empty file, left by a kill or seen by a second process
    between its making and its writing, would be taken for a damaged key.
    """
    import secrets

    key = secrets.token_bytes(KEY_BYTES)
    fresh = path.with_name(f"{path.name}.new-{os.getpid()}")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        os.link(fresh, path)
    except (FileExistsError, FileNotFoundError):
        return _read(path)
    finally:
        _remove_unfinished(path)
    return key


def _remove_unfinished(path: Path) -> None:
    """Remove what a kill left of making a key; one who is making it still then reads ours."""
    for left in path.parent.iterdir():
        if left.name.startswith(f"{path.name}.new-"):
            left.unlink(missing_ok=True)


def _read(path: Path) -> bytes:
    """Read a key that is there, refusing one that is loose or not of our making."""
    if path.is_symlink():
        raise VerificationFailed(
            f"{path}: the key is a link", hint="put the file itself in its place"
        )
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(handle, "rb") as file:
        facts = os.fstat(file.fileno())
        if not stat.S_ISREG(facts.st_mode):
            raise VerificationFailed(f"{path}: the key is no regular file", hint="move it away")
        if facts.st_mode & 0o077 or facts.st_uid != os.geteuid():
            raise NotPermitted(
                f"{path}: the key may be read by others than you",
                hint=f"chmod 600 {path}",
            )
        key = file.read(KEY_BYTES + 1)
    if len(key) != KEY_BYTES:
        raise VerificationFailed(
            f"{path}: the key has not {KEY_BYTES} bytes",
            hint="restore it from a backup, or delete it: a new one is made, and what the old one "
            "sealed cannot be verified any more",
        )
    return key

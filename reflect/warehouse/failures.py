"""What DuckDB says, in words for a user. Its own texts echo values of sessions and stay here.

The texts are only matched, to tell a full disk from a damaged file: DuckDB 2.0.1 raises the same
class for both.
"""

import re
from pathlib import Path

from reflect.errors import (
    BadData,
    Busy,
    InternalError,
    NewerVersion,
    NotPermitted,
    ReflectError,
    StorageFailed,
)
from reflect.regex import compiled

LOCK_HOLDER = compiled(r"Conflicting lock is held in .*?\(PID (\d+)\)")
LOCKED = compiled(r"Could not set lock on file")
NEWER = compiled(r"created with a newer version|only read (?:storage )?versions between")
FULL = compiled(
    r"No space left|File too large|Could not write|Failed to commit|Disk quota|"
    r"max_temp_directory_size|Could not fsync|failed to write",
    re.IGNORECASE,
)
REFUSED = compiled(r"Permission denied|Read-only file system|Operation not permitted")
DAMAGED = compiled(
    r"not a valid DuckDB|Corrupt|checksum|Could not read enough bytes|Failure while replaying WAL|"
    r"Is a directory|Loading external extensions is disabled|Could not read from file|"
    r"Failed to load metadata|Deserializ|Serialization Error|file is too small",
    re.IGNORECASE,
)
"""DuckDB takes a SQLite file for one that needs an extension: a wrong file, not a missing part."""


def is_locked(error: Exception) -> bool:
    """Whether another process holds the file."""
    return LOCKED.search(str(error)) is not None


def busy(error: Exception, path: Path) -> Busy:
    """The error for a file that another process still holds."""
    holder = LOCK_HOLDER.search(str(error))
    who = f"another process (PID {holder[1]})" if holder else "another process"
    return Busy(
        f"reflect is busy: {who} holds {path}.",
        hint="Wait until it has finished, then run the command again.",
    )


def translated(error: Exception, path: Path, doing: str) -> ReflectError:
    """The error a user may see for one that DuckDB raised while ``doing`` something."""
    text = str(error)
    if is_locked(error):
        return busy(error, path)
    if NEWER.search(text):
        return NewerVersion(
            f"{path} was made by a newer DuckDB than the one installed here.",
            hint="Update reflect and duckdb, or name another folder with REFLECT_HOME.",
        )
    if FULL.search(text):
        return disk_full(path)
    if REFUSED.search(text):
        return not_permitted(path)
    if DAMAGED.search(text):
        return damaged(path)
    return InternalError(f"{doing} failed ({type(error).__name__}) in {path}.")


def damaged(path: Path) -> BadData:
    """The error for a file that is no warehouse or is broken."""
    return BadData(
        f"{path} is damaged or is no reflect warehouse.",
        hint="Move it away and run `reflect import` again; sessions whose own files are gone "
        "are only in the moved file.",
    )


def not_permitted(path: Path) -> NotPermitted:
    """The error for a file or folder the system keeps closed."""
    return NotPermitted(
        f"the system refuses access to {path}.",
        hint="Check owner and mode of the file and its folder (0600 and 0700).",
    )


def disk_full(path: Path) -> StorageFailed:
    """The error for a disk that takes no more."""
    import shutil

    held = _size(path)
    try:
        free = f"{shutil.disk_usage(path.parent).free:,} bytes are free"
    except OSError:
        free = "free space is unknown"
    return StorageFailed(
        f"the disk takes no more of {path} ({held:,} bytes now, {free}); "
        "what was saved before is intact.",
        hint="Make room, about twice the size of the file, then run the command again.",
    )


def vanished(path: Path) -> StorageFailed:
    """The error for a file that was removed or swapped while it was open."""
    return StorageFailed(
        f"{path} was removed or replaced while reflect wrote to it; the last import is lost.",
        hint="Run `reflect import` again.",
    )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0

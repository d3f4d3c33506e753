"""Errors that are not ours, as ours: the file and the cause, never a traceback.

The text of an exception may hold words of a session (json, duckdb and codecs echo what they were
given), so that its type and the place in the program are all that is told.
"""

import errno
from pathlib import Path

from reflect.errors import InternalError, NotPermitted, ReflectError, StorageFailed, UsageError

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS)
REFUSED = (errno.EACCES, errno.EPERM)
NO_SUCH_NAME = (errno.ENAMETOOLONG, errno.ELOOP, errno.ENOTDIR, errno.ENOENT)


def translate(error: OSError) -> ReflectError:
    """The error a user should see for one of the system."""
    place = error.filename or "a file"
    if error.errno in FULL:
        return StorageFailed(
            f"{place} could not be written: the disk is full or read-only",
            hint="free some space, or set REFLECT_HOME to another disk",
        )
    if error.errno in REFUSED:
        return NotPermitted(f"{place}: access is refused", hint="check its owner and rights")
    if error.errno in NO_SUCH_NAME:
        return UsageError(f"{place} does not exist", hint="check the path")
    return InternalError(f"{place}: system error {error.errno}", hint="reflect doctor")


def defect(error: Exception) -> ReflectError:
    """A mistake of the program: what kind, and where."""
    place, trace = "an unknown place", error.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if "reflect" in file.parts:
            place = f"{file.parent.name}/{file.name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return InternalError(
        f"a defect of reflect itself ({type(error).__name__} in {place})",
        hint="report it with this line: it holds no words of your sessions",
    )

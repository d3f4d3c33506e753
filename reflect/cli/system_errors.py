"""Errors of the operating system, as ours: the file and the cause, never a traceback."""

import errno

from reflect.errors import InternalError, NotPermitted, ReflectError, StorageFailed

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS)
REFUSED = (errno.EACCES, errno.EPERM)


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
    return InternalError(f"{place}: system error {error.errno}", hint="reflect doctor")

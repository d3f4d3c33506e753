"""Code of the functions that are written for classes, kept beside Python's own byte code.

Compiling the 140 of a review takes Python 20 ms; reading what is kept takes 1. Kept is what was
compiled, by its source, which holds names of fields and nothing else.
"""

import atexit
import marshal
from contextlib import suppress
from types import CodeType

from reflect.derived import can_keep, keep, kept_before

NAME = "class-code"
SALT = ""
"""Beside the version of Python the code depends on its source alone."""

ODD = (EOFError, TypeError, ValueError)
"""What reading and writing code may raise."""

_kept: dict[str, bytes] = {}
_read: list[bool] = []
_added: list[str] = []


def code(source: str) -> CodeType:
    """The code of a module of this source."""
    if not _read:
        _read.append(True)
        _load()
    with suppress(KeyError, *ODD):
        found = marshal.loads(_kept[source])  # noqa: S302 - beside the program, as byte code is
        if isinstance(found, CodeType):
            return found
    made = compile(source, "<string>", "exec")
    if can_keep(NAME):
        with suppress(*ODD):
            _kept[source] = marshal.dumps(made)
            if not _added:
                atexit.register(_save)
            _added.append(source)
    return made


def _load() -> None:
    with suppress(*ODD):
        if content := kept_before(NAME, salt=SALT):
            _kept.update(marshal.loads(content))  # noqa: S302 - likewise


def _save() -> None:
    """What another process has kept meanwhile is replaced, and added again when it is needed."""
    with suppress(OSError, *ODD):
        keep(NAME, marshal.dumps(_kept), salt=SALT)

"""Regular expressions of this package, kept as the engine runs them beside Python's own byte code.

Compiling the 340 of a review takes Python 80 ms, the longest part of looking at a session that grew
by a few lines; making them from what is kept takes 2. Python has no public way to keep one: the
names used are those of ``re`` and its engine (CPython 3.11.7), and where they are others, or
the engine refuses what is kept, the expression is compiled as ever. Kept is what :func:`compiled`
is given, so it must never be given a text of a session, nor a name or path of this machine.
"""

import atexit
import marshal
import re
from array import array
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

from reflect import __version__
from reflect.derived import can_keep, keep, kept_before

NAME = "regex"
WORD = "I"
"""How ``array`` calls a word of the engine's code, which has four bytes."""

Key = tuple[str, int]
"""An expression and its flags as given."""
Code = tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]
"""All flags, words of code, number of groups, groups by name, names of groups."""

ODD = (AttributeError, ImportError, KeyError, OverflowError, RuntimeError, TypeError, ValueError)
"""What another version of the engine or of ``re`` may raise."""

_kept: dict[Key, Code] = {}
_made: dict[Key, re.Pattern[str]] = {}
_added: list[Key] = []


def compiled(expression: str, flags: int = 0) -> re.Pattern[str]:
    """The expression as ``re.compile`` makes it. Raises ``re.error``."""
    key = (expression, int(flags))
    found = _made.get(key)
    if found is None:
        found = _made[key] = _from_kept(key) or _compiled_anew(key)
    return found


def _from_kept(key: Key) -> re.Pattern[str] | None:
    if not _made:
        _load()
    code = _kept.get(key)
    if code is None:
        return None
    try:
        flags, words, groups, by_name, names = code
        engine = import_module("_sre")
        pattern: re.Pattern[str] = engine.compile(
            key[0], flags, array(WORD, words).tolist(), groups, by_name, names
        )
    except ODD:
        return None
    return pattern


def _compiled_anew(key: Key) -> re.Pattern[str]:
    if can_keep(NAME):
        with suppress(*ODD):
            _kept[key] = _code(*key)
            if not _added:
                atexit.register(_save)
            _added.append(key)
            if pattern := _from_kept(key):
                return pattern
    return re.compile(*key)


def _code(expression: str, flags: int) -> Code:
    """What ``re`` gives the engine."""
    compiler: Any = import_module("re._compiler")
    parse: Callable[..., Any] = import_module("re._parser").parse
    parsed = parse(expression, flags)
    words = compiler._code(parsed, flags)
    by_name: dict[str, int] = dict(parsed.state.groupdict)
    names: list[str | None] = [None] * parsed.state.groups
    for name, number in by_name.items():
        names[number] = name
    all_flags = flags | parsed.state.flags
    return all_flags, array(WORD, words).tobytes(), parsed.state.groups - 1, by_name, tuple(names)


def _salt() -> str:
    """What code for the engine depends on beside the version of Python."""
    engine = import_module("_sre")
    return f"{__version__} {engine.MAGIC} {engine.CODESIZE}"


def _load() -> None:
    with suppress(EOFError, *ODD):
        if content := kept_before(NAME, salt=_salt()):
            _kept.update(marshal.loads(content))  # noqa: S302 - beside the program, as byte code is


def _save() -> None:
    """What another process has kept meanwhile is replaced, and added again when it is needed."""
    with suppress(OSError, *ODD):
        keep(NAME, marshal.dumps(_kept), salt=_salt())

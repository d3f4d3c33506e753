"""Checks of what stands in a settings file; every error names the file and the key."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reflect.errors import UsageError

LARGEST = 1e15
"""Of numbers in the settings: TOML has ``inf`` and whole numbers of any length."""


def check_keys(file: Path, section: str, given: Mapping[str, Any], known: tuple[str, ...]) -> None:
    """Raise ``UsageError`` for the first key that is not known, naming the nearest one."""
    for key in given:
        if key in known:
            continue
        # Imported here, as wherever an error names the nearest word: it takes a millisecond.
        from difflib import get_close_matches

        where = f"[{section}] {key}" if section else key
        nearest = get_close_matches(key, known, n=1, cutoff=0.0)
        hint = f"did you mean {nearest[0]}?" if nearest else "remove it"
        raise UsageError(f"{file}: unknown key {where}", hint=hint)


def section(file: Path, document: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """The section of this name, empty where there is none. Raises ``UsageError``."""
    found = document.get(name, {})
    if not isinstance(found, dict):
        raise UsageError(
            f"{file}: {name} must be a section", hint=f"write [{name}] on its own line"
        )
    return found


def value(file: Path, key: str, given: Any, kind: type | tuple[type, ...]) -> Any:
    """The value if it is of this type; a number must be one that can be reckoned with.

    Raises ``UsageError``.
    """
    right = isinstance(given, kind) and (kind is bool or not isinstance(given, bool))
    if isinstance(given, (int, float)) and not abs(given) <= LARGEST:  # nan is not either
        raise UsageError(f"{file}: {key} is no number to reckon with", hint=f"edit {file}")
    if not right:
        names = kind.__name__ if isinstance(kind, type) else "number"
        raise UsageError(f"{file}: {key} must be of type {names}", hint=f"edit {file}")
    return given


def words(file: Path, key: str, given: Any) -> tuple[str, ...]:
    """A list of texts. Raises ``UsageError``."""
    if not isinstance(given, list) or not all(isinstance(word, str) for word in given):
        raise UsageError(f"{file}: {key} must be a list of texts", hint=f"edit {file}")
    return tuple(given)

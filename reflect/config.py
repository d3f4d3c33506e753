"""Settings from ``reflect.toml``. Every setting has a default; an unknown key is an error.

The file may be absent. It is never written by reflect.
"""

from collections.abc import Mapping
from dataclasses import field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from reflect import paths
from reflect.errors import UsageError
from reflect.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """``[review]``: what a review looks at when nothing is said."""

    last: int = 5
    """Human root sessions, newest first."""
    include_automated: bool = False
    """Automated sessions may be selected too."""


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """``[stores]``: where sessions are looked for."""

    discover: bool = True
    """Look at the usual places of every agent."""
    extra: tuple[str, ...] = ()
    """More stores, each ``agent=path``."""
    importers: tuple[str, ...] = ()
    """Importers of other installed packages that are used, by the name of their agent."""
    server: tuple[str, ...] = ()
    """OpenCode servers to ask, each ``URL`` or ``NAME=URL``; never with a password in it."""
    server_password_file: tuple[str, ...] = ()
    """Files (0600) with the password of a server, each ``FILE`` or ``NAME=FILE``."""


@dataclass(frozen=True, slots=True)
class CodeSettings:
    """``[codes]``: what is looked for."""

    off: tuple[str, ...] = ()
    """Names of codes not to look for."""
    exceptions: tuple[str, ...] = ()
    """Lessons that are right here, each ``code: key`` as `reflect label` proposes them."""


@dataclass(frozen=True, slots=True)
class Config:
    """All settings."""

    review: ReviewSettings = ReviewSettings()
    """What a review looks at."""
    stores: StoreSettings = StoreSettings()
    """Where sessions are looked for."""
    codes: CodeSettings = CodeSettings()
    """What is looked for."""
    thresholds: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Code → name → number; overrides the thresholds on the code's page."""


def load(file: Path | None = None) -> Config:
    """Read the settings; a missing file gives the defaults. Raises ``UsageError``."""
    file = file or paths.config_file()
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return Config()
    except OSError as error:
        raise UsageError(f"{file} cannot be read", hint=f"check the rights of {file}") from error
    import tomllib

    try:
        document = tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} is not valid TOML", hint=f"edit {file}") from error
    check_keys(file, "", document, ("review", "stores", "codes", "thresholds"))
    return Config(
        review=_review(file, _section(file, document, "review")),
        stores=_stores(file, _section(file, document, "stores")),
        codes=_codes(file, _section(file, document, "codes")),
        thresholds=_thresholds(file, _section(file, document, "thresholds")),
    )


def check_keys(file: Path, section: str, given: Mapping[str, Any], known: tuple[str, ...]) -> None:
    """Raise ``UsageError`` for the first key that is not known, naming the nearest one."""
    for key in given:
        if key in known:
            continue
        where = f"[{section}] {key}" if section else key
        nearest = get_close_matches(key, known, n=1, cutoff=0.0)
        hint = f"did you mean {nearest[0]}?" if nearest else "remove it"
        raise UsageError(f"{file}: unknown key {where}", hint=hint)


def _section(file: Path, document: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    section = document.get(name, {})
    if not isinstance(section, dict):
        raise UsageError(
            f"{file}: {name} must be a section", hint=f"write [{name}] on its own line"
        )
    return section


def _review(file: Path, given: Mapping[str, Any]) -> ReviewSettings:
    check_keys(file, "review", given, ("last", "include_automated"))
    default = ReviewSettings()
    last = _value(file, "review.last", given.get("last", default.last), int)
    if last < 1:
        raise UsageError(f"{file}: review.last must be at least 1", hint=f"edit {file}")
    automated = given.get("include_automated", default.include_automated)
    return ReviewSettings(last, _value(file, "review.include_automated", automated, bool))


def _stores(file: Path, given: Mapping[str, Any]) -> StoreSettings:
    lists = ("extra", "importers", "server", "server_password_file")
    check_keys(file, "stores", given, ("discover", *lists))
    discover = _value(file, "stores.discover", given.get("discover", True), bool)
    return StoreSettings(
        discover, *(_words(file, f"stores.{key}", given.get(key, [])) for key in lists)
    )


def _codes(file: Path, given: Mapping[str, Any]) -> CodeSettings:
    check_keys(file, "codes", given, ("off", "exceptions"))
    return CodeSettings(
        off=_words(file, "codes.off", given.get("off", [])),
        exceptions=_words(file, "codes.exceptions", given.get("exceptions", [])),
    )


def _thresholds(file: Path, given: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    thresholds: dict[str, dict[str, float]] = {}
    for code in given:
        section = _section(file, given, code)
        thresholds[code] = {
            name: float(_value(file, f"thresholds.{code}.{name}", number, (int, float)))
            for name, number in section.items()
        }
    return thresholds


def _value(file: Path, key: str, value: Any, kind: type | tuple[type, ...]) -> Any:
    right = isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
    if not right:
        names = kind.__name__ if isinstance(kind, type) else "number"
        raise UsageError(f"{file}: {key} must be of type {names}", hint=f"edit {file}")
    return value


def _words(file: Path, key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise UsageError(f"{file}: {key} must be a list of texts", hint=f"edit {file}")
    return tuple(value)

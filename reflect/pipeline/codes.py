"""The codes of a run: which are looked for, with which numbers."""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from reflect.config import Config, check_keys
from reflect.detectors import registry
from reflect.model.finding import CodePage
from reflect.model.frozen import dataclass


def pages() -> tuple[CodePage, ...]:
    """The pages of all codes, by family, then by name."""
    return tuple(registry.page(one) for one in registry.all_detectors())


@dataclass(frozen=True, slots=True)
class Codes:
    """The codes of this run, with the user's settings."""

    detectors: tuple[registry.Detector, ...]
    """Those not switched off."""
    thresholds: Mapping[str, Mapping[str, float]]
    """Code → name → number."""
    exceptions: frozenset[str]
    """Lessons not to report, each ``code: key``."""
    digest: str
    """Changes with any of it: what was found by others is computed anew."""


def chosen(config: Config, file: Path) -> Codes:
    """The codes to run. Raises ``UsageError`` for a setting that names no code or threshold."""
    known = {one.name: one for one in registry.all_detectors()}
    check_keys(file, "codes.off", dict.fromkeys(config.codes.off), tuple(known))
    check_keys(file, "thresholds", config.thresholds, tuple(known))
    thresholds: dict[str, dict[str, float]] = {}
    for name, one in known.items():
        own = config.thresholds.get(name, {})
        check_keys(file, f"thresholds.{name}", own, tuple(one.thresholds))
        thresholds[name] = {**one.thresholds, **own}
    named = dict.fromkeys(text.partition(":")[0].strip() for text in config.codes.exceptions)
    check_keys(file, "codes.exceptions", named, tuple(known))
    running = tuple(one for one in known.values() if one.name not in config.codes.off)
    told = hashlib.sha256(_sources().encode())
    for one in running:
        told.update(f"{one.name} {sorted(thresholds[one.name].items())}".encode())
    told.update(repr(sorted(config.codes.exceptions)).encode() if config.codes.exceptions else b"")
    return Codes(running, thresholds, frozenset(config.codes.exceptions), told.hexdigest()[:32])


@cache
def _sources() -> str:
    """Hash over the files of features and detectors, word lists included.

    A version number can be forgotten; a changed word list must make old results stale.
    """
    told = hashlib.sha256()
    for package in ("reflect.features", "reflect.detectors"):
        root = Path(str(files(package)))
        for file in sorted([*root.rglob("*.py"), *root.rglob("*.toml")]):
            told.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return told.hexdigest()

"""The codes of a run: which are looked for, with which numbers."""

import hashlib
import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from reflect.config import Config, check_keys
from reflect.model.finding import CodePage
from reflect.model.frozen import dataclass
from reflect.pipeline.kept_pages import kept_pages

if TYPE_CHECKING:
    from reflect.detectors.registry import Detector

PACKAGE = Path(__file__).parent.parent


@cache
def pages() -> tuple[CodePage, ...]:
    """The pages of all codes, by family, then by name. Imports no code: most runs ask none."""
    return kept_pages(_sources(), _read_pages)


def _read_pages() -> tuple[CodePage, ...]:
    from reflect.detectors import registry

    return tuple(registry.page(one) for one in registry.all_detectors())


@dataclass(frozen=True, slots=True)
class Codes:
    """The codes of this run, with the user's settings."""

    names: tuple[str, ...]
    """Those not switched off."""
    thresholds: Mapping[str, Mapping[str, float]]
    """Code → name → number."""
    exceptions: frozenset[str]
    """Lessons not to report, each ``code: key``."""
    digest: str
    """Changes with any of it: what was found by others is computed anew."""

    @property
    def detectors(self) -> "tuple[Detector, ...]":
        """Those not switched off; imported when they are first asked for."""
        from reflect.detectors import registry

        return tuple(one for one in registry.all_detectors() if one.name in self.names)


def chosen(config: Config, file: Path) -> Codes:
    """The codes to run. Raises ``UsageError`` for a setting that names no code or threshold."""
    known = {page.name: page for page in pages()}
    check_keys(file, "codes.off", dict.fromkeys(config.codes.off), tuple(known))
    check_keys(file, "thresholds", config.thresholds, tuple(known))
    thresholds: dict[str, dict[str, float]] = {}
    for name, one in known.items():
        own = config.thresholds.get(name, {})
        check_keys(file, f"thresholds.{name}", own, tuple(one.thresholds))
        thresholds[name] = {**one.thresholds, **own}
    named = dict.fromkeys(text.partition(":")[0].strip() for text in config.codes.exceptions)
    check_keys(file, "codes.exceptions", named, tuple(known))
    running = tuple(name for name in known if name not in config.codes.off)
    told = hashlib.sha256(_sources().encode())
    for name in running:
        told.update(f"{name} {sorted(thresholds[name].items())}".encode())
    told.update(repr(sorted(config.codes.exceptions)).encode() if config.codes.exceptions else b"")
    return Codes(running, thresholds, frozenset(config.codes.exceptions), told.hexdigest()[:32])


@cache
def _sources() -> str:
    """Hash over the files of features and detectors, word lists included.

    A version number can be forgotten; a changed word list must make old results stale.
    """
    told = hashlib.sha256()
    for folder in ("features", "detectors"):
        root = str(PACKAGE / folder)
        for name in sorted(_files(root), key=lambda name: name.split("/")):
            told.update(name.encode() + b"\0" + Path(root, name).read_bytes())
    return told.hexdigest()


def _files(root: str) -> Iterator[str]:
    """Code and word lists below a folder, by their path in it."""
    for folder, _, names in os.walk(root):
        below = folder[len(root) + 1 :].replace(os.sep, "/")
        for name in names:
            if name.endswith((".py", ".toml")):
                yield f"{below}/{name}" if below else name

"""One importer on copies of one store, and what was found there."""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from reflect.errors import ReflectError
from reflect.importers import Importer
from reflect.importers.conformance.rules import Rule, Violation
from reflect.model.frozen import dataclass
from reflect.model.session import RawSession
from reflect.model.source import LedgerEntry, Source, Unit, UnitRead
from reflect.model.vocabulary import StoreKind

FILE_KINDS = (StoreKind.JSONL_TREE, StoreKind.DOCUMENTS)
"""Stores whose units are files of their own."""

ValueT = TypeVar("ValueT")


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything that one reading of a store gave."""

    root: Path
    """The file or folder that was read."""
    source: Source | None
    """What it was recognised as."""
    units: tuple[Unit, ...] = ()
    """Its units, as listed."""
    reads: Mapping[str, UnitRead] = field(default_factory=dict)
    """Name of a unit → what was read."""
    refused: tuple[str, ...] = ()
    """Names of units that raised one of our errors."""

    def sessions(self) -> Iterator[tuple[str, RawSession]]:
        """The sessions with the names of their units."""
        for name, read in self.reads.items():
            if read.session is not None:
                yield name, read.session

    def counted(self) -> int:
        """Records that were counted as bad or unknown."""
        return sum(
            sum(read.counts.bad.values()) + sum(read.counts.unknown.values())
            for read in self.reads.values()
        )


class Trial:
    """An importer, the store it is tried on, and the violations found so far."""

    def __init__(self, importer: Importer, store: Path, folder: Path, cuts: int) -> None:
        self.importer = importer
        self.cuts = cuts
        self.folder = folder
        self.violations: list[Violation] = []
        self.keys: dict[str, list[str]] = {}
        self.begun = datetime.now(UTC).isoformat(timespec="seconds")[:19]
        self._store = store

    def broke(self, rule: Rule, where: str, what: str) -> None:
        """Keep a violation, each once."""
        violation = Violation(rule, where, what)
        if violation not in self.violations:
            self.violations.append(violation)

    def copy(self, name: str) -> Path:
        """The store, copied into a folder of this name; links and times stay as they are."""
        place = self.folder / name / self._store.name
        place.parent.mkdir(parents=True)
        if self._store.is_dir():
            shutil.copytree(self._store, place, symlinks=True)
        else:
            shutil.copy2(self._store, place)
            for beside in self._store.parent.glob(f"{self._store.name}-*"):
                shutil.copy2(beside, place.parent)
        return place

    def read(self, path: Path, during: str) -> Reading:
        """Recognise a path, list its units and read each of them from its start."""
        source = self.recognised(path, during)
        return Reading(path, None) if source is None else self.read_source(path, source, during)

    def read_source(self, root: Path, source: Source, during: str) -> Reading:
        """List the units of a source and read each of them from its start."""
        units = self.units(source, during)
        reads: dict[str, UnitRead] = {}
        refused: list[str] = []
        for unit in units:
            read = self.read_unit(source, unit, None, during)
            if read is None:
                refused.append(unit.name)
            else:
                reads[unit.name] = read
        return Reading(root, source, tuple(units), reads, tuple(refused))

    def recognised(self, path: Path, during: str) -> Source | None:
        """What a path is recognised as."""
        return self.ours(during, "recognise", lambda: self.importer.recognise(path))

    def units(self, source: Source, during: str) -> list[Unit]:
        """The units of a source; none when it cannot be read."""
        return self.ours(during, "units", lambda: self.importer.units(source)) or []

    def read_unit(
        self, source: Source, unit: Unit, earlier: LedgerEntry | None, during: str
    ) -> UnitRead | None:
        """Read one unit; None when it raised."""
        return self.ours(during, "read", lambda: self.importer.read(source, unit, earlier))

    def ours(self, during: str, step: str, act: Callable[[], ValueT]) -> ValueT | None:
        """What a call of the importer returns; None when it raised, which must be one of ours."""
        try:
            return act()
        except ReflectError:
            return None
        except Exception as error:
            what = f"{step} raised {type(error).__name__} ({during}): {error}"
            self.broke(Rule.RAISES_OURS_ONLY, "", what)
            return None


@contextmanager
def surroundings(home: Path) -> Iterator[None]:
    """Let ``HOME`` and reflect's own folder be elsewhere for a while."""
    names = {"HOME": str(home), "REFLECT_HOME": str(home / "reflect")}
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(names)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

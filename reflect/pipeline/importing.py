"""Stores into the warehouse: only what changed, in transactions that hold whole sessions."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import field
from pathlib import Path

from reflect import paths
from reflect.errors import ReflectError
from reflect.importers import Importer, ReadsAhead, unchanged
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.rows import StoreCount
from reflect.model.source import LedgerEntry, Source, Unit, UnitRead, is_server
from reflect.pipeline.finding_stores import Store
from reflect.pipeline.rare_collections import rare_collections
from reflect.pipeline.readers import Readers
from reflect.pipeline.unit_names import UnitNames
from reflect.pipeline.unit_reader import (
    STORE_ERRORS,
    Outcome,
    PassedUnit,
    PendingUnit,
    UnreadUnit,
    passed,
    read,
)
from reflect.pipeline.unread import Unread, told
from reflect.redaction.door import Door
from reflect.redaction.masks import masks_in
from reflect.redaction.redactor import Redactor
from reflect.warehouse import LoadedUnit, SessionRows, Warehouse

BATCH_BYTES = 32_000_000
"""Source bytes that one transaction holds: raw, redacted and tuple forms of a batch are in memory
at once, and 32 MB of source keep the peak of a 1 GB import under 450 MB."""

Progress = Callable[[str, int, int], None]
"""Called with the agent, units done and units to do."""


@dataclass(slots=True)
class _Tally:
    """What was counted so far in one store."""

    read: int = 0
    unchanged: int = 0
    new: int = 0
    changed: int = 0
    same: int = 0
    bytes: int = 0
    unreadable: int = 0
    error: str | None = None
    unread: Unread = field(default_factory=Unread)
    bad: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)


def import_stores(
    warehouse: Warehouse, stores: Sequence[Store], key: bytes, progress: Progress
) -> tuple[StoreCount, ...]:
    """Import every store; one that cannot be read never stops the others."""
    homes = paths.home_spellings()
    door, redactor = Door(key, homes), Redactor(key, homes)
    with rare_collections(), Readers(key, homes) as readers:
        counts = tuple(
            _import(warehouse, one, source, redactor, door, readers, progress)
            for one, source in stores
        )
    _mark_vanished(warehouse, {(count.agent, count.path) for count in counts})
    return counts


def _mark_vanished(warehouse: Warehouse, seen: AbstractSet[tuple[str, Redacted]]) -> None:
    """Flag the sessions of stores that were read once and exist no more."""
    for agent, place in warehouse.known_sources():
        # A path with a masked part cannot be looked at: nothing is said about it.
        masked = bool(masks_in(place))
        if (agent, place) in seen or masked or is_server(place) or _is_there(place):
            continue
        warehouse.mark_missing(agent, place, frozenset())


def _is_there(place: str) -> bool:
    """Whether a stored path still leads somewhere; unknown counts as there."""
    try:
        return Path(place).expanduser().exists()
    except (OSError, RuntimeError):
        return True


def _import(
    warehouse: Warehouse,
    importer: Importer,
    source: Source,
    redactor: Redactor,
    door: Door,
    readers: Readers,
    progress: Progress,
) -> StoreCount:
    begun = time.monotonic()
    place = redactor.text(source.place)
    names = UnitNames(redactor)
    tally = _Tally()
    units: list[Unit] = []
    missing = 0
    try:
        units = importer.units(source)
        ledger = warehouse.ledger(source.agent, place)
        pending = list(_changed(units, ledger, names))
        tally.unchanged = len(units) - len(pending)
        if readers.are_worth_it(importer, source, pending):
            outcomes = readers.read(importer, source, pending)
        else:
            outcomes = _read_here(importer, source, pending, door)
        loader = _Loader(warehouse, importer, source, place, door, tally)
        done = tally.unchanged
        for batch in _batches(outcomes):
            loader.load(batch)
            done += len(batch)
            progress(source.agent, done, len(units))
        known = {names.stored(unit.name) for unit in units}
        missing = warehouse.mark_missing(source.agent, place, known)
    except ReflectError as error:
        if error.exit_code not in STORE_ERRORS:
            raise
        tally.error = error.message if source.server is None else told(error)
    finally:
        if isinstance(importer, ReadsAhead):
            importer.close()
    return StoreCount(
        agent=source.agent,
        path=place,
        files=len(units),
        read=tally.read,
        unchanged=tally.unchanged,
        new=tally.new,
        changed=tally.changed,
        same=tally.same,
        missing=missing,
        bad=dict(sorted(tally.bad.items())),
        unknown=dict(sorted(tally.unknown.items())),
        bytes=tally.bytes,
        seconds=round(time.monotonic() - begun, 3),
        error=tally.error or tally.unread.said(),
        unreadable=tally.unreadable,
    )


def _changed(
    units: Iterable[Unit], ledger: Mapping[str, LedgerEntry], names: UnitNames
) -> Iterator[PendingUnit]:
    """The units that changed since the last import."""
    for unit in units:
        name = names.stored(unit.name)
        earlier = ledger.get(name)
        if not unchanged(unit, earlier):
            yield PendingUnit(unit, name, earlier)


def _read_here(
    importer: Importer, source: Source, pending: Sequence[PendingUnit], door: Door
) -> Iterator[list[Outcome]]:
    """Read in this process, a batch at a time."""
    if isinstance(importer, ReadsAhead):
        importer.read_ahead(source, [one.unit for one in pending])
    failed: list[Outcome] = []
    readable: list[tuple[PendingUnit, UnitRead]] = []
    size = 0
    for one in pending:
        found = read(importer, source, one)
        if isinstance(found, UnreadUnit):
            failed.append(found)
            continue
        readable.append((one, found))
        size += found.counts.bytes
        if size >= BATCH_BYTES:
            yield [*failed, *passed(readable, door)]
            failed, readable, size = [], [], 0
    yield [*failed, *passed(readable, door)]


def _batches(pieces: Iterable[Sequence[Outcome]]) -> Iterator[list[Outcome]]:
    """Pieces joined into what one transaction holds."""
    batch: list[Outcome] = []
    size = 0
    for piece in pieces:
        batch += piece
        size += sum(one.counts.bytes for one in piece if isinstance(one, PassedUnit))
        if size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


@dataclass(frozen=True, slots=True)
class _Loader:
    """Where the batches of one source go."""

    warehouse: Warehouse
    importer: Importer
    source: Source
    place: Redacted
    door: Door
    tally: _Tally

    def load(self, batch: Sequence[Outcome]) -> None:
        """Write what was read in one transaction, and count it."""
        tally = self.tally
        for one in batch:
            if isinstance(one, UnreadUnit):
                self._count_unread(one)
        found = [one for one in batch if isinstance(one, PassedUnit)]
        counts = self.warehouse.load([self._loaded(one) for one in self._usable(found)])
        tally.new += counts.new
        tally.changed += counts.changed
        tally.same += counts.unchanged
        for one in found:
            tally.read += 1
            tally.bytes += one.counts.bytes
            tally.bad.update({kind.value: n for kind, n in one.counts.bad.items()})
            tally.unknown.update(one.counts.unknown)

    def _usable(self, units: Sequence[PassedUnit]) -> Iterator[PassedUnit]:
        """The units; one that came as rows of a session the warehouse holds is read again here."""
        keys = [one.session.key for one in units if isinstance(one.session, SessionRows)]
        held = self.warehouse.held(keys)
        for one in units:
            if not isinstance(one.session, SessionRows) or one.session.key not in held:
                yield one
                continue
            again = read(self.importer, self.source, one.pending)
            if isinstance(again, UnreadUnit):
                self._count_unread(again)
            else:
                yield from passed([(one.pending, again)], self.door)

    def _loaded(self, one: PassedUnit) -> LoadedUnit:
        return LoadedUnit(
            agent=self.source.agent,
            source_path=self.place,
            entry=one.entry,
            session=one.session,
            counts=one.counts,
        )

    def _count_unread(self, unit: UnreadUnit) -> None:
        self.tally.unreadable += 1
        if self.source.server is None:
            self.tally.error = unit.error.message
        else:
            self.tally.unread.add(unit.pending.name, unit.error)

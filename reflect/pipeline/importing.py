"""Stores into the warehouse: only what changed, in transactions that hold whole sessions."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from pathlib import Path

from reflect import paths
from reflect.errors import ExitCode, ReflectError
from reflect.importers import Importer, ReadsAhead, unchanged
from reflect.model.redacted import Redacted
from reflect.model.rows import StoreCount
from reflect.model.source import LedgerEntry, Source, Unit, UnitRead, is_server
from reflect.pipeline.finding_stores import Store
from reflect.pipeline.unit_names import UnitNames
from reflect.pipeline.unread import Unread, told
from reflect.redaction.door import Door
from reflect.redaction.masks import masks_in
from reflect.redaction.redactor import Redactor
from reflect.warehouse import LoadedUnit, Warehouse

BATCH_BYTES = 32_000_000
"""Source bytes that one transaction holds: raw, redacted and tuple forms of a batch are in memory
at once, and 32 MB of source keep the peak of a 1 GB import under 450 MB."""

STORE_ERRORS = (ExitCode.BAD_DATA, ExitCode.NOT_PERMITTED, ExitCode.UNREACHABLE)
"""Errors that belong to one store; any other (disk, lock, newer version) ends the run."""

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
    counts = tuple(
        _import(warehouse, one, source, redactor, door, progress) for one, source in stores
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
        reads = _changed(importer, source, units, ledger, names, tally, progress)
        for batch in _batches(reads):
            _load(warehouse, source, place, batch, door, tally)
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
    importer: Importer,
    source: Source,
    units: Sequence[Unit],
    ledger: dict[str, LedgerEntry],
    names: UnitNames,
    tally: _Tally,
    progress: Progress,
) -> Iterator[UnitRead]:
    """Read the units that changed since the last import; count the others."""
    pending: list[tuple[Unit, str, LedgerEntry | None]] = []
    for unit in units:
        name = names.stored(unit.name)
        earlier = ledger.get(name)
        if not unchanged(unit, earlier):
            pending.append((unit, name, earlier))
    tally.unchanged = len(units) - len(pending)
    if isinstance(importer, ReadsAhead):
        importer.read_ahead(source, [unit for unit, _, _ in pending])
    for done, (unit, name, earlier) in enumerate(pending, tally.unchanged):
        progress(source.agent, done, len(units))
        try:
            read = importer.read(source, unit, earlier)
        except ReflectError as error:
            if error.exit_code not in STORE_ERRORS:
                raise
            tally.unreadable += 1
            if source.server is None:
                tally.error = error.message
            else:
                tally.unread.add(name, error)
            continue
        yield replace(read, entry=replace(read.entry, unit=name))


def _batches(reads: Iterator[UnitRead]) -> Iterator[list[UnitRead]]:
    batch: list[UnitRead] = []
    size = 0
    for read in reads:
        batch.append(read)
        size += read.counts.bytes
        if size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _load(
    warehouse: Warehouse,
    source: Source,
    place: Redacted,
    batch: Sequence[UnitRead],
    door: Door,
    tally: _Tally,
) -> None:
    sessions = iter(door.pass_sessions([r.session for r in batch if r.session is not None]))
    loaded = [
        LoadedUnit(
            agent=source.agent,
            source_path=place,
            entry=read.entry,
            session=None if read.session is None else next(sessions),
            counts=read.counts,
        )
        for read in batch
    ]
    counts = warehouse.load(loaded)
    tally.new += counts.new
    tally.changed += counts.changed
    tally.same += counts.unchanged
    for read in batch:
        tally.read += 1
        tally.bytes += read.counts.bytes
        tally.bad.update({kind.value: n for kind, n in read.counts.bad.items()})
        tally.unknown.update(read.counts.unknown)

"""Stores into the warehouse: only what changed, in transactions that hold whole sessions."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import field
from functools import cache
from typing import TYPE_CHECKING

from reflect import paths
from reflect.errors import ReflectError
from reflect.importers import Importer, ReadsAhead
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.rows import StoreCount
from reflect.model.source import Source, Unit
from reflect.pipeline.copied_files import without_copies
from reflect.pipeline.finding_stores import Store
from reflect.pipeline.listing import Listing
from reflect.pipeline.own_sessions import OwnSessions
from reflect.pipeline.rare_collections import rare_collections
from reflect.pipeline.tally import Tally
from reflect.pipeline.unit_names import UnitNames
from reflect.pipeline.unit_reader import STORE_ERRORS, PendingUnit
from reflect.pipeline.unread import told
from reflect.pipeline.vanishing import mark_vanished
from reflect.redaction.remembered import RememberedTexts
from reflect.warehouse import Warehouse

if TYPE_CHECKING:
    from reflect.pipeline.unit_loading import UnitLoading
    from reflect.warehouse.beside import Beside
    from reflect.warehouse.read_ahead import ReadAhead

FEW = 3
"""Units that grew, of whose sessions is asked while they are read: DuckDB is as long at work."""

Progress = Callable[[str, int, int], None]
"""Called with the agent, units done and units to do."""


def import_stores(
    warehouse: Warehouse,
    stores: Sequence[Store],
    key: bytes,
    progress: Progress,
    before_writing: Callable[[], None] = lambda: None,
    *,
    listing: Listing | None = None,
) -> tuple[StoreCount, ...]:
    """Import every store; one that cannot be read never stops the others.

    ``before_writing`` is called before sessions are written, each time; ``listing`` holds what was
    listed already.
    """
    listing = listing or Listing(())
    homes = paths.home_spellings()
    redactor = RememberedTexts(key, homes, paths.searched_file())
    with rare_collections(), ExitStack() as stack:

        @cache
        def loading() -> "UnitLoading":
            """What reads and writes; most starts find nothing to read and import none of it."""
            from reflect.pipeline.unit_loading import UnitLoading

            return stack.enter_context(UnitLoading(key, homes, before_writing))

        # A server is asked in its turn: what asks it knows one at a time.
        local = {
            source: _looked_through(warehouse, importer, source, redactor, listing)
            for importer, source in stores
            if source.server is None
        }
        for asking in filter(None, map(_that_grew, local.values())):
            from reflect.pipeline.aside import Aside

            warehouse.expect_load(stack.enter_context(Aside(warehouse, asking)).answer)
            break
        if any(one.pending for one in local.values()):
            work = [(one.importer, one.source, one.pending) for one in local.values()]
            loading().take_on(warehouse, work)
        counts = tuple(
            _import(
                warehouse,
                local.get(source)
                or _looked_through(warehouse, importer, source, redactor, listing),
                loading,
                progress,
            )
            for importer, source in stores
        )
    mark_vanished(warehouse, {(count.agent, count.path) for count in counts})
    return counts


@dataclass(slots=True)
class _Looked:
    """A store, and what changed in it since it was read last."""

    importer: Importer
    source: Source
    place: Redacted
    tally: Tally
    seconds: float = 0.0
    units: Sequence[Unit] = ()
    names: Sequence[str] = ()
    states: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    pending: Sequence[PendingUnit] = ()
    complete: bool = False
    """It was looked through to its end."""


def _looked_through(
    warehouse: Warehouse,
    importer: Importer,
    source: Source,
    redactor: RememberedTexts,
    listing: Listing,
) -> _Looked:
    begun = time.monotonic()
    found = _Looked(importer, source, redactor.text(source.place), Tally())
    names = UnitNames(redactor)
    listed = 0.0
    with _of_its_store(found):
        units, listed = listing.units(importer, source)
        found.units = OwnSessions(warehouse, source.agent).others(units)
        found.states = warehouse.ledger_states(source.agent, found.place)
        # A name that the ledger holds has nothing to be masked.
        found.names = [
            unit.name if unit.name in found.states else names.stored(unit.name)
            for unit in found.units
        ]
        changed = list(_changed(found.units, found.names, found.states))
        wanted = [name for _, name in changed]
        earlier = warehouse.ledger_of(source.agent, found.place, wanted)
        found.pending = [PendingUnit(unit, name, earlier.get(name)) for unit, name in changed]
        if earlier:
            found.pending = without_copies(warehouse, importer, source, found.place, found.pending)
        found.tally.unchanged = len(found.units) - len(found.pending)
        found.complete = True
    found.seconds = listed + time.monotonic() - begun
    return found


def _that_grew(looked: _Looked) -> "Callable[[Beside], ReadAhead | None] | None":
    """What asks about the sessions of what there is to read, where all of it grew and is little."""
    names = [one.name for one in looked.pending if one.earlier is not None]
    if not 0 < len(names) == len(looked.pending) <= FEW:
        return None
    agent, place = looked.source.agent, looked.place
    return lambda reader: reader.read_ahead(agent, place, names)


def _import(
    warehouse: Warehouse,
    looked: _Looked,
    loading: "Callable[[], UnitLoading]",
    progress: Progress,
) -> StoreCount:
    begun = time.monotonic()
    importer, source, place, tally = looked.importer, looked.source, looked.place, looked.tally
    units, pending = looked.units, looked.pending
    done = tally.unchanged
    missing = 0
    try:
        with _of_its_store(looked):
            if pending:
                if isinstance(importer, ReadsAhead):
                    # It is asked while what redacts and writes is still being imported.
                    importer.read_ahead(source, [one.unit for one in pending])
                own = OwnSessions(warehouse, source.agent)
                load = loading().load(warehouse, importer, source, place, pending, tally, own)
                for number in load:
                    done += number
                    progress(source.agent, done, len(units))
            if looked.complete:
                known = set(looked.names)
                missing = warehouse.mark_missing(
                    source.agent, place, known, complete=looked.states.keys() <= known
                )
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
        seconds=round(looked.seconds + time.monotonic() - begun, 3),
        error=tally.error or tally.unread.said(),
        unreadable=tally.unreadable,
    )


@contextmanager
def _of_its_store(looked: _Looked) -> Iterator[None]:
    """An error that belongs to the store ends what is done with it, and nothing else."""
    try:
        yield
    except ReflectError as error:
        if error.exit_code not in STORE_ERRORS:
            raise
        local = looked.source.server is None
        looked.tally.error = error.message if local else told(error)


def _changed(
    units: Iterable[Unit], stored: Iterable[str], states: Mapping[str, tuple[int, int, int]]
) -> Iterator[tuple[Unit, str]]:
    """The units that are not what the last import read, with their names in the ledger."""
    for unit, name in zip(units, stored, strict=True):
        if states.get(name) != (unit.size, unit.mtime_ns, unit.inode):
            yield unit, name

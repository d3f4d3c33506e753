"""Stores into the warehouse: only what changed, in transactions that hold whole sessions."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from typing import TYPE_CHECKING

from reflect import paths
from reflect.errors import ReflectError
from reflect.importers import Importer, ReadsAhead
from reflect.model.rows import StoreCount
from reflect.model.source import Source, Unit
from reflect.pipeline.finding_stores import Store
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

Progress = Callable[[str, int, int], None]
"""Called with the agent, units done and units to do."""


def import_stores(
    warehouse: Warehouse,
    stores: Sequence[Store],
    key: bytes,
    progress: Progress,
    before_writing: Callable[[], None] = lambda: None,
) -> tuple[StoreCount, ...]:
    """Import every store; one that cannot be read never stops the others.

    ``before_writing`` is called before each transaction that holds sessions.
    """
    homes = paths.home_spellings()
    redactor = RememberedTexts(key, homes, paths.searched_file())
    with rare_collections(), ExitStack() as stack:

        @cache
        def loading() -> "UnitLoading":
            """What reads and writes; most starts find nothing to read and import none of it."""
            from reflect.pipeline.unit_loading import UnitLoading

            return stack.enter_context(UnitLoading(key, homes, before_writing))

        counts = tuple(
            _import(warehouse, one, source, redactor, loading, progress) for one, source in stores
        )
    mark_vanished(warehouse, {(count.agent, count.path) for count in counts})
    return counts


def _import(
    warehouse: Warehouse,
    importer: Importer,
    source: Source,
    redactor: RememberedTexts,
    loading: "Callable[[], UnitLoading]",
    progress: Progress,
) -> StoreCount:
    begun = time.monotonic()
    place = redactor.text(source.place)
    names = UnitNames(redactor)
    tally = Tally()
    units: list[Unit] = []
    missing = 0
    try:
        own = OwnSessions(warehouse, source.agent)
        units = own.others(importer.units(source))
        states = warehouse.ledger_states(source.agent, place)
        stored = [names.stored(unit.name) for unit in units]
        changed = list(_changed(units, stored, states))
        earlier = warehouse.ledger_of(source.agent, place, [name for _, name in changed])
        pending = [PendingUnit(unit, name, earlier.get(name)) for unit, name in changed]
        tally.unchanged = len(units) - len(pending)
        done = tally.unchanged
        if pending:
            if isinstance(importer, ReadsAhead):
                # It is asked while what redacts and writes is still being imported.
                importer.read_ahead(source, [one.unit for one in pending])
            for number in loading().load(warehouse, importer, source, place, pending, tally, own):
                done += number
                progress(source.agent, done, len(units))
        known = set(stored)
        missing = warehouse.mark_missing(
            source.agent, place, known, complete=states.keys() <= known
        )
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
    units: Iterable[Unit], stored: Iterable[str], states: Mapping[str, tuple[int, int, int]]
) -> Iterator[tuple[Unit, str]]:
    """The units that are not what the last import read, with their names in the ledger."""
    for unit, name in zip(units, stored, strict=True):
        if states.get(name) != (unit.size, unit.mtime_ns, unit.inode):
            yield unit, name

"""Reading and redacting on several cores: processes of ours that hand over rows.

Decoding and searching take three quarters of a first import, in Python, on one core. Each reader
works on one piece of the store at a time, so what is in memory is bounded; results are taken in the
order of the units, so what is stored does not depend on who was faster.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Self

from reflect.importers import Importer, built_in
from reflect.model.source import Source
from reflect.model.vocabulary import StoreKind
from reflect.pipeline import readers_ahead
from reflect.pipeline.unit_reader import Outcome, PendingUnit, read_apart
from reflect.redaction.door import Door

if TYPE_CHECKING:
    from reflect.pipeline.processes import Processes
    from reflect.pipeline.task_handout import TaskHandout

WORTH_BYTES = 24_000_000
"""Source bytes from which on readers gain more than their start takes: 0.2 s of CPU for all."""
COMPILED_BYTES = 100_000_000
"""Source bytes from which on the search in one pass saves what compiling it takes, 0.7 s of CPU."""
PIECE_BYTES = 16_000_000
"""Source bytes of one task. With 8 MB an import took 5 % more time, and 20 MB less of memory."""
LEAST_BYTES = 2_000_000
"""The same of the last ones, so that all readers end at nearly one time."""
SHARES = 3
"""A piece is at most this part of what each reader would have of the rest."""
MOST_READERS = 4
"""What DuckDB's writing can keep up with."""


def reader_count() -> int:
    """How many processes read a large store on this machine."""
    from reflect.pipeline.processes import core_count

    return min(MOST_READERS, core_count())


Work = tuple[Importer, Source, Sequence[PendingUnit]]
"""An importer, a store of its, and what is to be read of it."""


class Readers:
    """Reader processes of one run; none is started before there is enough to read."""

    def __init__(self, key: bytes, homes: tuple[str, ...]) -> None:
        self._opening = (key, homes)
        self._door = Door(key, homes)
        self._tasks: list[tuple[type[Importer], Source, list[PendingUnit]]] = []
        self._of_store: dict[Source, range] = {}
        self._answered = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if "_handout" in self.__dict__:
            self._handout.close()

    def take_on(self, stores: Sequence[Work]) -> bool:
        """Begin to read what is there of these stores, if that is much and there are cores for it.

        They are read one behind the other, so nobody waits while what was read of one is written.
        Returns whether readers are at work.
        """
        weights = {
            work[1]: _weight(work[1], work[2]) for work in stores if _can_be_read_apart(work)
        }
        chosen = [work for work in stores if work[1] in weights and work[1] not in self._of_store]
        rest = sum(weights[source](one) for _, source, units in chosen for one in units)
        if rest < WORTH_BYTES or reader_count() < 2:
            return False
        is_much = rest >= COMPILED_BYTES
        before = len(self._tasks)
        for importer, source, pending in chosen:
            first = len(self._tasks)
            for piece, size in _pieces(pending, weights[source], rest):
                self._tasks.append((type(importer), source, piece))
                rest -= size
            self._of_store[source] = range(first, len(self._tasks))
        is_first = "_handout" not in self.__dict__
        self._handout.add(self._tasks[before:])
        if is_first and is_much and _is_to_be_compiled():
            self._processes.start_beside("reflect.pipeline.compiler_process")
        return True

    def read(self, importer: Importer, source: Source) -> Iterator[list[Outcome]] | None:
        """The outcomes of all units of a store in their order, a piece at a time.

        None where it was not taken on; stores are asked for in the order in which they were.
        """
        places = self._of_store.pop(source, None)
        return None if places is None else self._read(importer, places)

    def _read(self, importer: Importer, places: range) -> Iterator[list[Outcome]]:
        for place in places:
            while self._answered <= place:
                # What is left of a store that nobody reads to its end is passed over.
                outcomes: list[Outcome] | None = self._handout.answer()
                self._answered += 1
            _, source, piece = self._tasks[place]
            yield read_apart(importer, source, piece, self._door) if outcomes is None else outcomes

    @cached_property
    def _handout(self) -> "TaskHandout":
        from reflect.pipeline.task_handout import TaskHandout

        return TaskHandout(self._processes)

    @cached_property
    def _processes(self) -> "Processes":
        """Those that were started ahead, else started now."""
        return readers_ahead.taken() or started(self._opening)


def started(opening: tuple[bytes, tuple[str, ...]]) -> "Processes":
    """Readers with this key and these homes; what starts them is loaded for large imports alone."""
    from reflect.pipeline.processes import Processes

    processes = Processes("reflect.pipeline.reader_process")
    processes.start(reader_count(), opening)
    return processes


def _is_to_be_compiled() -> bool:
    """Whether the search in one pass could be used and is not compiled yet."""
    from reflect.redaction.one_pass import can_be_compiled

    return can_be_compiled()


def _can_be_read_apart(work: Work) -> bool:
    """Whether another process can: not of a server, nor what a third party's importer holds."""
    importer, source, pending = work
    if not pending or not sys.executable or source.server is not None:
        return False
    return type(importer) in {type(one) for one in built_in()}


def _pieces(
    pending: Sequence[PendingUnit], weight: Callable[[PendingUnit], float], rest: float
) -> Iterator[tuple[list[PendingUnit], float]]:
    """Units in pieces, smaller ones towards the end of the rest, each with its bytes."""
    piece: list[PendingUnit] = []
    size = 0.0
    for one in pending:
        piece.append(one)
        size += weight(one)
        if size >= min(PIECE_BYTES, max(LEAST_BYTES, rest / (SHARES * reader_count()))):
            yield piece, size
            rest -= size
            piece, size = [], 0.0
    if piece:
        yield piece, size


def _weight(source: Source, pending: Sequence[PendingUnit]) -> Callable[[PendingUnit], float]:
    """Bytes of a unit; the size of a session in a database is a number of rows."""
    if source.kind is not StoreKind.SQLITE:
        return lambda one: one.unit.size
    rows = sum(one.unit.size for one in pending) or 1
    share = sum(path.stat().st_size for path in {one.unit.path for one in pending}) / rows
    return lambda one: one.unit.size * share

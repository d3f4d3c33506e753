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
from reflect.pipeline.unit_reader import Outcome, PendingUnit, read_apart
from reflect.redaction.door import Door

if TYPE_CHECKING:
    from reflect.pipeline.processes import Processes

WORTH_BYTES = 24_000_000
"""Source bytes from which on readers gain more than their start takes: 0.2 s of CPU for all."""
PIECE_BYTES = 6_000_000
"""Source bytes of one task."""
TASKS_AHEAD = 2
"""Tasks that a reader has at once: it finds the next one when it has done one."""
MOST_READERS = 4
"""What DuckDB's writing can keep up with."""


def reader_count() -> int:
    """How many processes read a large store on this machine."""
    from reflect.pipeline.processes import core_count

    return min(MOST_READERS, core_count())


class Readers:
    """Reader processes of one run; none is started before there is enough to read."""

    def __init__(self, key: bytes, homes: tuple[str, ...]) -> None:
        self._opening = (key, homes)
        self._door = Door(key, homes)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if "_processes" in self.__dict__:
            self._processes.close()

    def are_worth_it(
        self, importer: Importer, source: Source, pending: Sequence[PendingUnit]
    ) -> bool:
        """Whether there is so much to read, and more than one core to do it."""
        if not sys.executable or source.server is not None:
            return False
        # What a third party's importer holds cannot be given to another process.
        if type(importer) not in {type(one) for one in built_in()}:
            return False
        large = sum(map(_weight(source, pending), pending)) >= WORTH_BYTES
        return large and reader_count() >= 2

    def read(
        self, importer: Importer, source: Source, pending: Sequence[PendingUnit]
    ) -> Iterator[list[Outcome]]:
        """The outcomes of all units, in their order, a piece at a time."""
        processes = self._processes
        if not len(processes):
            processes.start(reader_count(), self._opening)
        pieces = list(_pieces(pending, _weight(source, pending)))
        tasks = [(type(importer), source, piece) for piece in pieces]
        count = len(processes)
        ahead = TASKS_AHEAD * count
        for number, task in enumerate(tasks[:ahead]):
            processes.ask(number % count, task)
        for number, piece in enumerate(pieces):
            outcomes: list[Outcome] | None = processes.answer(number % count)
            if number + ahead < len(tasks):
                processes.ask(number % count, tasks[number + ahead])
            yield read_apart(importer, source, piece, self._door) if outcomes is None else outcomes

    @cached_property
    def _processes(self) -> "Processes":
        """None of them started; what starts them is loaded for large imports alone."""
        from reflect.pipeline.processes import Processes

        return Processes("reflect.pipeline.reader_process")


def _pieces(
    pending: Sequence[PendingUnit], weight: Callable[[PendingUnit], float]
) -> Iterator[list[PendingUnit]]:
    piece: list[PendingUnit] = []
    size = 0.0
    for one in pending:
        piece.append(one)
        size += weight(one)
        if size >= PIECE_BYTES:
            yield piece
            piece, size = [], 0.0
    if piece:
        yield piece


def _weight(source: Source, pending: Sequence[PendingUnit]) -> Callable[[PendingUnit], float]:
    """Bytes of a unit; the size of a session in a database is a number of rows."""
    if source.kind is not StoreKind.SQLITE:
        return lambda one: one.unit.size
    rows = sum(one.unit.size for one in pending) or 1
    share = sum(path.stat().st_size for path in {one.unit.path for one in pending}) / rows
    return lambda one: one.unit.size * share

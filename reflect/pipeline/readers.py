"""Reading and redacting on several cores: processes of ours that hand over rows.

Decoding and searching take three quarters of a first import, in Python, on one core. Each reader
works on one piece of the store at a time, so what is in memory is bounded; results are taken in the
order of the units, so what is stored does not depend on who was faster.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

from reflect.importers import Importer, built_in
from reflect.model.source import Source
from reflect.model.vocabulary import StoreKind
from reflect.pipeline.unit_reader import Outcome, PendingUnit, read_apart
from reflect.redaction.door import Door

WORTH_BYTES = 24_000_000
"""Source bytes from which on readers gain more than the half second of CPU each takes to start."""
PIECE_BYTES = 6_000_000
"""Source bytes of one task."""
MOST_READERS = 4
"""What DuckDB's writing can keep up with."""


def reader_count() -> int:
    """How many processes read a large store on this machine."""
    allowed = getattr(os, "sched_getaffinity", None)
    cores = len(allowed(0)) if allowed else os.cpu_count() or 1
    return min(MOST_READERS, cores)


class Readers:
    """Reader processes of one run; none is started before there is enough to read."""

    def __init__(self, key: bytes, homes: tuple[str, ...]) -> None:
        self._opening = (key, homes)
        self._door = Door(key, homes)
        self._processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in self._processes:
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    if pipe is not None:
                        pipe.close()
        for process in self._processes:
            process.kill()
            process.wait()

    def are_worth_it(
        self, importer: Importer, source: Source, pending: Sequence[PendingUnit]
    ) -> bool:
        """Whether there is so much to read, and more than one core to do it."""
        if reader_count() < 2 or not sys.executable or source.server is not None:
            return False
        # What a third party's importer holds cannot be given to another process.
        if type(importer) not in {type(one) for one in built_in()}:
            return False
        return sum(map(_weight(source, pending), pending)) >= WORTH_BYTES

    def read(
        self, importer: Importer, source: Source, pending: Sequence[PendingUnit]
    ) -> Iterator[list[Outcome]]:
        """The outcomes of all units, in their order, a piece at a time."""
        self._start()
        pieces = list(_pieces(pending, _weight(source, pending)))
        kind, count = type(importer), len(self._processes)
        for number in range(min(count, len(pieces))):
            self._ask(number, (kind, source, pieces[number]))
        for number, piece in enumerate(pieces):
            outcomes = self._answer(number % count)
            if number + count < len(pieces):
                self._ask(number % count, (kind, source, pieces[number + count]))
            yield read_apart(importer, source, piece, self._door) if outcomes is None else outcomes

    def _start(self) -> None:
        if self._processes:
            return
        for _ in range(reader_count()):
            process = subprocess.Popen(
                # -P: no module of the folder the user stands in, which may be anybody's.
                [sys.executable, "-P", "-m", "reflect.pipeline.reader_process"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            self._processes.append(process)
        for number in range(len(self._processes)):
            self._ask(number, self._opening)

    def _ask(self, number: int, task: object) -> None:
        """Give a reader its next task; one that is gone is noticed when its answer is missing."""
        pipe = self._processes[number].stdin
        with suppress(OSError):
            if pipe is not None:
                pickle.dump(task, pipe, protocol=pickle.HIGHEST_PROTOCOL)
                pipe.flush()

    def _answer(self, number: int) -> list[Outcome] | None:
        """What a reader found; None when it could not do it."""
        pipe = self._processes[number].stdout
        try:
            found: list[Outcome] | None = pickle.load(pipe) if pipe else None  # noqa: S301 - ours
        except (EOFError, OSError, pickle.UnpicklingError):
            return None
        return found


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

"""Batches of root sessions analysed by several processes, while this one reads the warehouse.

What is found does not depend on who was faster: a batch is compared with what all earlier ones have
shown, and results are given in the order of the batches. A process has its next batch before the
last one is compared, so that it waits neither for another nor for this one.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from queue import Empty, Queue, SimpleQueue
from threading import Condition, Thread
from typing import Self

from reflect.pipeline import analysers_ahead
from reflect.pipeline.analysers import Batch, Informed, ProcessLost, batches, informed
from reflect.pipeline.codes import Codes
from reflect.pipeline.histories import Histories
from reflect.pipeline.root_analysis import Taught
from reflect.warehouse import Analysis, StoredTree

WAITING = 2
"""Batches that wait for each process: it has work while the next sessions are read, which takes
several times as long as one batch. More would only take memory."""

_Task = tuple[int, Batch]
"""Place of a batch, and the batch."""

Telling = Callable[[Batch, list[Taught]], Informed]
"""Batch and what its sessions have shown → what they are compared with."""


class Spread:
    """One analysis by several processes, which are started at once and end with the block."""

    def __init__(self, running: Codes, count: int) -> None:
        self._processes = analysers_ahead.started(running, count)
        self._tasks: Queue[_Task | None] = Queue(WAITING * len(self._processes))
        self._found: dict[int, list[Analysis]] = {}
        self._told: SimpleQueue[bool] = SimpleQueue()
        self._turn = Condition()
        self._next = 0
        self._lost = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._processes.close()

    def results(
        self, trees: Iterator[StoredTree], histories: Histories, digests: Mapping[str, str]
    ) -> Iterator[list[Analysis]]:
        """What is found in each batch, in order. To be asked once; raises ``ProcessLost``."""

        def told(batch: Batch, shown: list[Taught]) -> Informed:
            return informed(batch, shown, histories, digests)

        # A thread for each process waits for its answers; the work is done over there.
        threads = [
            Thread(target=self._lead, args=(number, told), daemon=True)
            for number in range(len(self._processes))
        ]
        for thread in threads:
            thread.start()
        given = 0
        for place, batch in enumerate(batches(trees, len(histories.stale))):
            self._tasks.put((place, batch))
            while given in self._found:
                yield self._found.pop(given)
                given += 1
        for _ in threads:
            self._tasks.put(None)
        at_work = len(threads)
        while at_work:
            # Given, and saved, while the others are still at work.
            at_work -= self._told.get()
            while given in self._found:
                yield self._found.pop(given)
                given += 1
        if self._lost:
            raise ProcessLost

    def _lead(self, number: int, told: Telling) -> None:
        """Take one process through both steps of its batches; after a loss, only take them.

        It answers in the order it was asked: what a batch shows, what is found in the one before.
        """
        looking: _Task | None = None
        comparing: int | None = None
        more = True
        try:
            while more or looking or comparing is not None:
                following = None
                if more:
                    with suppress(Empty):
                        following = self._tasks.get(block=looking is None)
                        more = following is not None
                if following is not None and not self._lost:
                    self._processes.ask(number, following[1])
                asked = self._compare(number, looking, told) if looking else None
                if comparing is not None:
                    self._keep(number, comparing)
                looking, comparing = following, asked
        finally:
            self._processes.end(number)
            self._told.put(True)

    def _compare(self, number: int, looking: _Task, told: Telling) -> int | None:
        """Ask for the second step of a batch, once the first is done; its place."""
        place, batch = looking
        shown = None if self._lost else self._processes.answer(number)
        compared = self._in_turn(place, batch, shown, told)
        if compared is None:
            self._lost = True
            return None
        self._processes.ask(number, compared)
        return place

    def _keep(self, number: int, place: int) -> None:
        """Keep what was found in a batch."""
        found = None if self._lost else self._processes.answer(number)
        if found is None:
            self._lost = True
        else:
            self._found[place] = found
            self._told.put(False)

    def _in_turn(
        self, place: int, batch: Batch, shown: list[Taught] | None, told: Telling
    ) -> Informed | None:
        """What a batch is compared with, when all before it are told; None after a loss."""
        with self._turn:
            self._turn.wait_for(lambda: self._lost or self._next == place)
            try:
                return None if shown is None or self._lost else told(batch, shown)
            except Exception:
                # Met again, and told, where all is done in one process.
                return None
            finally:
                self._lost = self._lost or shown is None
                self._next += 1
                self._turn.notify_all()

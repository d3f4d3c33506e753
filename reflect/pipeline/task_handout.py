"""Tasks handed out to processes of ours: each has its next one at once, answers come in order.

A thread for each process hands over and takes in. Where this process hands out what is next only
after it has written what came before, a process that is done waits for it and for those before it:
twice 0.2 s in an import of 300 MB, as pieces differ in what their reading takes.
"""

from collections import deque
from collections.abc import Iterable
from threading import Condition, Thread
from typing import Any

from reflect.pipeline.process_pipes import value_of
from reflect.pipeline.processes import Processes

TASKS_AHEAD = 2
"""Tasks that a process has at once: it finds the next one when it has done one."""
UNTAKEN = 4
"""Tasks for each process beyond the last answer that was taken: what is in memory is bounded."""


class TaskHandout:
    """Processes, what they are to do, and what they have done."""

    def __init__(self, processes: Processes) -> None:
        self._processes = processes
        self._tasks: list[object] = []
        self._given = 0
        self._taken = 0
        self._contents: dict[int, bytes] = {}
        self._changed = Condition()
        self._closed = False
        self._leading = len(processes)
        self._threads = [
            Thread(target=self._lead, args=(number,), daemon=True)
            for number in range(len(processes))
        ]
        for thread in self._threads:
            thread.start()

    def add(self, tasks: Iterable[object]) -> None:
        """Have these done too, after those that were added before."""
        with self._changed:
            self._tasks += tasks
            self._changed.notify_all()

    def answer(self) -> Any:
        """The answer to the first task whose answer was not taken yet.

        None when the process could not do it, or is gone, or none is left.
        """
        with self._changed:
            place = self._taken
            self._changed.wait_for(lambda: place in self._contents or not self._leading)
            content = self._contents.pop(place, b"")
            self._taken += 1
            self._changed.notify_all()
        return value_of(content)

    def close(self) -> None:
        """Hand out no more, and end the processes; what they are doing is not waited for."""
        with self._changed:
            at_work = self._taken < self._given
            self._closed = True
            self._changed.notify_all()
        if at_work:
            self._processes.kill()
        for thread in self._threads:
            thread.join()
        self._processes.close()

    def _lead(self, number: int) -> None:
        """Keep one process at work. It may wait for the process: it holds nothing meanwhile."""
        at_work: deque[int] = deque()
        try:
            while True:
                while len(at_work) < TASKS_AHEAD:
                    place = self._next(wait=not at_work)
                    if place is None:
                        break
                    at_work.append(place)
                    self._processes.ask(number, self._tasks[place])
                if not at_work:
                    return
                content = self._processes.content(number)
                self._keep(at_work.popleft(), content)
                if not content:
                    # It is gone; what it had is done by who asked, all else by other processes.
                    return
        finally:
            with self._changed:
                self._contents |= dict.fromkeys(at_work, b"")
                self._leading -= 1
                self._changed.notify_all()

    def _next(self, *, wait: bool) -> int | None:
        """The place of the task to be handed out; None where there is none, and none follows."""
        with self._changed:
            if wait:
                self._changed.wait_for(lambda: self._closed or self._is_one_due())
            if self._closed or not self._is_one_due():
                return None
            place = self._given
            self._given += 1
            return place

    def _is_one_due(self) -> bool:
        most = self._taken + UNTAKEN * len(self._threads)
        return self._given < min(len(self._tasks), most)

    def _keep(self, place: int, content: bytes) -> None:
        with self._changed:
            self._contents[place] = content
            self._changed.notify_all()

"""The two pipes of one process of ours, as who asks it holds them.

A thread takes each answer off the pipe as soon as it is there: a process that had to wait until the
answer before was used left its core without work for a tenth of an import.
"""

import pickle
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

LENGTH_BYTES = 8
"""Before each answer stands its length, in network order."""


class Pipes:
    """Tasks go to a process, and answers come back in the same order."""

    def __init__(self, tasks: IO[bytes], answers: IO[bytes]) -> None:
        self._tasks = tasks
        self._answers = answers
        self._arrived: SimpleQueue[bytes] = SimpleQueue()
        self._asked = 0
        self._taken = 0
        self._taker = Thread(target=self._take, daemon=True)
        self._taker.start()

    def ask(self, task: object) -> None:
        """Give the process a task; one that is gone is noticed when its answer is missing."""
        self._asked += 1
        with suppress(OSError, ValueError):
            pickle.dump(task, self._tasks, protocol=pickle.HIGHEST_PROTOCOL)
            self._tasks.flush()

    def answer(self) -> Any:
        """The answer to the earliest task; None when the process could not do it, or is gone."""
        content = self._arrived.get()
        if not content:
            # Nothing comes any more, and whoever asks next must not wait for it.
            self._arrived.put(b"")
            return None
        try:
            return pickle.loads(content)  # noqa: S301 - from a process of ours
        except pickle.UnpicklingError:
            return None

    @property
    def waiting(self) -> int:
        """Tasks that have no answer yet."""
        return self._asked - self._taken

    def end_tasks(self) -> None:
        """Say that no task follows."""
        with suppress(OSError):
            self._tasks.close()

    def close(self) -> None:
        """Let go of a process that has ended."""
        self._taker.join()
        self._answers.close()

    def _take(self) -> None:
        read = self._answers.read
        with suppress(OSError, ValueError):
            while len(head := read(LENGTH_BYTES)) == LENGTH_BYTES:
                size = int.from_bytes(head, "big")
                content = read(size)
                if len(content) < size:
                    break
                self._taken += 1
                self._arrived.put(content)
        self._arrived.put(b"")


def give(answers: IO[bytes], answer: object) -> None:
    """The other end: hand over an answer."""
    content = pickle.dumps(answer, protocol=pickle.HIGHEST_PROTOCOL)
    answers.write(len(content).to_bytes(LENGTH_BYTES, "big"))
    answers.write(content)
    answers.flush()

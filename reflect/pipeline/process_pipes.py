"""The two pipes of one process of ours: values go through them pickled, each behind its length.

At both ends a thread takes what comes off the pipe as soon as it is there. A process that had to
wait until the answer before was used left its core without work for a tenth of an import; one that
took its next task only when it was done with the last waited 10 to 20 ms for it, for as long as
this one was busy.
"""

import pickle
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

LENGTH_BYTES = 8
"""Before each value stands its length, in network order."""

PIPE_BYTES = 1_048_576
"""What a pipe should hold: the most that Linux gives anybody. By itself it holds 65,536, and who
gives a value of some megabytes is woken fifty times."""


class Arrivals:
    """What comes through a pipe, taken off it by a thread."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._arrived: SimpleQueue[bytes] = SimpleQueue()
        self._taker = Thread(target=self._take, daemon=True)
        self._taker.start()

    def next(self) -> bytes:
        """The earliest content that was not asked for yet; empty when nothing comes any more."""
        content = self._arrived.get()
        if not content:
            # Whoever asks next must not wait for it either.
            self._arrived.put(b"")
        return content

    def close(self) -> None:
        """Let go of a pipe whose other end is closed."""
        self._taker.join()
        self._pipe.close()

    def _take(self) -> None:
        content = b"begun"
        while content:
            content = taken(self._pipe)
            self._arrived.put(content)


class Pipes:
    """Tasks go to a process, and answers come back in the same order."""

    def __init__(self, tasks: IO[bytes], answers: IO[bytes]) -> None:
        for pipe in (tasks, answers):
            _widen(pipe)
        self._tasks = tasks
        self._answers = Arrivals(answers)

    def ask(self, task: object) -> None:
        """Give the process a task; one that is gone is noticed when its answer is missing."""
        with suppress(OSError, ValueError):
            give(self._tasks, task)

    def content(self) -> bytes:
        """The answer to the earliest task as it came; empty when the process is gone."""
        return self._answers.next()

    def answer(self) -> Any:
        """The answer to the earliest task; None when the process could not do it, or is gone."""
        return value_of(self.content())

    def end_tasks(self) -> None:
        """Say that no task follows."""
        with suppress(OSError):
            self._tasks.close()

    def close(self) -> None:
        """Let go of a process that has ended."""
        self._answers.close()


def give(pipe: IO[bytes], value: object) -> None:
    """Put a value into a pipe, made whole before: who takes it does not wait for its parts."""
    content = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    pipe.write(len(content).to_bytes(LENGTH_BYTES, "big"))
    pipe.write(content)
    pipe.flush()


def taken(pipe: IO[bytes]) -> bytes:
    """The next content of a pipe; empty when none comes, or what came was cut."""
    with suppress(OSError, ValueError):
        head = pipe.read(LENGTH_BYTES)
        if len(head) == LENGTH_BYTES:
            size = int.from_bytes(head, "big")
            content = pipe.read(size)
            if len(content) == size:
                return content
    return b""


def value_of(content: bytes) -> Any:
    """The value that came; None when nothing did, or it is none."""
    if not content:
        return None
    try:
        return pickle.loads(content)  # noqa: S301 - from a process of ours
    except pickle.UnpicklingError:
        return None


def _widen(pipe: IO[bytes]) -> None:
    """Let a pipe hold much, where the system can; it may refuse where a user has many."""
    if sys.platform == "linux":
        from fcntl import F_SETPIPE_SZ, fcntl

        with suppress(OSError):
            fcntl(pipe, F_SETPIPE_SZ, PIPE_BYTES)

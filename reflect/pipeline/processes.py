"""Processes of ours that work beside this one: pickled tasks in, pickled answers out."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO, Self


def core_count() -> int:
    """Cores that this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


class Processes:
    """Processes that run one module of ours; they end with this one, or when the block ends."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End them all, whatever they are doing."""
        for process in self._processes:
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    if pipe is not None:
                        pipe.close()
        for process in self._processes:
            process.kill()
            process.wait()

    def __len__(self) -> int:
        return len(self._processes)

    def start(self, count: int, opening: object) -> None:
        """Start so many and give each its first task, which has no answer."""
        for number in range(count):
            process = subprocess.Popen(  # noqa: S603 - this very program, no shell
                # -P: no module of the folder the user stands in, which may be anybody's.
                [sys.executable, "-P", "-m", self._module],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            self._processes.append(process)
            self.ask(number, opening)

    def ask(self, number: int, task: object) -> None:
        """Give a process its next task; one that is gone is noticed when its answer is missing."""
        pipe = self._processes[number].stdin
        with suppress(OSError, ValueError):
            if pipe is not None:
                pickle.dump(task, pipe, protocol=pickle.HIGHEST_PROTOCOL)
                pipe.flush()

    def answer(self, number: int) -> Any:
        """What a process found; None when it could not do it."""
        pipe = self._processes[number].stdout
        try:
            return pickle.load(pipe) if pipe else None  # noqa: S301 - from a process of ours
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            return None


def serve(answering: Callable[[Any], Callable[[Any], object]]) -> None:
    """Be such a process: answer tasks until there are no more.

    Args:
        answering: Takes the first task; gives what answers the others. An error of it becomes the
            answer None: who asked does the work itself and meets the same where it can be told.
    """
    tasks, results = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What a library may print must not end up among the results.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        answer = answering(_received(tasks))
        while True:
            task = _received(tasks)
            try:
                found = answer(task)
            except Exception:
                found = None
            pickle.dump(found, results, protocol=pickle.HIGHEST_PROTOCOL)
            results.flush()
    except (EOFError, BrokenPipeError):
        return


def _received(pipe: BinaryIO) -> Any:
    return pickle.load(pipe)  # noqa: S301 - from the process that started this one

"""Processes of ours that work beside this one: pickled tasks in, pickled answers out."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from typing import IO, Any, Self

from reflect.pipeline.process_pipes import Arrivals, Pipes, give, taken, value_of

FORKS = sys.platform == "linux"
"""Whether the first process makes the others of itself: each saves the 0.1 to 0.4 s that its
imports take. It runs no thread then; the libraries of other systems may."""

ENVIRONMENT = {
    "POLARS_MAX_THREADS": "1",
    "MALLOC_TRIM_THRESHOLD_": "67108864",
    "MALLOC_MMAP_THRESHOLD_": "33554432",
}
"""Each process has a core of its own: two threads of polars would compile every expression twice
and wait for one another. And each piece takes much memory anew: where glibc keeps it instead of
giving it back, an import of 300 MB takes 0.05 to 0.1 s less of a processor, and 15 MB more."""

LEAVING_SECONDS = 1.0
"""For processes to end when no task follows; without a task they take a few milliseconds."""

Ends = tuple[int, int]
"""Open descriptors of a process: where its tasks come from, where its answers go."""


def core_count() -> int:
    """Cores that this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


class Processes:
    """Processes that run one module of ours; they end with this one, or when the block ends."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._processes: list[subprocess.Popen[bytes]] = []
        self._pipes: list[Pipes] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End them all, whatever they are doing."""
        for pipes in self._pipes:
            pipes.end_tasks()
        for process in self._processes:
            if not _has_ended(process):
                _kill(process)
            process.wait()
        for pipes in self._pipes:
            pipes.close()

    def kill(self) -> None:
        """End what they are doing: whoever waits for an answer has none."""
        for process in self._processes:
            if process.poll() is None:
                _kill(process)

    def __len__(self) -> int:
        return len(self._pipes)

    def start(self, count: int, opening: object) -> None:
        """Start so many and give each its first task, which has no answer."""
        if FORKS:
            self._start(opening, count - 1)
        else:
            for _ in range(count):
                self._start(opening, 0)

    def start_beside(self, module: str) -> None:
        """Start another module of ours, which is told nothing and answers nothing."""
        process = subprocess.Popen(  # noqa: S603 - this very program, no shell
            [sys.executable, "-P", "-m", module],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._processes.append(process)

    def ask(self, number: int, task: object) -> None:
        """Give a process a task; it may have several at once, and does them in order."""
        self._pipes[number].ask(task)

    def answer(self, number: int) -> Any:
        """What a process found for its earliest task; None when it could not do it."""
        return self._pipes[number].answer()

    def content(self, number: int) -> bytes:
        """The same as it came, of a process that is led by a thread; empty when it is gone."""
        return self._pipes[number].content()

    def end(self, number: int) -> None:
        """Say that no task follows for a process: it ends while the others are at work."""
        self._pipes[number].end_tasks()

    def _start(self, opening: object, others: int) -> None:
        """Start a process that makes so many others of itself."""
        with ExitStack() as theirs:
            ends: list[Ends] = []
            pipes: list[Pipes] = []
            for _ in range(others):
                (tasks, ours_to_write), (ours_to_read, answers) = os.pipe(), os.pipe()
                pipes.append(Pipes(os.fdopen(ours_to_write, "wb"), os.fdopen(ours_to_read, "rb")))
                for descriptor in (tasks, answers):
                    theirs.callback(os.close, descriptor)
                ends.append((tasks, answers))
            process = subprocess.Popen(  # noqa: S603 - this very program, no shell
                # -P: no module of the folder the user stands in, which may be anybody's.
                [sys.executable, "-P", "-m", self._module],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                env=os.environ | ENVIRONMENT,
                pass_fds=[descriptor for pair in ends for descriptor in pair],
            )
        self._processes.append(process)
        if process.stdin and process.stdout:
            first = Pipes(process.stdin, process.stdout)
            first.ask((opening, ends))
            self._pipes += [first, *pipes]


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether a process ends with its tasks; one that made others waits for them."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(LEAVING_SECONDS)
    return process.returncode is not None


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and those it made: they are a session of their own."""
    if FORKS:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def serve(answering: Callable[[Any], Callable[[Any], object]]) -> None:
    """Be such a process: answer tasks until there are no more. Does not return.

    Args:
        answering: Takes the first task; gives what answers the others. An error of it becomes the
            answer None: who asked does the work itself and meets the same where it can be told.
    """
    tasks: IO[bytes] = sys.stdin.buffer
    answers: IO[bytes] = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What a library may print must not end up among the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    opening, ends = value_of(taken(tasks))
    answer = answering(opening)
    children, own = _made(ends)
    if own is not None:
        # Whoever holds an end of a pipe keeps it open: each keeps its own alone.
        answers.close()
        tasks, answers = own
    with suppress(BrokenPipeError):
        _answer(Arrivals(tasks), answers, answer)
    for child in children:
        os.waitpid(child, 0)
    # Nothing is open that had to be written; an orderly end takes 20 ms.
    os._exit(0)


def _made(ends: Sequence[Ends]) -> tuple[list[int], tuple[IO[bytes], IO[bytes]] | None]:
    """The processes that this one made, and None; in one that was made, none and its own pipes."""
    children: list[int] = []
    own: tuple[IO[bytes], IO[bytes]] | None = None
    for tasks, answers in ends:
        child = os.fork()
        if not child:
            os.dup2(tasks, 0)
            own = os.fdopen(0, "rb", closefd=False), os.fdopen(os.dup(answers), "wb")
            children = []
            break
        children.append(child)
    for descriptor in (one for pair in ends for one in pair):
        os.close(descriptor)
    return children, own


def _answer(tasks: Arrivals, answers: IO[bytes], answer: Callable[[Any], object]) -> None:
    while content := tasks.next():
        try:
            found = answer(value_of(content))
        except Exception:
            found = None
        give(answers, found)

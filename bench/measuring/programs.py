"""Runs one program and says what it took."""

import os
import shutil
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024
"""``ru_maxrss`` counts bytes on macOS and kilobytes elsewhere."""
KEPT_VARIABLES = ("PATH", "PYTHONPATH", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")


class ProgramFailed(Exception):
    """A measured program did not end well; its figures would mean nothing."""


@dataclass(frozen=True, slots=True)
class Took:
    """What one run of a program took."""

    seconds: float
    """Wall time."""
    cpu_seconds: float
    """User and system time of all its threads."""
    memory: float
    """Peak memory in MB (10^6 bytes), of it and its children together where /proc tells."""
    output: bytes
    """Its standard output."""


def run(
    words: Sequence[str | Path],
    environment: Mapping[str, str],
    folder: Path,
    *,
    codes: Sequence[int] = (0,),
) -> Took:
    """Run a program in a folder with these variables and few others.

    Raises ``ProgramFailed`` when it ends with a code that is not in ``codes``.
    """
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    out, err = folder / "stdout", folder / "stderr"
    began = time.perf_counter()
    with out.open("wb") as stdout, err.open("wb") as stderr:
        process = subprocess.Popen(
            [str(word) for word in words],
            env={**kept, **environment},
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
        )
        with _peak_of_tree(process.pid) as peak:
            _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in codes:
        last = err.read_text(errors="replace").strip().splitlines()[-3:]
        raise ProgramFailed(f"{' '.join(map(str, words))}: exit {process.returncode}: {last}")
    memory = (peak[0] or used.ru_maxrss * MEMORY_UNIT) / 1e6
    return Took(seconds, used.ru_utime + used.ru_stime, memory, out.read_bytes())


@contextmanager
def _peak_of_tree(root: int) -> Iterator[list[int]]:
    """Bytes that a process and its children held together, the largest of many looks."""
    peak = [0]
    done = threading.Event()

    def look() -> None:
        while not done.wait(0.05):
            peak[0] = max(peak[0], sum(map(_held, _tree(root))))

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield peak
    finally:
        done.set()
        watcher.join()


def _tree(root: int) -> Iterator[int]:
    """A process and all below it."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # The name of the program, in brackets, may hold anything.
            parents[int(entry.parent.name)] = int(entry.read_text().rpartition(")")[2].split()[1])
    below = {root}
    while more := {process for process, parent in parents.items() if parent in below} - below:
        below |= more
    yield from below


def _held(process: int) -> int:
    """Bytes a process holds; of pages it shares with others its part."""
    try:
        rows = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(row.split()[1]) * 1024 for row in rows if row.startswith("Pss:")), 0)


def best_known(runs: Sequence[Took]) -> Took:
    """The run with the median wall time."""
    wanted = statistics.median_low(took.seconds for took in runs)
    return next(took for took in runs if took.seconds == wanted)


Round = tuple[Took, ...]
"""One run of each program, one behind the other."""


def in_turn(rounds: int, *runs: Callable[[], Took]) -> list[Round]:
    """Run all in turn, some rounds long: a machine that is busy for a while slows all of them."""
    return [tuple(one() for one in runs) for _ in range(rounds)]


def alternating(rounds: int, *runs: Callable[[], Took]) -> list[Took]:
    """Run all in turn; the median run of each."""
    return [best_known(results) for results in zip(*in_turn(rounds, *runs), strict=True)]


def median_round(rounds: Sequence[Round], ratio: Callable[[Round], float]) -> Round:
    """The round with the median ratio of two of its runs.

    Runs of one round meet the same machine; its speed may double from one round to the next.
    """
    ratios = [ratio(one) for one in rounds]
    return rounds[ratios.index(statistics.median_low(ratios))]


@lru_cache(maxsize=1)
def without_network() -> tuple[str, ...]:
    """Words to put before a program so that it has no network; none where that is not possible."""
    found = shutil.which("unshare")
    if found and subprocess.run([found, "-n", "true"], capture_output=True, check=False).returncode:
        return ()
    return (found, "-n") if found else ()

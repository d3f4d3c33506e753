"""The processes that analyse are started before the stores are looked through.

They take a quarter of a second until they can begin, on another core, while this one looks through
the stores and reads the first sessions. Only a warehouse without any analysis by the codes of this
run tells so early that there is much to do: after a large import, and when codes have changed.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from reflect.pipeline.codes import Codes
from reflect.warehouse import Warehouse

if TYPE_CHECKING:
    from reflect.pipeline.processes import Processes

MODULE = "reflect.pipeline.analyser_process"

WORTH_SESSIONS = 100
"""Sessions from which on processes gain more than the half second of CPU each takes to start."""

MOST_PROCESSES = 4
"""More would wait for the one that reads the warehouse."""

_begun: "list[Processes]" = []


@contextmanager
def analysers_ahead(warehouse: Warehouse, running: Codes) -> Iterator[None]:
    """Start them, if they will be wanted; those that nobody took end with the block."""
    count = process_count(warehouse.never_analysed(running.digest))
    if count:
        _begun.append(_start(running, count))
    try:
        yield
    finally:
        while _begun:
            _begun.pop().close()


def started(running: Codes, count: int) -> "Processes":
    """The processes that were started ahead, else so many that are started now."""
    return _begun.pop() if _begun else _start(running, count)


def process_count(sessions: int) -> int:
    """How many processes are worth it for so many sessions; 0, and nothing imported: none."""
    if sessions < WORTH_SESSIONS:
        return 0
    from reflect.pipeline.processes import core_count

    cores = min(MOST_PROCESSES, core_count())
    return cores if cores > 1 and sys.executable else 0


def _start(running: Codes, count: int) -> "Processes":
    from reflect.pipeline.processes import Processes

    processes = Processes(MODULE)
    processes.start(count, running)
    return processes

"""What goes to standard error: errors, notes and progress. Standard output is the result."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from reflect.errors import ReflectError

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

SHOWN_AFTER = 0.5
"""Seconds before a progress bar appears: most runs are over by then."""


def say(text: str) -> None:
    """Write to standard error; a title or a file name in it steers no terminal."""
    from reflect.reports.sinks import terminal

    # What cannot be told (a full disk behind 2>) must not hide the exit code.
    with suppress(OSError):
        print(terminal(text), file=sys.stderr, flush=True)


def say_error(error: ReflectError) -> None:
    """Write an error and the next command."""
    say(f"reflect: {error.message}")
    if error.hint:
        say(f"  next: {error.hint}")


@contextmanager
def progress() -> Iterator[Callable[[str, int, int], None]]:
    """Give a function that reports (what, done, of); a bar on a terminal, silence elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _what, _done, _of: None
        return
    from time import monotonic

    begun = monotonic()
    bars: list[Progress] = []
    tasks: dict[str, TaskID] = {}

    def report(what: str, done: int, of: int) -> None:
        if monotonic() - begun < SHOWN_AFTER:
            return
        if not bars:
            bars.append(_bar())
        if what not in tasks:
            tasks[what] = bars[0].add_task(what, total=of)
        bars[0].update(tasks[what], completed=done, total=of)

    try:
        yield report
    finally:
        for bar in bars:
            bar.stop()


def _bar() -> "Progress":
    """A bar that has started; rich is imported for those runs alone that take their time."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    bar.start()
    return bar


def say_age(imported_at: str | None) -> None:
    """Tell how old the archive is."""
    if imported_at is not None:
        when = imported_at[:16].replace("T", " ")
        say(f"imported {when} UTC; reflect import brings it up to date")

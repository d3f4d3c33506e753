"""What goes to standard error: errors, notes and progress. Standard output is the result."""

import sys
from collections.abc import Iterator
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


class Report:
    """Reports (what, done, of): a bar on a terminal, silence elsewhere.

    ``what`` may hold more behind a colon, which changes while the bar stays the same.
    """

    def __init__(self, *, shown: bool) -> None:
        from time import monotonic

        self._clock = monotonic
        self._begun = monotonic()
        self._shown = shown
        self._bar: Progress | None = None
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, what: str, done: int, of: int) -> None:
        """Show how far something is."""
        if not self._shown or self._clock() - self._begun < SHOWN_AFTER:
            return
        if self._bar is None:
            self._bar = _bar()
        name = what.partition(":")[0]
        if name not in self._tasks:
            self._tasks[name] = self._bar.add_task(what, total=of)
        self._bar.update(self._tasks[name], description=what, completed=done, total=of)

    def pause(self) -> None:
        """Take the bar off the screen; the next report shows it again."""
        if self._bar is not None:
            self._bar.stop()
        self._bar = None
        self._tasks.clear()


@contextmanager
def progress() -> Iterator[Report]:
    """Give what reports progress while a command runs."""
    report = Report(shown=sys.stderr.isatty())
    try:
        yield report
    finally:
        report.pause()


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

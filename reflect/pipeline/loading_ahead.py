"""What analyses and reports is loaded while DuckDB writes, links and commits what was imported.

DuckDB needs nothing of Python meanwhile: 150 ms for one session that grew, in which the modules,
codes and templates of the rest of a review (100 ms) are loaded on another core, and patterns and
word lists are made ready (80 ms). Where other processes analyse many sessions, it is what reports
that is loaded, while they are at work.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from threading import Thread
from typing import Self

from reflect.pipeline.codes import Codes
from reflect.pipeline.quick_switching import quick_switching
from reflect.warehouse import StoredTree


class LoadingAhead:
    """Loads once it is told to, at the latest until a tree is looked at or the block is left.

    An error is left to whoever loads the same again.
    """

    def __init__(self, running: Codes) -> None:
        """``running`` are the codes to load."""
        self._running = running
        self._thread: Thread | None = None
        self._left = ExitStack()

    def begin(self) -> None:
        """Begin, where it was not begun."""
        self._begin(self._load)

    def __enter__(self) -> Self:
        return self

    def wait(self) -> None:
        """Wait for what was begun."""
        if self._thread is not None:
            self._thread.join()
            self._left.close()

    def before(self, trees: Iterator[StoredTree]) -> Iterator[StoredTree]:
        """The trees, once what looks at them is there: it looks at one session at a time."""
        for tree in trees:
            self.wait()
            yield tree
        self.wait()

    def beside(self, trees: Iterator[StoredTree]) -> Iterator[StoredTree]:
        """The trees, which other processes look at; with the first of them they have work."""
        for tree in trees:
            self._begin(_load_report)
            yield tree

    def __exit__(self, *_: object) -> None:
        self.wait()

    def _begin(self, load: Callable[[], None]) -> None:
        if self._thread is None:
            self._left.enter_context(quick_switching())
            self._thread = Thread(target=load, name="loading")
            self._thread.start()

    def _load(self) -> None:
        _load_report()
        with suppress(Exception):
            from reflect.pipeline import analysing, trial  # noqa: F401 - for whoever imports it

            trial.try_on(self._running)


def _load_report() -> None:
    with suppress(Exception):
        from reflect.reports import markdown, template_loader  # noqa: F401 - for whoever imports it

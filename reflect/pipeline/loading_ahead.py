"""What analyses and reports is loaded while DuckDB writes, links and commits what was imported.

DuckDB needs nothing of Python meanwhile: 150 ms for one session that grew, in which the modules,
codes and templates of the rest of a review (100 ms) are loaded on another core, and patterns and
word lists are made ready (80 ms).
"""

import sys
from contextlib import suppress
from threading import Thread
from typing import Self

from reflect.pipeline.codes import Codes

SWITCH_SECONDS = 0.0005
"""How long a thread may keep Python from another that waits; the usual 5 ms would be waited for
after each of fifty queries."""


class LoadingAhead:
    """Loads once it is told to, at the latest until the block is left.

    An error is left to whoever loads the same again.
    """

    def __init__(self, running: Codes) -> None:
        """``running`` are the codes to load."""
        self._running = running
        self._thread: Thread | None = None
        self._usual = sys.getswitchinterval()

    def begin(self) -> None:
        """Begin, where it was not begun."""
        if self._thread is None:
            sys.setswitchinterval(SWITCH_SECONDS)
            self._thread = Thread(target=self._load, name="loading")
            self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Wait for what was begun."""
        if self._thread is not None:
            self._thread.join()
            sys.setswitchinterval(self._usual)

    def _load(self) -> None:
        with suppress(Exception):
            from reflect.pipeline import analysing, trial  # noqa: F401 - for whoever imports it
            from reflect.reports import markdown, template_loader  # noqa: F401 - likewise

            trial.try_on(self._running)

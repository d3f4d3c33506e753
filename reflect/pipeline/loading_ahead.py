"""What analyses and reports is loaded while DuckDB writes, links and commits what was imported.

DuckDB needs nothing of Python meanwhile: 150 ms for one session that grew, in which the modules,
codes and templates of the rest of a review (100 ms) are loaded on another core.
"""

import sys
from contextlib import suppress
from threading import Thread
from typing import Self

SWITCH_SECONDS = 0.0005
"""How long a thread may keep Python from another that waits; the usual 5 ms would be waited for
after each of fifty queries."""


class LoadingAhead:
    """Loads once it is told to, at the latest until the block is left.

    An error is left to whoever loads the same again.
    """

    def __init__(self) -> None:
        self._thread: Thread | None = None
        self._usual = sys.getswitchinterval()

    def begin(self) -> None:
        """Begin, where it was not begun."""
        if self._thread is None:
            sys.setswitchinterval(SWITCH_SECONDS)
            self._thread = Thread(target=_load, name="loading")
            self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Wait for what was begun."""
        if self._thread is not None:
            self._thread.join()
            sys.setswitchinterval(self._usual)


def _load() -> None:
    with suppress(Exception):
        from reflect.detectors import registry
        from reflect.pipeline import analysing  # noqa: F401 - for those who import it next
        from reflect.reports import markdown, template_loader  # noqa: F401 - likewise

        registry.all_detectors()

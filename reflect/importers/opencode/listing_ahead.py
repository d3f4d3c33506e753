"""A database is listed by another thread while the warehouse is being opened.

To see every change SQLite looks at the times of all rows: 25 ms for 60 MB, in which it needs
nothing of Python.
"""

from collections.abc import Callable
from threading import Thread

from reflect.model.source import Unit


class ListingAhead:
    """One listing, begun when it is made."""

    def __init__(self, list_units: Callable[[], list[Unit]]) -> None:
        """``list_units`` may raise anything; whoever takes the units meets it."""
        self._list_units = list_units
        self._units: list[Unit] = []
        self._error: Exception | None = None
        # No daemon: a copy of a database that could not be read in its place is to be removed.
        self._thread = Thread(target=self._run, name="listing")
        self._thread.start()

    def take(self) -> list[Unit]:
        """The units, as soon as they are there."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._units

    def _run(self) -> None:
        try:
            self._units = self._list_units()
        except Exception as error:  # raised where the units are asked for
            self._error = error

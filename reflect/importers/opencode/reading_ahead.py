"""Asking for what will be read next while what came before is still being worked on."""

import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from reflect.stores.http import CONNECTIONS

MOST_BYTES = 16_000_000
"""Of answers that wait to be taken; decoded they take about five times that."""

Found = TypeVar("Found")


class ReadingAhead(Generic[Found]):
    """Fetches names in their order in a few threads, never far ahead of who takes them."""

    def __init__(
        self,
        names: Sequence[str],
        fetch: Callable[[str], Found],
        size: Callable[[Found], int],
    ) -> None:
        self._fetch, self._size = fetch, size
        self._names = iter(names)
        self._expected = set(names)
        self._found: dict[str, Found] = {}
        self._failed: dict[str, Exception] = {}
        self._waiting = 0
        self._changed = threading.Condition()
        self._closed = False
        self._threads = [
            threading.Thread(target=self._work, daemon=True)
            for _ in range(min(CONNECTIONS, len(names)))
        ]
        for thread in self._threads:
            thread.start()

    def take(self, name: str) -> Found:
        """What was fetched under a name, waiting for it; each can be taken once.

        Raises:
            ReflectError: it could not be fetched.
        """
        with self._changed:
            if name not in self._expected:
                raise KeyError(name)
            while name not in self._found and name not in self._failed:
                self._changed.wait()
            self._expected.discard(name)
            if name in self._failed:
                raise self._failed.pop(name)
            found = self._found.pop(name)
            self._waiting -= self._size(found)
            self._changed.notify_all()
            return found

    def close(self) -> None:
        """Fetch nothing more. A request under way ends by itself."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _next(self) -> str | None:
        with self._changed:
            while self._waiting > MOST_BYTES and not self._closed:
                self._changed.wait()
            return None if self._closed else next(self._names, None)

    def _work(self) -> None:
        while (name := self._next()) is not None:
            try:
                found = self._fetch(name)
            except Exception as error:  # raised again where the name is taken
                with self._changed:
                    self._failed[name] = error
                    self._changed.notify_all()
                continue
            with self._changed:
                self._found[name] = found
                self._waiting += self._size(found)
                self._changed.notify_all()

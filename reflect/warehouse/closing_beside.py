"""The file is closed by another thread, while Python goes on with what was found.

DuckDB takes 12 ms to free what it held, and needs nothing of Python. All is written down before, so
nothing can be lost here; whoever opens a file in the same process waits for it.
"""

from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reflect.warehouse import engine

_closing: list[Thread] = []


def begin(raw: "engine.DuckDBPyConnection") -> None:
    """Begin to close a file whose log is written down. The process does not end before it is."""
    thread = Thread(target=_close, args=(raw,), name="closing")
    _closing.append(thread)
    thread.start()


def wait() -> None:
    """Wait until every file is closed."""
    while _closing:
        _closing.pop().join()


def _close(raw: "engine.DuckDBPyConnection") -> None:
    from reflect.warehouse import engine

    with suppress(engine.Error):
        raw.close()

"""The file is opened on another core while Python still loads what will use it.

DuckDB builds its catalogue of functions for each connection: 30 ms in which it needs nothing of
Python. One attempt is made; where it fails, whoever opens the warehouse meets the same and says so.
"""

from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from reflect.warehouse.duckdb_file import identity, opened

if TYPE_CHECKING:
    from reflect.warehouse import engine


class _Opening(Thread):
    """Opens a warehouse for writing. No daemon: the interpreter must not end in the middle."""

    def __init__(self, path: Path) -> None:
        super().__init__(name="opening")
        self.path = path
        self.opened: engine.DuckDBPyConnection | None = None
        self.identity: tuple[int, int] | None = None

    def run(self) -> None:
        from reflect.warehouse import engine

        try:
            self.opened = opened(self.path, write=True)
            self.identity = identity(self.path)
        except engine.Error:
            self.opened = None


_begun: dict[Path, _Opening] = {}


def begin(path: Path) -> None:
    """Begin to open a warehouse for writing, if there is one."""
    if path in _begun or not path.is_file():
        return
    # Loaded here: a library is loaded by one thread at a time, whichever it is.
    from reflect.warehouse import engine  # noqa: F401 - for the thread

    _begun[path] = _Opening(path)
    _begun[path].start()


def taken(path: Path) -> "engine.DuckDBPyConnection | None":
    """What was begun for this file, opened; None where nothing was, or the attempt failed."""
    opening = _begun.pop(path, None)
    if opening is None:
        return None
    opening.join()
    if opening.opened is not None and opening.identity != identity(path):
        # Another file lies there since.
        opening.opened.close()
        return None
    return opening.opened

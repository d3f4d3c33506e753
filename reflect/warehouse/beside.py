"""The warehouse for another thread: what can be asked and done while the first one computes.

DuckDB takes some 4 ms to plan a statement, and 20 to 50 ms to write down what was committed; it
needs nothing of Python meanwhile.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

from reflect.warehouse.connection import Connection
from reflect.warehouse.read_ahead import ReadAhead, read_ahead
from reflect.warehouse.warehouse import Warehouse


class Beside(Warehouse):
    """Reads what is committed, through a connection of its own."""

    def read_ahead(self, agent: str, source_path: str, names: Sequence[str]) -> ReadAhead | None:
        """What a load will ask of the sessions of these units."""
        return read_ahead(self._connection, agent, source_path, names)

    def write_down(self) -> None:
        """Move what is committed from the log into the file: 3 ms are left for its closing.

        Where another transaction is writing it fails, and all is left for then.
        """
        self._connection.rows("CHECKPOINT")


@contextmanager
def beside(warehouse: Warehouse) -> Iterator[Beside]:
    """Another connection to an open warehouse, until the block is left."""
    known = warehouse._settled
    with closing(known.cursor()) as cursor:
        yield Beside(Connection(cursor, known.path, write=False))

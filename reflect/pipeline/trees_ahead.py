"""The few sessions that have to be analysed are read while sessions are listed and chosen from.

It is done on another connection: 30 ms for one session, in which who lists mostly waits for DuckDB.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from reflect.pipeline.aside import Aside
from reflect.warehouse import StoredTree, Warehouse

FEW = 3
"""Root sessions that are read ahead: their rows wait in memory."""

Trees = Callable[[Sequence[str]], Iterator[StoredTree]]
"""Keys of root sessions → their trees, in this order."""


@contextmanager
def trees_ahead(warehouse: Warehouse, roots: Sequence[str]) -> Iterator[Trees]:
    """Read these roots until the block is left, if they are few; gives what hands trees out."""
    if not 0 < len(roots) <= FEW:
        yield warehouse.stored_trees
        return
    with Aside(warehouse, lambda reader: list(reader.stored_trees(roots))) as reading:

        def trees(keys: Sequence[str]) -> Iterator[StoredTree]:
            read = {tree.key: tree for tree in reading.answer()}
            return (read[key] for key in keys if key in read)

        yield trees

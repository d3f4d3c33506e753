"""The warehouse for commands that only read: what is there, and how old it is."""

from collections.abc import Iterator
from contextlib import contextmanager

from reflect import paths
from reflect.errors import UsageError
from reflect.warehouse import Warehouse, open_warehouse


@contextmanager
def opened() -> Iterator[Warehouse]:
    """The warehouse, read-only. Raises ``UsageError`` when nothing was imported yet."""
    file = paths.warehouse_file()
    if not file.exists():
        raise UsageError(
            f"nothing was imported yet: {file} does not exist",
            hint="reflect review, or reflect demo",
        )
    with open_warehouse(file, write=False) as warehouse:
        yield warehouse


def age(warehouse: Warehouse) -> str | None:
    """When a store was last imported, UTC; None when never."""
    return max((row.imported_at for row in warehouse.store_rows() if row.imported_at), default=None)

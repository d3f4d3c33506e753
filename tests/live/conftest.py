"""An empty warehouse to begin every round with: making one takes longer than copying it."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def empty_warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty warehouse, to be copied."""
    from reflect.warehouse import open_warehouse

    path = tmp_path_factory.mktemp("empty") / "warehouse.duckdb"
    with open_warehouse(path, write=True):
        pass
    return path

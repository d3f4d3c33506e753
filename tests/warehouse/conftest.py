"""Every test gets a warehouse of its own; making one takes 0.4 s, copying an empty one nothing."""

import shutil
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2]))  # tests.warehouse.warehouse_builders


@pytest.fixture(scope="session")
def empty_warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty warehouse, to be copied."""
    from reflect.warehouse import open_warehouse

    path = tmp_path_factory.mktemp("empty") / "warehouse.duckdb"
    with open_warehouse(path, write=True):
        pass
    return path


@pytest.fixture
def path(empty_warehouse: Path, tmp_path: Path) -> Path:
    """An empty warehouse."""
    path = tmp_path / "data" / "warehouse.duckdb"
    path.parent.mkdir(mode=0o700)
    shutil.copyfile(empty_warehouse, path)
    path.chmod(0o600)
    return path


@pytest.fixture
def new_path(tmp_path: Path) -> Path:
    """Where a warehouse could be; there is none."""
    return tmp_path / "data" / "warehouse.duckdb"

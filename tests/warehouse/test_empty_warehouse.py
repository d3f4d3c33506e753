"""A new warehouse is a copy of one that was made before, as long as it would be made alike."""

from pathlib import Path

import pytest

from reflect import derived
from reflect.warehouse import engine, migrating, open_warehouse, statements
from tests.warehouse.warehouse_builders import dump, load, session

CATALOGUE = (
    "SELECT table_name, comment, sql FROM duckdb_tables()",
    "SELECT table_name, column_name, data_type, is_nullable, comment FROM duckdb_columns()",
    "SELECT view_name, comment, sql FROM duckdb_views() WHERE NOT internal",
)


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the empty warehouse is kept."""
    place = tmp_path / "kept" / "empty-warehouse.kept"
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    monkeypatch.setattr(derived, "_place", lambda name: place.with_name(f"{name}.kept"))
    return place


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that were made by statements."""
    made: list[Path] = []
    build = migrating._build

    def counted(fresh: Path) -> None:
        made.append(fresh)
        build(fresh)

    monkeypatch.setattr(migrating, "_build", counted)
    return made


def opened(path: Path) -> list[list[tuple[object, ...]]]:
    """All there is to see of a new warehouse but its rows."""
    with open_warehouse(path, write=True) as warehouse:
        return [sorted(warehouse._connection.rows(text), key=repr) for text in CATALOGUE]


def test_a_copy_is_what_statements_make(tmp_path: Path, kept: Path, built: list[Path]) -> None:
    first, second = tmp_path / "a" / "w.duckdb", tmp_path / "b" / "w.duckdb"
    assert opened(first) == opened(second)
    assert len(built) == 1
    assert kept.is_file()
    assert dump(first) == dump(second)
    assert second.stat().st_mode & 0o777 == 0o600
    with open_warehouse(second, write=True) as warehouse:
        load(warehouse, session("a"))
    with open_warehouse(first, write=False) as warehouse:
        assert warehouse.session_rows() == []


def test_another_schema_is_made_anew(
    tmp_path: Path, built: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(tmp_path / "a" / "w.duckdb")
    added = statements.Step(9001, "later", "ALTER TABLE run ADD COLUMN later VARCHAR;")

    def with_one_more(folder: str) -> tuple[statements.Step, ...]:
        return (*statements.steps(folder), *((added,) if folder == "schema" else ()))

    monkeypatch.setattr(migrating, "steps", with_one_more)
    path = tmp_path / "b" / "w.duckdb"
    with open_warehouse(path, write=True) as warehouse:
        assert "later" in warehouse.table_comments()["run"]
    assert len(built) == 2


def test_another_duckdb_makes_it_anew(
    tmp_path: Path, built: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(tmp_path / "a" / "w.duckdb")
    monkeypatch.setattr(engine, "__version__", "2.99.0")
    opened(tmp_path / "b" / "w.duckdb")
    assert len(built) == 2


def test_a_damaged_copy_is_made_anew(tmp_path: Path, kept: Path, built: list[Path]) -> None:
    opened(tmp_path / "a" / "w.duckdb")
    content = bytearray(kept.read_bytes())
    content[-5000] ^= 1
    kept.write_bytes(content)
    opened(tmp_path / "b" / "w.duckdb")
    assert len(built) == 2
    assert dump(tmp_path / "a" / "w.duckdb") == dump(tmp_path / "b" / "w.duckdb")

"""Making and opening the file: modes, settings, and every file that must be refused."""

import os
import sqlite3
import stat
import struct
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from reflect.errors import (
    BadData,
    InternalError,
    NewerVersion,
    NotPermitted,
    StorageFailed,
    UsageError,
)
from reflect.warehouse import engine, open_warehouse
from reflect.warehouse.duckdb_file import STORAGE_VERSION
from tests.warehouse.warehouse_builders import dump, load, session


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_importing_the_package_does_not_import_duckdb() -> None:
    code = "import reflect.warehouse, sys; print({'duckdb', '_duckdb'} & set(sys.modules))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "set()"


def test_the_engine_is_the_one_of_the_public_module() -> None:
    assert all(getattr(duckdb, name) == getattr(engine, name) for name in engine.__all__)


def test_an_open_warehouse_has_no_query_builder_loaded(new_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from reflect.warehouse import open_warehouse\n"
        f"with open_warehouse(Path({str(new_path)!r}), write=True) as warehouse:\n"
        "    warehouse.sql('SELECT 1')\n"
        "print({'duckdb', '_duckdb'} & set(sys.modules))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "{'_duckdb'}"


def test_folder_file_and_log_are_private(new_path: Path) -> None:
    path = new_path
    before = os.umask(0o022)
    try:
        with open_warehouse(path, write=True) as warehouse:
            load(warehouse, session("a"))
            modes = {each.name: mode(each) for each in path.parent.iterdir()}
            assert modes == {"warehouse.duckdb": 0o600, "warehouse.duckdb.wal": 0o600}
            assert os.umask(0o077) == 0o077  # spill files take their mode from it
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(before)
    assert mode(path.parent) == 0o700
    assert mode(path) == 0o600


def test_a_reader_makes_an_empty_warehouse(new_path: Path) -> None:
    path = new_path
    with open_warehouse(path, write=False) as warehouse:
        assert warehouse.session_rows() == []
        assert warehouse.store_rows() == []


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize(
    "statement",
    [
        "COPY session TO '/tmp/x.csv'",
        "COPY session FROM '/etc/passwd'",
        "ATTACH '/tmp/x.db'",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM glob('/*')",
        "SELECT * FROM '/etc/passwd'",
        "INSTALL fts",
        "LOAD httpfs",
        "EXPORT DATABASE '/tmp/x'",
        "SET enable_external_access = true",
        "SET memory_limit = '10GB'",
        "RESET lock_configuration",
    ],
)
def test_no_statement_reaches_outside(path: Path, statement: str, write: bool) -> None:
    with (
        open_warehouse(path, write=write) as warehouse,
        pytest.raises((duckdb.Error, InternalError, NotPermitted)),
    ):
        warehouse._connection.raw.execute(statement)


def test_the_storage_is_one_that_every_allowed_duckdb_reads(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        found = warehouse._connection.rows("SELECT tags FROM duckdb_databases() WHERE NOT internal")
    assert found[0][0]["storage_version"].rstrip("+") == STORAGE_VERSION == "v2.0.0"


def broken(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def content(path: Path) -> bytes:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, *(session(f"s{n}") for n in range(50)))
    return path.read_bytes()


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize("bad", [b"", b"hello", b"\0" * 20_000, b"SQLite format 3\0" * 300])
def test_a_file_that_is_no_warehouse_is_refused_and_left(
    path: Path, bad: bytes, write: bool
) -> None:
    broken(path, bad)
    with pytest.raises(BadData, match=r"warehouse\.duckdb"), open_warehouse(path, write=write):
        pass
    assert path.read_bytes() == bad


def test_a_sqlite_database_is_refused(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE a (b)")
    other.close()
    with pytest.raises(BadData), open_warehouse(path, write=True):
        pass


def test_a_duckdb_file_of_somebody_else_is_refused(path: Path) -> None:
    path.unlink()
    with duckdb.connect(str(path)) as other:
        other.execute("CREATE TABLE mine (a INTEGER)")
    for write in (True, False):
        with pytest.raises(BadData), open_warehouse(path, write=write):
            pass
    with duckdb.connect(str(path), read_only=True) as other:
        assert other.execute("SELECT table_name FROM duckdb_tables()").fetchall() == [("mine",)]


def test_a_cut_file_is_bad_data(path: Path) -> None:
    whole = content(path)
    broken(path, whole[: len(whole) // 2])
    with pytest.raises(BadData), open_warehouse(path, write=True) as warehouse:
        warehouse.session_rows()


def test_a_flipped_byte_is_bad_data(path: Path) -> None:
    """A byte of the header, and bytes all over the file: refused when found, never obeyed."""
    whole = content(path)
    refused = 0
    for place in [5000, *range(20_000, len(whole), len(whole) // 12)]:
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        broken(path, bytes(damaged))
        try:
            dump(path)
        except BadData:
            refused += 1
    assert refused >= 6


def checksum(block: bytes) -> int:
    """DuckDB's checksum of a block, as its header carries it."""
    result = 5381
    for (word,) in struct.iter_unpack("<Q", block):
        result ^= (word * 0xBF58476D1CE4E5B9) & (2**64 - 1)
    return result


@pytest.mark.parametrize("write", [True, False])
def test_a_file_of_a_newer_duckdb_is_refused_and_left(path: Path, write: bool) -> None:
    newer = bytearray(content(path))
    newer[12:20] = struct.pack("<Q", 4711)
    newer[:8] = struct.pack("<Q", checksum(bytes(newer[8:4096])))
    broken(path, bytes(newer))
    with pytest.raises(NewerVersion, match="newer DuckDB"), open_warehouse(path, write=write):
        pass
    assert path.read_bytes() == bytes(newer)


@pytest.mark.parametrize("write", [True, False])
def test_a_file_of_a_newer_reflect_is_refused_and_left(path: Path, write: bool) -> None:
    with open_warehouse(path, write=True) as warehouse:
        warehouse._connection.append("schema_version", [(9001, "future", "0" * 16, "9.1.0")])
    before = path.read_bytes()
    with pytest.raises(NewerVersion, match=r"made by reflect 9\.1\.0"):  # noqa: SIM117
        with open_warehouse(path, write=write):
            pass
    assert path.read_bytes() == before


def test_an_older_schema_is_copied_and_brought_up_to_date(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from reflect.warehouse import migrating, statements

    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, session("a"))
    known = statements.steps("schema")
    added = statements.Step(9001, "later", "ALTER TABLE run ADD COLUMN later VARCHAR;")

    def with_one_more(folder: str) -> tuple[statements.Step, ...]:
        return (*known, added) if folder == "schema" else statements.steps(folder)

    monkeypatch.setattr(migrating, "steps", with_one_more)
    with open_warehouse(path, write=False) as warehouse:
        assert [row.id for row in warehouse.session_rows()] == ["a"]
        assert "later" in warehouse.table_comments()["run"]
    monkeypatch.undo()
    backup = path.with_name(f"{path.name}.bak-{known[-1].number}")
    assert mode(backup) == 0o600
    with open_warehouse(backup, write=False) as warehouse:
        assert [row.id for row in warehouse.session_rows()] == ["a"]


def test_a_schema_step_that_fails_leaves_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from reflect.warehouse import migrating, statements

    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, session("a"))
    before = dump(path, without=())
    wrong = "CREATE TABLE half (a INTEGER); ALTER TABLE nowhere ADD COLUMN b INTEGER;"
    steps = (*statements.steps("schema"), statements.Step(9001, "wrong", wrong))
    monkeypatch.setattr(migrating, "steps", lambda folder: steps if folder == "schema" else ())
    with pytest.raises(InternalError), open_warehouse(path, write=True):
        pass
    monkeypatch.undo()
    assert dump(path, without=()) == before


def test_views_are_replaced_when_their_files_differ(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, session("a"))
        connection = warehouse._connection
        connection.rows("CREATE VIEW left_over AS SELECT 1 AS a")
        connection.rows("DROP VIEW sessions")
        connection.rows("UPDATE views_version SET digest = 'old'")
    with open_warehouse(path, write=False) as warehouse:
        assert [row.id for row in warehouse.session_rows()] == ["a"]
        assert "left_over" not in warehouse.table_comments()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_is_closed_is_not_permitted(new_path: Path) -> None:
    path = new_path
    path.parent.mkdir(mode=0o500)
    with pytest.raises(NotPermitted), open_warehouse(path, write=True):
        pass


def test_a_file_where_the_folder_should_be_is_bad_data(new_path: Path) -> None:
    path = new_path
    path.parent.write_text("")
    with pytest.raises(BadData), open_warehouse(path, write=True):
        pass


def test_a_file_that_is_removed_while_it_is_open_is_told(path: Path) -> None:
    with pytest.raises(StorageFailed, match="removed or replaced"):  # noqa: SIM117
        with open_warehouse(path, write=True) as warehouse:
            load(warehouse, session("a"))
            path.unlink()


def test_what_killed_processes_left_is_swept(path: Path) -> None:
    with open_warehouse(path, write=True):
        pass
    (path.parent / "tmp").mkdir(exist_ok=True)
    spilled = path.parent / "tmp" / "duckdb_temp_storage_DEFAULT-0.tmp"
    half_made = path.with_name(f"{path.name}.new-99999999")
    kept = path.parent / "tmp" / "copy-of-a-store.db"
    for left in (spilled, half_made, kept):
        left.write_bytes(b"x")
    with open_warehouse(path, write=True):
        pass
    assert [left.exists() for left in (spilled, half_made, kept)] == [False, False, True]


def test_an_unknown_session_is_a_usage_error(path: Path) -> None:
    with open_warehouse(path, write=False) as warehouse, pytest.raises(UsageError):
        warehouse.session("claude-code:nowhere")

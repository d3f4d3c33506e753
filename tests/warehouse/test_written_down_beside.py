"""What is committed is written into the file by another thread, whatever is written meanwhile."""

from pathlib import Path

import pytest

from reflect.errors import ReflectError
from reflect.pipeline.aside import Aside
from reflect.warehouse import open_warehouse
from reflect.warehouse.beside import Beside
from tests.warehouse.warehouse_builders import load, session

LOG = "warehouse.duckdb.wal"


def test_the_log_is_empty_afterwards(tmp_path: Path) -> None:
    file = tmp_path / "warehouse.duckdb"
    with open_warehouse(file, write=True) as warehouse:
        load(warehouse, session("one"))
        assert warehouse.session_rows()
        log = tmp_path / LOG
        assert log.stat().st_size
        with Aside(warehouse, Beside.write_down) as aside:
            aside.answer()
        assert not log.exists() or not log.stat().st_size


def test_what_is_written_meanwhile_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "warehouse.duckdb"
    names = [f"{number:016x}" for number in range(20)]
    with open_warehouse(file, write=True) as warehouse:
        load(warehouse, *(session(f"s{number}") for number in range(20)))
        for number in range(20):
            # No answer is asked for: beside a transaction that writes it may fail.
            with Aside(warehouse, Beside.write_down):
                assert warehouse.pattern_refs(names[: number + 1])
                load(warehouse, session(f"more{number}"))
                assert len(warehouse.session_rows()) == 21 + number
    with open_warehouse(file, write=False) as warehouse:
        assert warehouse.pattern_refs(names) == {
            name: place for place, name in enumerate(names, start=1)
        }
        assert len(warehouse.session_rows()) == 40


def test_a_connection_that_cannot_be_doubled_is_told_in_words_of_ours(tmp_path: Path) -> None:
    """As on a full disk, where DuckDB refuses every statement after a checkpoint that failed."""
    with open_warehouse(tmp_path / "warehouse.duckdb", write=True) as warehouse:
        connection = warehouse._connection
        whole, closed = connection.raw, connection.raw.cursor()
        closed.close()
        connection.raw = closed
        with pytest.raises(ReflectError, match="Another connection failed"):
            connection.cursor()
        connection.raw = whole

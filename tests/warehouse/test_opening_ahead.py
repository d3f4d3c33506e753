"""A warehouse that was opened ahead is the one that is used; any other is opened as ever."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from reflect.errors import BadData, Busy
from reflect.warehouse import open_warehouse, opening_ahead
from tests.warehouse.warehouse_builders import load, session


def test_what_was_opened_ahead_is_used(path: Path) -> None:
    opening_ahead.begin(path)
    begun = opening_ahead._begun[path]
    with open_warehouse(path, write=True) as warehouse:
        assert warehouse._connection.raw is begun.opened
        load(warehouse, session("a"))
    assert path not in opening_ahead._begun
    with open_warehouse(path, write=True) as warehouse:
        assert [row.id for row in warehouse.session_rows()] == ["a"]


def test_it_is_hardened_as_any_other(path: Path) -> None:
    opening_ahead.begin(path)
    with open_warehouse(path, write=True) as warehouse:
        told = warehouse._connection.rows(
            "SELECT value FROM duckdb_settings() WHERE name IN "
            "('lock_configuration', 'enable_external_access') ORDER BY name"
        )
    assert told == [("false",), ("true",)]


def test_where_there_is_no_warehouse_nothing_is_begun(new_path: Path) -> None:
    opening_ahead.begin(new_path)
    assert new_path not in opening_ahead._begun
    assert not new_path.exists()


def test_another_file_that_lies_there_since_is_opened_itself(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "warehouse.duckdb"
    with open_warehouse(other, write=True) as warehouse:
        load(warehouse, session("of the other"))
    opening_ahead.begin(path)
    opening_ahead._begun[path].join()
    other.replace(path)
    with open_warehouse(path, write=True) as warehouse:
        assert [row.title for row in warehouse.session_rows()] == [session("of the other").title]
        assert [row.id for row in warehouse.session_rows()] == ["of the other"]


def test_a_file_that_is_no_warehouse_is_told_as_ever(path: Path) -> None:
    path.write_bytes(b"hello")
    opening_ahead.begin(path)
    with pytest.raises(BadData), open_warehouse(path, write=True):
        pass


HOLDER = """
import sys, time
from pathlib import Path
from reflect.warehouse import open_warehouse
with open_warehouse(Path(sys.argv[1]), write=True):
    print("holds", flush=True)
    sys.stdin.read()
"""


def test_a_warehouse_that_is_held_is_waited_for_as_ever(path: Path) -> None:
    words = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        assert holder.stdout.readline() == b"holds\n"
        opening_ahead.begin(path)
        with pytest.raises(Busy), open_warehouse(path, write=True, wait=0):
            pass
        holder.stdin.close()
        opening_ahead.begin(path)
        with open_warehouse(path, write=True, wait=30) as warehouse:
            assert warehouse.session_rows() == []


def test_a_command_that_fails_before_ends_and_leaves_the_warehouse_whole(path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from reflect.warehouse import opening_ahead\n"
        f"opening_ahead.begin(Path({str(path)!r})); sys.exit(2)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ}
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")
    with open_warehouse(path, write=True, wait=0) as warehouse:
        assert warehouse.session_rows() == []

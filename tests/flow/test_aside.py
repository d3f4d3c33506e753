"""What is asked aside is answered as if it were asked here, errors included."""

import threading
from pathlib import Path

import pytest

from reflect.errors import UsageError
from reflect.pipeline.aside import Aside
from reflect.warehouse import Warehouse, open_warehouse
from tests.warehouse.warehouse_builders import load, session


def test_it_sees_what_is_committed_and_nothing_later(tmp_path: Path) -> None:
    begun, loaded = threading.Event(), threading.Event()

    def ask(reader: Warehouse) -> tuple[list[str], str]:
        before = [row.id for row in reader.session_rows()]
        begun.set()
        assert loaded.wait(10)
        return before, threading.current_thread().name

    with open_warehouse(tmp_path / "warehouse.duckdb", write=True) as warehouse:
        load(warehouse, session("a"))
        with Aside(warehouse, ask) as aside:
            assert begun.wait(10)
            load(warehouse, session("b"))
            loaded.set()
            assert aside.answer() == (["a"], "aside")
            assert aside.answer() == (["a"], "aside")
        assert {row.id for row in warehouse.session_rows()} == {"a", "b"}


def test_an_error_is_raised_where_the_answer_is_asked_for(tmp_path: Path) -> None:
    with open_warehouse(tmp_path / "warehouse.duckdb", write=True) as warehouse:
        with Aside(warehouse, lambda reader: reader.session("x:nobody")) as aside:
            pass
        with pytest.raises(UsageError, match="nobody"):
            aside.answer()


def test_whoever_leaves_early_waits_for_the_reader(tmp_path: Path) -> None:
    with open_warehouse(tmp_path / "warehouse.duckdb", write=True) as warehouse:
        load(warehouse, session("a"))
        with (
            pytest.raises(ValueError, match="early"),
            Aside(warehouse, lambda reader: reader.session_rows()),
        ):
            raise ValueError("early")
        assert not any(one.name == "aside" for one in threading.enumerate())

"""Several loads in one transaction: all of them or nothing, compressed where they are kept."""

from pathlib import Path

import pytest

from reflect.warehouse import open_warehouse
from reflect.warehouse.duckdb_file import GROUP_ROWS
from tests.warehouse.loader_process import made
from tests.warehouse.warehouse_builders import call, load, message, session


class _StoppedError(Exception):
    pass


def test_loads_inside_one_transaction_are_kept_together(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        with warehouse.transaction():
            load(warehouse, made(0), made(1))
            load(warehouse, made(2))
        assert len(warehouse.session_rows()) == 3


def test_what_was_loaded_before_an_error_is_not_kept(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, made(0))
        with pytest.raises(_StoppedError), warehouse.transaction():
            load(warehouse, made(1))
            load(warehouse, made(2))
            raise _StoppedError
        assert [row.id for row in warehouse.session_rows()] == [made(0).native_id]
        load(warehouse, made(1))
        assert len(warehouse.session_rows()) == 2


def test_a_session_loaded_twice_in_one_transaction_is_what_came_last(path: Path) -> None:
    first = session("s", messages=(message("m1", 0, "one"),))
    then = session("s", messages=(message("m1", 0, "one"), message("m2", 1, "two")))
    with open_warehouse(path, write=True) as warehouse:
        with warehouse.transaction():
            load(warehouse, first)
            load(warehouse, then)
        (row,) = warehouse.session_rows()
        assert warehouse.session(row.key).messages == then.messages


def test_rows_are_compressed_in_groups_of_the_set_size(path: Path) -> None:
    calls = tuple(call(f"c{number}", number) for number in range(3 * GROUP_ROWS))
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, session("s", calls=calls))
    with open_warehouse(path, write=False) as warehouse:
        _, rows = warehouse.sql(
            "SELECT DISTINCT row_group_id FROM pragma_storage_info('tool_call')", 100
        )
    assert len(rows) >= 3

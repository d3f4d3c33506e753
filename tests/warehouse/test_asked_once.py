"""Rows and digests of sessions are asked once, as long as no session is written."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from reflect.model.redacted import seal
from reflect.warehouse import Analysis, Warehouse, open_warehouse
from reflect.warehouse.connection import Row
from tests.warehouse.warehouse_builders import load, session


def questions(warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the queries that are asked from now on."""
    asked: list[str] = []
    ask = warehouse._connection.named

    def tell(name: str, parameters: Sequence[object] = ()) -> list[Row]:
        asked.append(name)
        return ask(name, parameters)

    monkeypatch.setattr(warehouse._connection, "named", tell)
    return asked


def test_results_that_are_saved_change_no_session(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, session("a"))
        rows = warehouse.session_rows()
        digests = warehouse.content_digests([rows[0].key])
        asked = questions(warehouse, monkeypatch)
        warehouse.save_analysis([Analysis(rows[0].key, digests[rows[0].key], "x", "b")])
        warehouse.pattern_refs(["0123456789abcdef"])
        assert warehouse.session_rows() == rows
        assert warehouse.content_digests([rows[0].key]) == digests
        assert warehouse.stale_roots("x") == []
        assert not {"session_rows", "tree_digests"} & set(asked)


def test_a_session_that_is_written_or_goes_missing_is_seen(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, session("a"))
        (row,) = warehouse.session_rows()
        before = warehouse.content_digests([row.key])
        load(warehouse, session("b"), session("a", title=seal("another")))
        rows = {one.id: one for one in warehouse.session_rows()}
        assert set(rows) == {"a", "b"}
        assert rows["a"].title == "another"
        assert warehouse.content_digests([row.key]) != before
        (source,) = warehouse.known_sources()
        warehouse.mark_missing(*source, frozenset())
        assert all(one.missing for one in warehouse.session_rows())


def test_a_list_that_is_changed_changes_no_later_one(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, session("a"))
        warehouse.session_rows().clear()
        assert len(warehouse.session_rows()) == 1
        assert warehouse.session_rows(agents=["codex"]) == []
        assert warehouse.session_rows(project="nowhere") == []

"""What comes as columns is stored as what comes as values is, whatever the columns hold."""

import shutil
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflect.errors import InternalError
from reflect.model.redacted import seal
from reflect.model.session import RedactedSession, Usage
from reflect.model.vocabulary import ContextKind
from reflect.warehouse import SessionColumns, Warehouse, open_warehouse
from reflect.warehouse.arrow import arrow
from reflect.warehouse.columns import columns
from reflect.warehouse.connection import Row, connected
from reflect.warehouse.session_columns import session_columns
from tests.warehouse.warehouse_builders import (
    answer,
    call,
    context,
    dump,
    message,
    session,
    together,
    tokens,
    unit,
)

TEXT = st.none() | st.text()
NUMBER = st.none() | st.integers(-(2**63), 2**63 - 1)
AMOUNT = st.none() | st.floats(allow_nan=False)
FLAG = st.none() | st.booleans()
TIME = st.none() | st.datetimes(datetime(1700, 1, 1), datetime(2200, 1, 1))
ROW = st.tuples(TEXT, NUMBER, AMOUNT, FLAG, TIME)


def sessions() -> list[RedactedSession]:
    """Three sessions: one with everything, one in which most is missing, one without messages."""
    rules = (seal("Use ⟨home⟩ – größer"), seal(""))
    rich = session(
        "rich",
        title=seal("Ein Titel"),
        parent="poor",
        ledger_usage=replace(tokens(3), cost=0.25),
        messages=(
            message("m1", 1, "é 漢字 🎉", command="commit"),
            answer("m2", 2, "", usage=Usage(1, 2, 3, 4, 1, 0.5), reverted=True),
        ),
        calls=(call("c1", 3, output=seal("ok\x00"), exit_code=-1), call("c2", 4)),
        context=(
            context(5, "AGENTS.md", kind=ContextKind.INSTRUCTIONS, lines=rules, digests=("a", "b")),
        ),
    )
    poor = session("poor", messages=(message("m1", 1, sent_at=None),), calls=(), context=())
    return [rich, poor, session("none", messages=(), calls=(), context=())]


def load_columns(warehouse: Warehouse, pieces: Sequence[Sequence[SessionColumns]]) -> None:
    values = {one.key: one for one in sessions()}
    warehouse.load(
        [replace(unit(values[one.key]), session=one) for piece in pieces for one in piece]
    )


@pytest.fixture
def as_values(path: Path) -> dict[str, list[str]]:
    copy = Path(shutil.copytree(path.parent, path.parent.with_name("values"))) / path.name
    with open_warehouse(copy, write=True) as warehouse:
        warehouse.load([unit(one) for one in sessions()])
    return dump(copy)


def test_sessions_that_come_together_are_stored_as_if_they_came_as_values(
    path: Path, as_values: dict[str, list[str]]
) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load_columns(warehouse, [session_columns(together(sessions()))])
    assert dump(path) == as_values


def test_of_pieces_whose_columns_hold_different_kinds_nothing_is_lost(
    path: Path, as_values: dict[str, list[str]]
) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load_columns(warehouse, [session_columns(together([one])) for one in reversed(sessions())])
    assert dump(path) == as_values


def test_a_session_that_is_not_wanted_leaves_no_row(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        made = session_columns(together(sessions()))
        load_columns(warehouse, [made[1:]])
        assert sorted(row.id for row in warehouse.session_rows()) == ["none", "poor"]
    found = dump(path)
    assert [len(found[table]) for table in ("session", "message", "tool_call")] == [2, 1, 0]


def test_a_session_the_archive_holds_is_refused_as_columns(path: Path) -> None:
    (again,) = session_columns(together([sessions()[1]]))
    with open_warehouse(path, write=True) as warehouse:
        load_columns(warehouse, [[again]])
        before = [row.messages for row in warehouse.session_rows()]
        with pytest.raises(InternalError, match="columns came for a session"):
            load_columns(warehouse, [[again]])
        assert [row.messages for row in warehouse.session_rows()] == before


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(ROW, max_size=12), min_size=1, max_size=3))
def test_any_rows_come_out_as_they_went_in(
    empty_warehouse: Path, tmp_path_factory: pytest.TempPathFactory, pieces: list[list[Row]]
) -> None:
    path = Path(shutil.copy(empty_warehouse, tmp_path_factory.mktemp("rows")))
    with connected(path, write=True, wait=0) as connection:
        connection.rows(
            "CREATE TABLE anything (text VARCHAR, number BIGINT, amount DOUBLE, flag BOOLEAN,"
            " time TIMESTAMP)"
        )
        connection.append_columns(
            "anything", [columns(list(zip(*piece, strict=True))) for piece in pieces]
        )
        found = connection.rows("SELECT * FROM anything ORDER BY rowid")
        assert found == [row for piece in pieces for row in piece]


def test_a_column_of_texts_that_did_not_pass_the_door_is_refused() -> None:
    passed = together(sessions())
    assert session_columns(passed)
    texts: Any = ("plain",) * len(passed.parts.text)
    with pytest.raises(InternalError, match="without being redacted"):
        session_columns(replace(passed, parts=replace(passed.parts, text=texts)))
    for field in ("command", "path", "arguments", "output", "output_tail"):
        texts = ["plain"] * len(passed.calls.call)
        calls = replace(passed.calls, **{field: texts})
        with pytest.raises(InternalError, match="without being redacted"):
            session_columns(replace(passed, calls=calls))


def test_columns_of_two_kinds_are_an_error_of_ours() -> None:
    wrong: list[list[Any]] = [
        [(1,), (2.5,)],
        [(True,), (1,)],
        [(b"bytes",)],
        [("text",), (1,)],
    ]
    for rows in wrong:
        with pytest.raises(InternalError, match="no table holds"):
            columns([[value for (value,) in rows]])


def test_where_all_is_missing_a_column_takes_the_kind_of_the_others() -> None:
    pieces = [columns([[None, None], [None, True]]), columns([["é"], [None]])]
    assert arrow(pieces).to_pylist() == [
        {"0": None, "1": None},
        {"0": None, "1": True},
        {"0": "é", "1": None},
    ]

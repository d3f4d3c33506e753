"""Stores that vanish, sessions that lie twice, rows of sessions."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from reflect.errors import UsageError
from reflect.model.redacted import Redacted, seal
from reflect.model.session import RedactedSession
from reflect.model.vocabulary import (
    Relation,
)
from reflect.warehouse import LoadCounts, Warehouse, open_warehouse
from tests.warehouse.warehouse_builders import (
    STORE,
    answer,
    at,
    call,
    dump,
    load,
    message,
    session,
    unit,
)

OTHER = seal("~/exports")


def missing(warehouse: Warehouse) -> dict[str, bool]:
    return {row.id: row.missing for row in warehouse.session_rows()}


def test_what_is_gone_stays_marked_until_it_is_back(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, session("a"), session("b"))
        both = {"a.jsonl", "b.jsonl"}
        assert warehouse.mark_missing("claude-code", STORE, both, moment=at(1)) == 0
        assert warehouse.mark_missing("claude-code", STORE, {"a.jsonl"}, moment=at(2)) == 1
        assert missing(warehouse) == {"a": False, "b": True}
        once = warehouse._connection.rows("SELECT unit, missing_since FROM ledger ORDER BY 1")
        assert warehouse.mark_missing("claude-code", STORE, {"a.jsonl"}, moment=at(3)) == 1
        again = warehouse._connection.rows("SELECT unit, missing_since FROM ledger ORDER BY 1")
        assert once == again
        assert warehouse.session("claude-code:b") == session("b")
        assert warehouse.mark_missing("claude-code", STORE, both, moment=at(4)) == 0
        assert missing(warehouse) == {"a": False, "b": False}


def test_a_store_that_vanished_is_known_and_all_its_sessions_are_missing(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, session("a"), session("b"))
        warehouse.load([unit(session("c"), store=OTHER)])
        warehouse.mark_missing("opencode", seal("~/empty"), set(), moment=at(1))
        assert warehouse.known_sources() == [
            ("claude-code", STORE),
            ("claude-code", OTHER),
            ("opencode", "~/empty"),
        ]
        assert warehouse.mark_missing("claude-code", STORE, set(), moment=at(2)) == 2
        assert missing(warehouse) == {"a": True, "b": True, "c": False}
        stores = {row.path: row for row in warehouse.store_rows()}
        assert (stores[STORE].sessions, stores[STORE].missing) == (2, 2)
        assert (stores[OTHER].sessions, stores[OTHER].missing) == (1, 0)
        assert stores[STORE].imported_at == at(2)
        assert (stores[STORE].first_started_at, stores[STORE].last_ended_at) == (at(1), at(3))
        assert (stores[seal("~/empty")].units, stores[seal("~/empty")].sessions) == (0, 0)


def test_a_file_that_became_empty_has_lost_its_session(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, session("a"))
        warehouse.load([unit(None, name="a.jsonl", size=0, offset=0, records=0)])
        assert missing(warehouse) == {"a": True}


def test_a_file_that_grew_by_nothing_of_worth_keeps_its_session(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, session("a"))
        warehouse.load([unit(None, name="a.jsonl", size=140, offset=140, records=4)])
        assert missing(warehouse) == {"a": False}


RICH = session(
    "twice", messages=tuple(message(f"m{n}", n, f"text {n}") for n in range(9)), calls=()
)


POOR = replace(RICH, messages=RICH.messages[:4], path=seal("~/exports/twice.json"))


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("rich_first", [True, False])
def test_of_two_copies_the_richer_is_kept_in_any_order(
    path: Path, rich_first: bool, together: bool
) -> None:
    units = [unit(RICH), unit(POOR, store=OTHER, name="twice.json")]
    if not rich_first:
        units.reverse()
    with open_warehouse(path, write=True) as warehouse:
        for batch in [units] if together else [[each] for each in units]:
            warehouse.load(batch)
        assert warehouse.session(RICH.key) == RICH
        left_out = warehouse.duplicates()
        assert [(each.source_path, each.unit, each.session) for each in left_out] == [
            (OTHER, "twice.json", RICH.key)
        ]
        kept = warehouse.ledger("claude-code", STORE)["twice.jsonl"]
        whole_next_time = warehouse.ledger("claude-code", OTHER)["twice.json"]
        assert (kept.offset, whole_next_time.offset, whole_next_time.size) == (100, 0, 100)
        assert [(row.path, row.sessions, row.duplicates) for row in warehouse.store_rows()] == [
            (STORE, 1, 0),
            (OTHER, 0, 1),
        ]
        warehouse.mark_missing("claude-code", STORE, set(), moment=at(5))
        assert missing(warehouse) == {"twice": False}, "the other copy is still there"
        warehouse.mark_missing("claude-code", OTHER, set(), moment=at(6))
        assert missing(warehouse) == {"twice": True}


@pytest.mark.parametrize("newer_first", [True, False])
def test_a_newer_copy_with_less_is_kept(path: Path, newer_first: bool) -> None:
    """The client took five messages back and went on; the older copy still has them."""
    newer = replace(POOR, messages=(*POOR.messages, message("m20", 20, "another way")))
    units = [unit(newer, store=OTHER, name="twice.json"), unit(RICH)]
    with open_warehouse(path, write=True) as warehouse:
        for each in units if newer_first else reversed(units):
            warehouse.load([each])
        assert [each.source_path for each in warehouse.duplicates()] == [STORE]
        kept = [m.event for m in warehouse.session(RICH.key).messages if not m.reverted]
        assert kept == [m.event for m in newer.messages]


def test_of_equal_copies_the_first_place_is_kept(path: Path) -> None:
    first, second = unit(RICH, name="a.jsonl"), unit(RICH, name="b.jsonl")
    with open_warehouse(path, write=True) as warehouse:
        assert warehouse.load([second]) == LoadCounts(new=1)
        assert warehouse.load([first]) == LoadCounts(unchanged=1)
        assert [each.unit for each in warehouse.duplicates()] == ["b.jsonl"]
        assert warehouse.load([second]) == LoadCounts(duplicates=1)
    rows = dump(path)
    with open_warehouse(path, write=True) as warehouse:
        warehouse.load([first, second])
    assert dump(path) == rows


def test_a_copy_that_grows_takes_over(path: Path) -> None:
    longer = replace(RICH, messages=(*RICH.messages, message("m99", 99, "more")))
    with open_warehouse(path, write=True) as warehouse:
        warehouse.load([unit(RICH), unit(POOR, store=OTHER, name="twice.json")])
        assert warehouse.load([unit(longer, store=OTHER, name="twice.json")]) == LoadCounts(
            changed=1
        )
        assert warehouse.session(RICH.key).messages == longer.messages
        assert [each.unit for each in warehouse.duplicates()] == ["twice.jsonl"]


def rows_of(path: Path, *sessions: RedactedSession) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, *sessions)


def test_sessions_are_chosen_by_agent_project_reference_and_name(path: Path) -> None:
    given = [
        session("abc1", title=seal("Fix the Shop"), messages=(message("m", 1, "x"),)),
        session("abc2", git_root=seal("~/Work/API"), agent="opencode"),
        session("b", title=None, directory=None, messages=(), calls=(), created_at=None),
    ]
    rows_of(path, *given)
    with open_warehouse(path, write=False) as warehouse:

        def ids(rows: Sequence[object]) -> list[str]:
            return [row.id for row in rows]  # type: ignore[attr-defined]

        assert ids(warehouse.session_rows())[-1] == "b"
        assert ids(warehouse.session_rows(agents=["opencode"])) == ["abc2"]
        assert ids(warehouse.session_rows(project="work/api")) == ["abc2"]
        assert ids(warehouse.session_rows(project="SHOP")) == ["abc1"]
        assert ids(warehouse.session_rows(agents=["opencode"], project="shop")) == []
        assert ids(warehouse.resolve("abc1")) == ["abc1"]
        assert sorted(ids(warehouse.resolve("abc"))) == ["abc1", "abc2"]
        assert ids(warehouse.resolve("opencode:abc2")) == ["abc2"]
        assert [warehouse.resolve(""), warehouse.resolve("%"), warehouse.by_name("")] == [[]] * 3
        assert ids(warehouse.by_name("the shop")) == ["abc1"]
        empty = warehouse.resolve("b")[0]
    assert (empty.started_at, empty.ended_at, empty.active_seconds, empty.project) == (
        None,
        None,
        None,
        None,
    )


def test_active_time_caps_gaps_and_survives_clock_skew(path: Path) -> None:
    """30 s, 120 s of an hour, 60 s to the last call; a record from the past takes nothing away."""
    rows_of(
        path,
        session(
            "a",
            messages=(
                message("m1", 1, sent_at=at(10)),
                answer("m2", 2, sent_at=at(10.5)),
                message("m3", 3, sent_at=at(70)),
            ),
            calls=(
                call("c4", 4, started_at=at(71), ended_at=at(10)),
                call("c5", 5, started_at=None, ended_at=None),
            ),
        ),
    )
    with open_warehouse(path, write=False) as warehouse:
        row = warehouse.session_rows()[0]
        seconds = warehouse.sql("SELECT seconds FROM tool_calls ORDER BY position")[1]
    assert (row.active_seconds, row.started_at, row.ended_at) == (210.0, at(10), at(70))
    assert seconds == [(0.0,), (None,)]


def test_sub_agents_are_children_of_their_root(path: Path) -> None:
    child = session("child", relation=Relation.SUBAGENT, parent="a", created_at=at(9))
    rows_of(path, session("a"), child)
    with open_warehouse(path, write=False) as warehouse:
        (tree,) = warehouse.trees(["claude-code:a"])
        assert (tree.root, tree.children) == (session("a"), (child,))
        assert type(tree.root.messages[0].parts[0].text) is Redacted
        with pytest.raises(UsageError):
            warehouse.session("claude-code:nobody")

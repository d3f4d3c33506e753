"""Stores that vanish, sessions that lie twice, what was found and how people name it."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from warehouse_builders import STORE, answer, at, call, dump, load, message, session, unit

from reflect.errors import InternalError, UsageError
from reflect.model.finding import Evidence, Finding
from reflect.model.redacted import Redacted, seal
from reflect.model.session import RedactedSession
from reflect.model.turn import Turn
from reflect.model.vocabulary import (
    Act,
    Action,
    Author,
    MessageKind,
    Method,
    Outcome,
    Owner,
    Polarity,
    Relation,
)
from reflect.warehouse import Analysis, CheckRun, LoadCounts, Run, Warehouse, open_warehouse

OTHER = seal("~/exports")


def finding(root: str, **fields: object) -> Finding:
    """A finding with one quote."""
    evidence = Evidence(f"{root}-m1", f"claude-code:{root}", "1", 0, seal("please fix"))
    values: dict[str, object] = {
        "code": "retry_loop",
        "code_version": 1,
        "session": f"claude-code:{root}",
        "severity": 2,
        "confidence": 0.8,
        "method": Method.RULE,
        "owner": Owner.AGENT,
        "evidence": (evidence,),
        "key": "pytest",
        "polarity": Polarity.NONE,
        "hits": 3,
        "seconds": 12.5,
        "tokens": 100,
    }
    return Finding(**(values | fields))  # type: ignore[arg-type]


def turn(root: str) -> Turn:
    """The prompt of a session as a turn."""
    return Turn(
        f"claude-code:{root}",
        f"{root}-m1",
        1,
        "1",
        0,
        MessageKind.PROMPT,
        Author.HUMAN,
        Act.NEW_REQUEST,
        0.9,
        ("opens", "imperative"),
    )


def analysed(warehouse: Warehouse, root: str, findings: Sequence[Finding] = ()) -> Analysis:
    """What an analysis of a session would save."""
    key = f"claude-code:{root}"
    digest = warehouse.content_digests([key])[key]
    return Analysis(
        key,
        digest,
        "code-1",
        "base-1",
        (turn(root),),
        tuple(findings),
        {"retry_loop": 2, "never": 0},
        (CheckRun(key, "pytest", True, False),),
    )


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


def test_findings_and_turns_come_back_and_are_replaced(path: Path) -> None:
    rows_of(path, session("a"), session("b"))
    with open_warehouse(path, write=True) as warehouse:
        warehouse.save_analysis(
            [analysed(warehouse, "a", [finding("a")]), analysed(warehouse, "b")]
        )
        saved = warehouse.findings()
        assert [(each.number, each.finding) for each in saved] == [(1, finding("a"))]
        assert len(saved[0].id) == 16
        assert warehouse.findings(["claude-code:b"]) == []
        assert warehouse.fingerprint("F", 1) == saved[0].id
        turns = warehouse.turns(["claude-code:a"])
        assert [(t.agent, t.native_id, t.path, t.turn) for t in turns] == [
            ("claude-code", "a", f"{STORE}/a.jsonl", turn("a"))
        ]
        assert len(warehouse.turns()) == 2
        assert warehouse.applicable() == {"retry_loop": 2}
        assert warehouse.applicable(["claude-code:a"]) == {"retry_loop": 1}
        assert warehouse.applicable_by_project() == {("retry_loop", "~/work/shop"): 2}
        assert warehouse.analysed("code-1") == {
            "claude-code:a": "base-1",
            "claude-code:b": "base-1",
        }
        assert len(warehouse.check_runs("~/work/shop")) == 2
        warehouse.save_analysis([analysed(warehouse, "a", [finding("a")])])
        assert warehouse.findings() == saved
        warehouse.save_analysis([analysed(warehouse, "a")])
        assert warehouse.findings() == []
        assert len(warehouse.turns()) == 2


def test_numbers_follow_the_start_of_the_session_and_are_never_given_twice(path: Path) -> None:
    early = session("z", messages=(message("z-m1", 1, "x", sent_at=at(0.5)),))
    rows_of(path, session("a"), early)
    with open_warehouse(path, write=True) as warehouse:

        def numbers() -> dict[str, int]:
            return {
                f"{each.finding.session[-1]} {each.finding.key}": each.number
                for each in warehouse.findings()
            }

        warehouse.save_analysis(
            [
                analysed(warehouse, "a", [finding("a", key="k2"), finding("a", key="k1")]),
                analysed(warehouse, "z", [finding("z")]),
            ]
        )
        assert numbers() == {"z pytest": 1, "a k1": 2, "a k2": 3}
        warehouse.save_analysis([analysed(warehouse, "a", [finding("a", key="k3")])])
        assert numbers() == {"z pytest": 1, "a k3": 4}
        warehouse.save_analysis([analysed(warehouse, "a", [finding("a", key="k1")])])
        assert numbers() == {"z pytest": 1, "a k1": 2}
        assert warehouse.pattern_refs(["p2", "p1", "p2"]) == {"p2": 1, "p1": 2}
        assert warehouse.pattern_refs(["p3", "p1"]) == {"p3": 3, "p1": 2}
    with open_warehouse(path, write=False) as warehouse:
        assert warehouse.pattern_refs(["p1", "unknown"]) == {"p1": 2}
        assert warehouse.fingerprint("P", 3) == "p3"
        assert warehouse.fingerprint("P", 99) is None


def test_a_quote_that_has_not_passed_the_door_is_refused(path: Path) -> None:
    rows_of(path, session("a"))
    plain: Any = "plain"
    leaky = finding("a", evidence=(replace(finding("a").evidence[0], quote=plain),))
    with open_warehouse(path, write=True) as warehouse:
        with pytest.raises(InternalError, match="redacted"):
            warehouse.save_analysis([analysed(warehouse, "a", [leaky])])
        assert warehouse.findings() == []
        assert warehouse.turns() == []


def test_pattern_occurrences_count_sessions_days_and_weeks(path: Path) -> None:
    """Rows in: four findings of one key in three sessions, two days, two agents. Rows out: one."""

    def started(native_id: str, day: int, **fields: object) -> RedactedSession:
        sent = message(f"{native_id}-m1", 1, "x", sent_at=at(1, day))
        return session(native_id, messages=(sent,), calls=(), **fields)

    rows_of(
        path,
        started("a", 1),
        started("b", 1, directory=seal("~/work/api")),
        started("c", 9, directory=None),
    )
    with open_warehouse(path, write=True) as warehouse:
        warehouse.save_analysis(
            [
                analysed(
                    warehouse,
                    "a",
                    [
                        finding("a"),
                        finding(
                            "a",
                            evidence=(replace(finding("a").evidence[0], event="other"),),
                            seconds=None,
                        ),
                        finding("a", polarity=Polarity.FORBID),
                    ],
                ),
                analysed(warehouse, "b", [finding("b", tokens=None)]),
                analysed(warehouse, "c", [finding("c", severity=3)]),
            ]
        )
        several, alone = warehouse.pattern_occurrences()
        columns, patterns = warehouse.sql("SELECT code, session_count, days FROM patterns")
    assert (several.code, several.key, several.polarity) == ("retry_loop", "pytest", Polarity.NONE)
    assert several.sessions == ("claude-code:a", "claude-code:b", "claude-code:c")
    assert several.days == 2
    assert several.weekly == {"2026-W01": 2, "2026-W02": 1}
    assert several.projects == ("~/work/api", "~/work/shop")
    assert several.agents == ("claude-code",)
    assert (several.first_seen, several.last_seen) == (at(1, 1), at(1, 9))
    assert (several.hits, several.seconds, several.tokens) == (12, 37.5, 300)
    assert (alone.polarity, alone.sessions) == (Polarity.FORBID, ("claude-code:a",))
    assert (columns, patterns) == (["code", "session_count", "days"], [("retry_loop", 3, 2)])


def test_a_run_is_interrupted_until_it_has_ended(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        warehouse.begin_run("r1", Action.REVIEW, moment=at(1))
        begun = Run("r1", Action.REVIEW, at(1), None, Outcome.INTERRUPTED)
        assert warehouse.runs() == [begun]
        warehouse.end_run("r1", Outcome.PARTIAL, moment=at(2))
        assert warehouse.runs() == [replace(begun, ended_at=at(2), outcome=Outcome.PARTIAL)]


def test_a_reader_writes_nothing(path: Path) -> None:
    with open_warehouse(path, write=False) as warehouse:
        for writing in (
            lambda: warehouse.load([unit(session("a"))]),
            lambda: warehouse.save_analysis([]),
        ):
            with pytest.raises(InternalError, match="open for writing"):
                writing()


def test_sub_agents_are_children_of_their_root(path: Path) -> None:
    child = session("child", relation=Relation.SUBAGENT, parent="a", created_at=at(9))
    rows_of(path, session("a"), child)
    with open_warehouse(path, write=False) as warehouse:
        (tree,) = warehouse.trees(["claude-code:a"])
        assert (tree.root, tree.children) == (session("a"), (child,))
        assert type(tree.root.messages[0].parts[0].text) is Redacted
        with pytest.raises(UsageError):
            warehouse.session("claude-code:nobody")

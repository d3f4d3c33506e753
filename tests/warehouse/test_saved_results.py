"""What was found is saved once per tree, replaced as a whole, and keeps its numbers."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reflect.errors import InternalError
from reflect.model.finding import Evidence, Finding
from reflect.model.redacted import seal
from reflect.model.review import GivenLesson
from reflect.model.run_vocabulary import Action, Outcome
from reflect.model.session import RedactedSession
from reflect.model.turn import Turn
from reflect.model.vocabulary import Act, Author, MessageKind, Method, Owner, Polarity
from reflect.warehouse import Analysis, CheckRun, Run, Warehouse, open_warehouse
from reflect.warehouse.values import Applicable
from tests.warehouse.warehouse_builders import STORE, at, load, message, session, unit


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


def rows_of(path: Path, *sessions: RedactedSession) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, *sessions)


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
        one, both = ["claude-code:a"], {("retry_loop", "~/work/shop"): 2}
        assert warehouse.applicable() == Applicable(both, {})
        assert warehouse.applicable(chosen=one) == Applicable(both, {"retry_loop": 1})
        assert warehouse.applicable([], one) == Applicable({}, {"retry_loop": 1})
        assert warehouse.applicable(one).by_project == {("retry_loop", "~/work/shop"): 1}
        assert warehouse.analysed("code-1") == {
            "claude-code:a": "base-1",
            "claude-code:b": "base-1",
        }
        assert len(warehouse.check_runs(["~/work/shop"])) == 2
        warehouse.save_analysis([analysed(warehouse, "a", [finding("a")])])
        assert warehouse.findings() == saved
        warehouse.save_analysis([analysed(warehouse, "a")])
        assert warehouse.findings() == []
        assert len(warehouse.turns()) == 2


def test_what_the_human_taught_is_kept_with_its_day_and_replaced_with_the_analysis(
    path: Path,
) -> None:
    rows_of(path, session("a"), session("b"))
    lesson = GivenLesson("run-checks-before-done", Polarity.REQUIRE, "2026-11-02")
    with open_warehouse(path, write=True) as warehouse:
        taught = replace(analysed(warehouse, "a"), lessons=(lesson,))
        warehouse.save_analysis([taught, analysed(warehouse, "b")])
        assert warehouse.given_lessons(["~/work/shop"]) == [("claude-code:a", lesson)]
        assert warehouse.given_lessons(["~/work/other"]) == []
        warehouse.save_analysis([analysed(warehouse, "a")])
        assert warehouse.given_lessons(["~/work/shop"]) == []


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

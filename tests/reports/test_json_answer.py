"""The JSON answers keep to their schemas and to the names of the contract."""

import copy
import dataclasses
import json
import runpy
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from inline_snapshot import external_file
from jsonschema import Draft202012Validator

from reflect.errors import InternalError
from reflect.model.redacted import Redacted, seal
from reflect.model.review import Review, Week
from reflect.model.rows import EventRow, StoreCount
from reflect.model.turn import Turn
from reflect.model.vocabulary import Act, Author, MessageKind, SkipReason, Stability
from reflect.reports import json_answer
from reflect.reports.audit import Check, Code, Entry
from reflect.warehouse import StoreRow

Redact = Callable[[str], Redacted]
ROOT = Path(__file__).parent.parent.parent


def schema(name: str) -> dict[str, Any]:
    text = files("reflect.reports").joinpath(f"schemas/{name}.schema.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def valid(answer: dict[str, Any], name: str, redact: Redact = seal) -> dict[str, Any]:
    """The answer after it was printed and read again, checked against its schema."""
    read: dict[str, Any] = json.loads(json_answer.text(answer, redact))
    Draft202012Validator(schema(name)).validate(read)
    return read


EVENT = EventRow(
    session="opencode:ses_1",
    event="msg_1",
    record="12",
    part=0,
    path=seal("~/store"),
    kind="prompt",
    author="human",
    sent_at=None,
    text=seal("ok \x1b[2J"),
    cited=True,
)
TURN = Turn(
    session="opencode:ses_1",
    event="msg_1",
    position=3,
    record="msg_1",
    part=0,
    kind=MessageKind.REFUSAL,
    author=Author.HUMAN,
    act=Act.REJECTION,
    confidence=1.0,
    signals=("refusal_with_text",),
)
STORE = StoreRow(
    agent="opencode",
    path=seal("~/.local/share/opencode/opencode.db"),
    units=4,
    sessions=4,
    missing=1,
    duplicates=0,
    first_started_at="2026-11-01T00:00:00Z",
    last_ended_at=None,
    bytes=12,
    bad={"not_json": 1},
    unknown={},
    imported_at=None,
)


def test_schemas_are_closed_and_up_to_date() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "make_schemas.py"))
    assert script["stale"]() == []
    for name in script["texts"]():
        Draft202012Validator.check_schema(schema(name.removesuffix(".schema.json")))


def test_the_review_as_it_is_read(review: Review) -> None:
    answer = json_answer.review(review, Path("/data/r.md"), Path("/data/m.json"))
    valid(answer, "review")
    assert str(json_answer.text(answer, seal)) == external_file(
        "../golden/review.json", format=".txt"
    )


def test_the_names_of_the_contract(review: Review) -> None:
    """Written down from the contract, not from the code."""
    answer = valid(json_answer.review(review, None, None), "review")
    assert (answer["schema"], answer["command"]) == ("reflect/1", "review")
    assert list(answer["coverage"]) == ["found", "analysed", "skipped"]
    assert list(answer["coverage"]["skipped"]) == (
        [
            "not_selected",
            "automated",
            "sub_agent",
            "too_short",
            "duplicate",
            "unreadable",
            "reviewing",
        ]
    )
    found = answer["findings"][0]
    assert list(found) == (
        [
            "id",
            "ref",
            "code",
            "family",
            "owner",
            "severity",
            "confidence",
            "method",
            "stability",
            "session",
            "evidence",
            "key",
            "hits",
            "applicable",
            "seconds",
            "tokens",
            "also",
        ]
    )
    assert found["also"] == []
    assert answer["findings"][1]["also"] == [
        {"id": f"{8:016x}", "ref": "F-8", "code": "claim_without_verification"}
    ]
    assert found["session"] == {
        "agent": "claude-code",
        "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
    }
    assert list(found["evidence"][0]) == ["event", "path", "record", "part", "quote"]
    assert found["evidence"][0]["record"] == 412
    assert answer["findings"][2]["evidence"][0]["record"] == "msg_x"
    assert list(answer["patterns"][0]) == [
        "id",
        "ref",
        "code",
        "key",
        "sessions",
        "applicable",
        "agents",
        "first_seen",
        "last_seen",
        "seconds",
        "tokens",
        "also",
        "remedy",
    ]
    assert answer["patterns"][0]["also"] == ["correction_after_claim"]
    assert (answer["patterns"][0]["sessions"], answer["patterns"][0]["applicable"]) == (3, 11)
    assert (answer["report"], answer["manifest"]) == (None, None)


def test_a_session_under_the_names_of_the_contract(review: Review) -> None:
    answer = valid(json_answer.sessions(review.sessions), "sessions")
    assert list(answer["sessions"][0]) == [
        "agent",
        "id",
        "parent",
        "relation",
        "origin",
        "title",
        "directory",
        "started_at",
        "ended_at",
        "human_turns",
        "refusals",
        "interrupts",
        "tool_calls",
        "failed_calls",
        "denied_calls",
        "compactions",
        "usage",
        "path",
        "missing",
    ]
    assert answer["sessions"][0]["usage"] == {
        "input_uncached": 1200,
        "cache_read": 90_000,
        "cache_write": 4000,
        "output": 6100,
    }


def test_a_turn_under_the_names_of_the_contract() -> None:
    rows = [TURN, dataclasses.replace(TURN, record="007", session="claude-code:a:b")]
    answer = valid(json_answer.turns(rows, {"opencode:ses_1": "~/store"}), "turns")
    assert answer["turns"][0] == {
        "agent": "opencode",
        "session": "ses_1",
        "path": "~/store",
        "record": "msg_1",
        "part": 0,
        "kind": "refusal",
        "author": "human",
        "act": "rejection",
        "confidence": 1.0,
        "signals": ["refusal_with_text"],
    }
    assert answer["turns"][1]["session"] == "a:b"
    assert answer["turns"][1]["record"] == 7


def test_each_other_answer_keeps_to_its_schema(review: Review, week: Week) -> None:
    shown = json_answer.week(week, None, None)
    assert valid(shown, "week")["changes"][1]["ref"] == "P-3"
    assert valid(json_answer.review(review, None, None, "demo"), "review")["command"] == "demo"
    imported = valid(json_answer.imported(review.stores), "import")
    assert imported["stores"][0]["sessions"]["missing"] == 1
    assert valid(json_answer.stores([STORE]), "stores")["stores"][0]["units"] == 4
    finding, pattern, session = review.findings[0], review.patterns[0], review.sessions[0]
    event = valid(json_answer.show_finding(finding, [EVENT]), "show")["events"][0]
    assert (event["record"], event["text"]) == (12, "ok \x1b[2J")
    assert valid(json_answer.show_pattern(pattern, [finding]), "show")["findings"]
    assert valid(json_answer.show_session(session, []), "show")["session"]["origin"] == "human"
    entry = Entry("00000000.json", "run_1", "2026", "review", "completed", 1, 2, "m1:0")
    assert valid(json_answer.audit_list([entry]), "audit-list")["runs"][0]["findings"] == 2
    checks = [Check(Code.MAC, "00000001.json", failure=True)]
    assert valid(json_answer.audit_verify(checks), "audit-verify")["ok"] is False
    rows = [(1, None, 1.5, float("nan"), datetime(2026, 1, 2, tzinfo=UTC), ["a", 2], {"k": b"x"})]
    answer = valid(json_answer.sql(list("abcdefg"), rows), "sql")
    assert answer["rows"] == [
        [1, None, 1.5, None, "2026-01-02 00:00:00+00:00", ["a", 2], {"k": "b'x'"}]
    ]


def test_an_unknown_field_or_word_is_not_valid(review: Review) -> None:
    good = valid(json_answer.review(review, None, None), "review")
    for path, value in (("findings", "owner"), ("findings", "more")):
        bad = copy.deepcopy(good)
        bad[path][0][value] = "nobody"
        assert not Draft202012Validator(schema("review")).is_valid(bad)


def test_patterns_of_imprecise_codes_are_no_answer(review: Review) -> None:
    row = review.patterns[0]
    wrong = dataclasses.replace(row.pattern, stability=Stability.EXPERIMENTAL)
    planted = dataclasses.replace(review, patterns=(dataclasses.replace(row, pattern=wrong),))
    assert json_answer.review(planted, None, None)["patterns"] == []


def test_coverage_adds_up(review: Review) -> None:
    seen = json_answer.review(review, None, None)["coverage"]
    assert seen["found"] == seen["analysed"] + sum(seen["skipped"].values())
    assert set(seen["skipped"]) == {reason.value for reason in SkipReason}


def test_no_terminal_obeys_an_answer(review: Review) -> None:
    text = json_answer.text(json_answer.review(review, None, None), seal)
    assert text.isascii()
    assert all(character.isprintable() or character == "\n" for character in text)
    assert "完了" in json.loads(text)["findings"][1]["evidence"][0]["quote"]


def test_a_secret_is_masked_and_the_answer_stays_json(review: Review) -> None:
    def masks(text: str) -> Redacted:
        return seal(text.replace("the total", '⟨"secret"⟩'))

    read = valid(json_answer.review(review, None, None), "review", masks)
    assert '⟨"secret"⟩ is right' in read["findings"][0]["evidence"][0]["quote"]
    with pytest.raises(InternalError):
        json_answer.text({"a": "b"}, str)  # type: ignore[arg-type]


def test_import_counts_are_named(review: Review) -> None:
    store: StoreCount = review.stores[0]
    row = json_answer.imported([store])["stores"][0]
    assert row["files"] == {"seen": 7, "read": 2, "unchanged": 5, "unreadable": 0}
    assert row["sessions"] == {"new": 1, "changed": 1, "unchanged": 5, "missing": 1}
    assert row["bad_records"] == {"not_json": 2}
    assert row["unknown_records"] == {"queue-operation": 3}
    assert (row["bytes"], row["seconds"]) == (3_400_000, 0.42)

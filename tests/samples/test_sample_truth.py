"""``stories.json`` keeps what the sample sessions promise, and agrees with the stores."""

import json
import sqlite3
from typing import Any

import pytest

STORIES = {
    "untested_done": {
        "claim_without_verification",
        "correction_after_claim",
        "repeated_instruction",
    },
    "wrong_package_manager": {"correction_after_claim", "repeated_instruction"},
    "one_of_three_fixed": {"correction_after_claim", "missed_sibling", "repeated_instruction"},
    "question_turned_into_edit": {
        "stopped_by_user",
        "correction_after_claim",
        "discuss_implement_slip",
        "repeated_instruction",
    },
    "polling_loop": {"polling_by_sleep"},
}
GUARDED = {
    "edit-test-loop": "repeated_failure",
    "parallel-siblings": "repeated_failure",
    "guard-hook": "stopped_by_user",
    "pasted-log": "correction_after_claim",
    "sub-agent-prompt": "correction_after_claim",
    "sub-agent-prompt-child": "correction_after_claim",
    "status-commands": "repeated_failure",
    "docs-only": "claim_without_verification",
    "push-asked-for": "unapproved_outward_act",
    "rate-limit": "polling_by_sleep",
    "which-probes": "missing_environment",
}


def _of_kind(truth: dict[str, Any], kind: str) -> dict[str, Any]:
    return {key: s for key, s in truth["sessions"].items() if s["kind"] == kind}


def test_stories_are_those_promised(truth: dict[str, Any]) -> None:
    assert {s["name"]: set(s["expected"]) for s in truth["stories"]} == STORIES


@pytest.mark.parametrize("name", STORIES)
def test_a_story_spans_days_projects_and_agents(truth: dict[str, Any], name: str) -> None:
    story = next(s for s in truth["stories"] if s["name"] == name)
    sessions = [truth["sessions"][key] for key in story["sessions"]]
    days = sorted({s["started_at"][:10] for s in sessions})
    assert 3 <= len(sessions) <= 5
    assert len(days) >= 3
    assert days[0] < "2026-11-08"
    assert days[-1] > "2026-11-22"
    assert len({s["project"] for s in sessions}) == 2
    assert {s["agent"] for s in sessions} == {"claude-code", "opencode"}


@pytest.mark.parametrize("name", STORIES)
def test_patterns_join_sessions_that_must_show_the_code(truth: dict[str, Any], name: str) -> None:
    story = next(s for s in truth["stories"] if s["name"] == name)
    assert story["patterns"]
    for pattern in story["patterns"]:
        chosen = pattern["sessions"]
        assert pattern["code"] in story["expected"]
        assert len({truth["sessions"][key]["started_at"][:10] for key in chosen}) >= 3
        assert all(pattern["code"] in story["sessions"][key]["must"] for key in chosen)


def test_every_session_has_one_place(truth: dict[str, Any]) -> None:
    places = [key for story in truth["stories"] for key in story["sessions"]]
    places += [*truth["near_misses"], *truth["clean"]]
    assert sorted(places) == sorted(truth["sessions"])
    names = [s["name"] for s in truth["sessions"].values()]
    assert len(names) == len(set(names))


def test_each_near_miss_guards_its_code(truth: dict[str, Any]) -> None:
    guarded = {truth["sessions"][k]["name"]: codes for k, codes in truth["near_misses"].items()}
    assert set(guarded) == set(GUARDED)
    assert all(code in guarded[name] for name, code in GUARDED.items())


def test_the_clean_project_is_as_large_as_the_others(truth: dict[str, Any]) -> None:
    clean = _of_kind(truth, "clean")
    told = _of_kind(truth, "story")
    per_project = [
        sum(s["project"] == p for s in told.values()) for p in {s["project"] for s in told.values()}
    ]
    assert {s["project"] for s in clean.values()} == {"/home/dev/work/ledger"}
    assert {s["agent"] for s in clean.values()} == {"claude-code", "opencode"}
    assert len(clean) >= min(per_project)
    assert all(s["project"] != "/home/dev/work/ledger" for s in told.values())


def test_conversations_are_of_natural_length_and_not_all_english(truth: dict[str, Any]) -> None:
    sessions = truth["sessions"].values()
    assert all(3 <= s["prompts"] <= 12 for s in sessions)
    assert {"de", "es", "ja"} <= {s["language"] for s in sessions}


def test_transcripts_are_the_claude_sessions(
    truth: dict[str, Any], transcripts: dict[str, list[dict[str, Any]]]
) -> None:
    told = {k.split(":")[1]: s for k, s in truth["sessions"].items() if k.startswith("claude-code")}
    assert set(transcripts) == set(told)
    for native_id, records in transcripts.items():
        typed = [r for r in records if r.get("promptSource") == "typed"]
        results = [
            block
            for r in records
            if r["type"] == "user" and isinstance(r["message"]["content"], list)
            for block in r["message"]["content"]
            if block["type"] == "tool_result"
        ]
        failed = [b for b in results if str(b["content"]).startswith("Exit code ")]
        expected = told[native_id]
        assert typed[0]["timestamp"] == expected["started_at"]
        assert {r["cwd"] for r in records if "cwd" in r} == {expected["project"]}
        assert len(typed) == expected["prompts"]
        assert len(results) == expected["tool_calls"]
        assert len(failed) == expected["failed_calls"]
        assert sum(b.get("is_error", False) for b in results) == (
            expected["failed_calls"] + expected["stopped_calls"]
        )


def test_database_rows_are_the_opencode_sessions(
    truth: dict[str, Any], database: sqlite3.Connection
) -> None:
    told = {k.split(":")[1]: s for k, s in truth["sessions"].items() if k.startswith("opencode")}
    rows = database.execute("select id, directory, title from session where parent_id is null")
    assert {row[0]: row[1:] for row in rows} == {
        native_id: (s["project"], s["title"]) for native_id, s in told.items()
    }
    children = database.execute("select parent_id from session where parent_id is not null")
    assert sorted(row[0] for row in children) == sorted(
        native_id for native_id, s in told.items() for _ in range(s["sub_agents"])
    )
    for native_id, expected in told.items():
        query = "select data from message where session_id = ?"
        messages = [json.loads(row[0]) for row in database.execute(query, (native_id,))]
        query = "select data from part where session_id = ?"
        parts = [json.loads(row[0]) for row in database.execute(query, (native_id,))]
        calls = [p["state"] for p in parts if p["type"] == "tool"]
        exits = [c["metadata"].get("exit", 0) for c in calls if c["status"] == "completed"]
        assert sum(m["role"] == "user" for m in messages) == expected["prompts"]
        assert len(calls) == expected["tool_calls"]
        assert sum(code != 0 for code in exits) == expected["failed_calls"]
        assert sum(c["status"] == "error" for c in calls) == expected["stopped_calls"]

"""Pitfalls of Claude Code's transcripts that show only once sessions are stored and reported."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from program import Program

DATA = Path(__file__).parents[1] / "data" / "claude_code"
KEY = "AKIA" + "Q7ZB5T2NPLX3V4WD"
PASSWORD = "hunter" + "2-Trombone"
LINES: dict[str, list[dict[str, Any]]] = {
    "cc02": [
        {"type": "user", "uuid": "u1", "message": {"content": "go"}},
        *(
            {"type": "assistant", "uuid": f"a{n}", "message": {
                "id": "m1", "model": "opus", "content": [{"type": "text", "text": f"part {n}"}],
                "usage": {"input_tokens": given, "cache_read_input_tokens": read,
                          "cache_creation_input_tokens": 0, "output_tokens": output}}}
            for n, (given, read, output) in enumerate([(9, 900, 1), (8, 800, 1), (7, 700, 260)])
        ),
    ],
    "cc06": [
        {"type": "user", "uuid": "b1", "message": {"content": "first day"},
         "timestamp": "2026-03-02T10:00:00.000Z"},
        {"type": "assistant", "uuid": "b2", "timestamp": "2026-03-02T10:00:30.000Z",
         "message": {"id": "m2", "model": "opus", "content": "done"}},
        {"type": "user", "uuid": "b3", "message": {"content": "next day"},
         "timestamp": "2026-03-03T10:00:00.000Z"},
        {"type": "assistant", "uuid": "b4", "timestamp": "2026-03-03T10:00:30.000Z",
         "message": {"id": "m3", "model": "opus", "content": "done"}},
    ],
    "cc12": [
        {"type": "user", "uuid": "c1", "message": {"content": "keep it"}},
        {"type": "system", "subtype": "compact_boundary", "uuid": "c2", "parentUuid": None,
         "compactMetadata": {"trigger": "auto", "preTokens": 900, "preservedSegment": {}}},
        {"type": "user", "uuid": "c3", "isCompactSummary": True,
         "message": {"content": "This session is being continued from a previous conversation"}},
        {"type": "user", "uuid": "c1", "message": {"content": "keep it"}, "replayed": True},
        {"type": "user", "uuid": "c4", "message": {"content": "go on"}},
    ],
    "cc28": [
        {"type": "user", "uuid": "d1", "message": {"content": [
            {"type": "text", "text": "hi"}, {"type": "hologram", "text": "HOLOGRAMWORD"}]}},
        {"type": "future-kind", "uuid": "d2", "text": "FUTUREWORD"},
        {"type": "attachment", "uuid": "d3", "attachment": {"type": "aura", "text": "AURAWORD"}},
    ],
    "cc33": [
        {"type": "user", "uuid": "e1", "message": {"content": "hi"}},
        {"type": "api-request-blob", "message": {"role": "user", "content": "BLOBWORD"}},
        {"type": "attachment", "uuid": "e2",
         "attachment": {"type": "prompt_snapshot", "text": "SNAPSHOTWORD"}},
    ],
    "cc37": [
        {"type": "user", "uuid": "f1", "message": {
            "content": "<command-name>/usage</command-name><command-args></command-args>"}},
        {"type": "system", "subtype": "local_command", "uuid": "f2", "content": "12 %"},
    ],
}  # fmt: skip
"""Pitfall → records of one session."""


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """A home with the sessions above and a recorded one, imported once."""
    program = Program(tmp_path_factory.mktemp("machine"))
    config = program.home / ".claude"
    folder = config / "projects" / "-home-dev-shop"
    folder.mkdir(parents=True)
    for name, records in LINES.items():
        common = {"sessionId": name, "entrypoint": "cli", "cwd": "/home/dev/shop",
                  "timestamp": "2026-03-02T10:00:00.000Z"}  # fmt: skip
        text = "".join(json.dumps({**common, **record}) + "\n" for record in records)
        (folder / f"{name}.jsonl").write_text(text)
    (folder / "cc07.jsonl").write_bytes(b"")
    shutil.copytree(DATA / "2.1.332" / "c15-secret-and-unicode", config, dirs_exist_ok=True)
    for file in config.rglob("*.jsonl"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("PLACEHOLDER-1", KEY).replace("PLACEHOLDER-2", PASSWORD))
    (config / "history.jsonl").write_text(json.dumps({"display": f"HISTORYWORD {KEY}"}) + "\n")
    return program


@pytest.fixture(scope="module")
def imported(machine: Program) -> dict[str, Any]:
    """What the import said."""
    (store,) = machine.json("import")["stores"]
    found: dict[str, Any] = store
    return found


@pytest.fixture(scope="module")
def sessions(machine: Program, imported: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What is known of each session, by its id."""
    assert imported["error"] is None
    answer = machine.json("sql", "FROM sessions")
    rows = [dict(zip(answer["columns"], row, strict=True)) for row in answer["rows"]]
    return {row["id"]: row for row in rows}


Sessions = dict[str, dict[str, Any]]


def test_cc02_an_answer_counts_with_all_numbers_of_its_largest_line(sessions: Sessions) -> None:
    row = sessions["cc02"]
    assert (row["input_uncached"], row["cache_read"], row["output"]) == (7, 700, 260)


def test_cc06_a_night_between_two_turns_is_no_work(sessions: Sessions) -> None:
    row = sessions["cc06"]
    assert row["human_turns"] == 2
    assert row["active_seconds"] <= 30 + 120 + 30


def test_cc07_an_empty_file_is_seen_and_no_error(
    imported: dict[str, Any], sessions: Sessions
) -> None:
    assert imported["files"] == {"seen": 8, "read": 8, "unchanged": 0, "unreadable": 0}
    assert imported["bad_records"] == {}
    assert "cc07" not in sessions


def test_cc12_records_repeated_after_a_compaction_count_once(sessions: Sessions) -> None:
    assert (sessions["cc12"]["human_turns"], sessions["cc12"]["compactions"]) == (2, 1)


def test_cc28_unknown_types_are_counted_and_not_kept(
    machine: Program, imported: dict[str, Any]
) -> None:
    assert imported["unknown_records"] == {
        "attachment:aura": 1,
        "block:hologram": 1,
        "future-kind": 1,
    }
    kept = machine.everything()
    for word in (b"HOLOGRAMWORD", b"FUTUREWORD", b"AURAWORD"):
        assert word not in kept


def test_cc33_system_prompts_and_requests_are_not_kept(
    machine: Program, imported: dict[str, Any]
) -> None:
    kept = machine.everything()
    assert imported["error"] is None
    for word in (b"BLOBWORD", b"SNAPSHOTWORD"):
        assert word not in kept


def test_cc34_a_secret_is_masked_in_every_place_it_was_copied_to(
    machine: Program, sessions: Sessions
) -> None:
    recorded = next((machine.home / ".claude").rglob("ce60b404-*.jsonl"))
    assert recorded.read_text(encoding="utf-8").count(KEY) >= 3
    machine.run("review", "--last", "50", "--include-automated")
    kept = machine.everything()
    assert sessions["ce60b404-1e1b-4818-8119-59188d38a97e"]["human_turns"] == 1
    assert KEY.encode() not in kept
    assert PASSWORD.encode() not in kept
    assert b"HISTORYWORD" not in kept


def test_cc35_a_review_shows_what_a_person_drove(machine: Program, sessions: Sessions) -> None:
    automated = [row for row in sessions.values() if row["origin"] == "automated"]
    coverage = machine.json("review", "--last", "50")["coverage"]
    assert coverage["skipped"]["automated"] == len(automated) == 1


def test_cc37_a_session_of_probes_is_not_analysed(machine: Program, sessions: Sessions) -> None:
    assert sessions["cc37"]["human_turns"] == 0
    coverage = machine.json("review", "--last", "50", "--include-automated")["coverage"]
    assert coverage["skipped"]["too_short"] == 1
    assert coverage["analysed"] == len(sessions) - 1

"""Reviews: quotes stand where they are cited, coverage adds up, same input gives same bytes."""

import json
import re
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from program import Program

from reflect.reports import answer_schema


def test_every_quote_stands_in_the_event_it_cites(program: Program, samples: list[str]) -> None:
    answer = program.json("review", "--last", "50", *samples)
    assert len(answer["findings"]) >= 20
    for finding in answer["findings"]:
        events = {e["event"]: e for e in program.json("show", finding["ref"])["events"]}
        for evidence in finding["evidence"]:
            assert evidence["quote"] in events[evidence["event"]]["text"]


def test_a_session_can_be_opened_with_all_its_events(program: Program, samples: list[str]) -> None:
    answer = program.json("review", "--last", "3", *samples)
    for finding in answer["findings"]:
        shown = program.json("show", finding["session"]["id"])
        known = {event["event"]: event["text"] for event in shown["events"]}
        for evidence in finding["evidence"]:
            assert evidence["quote"] in known[evidence["event"]]


def test_the_coverage_adds_up_and_names_what_was_left_out(
    program: Program, samples: list[str]
) -> None:
    for words in (
        ("--last", "5"),
        ("--since", "2w"),
        ("--project", "ledger"),
        ("--agent", "opencode"),
    ):
        coverage = program.json("review", *words, *samples)["coverage"]
        assert coverage["found"] == coverage["analysed"] + sum(coverage["skipped"].values())
        assert list(coverage["skipped"]) == [
            "not_selected",
            "automated",
            "sub_agent",
            "too_short",
            "duplicate",
            "unreadable",
            "reviewing",
        ]


def report_of(answer: Any) -> str:
    text = Path(answer["report"]).read_text(encoding="utf-8")
    return "\n".join(line for line in text.splitlines() if not line.startswith("- Made "))


def test_two_runs_give_the_same_bytes(program: Program, samples: list[str]) -> None:
    first = program.json("review", "--last", "50", *samples)
    second = program.json("review", "--last", "50", *samples)
    assert report_of(first) == report_of(second)
    for answer in (first, second):
        del answer["report"], answer["manifest"]
    assert first == second


def test_a_new_archive_gives_the_same_report(program: Program, samples: list[str]) -> None:
    first = program.json("review", "--last", "50", *samples)
    other = Program(program.home.parent / "other")
    other.home.mkdir()
    second = other.json("review", "--last", "50", *samples)
    mask = re.compile(r"⟨\w+:[\w.-]+#[0-9a-f]{8}⟩")
    assert mask.sub("⟨⟩", report_of(first)) == mask.sub("⟨⟩", report_of(second))


def test_manifests_are_written_verified_and_private(program: Program, samples: list[str]) -> None:
    answer = program.json("review", "--last", "5", *samples)
    program.run("week", *samples)
    assert program.run("audit", "verify").stdout.startswith("OK")
    assert len(program.json("audit", "list")["runs"]) == 2
    for file in program.data.rglob("*"):
        assert file.stat().st_mode & 0o077 == 0, file
    report = Path(answer["report"])
    report.write_text("changed")
    assert "REPORT_CHANGED" in program.run("audit", "verify", code=5).stdout


def test_answers_keep_to_their_schemas(program: Program, samples: list[str]) -> None:
    program.run("review", *samples)
    for words in (("review", *samples), ("week", *samples), ("sessions",), ("turns",), ("stores",)):
        answer = program.json(*words)
        assert answer["schema"] == "reflect/1"
        assert answer["command"] == words[0]
        Draft202012Validator(answer_schema.schemas()[words[0]]).validate(answer)


def test_the_screen_fits_and_ends_with_the_one_change(program: Program, samples: list[str]) -> None:
    screen = program.run("review", "--last", "50", *samples).stdout.rstrip("\n").split("\n")
    assert len(screen) <= 24
    assert all(len(line) <= 80 for line in screen)
    last = max(place for place, line in enumerate(screen) if line.startswith("Change first: "))
    assert all(line.startswith("  ") for line in screen[last + 1 :])


def test_no_secret_of_a_session_is_left_anywhere(program: Program, tmp_path: Path) -> None:
    secrets = [
        "ghp_" + "k3J9" * 9,
        "AKIA" + "2J7QXW5L" + "KD3MZ6RT",
        "sk-" + "Zx81" * 10,
        "hunter2" + "Secret" + "Word",
    ]
    folder = tmp_path / "claude" / "projects" / "-home-dev-x"
    folder.mkdir(parents=True)
    said = (
        f"use {secrets[0]} and {secrets[1]}, OPENAI_API_KEY={secrets[2]} "
        f"and postgres://app:{secrets[3]}@db.example.org/x"
    )
    session = "11111111-2222-4333-8444-555555555555"
    base = {
        "isSidechain": False,
        "sessionId": session,
        "cwd": "/home/dev/x",
        "version": "2.1.332",
        "entrypoint": "cli",
        "userType": "external",
    }
    records = [
        base
        | {
            "type": "user",
            "uuid": f"00000000-0000-4000-8000-00000000000{number}",
            "parentUuid": None,
            "timestamp": f"2026-11-0{number}T10:00:00.000Z",
            "promptSource": "typed",
            "origin": {"kind": "human"},
            "message": {"role": "user", "content": said},
        }
        for number in (1, 2)
    ]
    records.append({"type": "last-prompt", "lastPrompt": said, "sessionId": session})
    (folder / f"{session}.jsonl").write_text(
        "".join(json.dumps(record) + "\n" for record in records)
    )
    store = f"--store=claude-code={tmp_path / 'claude'}"
    answer = program.run("review", store, "--no-discover", "--format", "md")
    shown = program.run("show", session)
    kept = program.everything() + (answer.stdout + answer.stderr + shown.stdout).encode()
    for secret in secrets:
        assert secret.encode() not in kept
    assert "⟨token:github#" in shown.stdout

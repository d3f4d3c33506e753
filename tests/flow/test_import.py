"""Imports: twice is once, a grown file is read from its last full line, nothing is ever lost."""

import json
import random
import shutil
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

from program import Program

from reflect.pipeline.samples import prepare

COUNTED = ("prompt", "command", "shell", "steer")


def stores(answer: Any) -> dict[str, Any]:
    return {row["agent"]: row for row in answer["stores"]}


def counts(program: Program) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = program.json("sessions")["sessions"]
    return [{name: value for name, value in row.items() if name != "missing"} for row in rows]


def test_the_second_import_reads_nothing_and_changes_nothing(
    program: Program, samples: list[str]
) -> None:
    first = stores(program.json("import", *samples))
    before = counts(program)
    assert sum(row["sessions"]["new"] for row in first.values()) == len(before)
    second = stores(program.json("import", *samples))
    for row in second.values():
        assert row["files"]["read"] == 0
        assert row["files"]["unchanged"] == row["files"]["seen"]
        assert row["bytes"] == 0
        assert row["sessions"]["new"] == row["sessions"]["changed"] == 0
    assert counts(program) == before


def test_of_a_grown_file_only_the_new_lines_are_read(
    program: Program, samples: list[str], tmp_path: Path
) -> None:
    program.run("import", *samples)
    file = max(
        (tmp_path / "stores" / "claude_code").rglob("*.jsonl"), key=lambda f: f.stat().st_size
    )
    lines = file.read_bytes().splitlines(keepends=True)
    prompt = next(
        record
        for record in map(json.loads, lines)
        if record.get("type") == "user" and record.get("promptSource") == "typed"
    )
    prompt |= {
        "uuid": "00000000-1111-4222-8333-444444444444",
        "timestamp": "2026-11-28T10:00:00.000Z",
    }
    prompt["message"] = {"role": "user", "content": "and one thing more"}
    added = (json.dumps(prompt) + "\n").encode()
    with file.open("ab") as stream:
        stream.write(added)
    before = {row["id"]: row["human_turns"] for row in program.json("sessions")["sessions"]}
    answer = stores(program.json("import", *samples))
    assert answer["opencode"]["files"]["read"] == 0
    assert answer["claude-code"]["files"]["read"] == 1
    assert answer["claude-code"]["bytes"] == len(added)
    assert answer["claude-code"]["sessions"]["changed"] == 1
    after = {row["id"]: row["human_turns"] for row in program.json("sessions")["sessions"]}
    assert after == before | {file.stem: before[file.stem] + 1}


def test_what_a_client_deletes_stays_and_is_marked(
    program: Program, samples: list[str], tmp_path: Path
) -> None:
    program.run("import", *samples)
    before = counts(program)
    shutil.rmtree(tmp_path / "stores" / "claude_code" / "projects")
    (tmp_path / "stores" / "claude_code" / "projects").mkdir()
    program.run("import", *samples)
    assert counts(program) == before
    missing = {row["agent"]: row["missing"] for row in program.json("sessions")["sessions"]}
    assert missing == {"claude-code": True, "opencode": False}


def test_a_whole_store_that_vanishes_is_marked(program: Program, tmp_path: Path) -> None:
    prepare(tmp_path / "stores")
    place = program.home / ".local" / "share" / "opencode"
    place.mkdir(parents=True)
    shutil.copy(tmp_path / "stores" / "opencode.db", place / "opencode.db")
    program.run("import")
    before = counts(program)
    assert before
    (place / "opencode.db").unlink()
    program.run("import")
    assert counts(program) == before
    assert all(row["missing"] for row in program.json("sessions")["sessions"])


def test_an_import_that_is_killed_is_completed_by_the_next(
    program: Program, samples: list[str]
) -> None:
    whole = Program(program.home.parent / "untouched")
    whole.home.mkdir()
    whole.run("import", *samples)
    expected = counts(whole)
    chance = random.Random(7)  # noqa: S311 - when to kill, not a secret
    for _ in range(20):
        process = program.start("import", *samples)
        time.sleep(chance.uniform(0.05, 1.5))
        process.send_signal(signal.SIGKILL)
        process.wait()
        if (program.data / "warehouse.duckdb").exists():
            known = {row["id"]: row for row in expected}
            for row in counts(program):
                assert row == known[row["id"]]
    program.run("import", *samples)
    assert counts(program) == expected


def test_turns_are_there_after_an_import_alone(program: Program, samples: list[str]) -> None:
    program.run("import", *samples)
    before = program.json("turns")["turns"]
    sessions = {row["id"]: row["human_turns"] for row in program.json("sessions")["sessions"]}
    listed = Counter(turn["session"] for turn in before if turn["kind"] in COUNTED)
    assert listed == {key: number for key, number in sessions.items() if number}
    program.run("review", *samples)
    assert program.json("turns")["turns"] == before


def test_of_two_imports_at_once_none_fails_with_a_trace(
    program: Program, samples: list[str]
) -> None:
    first, second = program.start("import", *samples), program.start("import", *samples)
    assert {first.wait(), second.wait()} <= {0, 75}
    assert len(counts(program)) == 44

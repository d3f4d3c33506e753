"""Recorded sessions of Claude Code through the whole command, and what the client's sweep leaves.

The client deletes transcripts that nobody touched for 30 days, sub-agents and side files with
them, at a start that lives more than ten seconds (2.1.332); ``history.jsonl`` stays.
"""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from program import Program

DATA = Path(__file__).parents[1] / "data" / "claude_code"
EXPECTED: dict[str, list[dict[str, Any]]] = json.loads((DATA / "expected.json").read_text())
VERSIONS = ("2.0.56", "2.1.197", "2.1.332")
SHOWN = (
    "relation", "origin", "parent", "human_turns", "refusals", "interrupts", "tool_calls",
    "failed_calls", "denied_calls", "compactions", "usage",
)  # fmt: skip
"""What ``reflect sessions`` says of a session."""

NOT_SHOWN = """
    SELECT id, warm_up AS warmup,
        (SELECT count(*) FROM tool_call c
         WHERE c.session = s.key AND c.status = 'aborted' AND NOT c.by_human) AS interrupted_calls,
        (SELECT count(*) FROM answer a WHERE a.session = s.key) AS requests,
        (SELECT coalesce(list_sort(list(DISTINCT model)), []) FROM answer a
         WHERE a.session = s.key AND model IS NOT NULL) AS models
    FROM sessions s
"""
"""The numbers of a session that no command shows."""

WEEKS = """
    SELECT date_trunc('week', started_at) AS week, count(*), sum(human_turns), sum(tool_calls),
        sum(failed_calls), sum(output) FROM sessions GROUP BY week ORDER BY week
"""


def lay_out(program: Program, version: str) -> Path:
    """All recorded stores of a version in one ``~/.claude``."""
    config = program.home / ".claude"
    for store in sorted((DATA / version).iterdir()):
        shutil.copytree(store, config, dirs_exist_ok=True)
    return config


def rows(program: Program, query: str) -> list[dict[str, Any]]:
    answer = program.json("sql", query)
    return [dict(zip(answer["columns"], row, strict=True)) for row in answer["rows"]]


def sessions(program: Program) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in program.json("sessions", "--limit", "1000")["sessions"]}


@pytest.mark.parametrize("version", VERSIONS)
def test_cc41_every_number_of_every_recorded_session(program: Program, version: str) -> None:
    lay_out(program, version)
    (store,) = program.json("import")["stores"]
    assert (store["error"], store["bad_records"], store["unknown_records"]) == (None, {}, {})
    assert store["files"]["unreadable"] == 0
    wanted = [row for name in EXPECTED if name.startswith(version) for row in EXPECTED[name]]
    got = sessions(program)
    more = {row["id"]: row for row in rows(program, NOT_SHOWN)}
    assert got.keys() == more.keys() == {row["id"] for row in wanted}
    for row in wanted:
        doubtful = row.get("doubtful", {})
        found = {**{name: got[row["id"]][name] for name in SHOWN}, **more[row["id"]]}
        for name, value in found.items():
            assert value in doubtful.get(name, {"accept": [row[name]]})["accept"], (row["id"], name)
    unattributed = {row["id"]: row for row in rows(program, "FROM unattributed_tokens")}
    for row in wanted:
        for name, value in row.get("unattributed", {}).items():
            assert unattributed.get(row["id"], {name: 0})[name] == value, (row["id"], name)
    roots = [r for r in wanted if r["relation"] in ("root", "fork")]
    coverage = program.json("review", "--last", "500", "--include-automated")["coverage"]
    skipped = coverage["skipped"]
    assert coverage["found"] == coverage["analysed"] + sum(skipped.values())
    assert coverage["found"] - skipped["sub_agent"] == len(roots)


def test_cc31_what_the_clients_sweep_deletes_stays_marked_missing(program: Program) -> None:
    config = lay_out(program, "2.1.332")
    history = config / "history.jsonl"
    history.write_text('{"display":"fix it","timestamp":1795966924572,"project":"/home/dev"}\n')
    program.run("import")
    before, weeks = sessions(program), rows(program, WEEKS)
    files = sorted((config / "projects").rglob("*.jsonl"))
    kept = {file.stem.removeprefix("agent-") for file in files[::3]}
    swept = [file for file in files if file.stem.removeprefix("agent-") not in kept]
    backup = program.home / "backup"
    shutil.copytree(config, backup)
    for file in swept:
        file.unlink()
        shutil.rmtree(file.with_suffix("") / "tool-results", ignore_errors=True)
    (config / ".last-cleanup").write_text("")

    (store,) = program.json("import")["stores"]
    assert store["sessions"]["missing"] == len(swept)
    assert (store["sessions"]["new"], store["sessions"]["changed"]) == (0, 0)
    after = sessions(program)
    gone = {file.stem.removeprefix("agent-") for file in swept}
    assert {name for name, row in after.items() if row["missing"]} == gone
    assert {n: {**row, "missing": False} for n, row in after.items()} == before
    assert rows(program, WEEKS) == weeks

    # A sweep of everything, folder and all: nothing shrinks.
    shutil.rmtree(config / "projects")
    program.run("import")
    assert all(row["missing"] for row in sessions(program).values())
    assert rows(program, WEEKS) == weeks

    # From a backup they are the same sessions again.
    shutil.rmtree(config)
    shutil.copytree(backup, config)
    program.run("import")
    assert sessions(program) == before


def test_cc31_a_session_goes_on_after_its_file_was_swept(program: Program) -> None:
    """A swept session that is resumed begins a new file of the same name with new records."""
    file = (
        program.home
        / ".claude"
        / "projects"
        / "-home-dev-shop"
        / f"{'0' * 8}-{'-'.join(['0000'] * 3)}-{'0' * 12}.jsonl"
    )
    file.parent.mkdir(parents=True)

    def record(number: int, text: str) -> bytes:
        return json.dumps({
            "type": "user", "uuid": f"u{number}", "sessionId": file.stem, "entrypoint": "cli",
            "timestamp": f"2026-03-02T10:0{number}:00.000Z", "cwd": "/home/dev/shop",
            "message": {"role": "user", "content": text},
        }).encode() + b"\n"  # fmt: skip

    file.write_bytes(record(1, "first question") + record(2, "second question"))
    program.run("import")
    file.unlink()
    program.run("import")
    assert sessions(program)[file.stem]["missing"] is True
    file.write_bytes(record(3, "third question"))
    os.utime(file)
    program.run("import")
    (row,) = sessions(program).values()
    assert (row["human_turns"], row["missing"]) == (3, False)

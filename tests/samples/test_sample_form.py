"""The stores have the form their clients write, hold nothing real, and are generated."""

import json
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parent.parent.parent / "scripts" / "make_sample_sessions.py"
FOREIGN = {
    "a home of another user": r"/(?:home|Users)/(?!dev\b)\w+",
    "a Windows path": r"\b[A-Z]:\\\\",
    "the home of root": r"/root\b",
    "an absolute work folder": r"(?<![\w/])/work/",
    "an e-mail address": r"[\w.+-]+@[\w-]+\.[A-Za-z]{2,}",
    "a key": r"\b(?:sk-|AKIA|ghp_|xox[bap]-)\w{8,}|BEGIN [A-Z ]*PRIVATE KEY",
    "a password": r"(?i)(?:password|passwd|secret|api_key)\s*[=:]\s*[\"']?\w{6,}",
    "a real host": r"https?://(?!localhost\b|0\.0\.0\.0\b|[\w.]*example\.com\b)[\w.]+",
}


def test_the_generator_reproduces_every_byte() -> None:
    run = subprocess.run([sys.executable, SCRIPT, "--check"], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize("what", FOREIGN)
def test_nothing_real_is_in_the_samples(place: Path, what: str) -> None:
    for path in (p for p in place.rglob("*") if p.is_file()):
        found = re.search(FOREIGN[what], path.read_text(encoding="utf-8"))
        assert found is None, f"{path.name} holds {what}: {found}"


def test_samples_stay_small_enough_for_a_wheel(place: Path) -> None:
    files = [p for p in place.rglob("*") if p.is_file()]
    assert sum(p.stat().st_size for p in files) < 1_600_000
    # Build tools leave folders out whose names begin with a dot.
    assert not [p for p in files if any(part[0] == "." for part in p.relative_to(place).parts)]


def test_sessions_are_typed_by_a_person(transcripts: dict[str, list[dict[str, Any]]]) -> None:
    for records in transcripts.values():
        assert {r["entrypoint"] for r in records if "entrypoint" in r} == {"cli"}
        assert {r["version"] for r in records if "version" in r} == {"2.1.332"}
        human = [r for r in records if r.get("origin") == {"kind": "human"}]
        assert [r["promptSource"] for r in human] == ["typed"] * len(human)


def test_transcripts_are_trees_in_order_of_time(
    transcripts: dict[str, list[dict[str, Any]]],
) -> None:
    for records in transcripts.values():
        seen: set[str] = set()
        roots = 0
        calls: set[str] = set()
        for record in (r for r in records if "uuid" in r):
            roots += record["parentUuid"] is None
            assert record["parentUuid"] is None or record["parentUuid"] in seen
            assert record["uuid"] not in seen
            seen.add(record["uuid"])
            content = record.get("message", {}).get("content")
            for block in content if isinstance(content, list) else ():
                if block["type"] == "tool_use":
                    calls.add(block["id"])
                elif block["type"] == "tool_result":
                    calls.remove(block["tool_use_id"])
        times = [r["timestamp"] for r in records if r.get("promptSource") == "typed"]
        assert roots == 1
        assert not calls
        assert times == sorted(times)


def test_instruction_file_that_names_pnpm_was_given(
    truth: dict[str, Any], transcripts: dict[str, list[dict[str, Any]]]
) -> None:
    story = next(s for s in truth["stories"] if s["name"] == "wrong_package_manager")
    for key in (k for k in story["sessions"] if k.startswith("claude-code")):
        records = transcripts[key.split(":")[1]]
        given = [r["attachment"] for r in records if r["type"] == "attachment"]
        files = next(a["files"] for a in given if a["type"] == "instructions")
        rules = next(f["content"] for f in files if f["path"].endswith("/AGENTS.md"))
        assert "pnpm" in rules
        assert "npm " in rules


def test_ledgers_agree_with_the_answers(place: Path) -> None:
    for path in (place / "claude_code" / "projects").glob("*/*.jsonl"):
        children = (path.parent / path.stem / "subagents").glob("*.jsonl")
        texts = [p.read_text(encoding="utf-8") for p in (path, *children)]
        records = [json.loads(line) for text in texts for line in text.splitlines()]
        usage = {
            r["message"]["id"]: r["message"]["usage"] for r in records if r["type"] == "assistant"
        }
        ledger = next(r for r in records if r["type"] == "cost-state")
        (told,) = ledger["modelUsage"].values()
        for name, total in (
            ("input_tokens", told["inputTokens"]),
            ("output_tokens", told["outputTokens"]),
            ("cache_read_input_tokens", told["cacheReadInputTokens"]),
            ("cache_creation_input_tokens", told["cacheCreationInputTokens"]),
        ):
            assert sum(u[name] for u in usage.values()) == total


def test_sub_agents_lie_beside_their_session(
    place: Path, transcripts: dict[str, list[dict[str, Any]]]
) -> None:
    metas = list((place / "claude_code" / "projects").glob("*/*/subagents/*.meta.json"))
    assert metas
    for meta in metas:
        parent = meta.parent.parent.name
        child = meta.with_name(meta.name.replace(".meta.json", ".jsonl"))
        first = json.loads(child.read_text(encoding="utf-8").splitlines()[0])
        assert first["isSidechain"]
        assert first["sessionId"] == parent
        call = json.loads(meta.read_text(encoding="utf-8"))["toolUseId"]
        assert any(call in json.dumps(r) for r in transcripts[parent] if r["type"] == "assistant")


def test_messages_of_the_database_reach_their_prompt(database: sqlite3.Connection) -> None:
    rows = database.execute(
        "select id, session_id, data from message order by session_id, time_created, id"
    )
    prompts: dict[str, str] = {}
    for own, session, data in rows:
        message = json.loads(data)
        if message["role"] == "user":
            prompts[session] = own
        else:
            assert message["parentID"] == prompts[session]
    parts = database.execute(
        "select id, message_id, time_created, data from part order by message_id, id"
    )
    before: dict[str, int] = {}
    for _, message_id, created, data in parts:
        assert json.loads(data)["type"]
        assert created >= before.get(message_id, 0)
        before[message_id] = created


def test_sums_of_a_session_are_those_of_its_messages(database: sqlite3.Connection) -> None:
    rows = database.execute(
        "select id, tokens_input, tokens_output, tokens_cache_read, tokens_cache_write from session"
    ).fetchall()
    for own, *told in rows:
        query = "select data from message where session_id = ?"
        messages = [json.loads(row[0]) for row in database.execute(query, (own,))]
        tokens = [m["tokens"] for m in messages if m["role"] == "assistant"]
        assert told == [
            sum(t["input"] for t in tokens),
            sum(t["output"] for t in tokens),
            sum(t["cache"]["read"] for t in tokens),
            sum(t["cache"]["write"] for t in tokens),
        ]

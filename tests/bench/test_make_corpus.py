"""The corpus of the bench: its truth is counted again here, from what lies on disk."""

import json
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

GENERATOR = Path(__file__).parent.parent.parent / "bench" / "make_corpus.py"
TOKENS = {
    "input_tokens": "input_tokens",
    "written_tokens": "output_tokens",
    "cache_read_tokens": "cache_read_input_tokens",
    "cache_write_tokens": "cache_creation_input_tokens",
}


def made(out: Path, *words: str) -> dict[str, Any]:
    """Run the generator; returns the truth it wrote."""
    subprocess.run([sys.executable, GENERATOR, "--out", out, *words], check=True, cwd=out.parent)
    truth: dict[str, Any] = json.loads((out / "truth.json").read_text(encoding="utf-8"))
    return truth


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("corpus") / "one"
    made(out, "--claude-mb", "5", "--opencode-mb", "1", "--seed", "3")  # forks and a sub-agent
    return out


@pytest.fixture(scope="module")
def truth(corpus: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((corpus / "truth.json").read_text(encoding="utf-8"))
    return read


def transcripts(corpus: Path) -> list[Path]:
    return sorted((corpus / "home" / ".claude" / "projects").rglob("*.jsonl"))


def records(corpus: Path) -> Iterator[dict[str, Any]]:
    for path in transcripts(corpus):
        for line in path.read_bytes().removesuffix(b"\n").split(b"\n"):
            yield json.loads(line)


def rows(corpus: Path, table: str) -> Iterator[dict[str, Any]]:
    path = corpus / "home" / ".local" / "share" / "opencode" / "opencode.db"
    connection = sqlite3.connect(path)
    for (data,) in connection.execute(f"select data from {table}"):  # noqa: S608 - a constant
        yield json.loads(data)
    connection.close()


def test_claude_code_counts_are_those_of_the_files(corpus: Path, truth: dict[str, Any]) -> None:
    found: Counter[str] = Counter()
    prompts, calls, failed = set(), set(), set()
    answers: dict[str, dict[str, int]] = {}
    for record in records(corpus):
        if (record.get("origin") or {}).get("kind") == "human" and not record["isSidechain"]:
            prompts.add(record["uuid"])
        if record["type"] == "assistant":
            message = record["message"]
            answers[message["id"]] = message["usage"]
            calls |= {block["id"] for block in message["content"] if block["type"] == "tool_use"}
        elif record["type"] == "user" and isinstance(record["message"]["content"], list):
            for block in record["message"]["content"]:
                if str(block["content"]).startswith("Exit code"):
                    failed.add(block["tool_use_id"])
    for ours, theirs in TOKENS.items():
        found[ours] = sum(usage[theirs] for usage in answers.values())
    files = transcripts(corpus)
    sub_agents = [path for path in files if path.parent.name == "subagents"]
    expected = truth["claude-code"]
    found |= Counter(
        {
            "human_prompts": len(prompts),
            "tool_calls": len(calls),
            "failed_calls": len(failed),
            "answers": len(answers),
            "files": len(files),
            "sub_agents": len(sub_agents),
            "sessions": len(files) - len(sub_agents),
            "bytes": sum(path.stat().st_size for path in files),
        }
    )
    assert dict(found) == {name: expected.get(name, 0) for name in found}
    assert expected["forks"] and expected["sub_agents"]


def test_opencode_counts_are_those_of_the_rows(corpus: Path, truth: dict[str, Any]) -> None:
    found: Counter[str] = Counter()
    for message in rows(corpus, "message"):
        found["human_prompts"] += message["role"] == "user"
        found["answers"] += message["role"] == "assistant"
        tokens = message.get("tokens")
        if tokens:
            found["input_tokens"] += tokens["input"]
            found["written_tokens"] += tokens["output"]
            found["cache_read_tokens"] += tokens["cache"]["read"]
            found["cache_write_tokens"] += tokens["cache"]["write"]
    for part in rows(corpus, "part"):
        found["tool_calls"] += part["type"] == "tool"
        found["failed_calls"] += part.get("state", {}).get("metadata", {}).get("exit", 0)
    assert dict(found) == {name: truth["opencode"].get(name, 0) for name in found}


def test_everything_planted_stands_in_the_stores(corpus: Path, truth: dict[str, Any]) -> None:
    texts = [json.dumps(record, ensure_ascii=False) for record in records(corpus)]
    texts += [json.dumps(part, ensure_ascii=False) for part in rows(corpus, "part")]
    everything = "\n".join(texts)
    planted = truth["planted"]
    wanted = [one["text"] for one in (*planted["secrets"], *planted["look_alikes"])]
    assert not [t for t in wanted if json.dumps(t, ensure_ascii=False)[1:-1] not in everything]
    assert len(planted["secrets"]) == planted["text_bytes"] // 200_000
    assert planted["look_alikes_planted"] == planted["text_bytes"] // 10_000
    assert {one["kind"] for one in planted["look_alikes"]} >= {"token-word", "uuid", "git-hash"}
    cores = [core for one in planted["secrets"] for core in one["cores"]]
    assert len(set(cores)) == len(cores)


def test_same_seed_same_bytes_other_seed_other_bytes(tmp_path: Path) -> None:
    words = ("--claude-mb", "1", "--opencode-mb", "0.5")
    made(tmp_path / "one", *words)
    made(tmp_path / "two", *words)
    made(tmp_path / "three", *words, "--seed", "2")

    def content(name: str) -> dict[str, bytes]:
        root = tmp_path / name
        files = [path for path in sorted(root.rglob("*")) if path.is_file()]
        return {str(path.relative_to(root)): path.read_bytes() for path in files}

    assert content("one") == content("two")
    assert content("one") != content("three")


def test_small_sessions_have_one_turn_and_stop_at_the_number_of_files(tmp_path: Path) -> None:
    truth = made(tmp_path / "one", "--claude-mb", "1000", "--claude-files", "30", "--small")
    counts = truth["claude-code"]
    assert 30 <= counts["files"] <= 31
    assert counts["human_prompts"] == counts["sessions"]

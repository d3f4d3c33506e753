"""A secret in any field a client writes reaches neither the archive nor any output."""

import json
import random
import sqlite3
import string
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from reflect.pipeline.samples import prepare

Reflect = Callable[..., tuple[int, str, str]]
LETTERS = string.ascii_letters + string.digits
UNTOUCHED = {"type", "role", "status", "synthetic", "id", "messageID", "sessionID", "callID"}
"""Words the client chose from a list, and ids."""


class Secrets:
    """Draws secrets of six shapes and remembers where each was put."""

    def __init__(self) -> None:
        self._chance = random.Random(11)  # noqa: S311 - they open nothing
        self.planted: dict[str, str] = {}

    def _drawn(self, length: int, letters: str = LETTERS) -> str:
        return "".join(self._chance.choices(letters, k=length))

    def at(self, place: str) -> str:
        """A new secret with the words around it, as it would stand in ``place``."""
        kind = len(self.planted) % 6
        if kind == 0:
            secret = shown = "ghp" + "_" + self._drawn(35) + "7"
        elif kind == 1:
            secret = shown = "AKIA" + self._drawn(16, string.ascii_uppercase + "234567")
        elif kind == 2:
            secret = self._drawn(20)
            shown = f"https://bob:{secret}@git.example.org/x"
        elif kind == 3:
            secret = shown = "xoxb" + "-123456789012-1234567890123-" + self._drawn(24)
        elif kind == 4:
            secret = self._drawn(18) + "7"
            shown = f"DB_PASSWORD={secret}"
        else:
            secret = shown = "sk-" + "ant-api03-" + self._drawn(93) + "AA"
        self.planted[f"{place}#{len(self.planted)}"] = secret
        return shown

    def into(self, value: Any, place: str) -> Any:
        """The value with a secret behind each of its texts."""
        if isinstance(value, dict):
            return {
                key: inner if key in UNTOUCHED else self.into(inner, f"{place}.{key}")
                for key, inner in value.items()
            }
        if isinstance(value, list):
            return [self.into(inner, place) for inner in value]
        return f"{value} {self.at(place)}" if isinstance(value, str) else value


@pytest.fixture
def secrets() -> Secrets:
    return Secrets()


def searched(reflect: Reflect, hermetic: Path, secrets: Secrets, flags: tuple[str, ...]) -> None:
    """Run every command that shows something, then look for every secret in everything."""
    kept = ""
    for words in (
        ("import", *flags),
        ("import", *flags, "--format", "json"),
        ("review", *flags, "--last", "50", "--include-automated"),
        ("review", *flags, "--last", "50", "--include-automated", "--format", "json"),
        ("week", *flags, "--format", "md"),
        ("sessions", "--format", "json"),
        ("turns", "--format", "json"),
        ("stores", "--format", "json"),
        ("show", "F-1", "--format", "json"),
        ("review", *flags, "--name", "e"),
        ("sql", "select * from part", "--format", "json", "--limit", "100000"),
        ("sql", "select * from tool_call", "--format", "json", "--limit", "100000"),
        ("sql", "select * from context_item", "--format", "json"),
        ("sql", "select * from ledger", "--format", "json"),
        ("doctor", *flags),
    ):
        code, out, said = reflect(*words)
        assert code in (0, 2, 5), (words, said)
        kept += out + said
    files = {f.name: f.read_bytes() for f in (hermetic / "reflect").rglob("*") if f.is_file()}
    files["what was printed"] = kept.encode()
    assert "⟨" in kept or "\\u27e8" in kept
    found = {
        place: name
        for place, secret in secrets.planted.items()
        for name, content in files.items()
        if secret.encode() in content
    }
    assert found == {}


def test_no_secret_of_claude_code(
    reflect: Reflect, store: Any, hermetic: Path, secrets: Secrets
) -> None:
    at = secrets.at
    records = [store.prompt(f"please use {at('prompt')}")]
    inputs: dict[str, dict[str, Any]] = {
        "Bash": {"command": "curl -H x", "description": "look"},
        "Edit": {"file_path": "/home/dev/a", "old_string": "old", "new_string": "new"},
        "WebFetch": {"url": "https://h.example", "prompt": "read"},
        "mcp__shop__get": {"a": {"b": ["deep"]}},
        "AskUserQuestion": {"questions": [{"question": "which", "options": [{"label": "l"}]}]},
        "Task": {"prompt": "look", "description": "d"},
        "TodoWrite": {"todos": [{"content": "one", "activeForm": "doing"}]},
    }
    output = store.folder / store.file.stem / "tool-results" / "b1.txt"
    output.parent.mkdir(parents=True)
    output.write_text("x\n" * 500 + at("persisted output") + "\n" + "y\n" * 9000 + at("its tail"))
    for number, (tool, given) in enumerate(inputs.items()):
        call = f"toolu_{number}"
        block = {"type": "tool_use", "id": call, "name": tool}
        thinking = {"type": "thinking", "thinking": f"I see {at('thinking')}"}
        text = {"type": "text", "text": f"I say {at('answer')}"}
        asked = block | {"input": secrets.into(given, tool)}
        records.append(store.answer(thinking, text, asked))
        result: dict[str, Any] = {"stdout": "out", "stderr": "err", "answers": {"which": "this"}}
        shown = f"result {at('output')}"
        if tool == "Bash":
            result["persistedOutputPath"] = str(output)
            shown = (
                "<persisted-output>\nOutput too large (50KB). Full output saved to: "
                f"{output}\n\nPreview (first 2KB):\n{at('preview')}\n</persisted-output>"
            )
        records.append(store.result(call, shown, whole=secrets.into(result, "toolUseResult")))
    push = {"type": "tool_use", "id": "toolu_p", "name": "Bash", "input": {"command": "git push"}}
    refusal = (
        "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell "
        f"you how to proceed, the user said:\nno, take {at('refusal')}"
    )
    files = [{"path": f"/home/dev/{at('rule file')}", "content": f"rule {at('rule')}"}]
    records += [
        store.answer(push),
        store.result("toolu_p", refusal, error=True, whole="User rejected tool use"),
        store.record("queue-operation", operation="enqueue", content=f"queued {at('queue')}"),
        store.record("queue-operation", operation="popAll", content=f"taken {at('popped')}"),
        store.record("last-prompt", lastPrompt=at("lastPrompt")),
        store.record("ai-title", aiTitle=at("aiTitle")),
        store.record("summary", summary=at("summary"), leafUuid=records[0]["uuid"]),
        store.record(at("record type"), body=at("unknown body")),
        store.record("system", subtype=at("subtype"), content=at("system")),
        store.record("attachment", attachment={"type": at("attachment type")}),
        store.record("attachment", attachment={"type": "instructions", "files": files}),
        store.record("attachment", attachment={"type": "skill_listing", "names": [at("skill")]}),
        store.record("attachment", attachment={"type": "hook_success", "command": at("hook")}),
        store.record(
            "attachment", attachment={"type": "queued_command", "prompt": f"do {at('queued')}"}
        ),
        store.prompt(f"<bash-input>export X={at('shell mode')}</bash-input>"),
        store.prompt(f"No, that is wrong. It still fails with {at('correction')}"),
    ]
    for record in records:
        record["cwd"] = f"/home/dev/x/{at('cwd')}"
        record["gitBranch"] = f"feature/{at('branch')}"
        record["version"] = f"2.1.332 {at('version')}"
    store.write(*records)
    with store.file.open("a") as stream:
        stream.write("{broken " + at("bad line") + '\n"' + at("no object") + '"\n')
        stream.write('{"half":"' + at("unfinished line"))
    title = store.folder / store.file.stem / "custom-title.json"
    title.write_text(json.dumps({"customTitle": f"title {at('custom title')}"}))
    child = store.folder / store.file.stem / "subagents" / "agent-a1b2c3d4e5f60718.jsonl"
    child.parent.mkdir()
    task = store.prompt(f"look at {at('task')}") | {"isSidechain": True, "agentId": "a1b2c3d4"}
    child.write_text(json.dumps(task) + "\n")
    child.with_suffix(".meta.json").write_text(json.dumps({"description": at("description")}))
    other = store.folder / ("ghp" + "_" + "a1B2" * 9 + ".jsonl")
    secrets.planted["file name"] = other.stem
    other.write_text(json.dumps(store.prompt("hello")) + "\n")
    searched(reflect, hermetic, secrets, store.flags)


def test_no_secret_of_opencode(
    reflect: Reflect, hermetic: Path, tmp_path: Path, secrets: Secrets
) -> None:
    prepare(tmp_path / "samples")
    file = tmp_path / "samples" / "opencode.db"
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA foreign_keys = ON")
        kept = [row[0] for row in database.execute("SELECT id FROM session ORDER BY id LIMIT 3")]
        database.execute("DELETE FROM session WHERE id NOT IN (?, ?, ?)", kept)
        for table in ("message", "part"):
            for row, data in database.execute(f"SELECT rowid, data FROM {table}").fetchall():  # noqa: S608
                planted = json.dumps(secrets.into(json.loads(data), table))
                database.execute(f"UPDATE {table} SET data = ? WHERE rowid = ?", (planted, row))  # noqa: S608
        for row, title, folder in database.execute(
            "SELECT rowid, title, directory FROM session"
        ).fetchall():
            asked = [{"permission": "bash", "pattern": secrets.at("permission"), "action": "ask"}]
            database.execute(
                "UPDATE session SET title = ?, directory = ?, permission = ?, version = ? "
                "WHERE rowid = ?",
                (
                    f"{title} {secrets.at('title')}",
                    f"{folder}/{secrets.at('directory')}",
                    json.dumps(asked),
                    f"1.18 {secrets.at('version')}",
                    row,
                ),
            )
        database.execute("UPDATE project SET worktree = worktree || ?", (f"/{secrets.at('tree')}",))
        database.commit()
    searched(reflect, hermetic, secrets, (f"--store=opencode={file}", "--no-discover"))

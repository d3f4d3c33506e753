"""Writes playbacks as the tables that OpenCode 1.18.33 keeps in ``opencode.db``, as SQL text.

Left out of what the program writes: the table ``event`` (its own write log, six times the bytes).
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from samples.difference import counts, unified
from samples.identity import ascending, between, descending, hexadecimal
from samples.opencode_parts import MODEL, child_id, tool_part
from samples.playback import Answer, Call, Exchange, Playback
from samples.prices import cost, own_answers
from samples.story import Project, SampleSession

VERSION = "1.18.33"
_SCHEMA = Path(__file__).with_name("opencode_schema.sql")
_CHILD_PERMISSION = [
    {"permission": "todowrite", "pattern": "*", "action": "deny"},
    {"permission": "task", "pattern": "*", "action": "deny"},
]
_WORDS = (
    ("swift", "witty", "sunny", "glowing", "quiet", "brave", "misty", "lucky"),
    ("cactus", "meadow", "engine", "forest", "harbor", "island", "comet", "planet"),
)


def native_id(session: SampleSession) -> str:
    """The session's own id."""
    return descending("ses", session.started, f"session {session.name}")


def database(playbacks: Iterable[Playback]) -> str:
    """SQL text that builds the whole database."""
    played = sorted(playbacks, key=lambda p: p.session.started)
    # One transaction around everything: a statement outside waits for the disk.
    lines = ["BEGIN;\n", _SCHEMA.read_text(encoding="utf-8")]
    projects: dict[str, tuple[Project, int]] = {}
    for playback in played:
        project = playback.session.project
        projects.setdefault(project.name, (project, playback.session.started))
    for project, moment in projects.values():
        lines += _project(project, moment)
    for playback in played:
        lines += _session(playback, native_id(playback.session), None)
    lines.append("COMMIT;\n")
    return "".join(lines)


def _literal(value: Any) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, int | float):
        return repr(value)
    text = value if isinstance(value, str) else _json(value)
    return "'" + text.replace("'", "''") + "'"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _insert(table: str, row: Mapping[str, Any]) -> str:
    names = ", ".join(row)
    return f"INSERT INTO {table} ({names})\nVALUES ({', '.join(map(_literal, row.values()))});\n"


def _project(project: Project, moment: int) -> Iterator[str]:
    row = {
        "id": project.root_commit,
        "worktree": project.root,
        "vcs": "git",
        "time_created": moment - 1_800,
        "time_updated": moment - 1_800,
        "sandboxes": [],
    }
    yield _insert("project", row)
    directory = {"project_id": project.root_commit, "directory": project.root}
    yield _insert("project_directory", {**directory, "time_created": moment - 1_780})


def _session(playback: Playback, own: str, parent: Call | None) -> Iterator[str]:
    session = playback.session
    tokens = list(own_answers(playback))
    words = [part[between(f"{own}{i}", 0, len(part) - 1)] for i, part in enumerate(_WORDS)]
    created = playback.exchanges[0].sent - 650
    row: dict[str, Any] = {
        "id": own,
        "project_id": session.project.root_commit,
        "parent_id": native_id(session) if parent else None,
        "slug": "-".join(words),
        "directory": session.project.root,
        "path": "",
        "title": f"{parent.step.value} (@{_agent(parent)} subagent)" if parent else session.title,
        "version": VERSION,
        "summary_additions": 0,
        "summary_deletions": 0,
        "summary_files": 0,
        "cost": round(sum(cost(t) for t in tokens), 6),
        "tokens_input": sum(t.fresh for t in tokens),
        "tokens_output": sum(t.output for t in tokens),
        "tokens_reasoning": 0,
        "tokens_cache_read": sum(t.cache_read for t in tokens),
        "tokens_cache_write": sum(t.cache_write for t in tokens),
        "permission": _CHILD_PERMISSION if parent else None,
        "agent": _agent(parent),
        "model": {"id": MODEL["modelID"], "providerID": MODEL["providerID"], "variant": "default"},
        "time_created": created,
        "time_updated": playback.exchanges[-1].ended + 40,
    }
    yield _insert("session", row)
    writer = _Messages(session, own, _agent(parent))
    for exchange in playback.exchanges:
        yield from writer.exchange(exchange)
    for exchange in playback.exchanges:
        for call in (c for a in exchange.answers for c in a.calls):
            if call.child is not None:
                yield from _session(call.child, child_id(call), call)


def _agent(parent: Call | None) -> str:
    return parent.step.options.get("agent", "general") if parent else "build"


class _Messages:
    """The messages and parts of one session."""

    def __init__(self, session: SampleSession, own: str, agent: str) -> None:
        self.session, self.own, self.agent = session, own, agent
        self.root = session.project.root
        self.files: dict[str, str | None] = {}
        self.counter = 0

    def exchange(self, exchange: Exchange) -> Iterator[str]:
        """A prompt with the answers to it."""
        prompt = ascending("msg", exchange.sent, 1, exchange.key)
        user = {
            "role": "user",
            "time": {"created": exchange.sent},
            "agent": self.agent,
            "model": MODEL,
            "summary": {"diffs": list(self.diffs(exchange))},
        }
        yield self.message(prompt, exchange.sent, exchange.ended + 25, user)
        yield self.part(prompt, exchange.sent + 9, exchange.sent + 9, _text(exchange.prompt))
        for answer in exchange.answers:
            yield from self.answer(answer, prompt)

    def answer(self, answer: Answer, prompt: str) -> Iterator[str]:
        """One answer of the model: step-start, words, calls, step-finish, patch."""
        own = ascending("msg", answer.started, 1, answer.key)
        aborted = any("interrupted" in call.step.options for call in answer.calls)
        snapshot = self.snapshot()
        yield self.message(own, answer.started, answer.ended, self.info(answer, prompt, aborted))
        now = answer.started + 700
        yield self.part(own, now, now + 2, {"snapshot": snapshot, "type": "step-start"})
        if answer.text:
            time = {"start": now + 14, "end": now + 90}
            yield self.part(own, now + 14, now + 91, {**_text(answer.text), "time": time})
        for call in answer.calls:
            part = tool_part(call, self.root, self.own)
            yield self.part(own, call.started, call.ended + 2, part)
        if aborted:
            return
        changed = [call for call in answer.calls if call.before != call.after]
        self.files |= {call.step.value: call.after for call in changed}
        end = answer.ended - 6
        finish = {
            "reason": "tool-calls" if answer.calls else "stop",
            "snapshot": self.snapshot(),
            "type": "step-finish",
            "tokens": _tokens(answer),
            "cost": cost(answer.tokens),
        }
        yield self.part(own, end, end + 1, finish)
        if changed:
            paths = [f"{self.root}/{call.step.value}" for call in changed]
            patch = {"type": "patch", "hash": snapshot, "files": paths}
            yield self.part(own, end + 3, end + 4, patch)

    def info(self, answer: Answer, prompt: str, aborted: bool) -> dict[str, Any]:
        """``data`` of an assistant message."""
        info: dict[str, Any] = {
            "parentID": prompt,
            "role": "assistant",
            "mode": self.agent,
            "agent": self.agent,
            "path": {"cwd": self.root, "root": self.root},
            "cost": 0 if aborted else cost(answer.tokens),
            "tokens": _tokens(answer),
            "modelID": MODEL["modelID"],
            "providerID": MODEL["providerID"],
            "time": {"created": answer.started, "completed": answer.ended},
        }
        if aborted:
            nothing = {"input": 0, "output": 0, "reasoning": 0, "cache": {"read": 0, "write": 0}}
            error = {"name": "MessageAbortedError", "data": {"message": "Aborted"}}
            return {**info, "tokens": nothing, "error": error}
        return {**info, "finish": "tool-calls" if answer.calls else "stop"}

    def diffs(self, exchange: Exchange) -> Iterator[dict[str, Any]]:
        """What the answers to one prompt changed, file by file."""
        first: dict[str, str | None] = {}
        last: dict[str, str | None] = {}
        for call in (c for a in exchange.answers for c in a.calls if c.before != c.after):
            first.setdefault(call.step.value, call.before)
            last[call.step.value] = call.after
        for path in sorted(first):
            before, after = first[path], last[path] or ""
            added, removed = counts(before or "", after)
            yield {
                "file": path,
                "patch": unified(path, before or "", after, 1_000, "\t"),
                "additions": added,
                "deletions": removed,
                "status": "added" if before is None else "modified",
            }

    def snapshot(self) -> str:
        """Hash of the work tree: another one after every change."""
        return hexadecimal(f"{self.root}{sorted(self.files.items())}", 40)

    def message(self, own: str, created: int, updated: int, data: Mapping[str, Any]) -> str:
        """A row of the table ``message``."""
        row = {"id": own, "session_id": self.own, "time_created": created, "time_updated": updated}
        return _insert("message", {**row, "data": data})

    def part(self, message: str, created: int, updated: int, data: Mapping[str, Any]) -> str:
        """A row of the table ``part``."""
        self.counter += 1
        row = {
            "id": ascending("prt", created, 1, f"{self.own} {self.counter}"),
            "message_id": message,
            "session_id": self.own,
            "time_created": created,
            "time_updated": updated,
        }
        return _insert("part", {**row, "data": data})


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _tokens(answer: Answer) -> dict[str, Any]:
    tokens = answer.tokens
    total = tokens.fresh + tokens.cache_read + tokens.cache_write + tokens.output
    return {
        "total": total,
        "input": tokens.fresh,
        "output": tokens.output,
        "reasoning": 0,
        "cache": {"write": tokens.cache_write, "read": tokens.cache_read},
    }

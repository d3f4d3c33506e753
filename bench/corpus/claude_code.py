"""Claude Code's projects folder: one file per session, forks, and files of sub-agents.

Half of the sessions have the shape of 2.1.332, with a snapshot of the prompt and a line for each
request, half that of 2.1.197, without.
"""

import json
import os
import random
import re
from collections import Counter
from datetime import timedelta
from pathlib import Path

from corpus.growing import Renewal, is_event
from corpus.session import TOKENS, YEAR, YEAR_START, Session, plan, uuid
from corpus.templates import load
from corpus.text import Text, escaped

FORKS = 0.04
SUB_AGENTS = 0.06
FAILED = 0.12
PICTURES = 0.02
TOOLS = ("Bash",) * 9 + ("Read",) * 5 + ("Edit",) * 3 + ("Grep",) * 2 + ("Write",)
LONGEST_FORKED = 1500
"""Lines; a longer session is not forked, or a few files would be most of the corpus."""
RECORDED_TOKENS = dict(
    zip(
        TOKENS,
        ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"),
        strict=True,
    )
)
"""Our name of a counter → the client's."""


class ClaudeCode:
    """Writes ``.claude/projects`` below a home folder."""

    def __init__(self, draw: random.Random, text: Text, home: Path, *, small: bool) -> None:
        self._draw = draw
        self._small = small
        self._text = text
        self._kinds = load("claude_code.jsonl", self._text.plain)
        self._place = home / ".claude" / "projects"
        self._instructions = self._text.lines(600, 2500, kept=False)
        self._projects = [
            f"/home/dev/src/{self._text.word()}-{self._text.word()}" for _ in range(12)
        ]
        self.truth: Counter[str] = Counter()

    def write(self, most_bytes: float, most_files: int | None) -> None:
        """Write sessions until there are that many bytes, or files."""
        previous: Session | None = None
        while self.truth["bytes"] < most_bytes and (
            most_files is None or self.truth["files"] < most_files
        ):
            session = self._session(previous)
            previous = session if len(session.lines) < LONGEST_FORKED else None

    def _session(self, previous: Session | None) -> Session:
        draw = self._draw
        directory = draw.choice(self._projects)
        values = {
            "session": uuid(draw),
            "directory": directory.encode(),
            "instructions": self._instructions,
        }
        session = Session(draw, values)
        before = self._small or session.clock < YEAR_START + YEAR // 2
        session.values["version"] = b"2.1.197" if before else b"2.1.332"
        if previous and draw.random() < FORKS:
            # A fork holds the earlier records verbatim; only the session's id is new.
            own = previous.values["session"]
            session.lines += [line.replace(own, values["session"]) for line in previous.lines]
            session.clock = max(session.clock, previous.clock + 60_000)
            self.truth["forks"] += 1
        for template in self._kinds["start"]:
            session.add(template)
        for template in () if before else self._kinds["start with snapshot"]:
            session.add(template)
        for rounds in plan(draw, small=self._small):
            self._turn(session, rounds, before=before)
        folder = self._place / re.sub("[^a-zA-Z0-9]", "-", directory)
        name = session.values["session"].decode()
        self._save(folder / f"{name}.jsonl", session.lines, session.clock, "sessions")
        if draw.random() < SUB_AGENTS:
            self._sub_agent(folder / name / "subagents", session)
        return session

    def _turn(self, session: Session, rounds: int, *, before: bool) -> None:
        draw, text, values, kinds = self._draw, self._text, session.values, self._kinds
        values["prompt"], values["said"] = uuid(draw), text.prose(20, 400)
        asked = values["said"]
        session.add(kinds["prompt"][0])
        self.truth["human_prompts"] += 1
        for step in range(rounds + 1):
            last = step == rounds
            values["answer"] = b"msg_01%024x" % draw.getrandbits(96)
            values["request"] = b"req_%024x" % draw.getrandbits(96)
            session.answer(self.truth)
            if not before:
                session.add(kinds["api-request"][0])
            if draw.random() < 0.35:
                values["thinking"] = text.prose(80, 1500, kept=False)
                values["signature"] = text.picture(400, 1200)
                session.add(kinds["thinking"][0])
            if last or draw.random() < 0.4:
                values["said"] = text.prose(30, 900)
                session.add(kinds["text"][0])
            if not last:
                self._calls(session, 2 if draw.random() < 0.15 else 1)
        values["said"] = asked
        session.add(kinds["last-prompt"][0])
        session.advance(5_000, 900_000)

    def _calls(self, session: Session, number: int) -> None:
        """Calls issued together, then their results."""
        draw, text, values = self._draw, self._text, session.values
        waiting = []
        for _ in range(number):
            tool = draw.choice(TOOLS)
            values["call"] = b"toolu_01%022x" % draw.getrandbits(88)
            values["file"] = values["directory"] + b"/" + text.path().encode()
            values["command"], values["word"] = text.command(), text.word().encode()
            values["old"], values["new"] = text.line(), text.line()
            if tool == "Write":
                values["written"] = text.lines(100, 3000, kept=False)
            session.add(self._kinds[f"call:{tool}"][0])
            self.truth["tool_calls"] += 1
            waiting.append((tool, dict(values)))
        for tool, called in waiting:
            own = ("call", "file", "old", "new", "written")
            values.update({name: called[name] for name in own if name in called})
            values["caller"] = called["event"]
            session.add(self._kinds[self._result(tool, session)][0])

    def _result(self, tool: str, session: Session) -> str:
        """Draw a result; returns the name of its template."""
        draw, text, values = self._draw, self._text, session.values
        if tool == "Bash" and draw.random() < FAILED:
            code = draw.choice((1, 1, 2, 127, 254))
            values["result"] = escaped(f"Exit code {code}\n") + text.lines(60, 20_000)
            self.truth["failed_calls"] += 1
            return "failed"
        if tool == "Read" and draw.random() < PICTURES:
            values["picture"] = text.picture(40_000, 500_000)
            return "image"
        if tool in ("Edit", "Write"):
            values["result"] = b"The file has been updated successfully."
            values["output"] = text.lines(500, 8000, kept=False) if tool == "Edit" else b""
        else:
            values["result"] = values["output"] = text.output()
        return f"result:{tool}"

    def _sub_agent(self, folder: Path, session: Session) -> None:
        """A file of a sub-agent: records of its parent with new ids; its prompt is no human's."""
        draw = self._draw
        agent = b"a%016x" % draw.getrandbits(64)
        renewal = Renewal(draw, session.values["session"], timedelta())
        mark = b'"isSidechain":true,"agentId":"%s"' % agent
        chain = [line for line in session.lines if is_event(line)][:40]
        lines = [renewal.line(x).replace(b'"isSidechain":false', mark, 1) for x in chain]
        self._count(lines)
        name = f"agent-{agent.decode()}.jsonl"
        self._save(folder / name, lines, session.clock, "sub_agents")

    def _count(self, lines: list[bytes]) -> None:
        seen = set()
        for record in map(json.loads, lines):
            message = record["message"]
            content = message["content"]
            block = content[0] if isinstance(content, list) else {}
            if message["role"] == "user":
                failed = str(block.get("content", "")).startswith("Exit code")
                self.truth["failed_calls"] += failed
                continue
            self.truth["tool_calls"] += block["type"] == "tool_use"
            if message["id"] not in seen:
                seen.add(message["id"])
                for ours, theirs in RECORDED_TOKENS.items():
                    self.truth[ours] += message["usage"][theirs]
        self.truth["answers"] += len(seen)

    def _save(self, path: Path, lines: list[bytes], clock: int, what: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        data = b"\n".join(lines) + b"\n"
        path.write_bytes(data)
        os.utime(path, (clock / 1000, clock / 1000))
        self.truth.update({what: 1, "files": 1, "lines": len(lines), "bytes": len(data)})

"""OpenCode's database, with the rows of its first engine as 1.18.33 writes them."""

import random
import sqlite3
from collections import Counter
from pathlib import Path

from corpus.session import Session, plan
from corpus.templates import Template, load
from corpus.text import Text

SCHEMA = Path(__file__).parent.parent.parent / "scripts" / "samples" / "opencode_schema.sql"
TOOLS = ("bash", "bash", "bash", "read", "grep", "edit")
FAILED = 0.12
BATCH_ROWS = 20_000
VERSION = "1.18.33"

Row = tuple[object, ...]


class OpenCode:
    """Writes ``.local/share/opencode/opencode.db`` below a home folder."""

    def __init__(self, draw: random.Random, text: Text, home: Path, *, small: bool) -> None:
        self._draw = draw
        self._small = small
        self._text = text
        self._kinds = load("opencode.jsonl", self._text.plain)
        self._path = home / ".local" / "share" / "opencode" / "opencode.db"
        self._projects = [
            f"/home/dev/src/{self._text.word()}-{self._text.word()}" for _ in range(12)
        ]
        self._rows: dict[str, list[Row]] = {"session": [], "message": [], "part": []}
        self.truth: Counter[str] = Counter()

    def write(self, most_bytes: float) -> None:
        """Write sessions until their records hold that many bytes."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.unlink(missing_ok=True)
        database = sqlite3.connect(self._path)
        database.executescript(SCHEMA.read_text(encoding="utf-8"))
        projects = [
            (f"{number:040x}", directory, "git", 0, 0, "[]")
            for number, directory in enumerate(self._projects)
        ]
        database.executemany(
            "insert into project (id, worktree, vcs, time_created, time_updated, sandboxes)"
            " values (?, ?, ?, ?, ?, ?)",
            projects,
        )
        while self.truth["bytes"] < most_bytes:
            self._session()
            if len(self._rows["part"]) > BATCH_ROWS:
                self._flush(database)
        self._flush(database)
        database.commit()
        database.execute("pragma journal_mode = wal")
        database.close()

    def _flush(self, database: sqlite3.Connection) -> None:
        database.executemany(
            "insert into session (id, project_id, slug, directory, title, version, tokens_input,"
            " tokens_output, tokens_cache_read, tokens_cache_write, time_created, time_updated)"
            " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            self._rows["session"],
        )
        database.executemany("insert into message values (?, ?, ?, ?, ?)", self._rows["message"])
        database.executemany("insert into part values (?, ?, ?, ?, ?, ?)", self._rows["part"])
        for rows in self._rows.values():
            rows.clear()

    def _session(self) -> None:
        draw = self._draw
        project = draw.randrange(len(self._projects))
        directory = self._projects[project]
        session = Session(draw, {"directory": directory.encode()})
        name = f"ses_{(1 << 48) - session.clock:012x}ffe{draw.getrandbits(56):014x}"
        for rounds in plan(draw, small=self._small):
            self._turn(session, name, rounds)
        tokens = session.tokens
        self._rows["session"].append(
            (name, f"{project:040x}", name[-8:], directory, self._text.plain(50).decode(), VERSION,
             tokens["input_tokens"], tokens["written_tokens"], tokens["cache_read_tokens"],
             tokens["cache_write_tokens"], session.began, session.clock)
        )  # fmt: skip
        self.truth["sessions"] += 1

    def _turn(self, session: Session, name: str, rounds: int) -> None:
        text, values, kinds = self._text, session.values, self._kinds
        values["said"] = text.prose(20, 400)
        asked = self._message(session, name, kinds["user"][0])
        values["asked"] = asked.encode()
        self._part(session, name, asked, kinds["text"][0])
        self.truth["human_prompts"] += 1
        for step in range(rounds + 1):
            last = step == rounds
            session.answer(self.truth)
            kind = kinds["last answer" if last else "answer with calls"][0]
            answer = self._message(session, name, kind)
            self._part(session, name, answer, kinds["step-start"][0])
            slot = "said" if last else "thinking"
            values[slot] = text.prose(30, 900, kept=last)
            self._part(session, name, answer, kinds["text" if last else "reasoning"][0])
            if not last:
                self._call(session, name, answer)
            self._part(session, name, answer, kinds["step-finish"][0])
        session.advance(5_000, 900_000)

    def _call(self, session: Session, name: str, answer: str) -> None:
        draw, text, values = self._draw, self._text, session.values
        tool = draw.choice(TOOLS)
        failed = tool == "bash" and draw.random() < FAILED
        values["call"] = b"call_%016x" % draw.getrandbits(64)
        values["file"] = values["directory"] + b"/" + text.path().encode()
        values["command"], values["word"] = text.command(), text.word().encode()
        values["old"], values["new"] = text.line(), text.line()
        values["exit"] = b"%d" % failed
        if tool != "edit":
            values["result"] = text.output()
            values["preview"] = text.line()
        self._part(session, name, answer, self._kinds[tool][0])
        self.truth["tool_calls"] += 1
        self.truth["failed_calls"] += failed

    def _message(self, session: Session, name: str, template: Template) -> str:
        key, began, data = self._record(session, "msg", template)
        self._rows["message"].append((key, name, began, session.clock, data))
        return key

    def _part(self, session: Session, name: str, message: str, template: Template) -> None:
        key, began, data = self._record(session, "prt", template)
        self._rows["part"].append((key, message, name, began, session.clock, data))

    def _record(self, session: Session, prefix: str, template: Template) -> tuple[str, int, str]:
        began, ended = session.advance(20, 3000), session.advance(20, 3000)
        session.values["began"], session.values["ended"] = b"%d" % began, b"%d" % ended
        data = template.fill(session.values).decode()
        self.truth["bytes"] += len(data.encode())
        key = f"{prefix}_{began:012x}001{self._draw.getrandbits(56):014x}"
        return key, began, data

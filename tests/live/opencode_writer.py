"""A process that writes sessions into ``opencode.db`` as the client does: row by row, into a log.

Each line of its input is a job (``{"database": …, "seed": …}``), which it answers with ``done``.
What it does and how long it waits in between follow from the seed.
"""

import json
import random
import sqlite3
import time
from dataclasses import dataclass, field
from typing import Any

from migrated import insert, schema
from resting import jobs, rest

OPERATIONS = 70
RESTS = 3
LONGEST_PAUSE = 0.012
MOST_SESSIONS = 4


@dataclass
class Played:
    """A session that is being written."""

    id: str
    messages: list[str] = field(default_factory=list)
    running: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    """Calls without a result."""
    open: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    """Answers that are not complete."""
    rows: int = 0
    """Rows of the second engine."""


class Client:
    """One client at work."""

    def __init__(self, database: str, seed: int) -> None:
        self.database = database
        self.chance = random.Random(seed)  # noqa: S311 - a game, no secret
        self.sessions: list[Played] = []
        self.number = 0
        self.connection = self.connected()

    def connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.database, isolation_level=None, timeout=30)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    def play(self) -> None:
        self.connection.executescript(schema("1.18.33"))
        rests = self.chance.sample(range(OPERATIONS), RESTS)
        for number in range(OPERATIONS):
            self.operation()
            if number in rests:
                rest()
            time.sleep(self.chance.uniform(0, LONGEST_PAUSE) * self.chance.choice((0, 1)))
        for session in self.sessions:
            self.late(session)
        self.connection.close()

    def operation(self) -> None:
        if not self.sessions or (len(self.sessions) < MOST_SESSIONS and self.chance.random() < 0.1):
            return self.begin()
        session = self.chance.choice(self.sessions)
        act = self.chance.choices(
            (self.ask, self.call, self.result, self.complete, self.second, self.rename,
             self.late, self.revert, self.tidy, self.again),
            (8, 8, 10, 8, 6, 3, 6, 2, 2, 2),
        )[0]  # fmt: skip
        return act(session)

    def name(self, kind: str) -> str:
        self.number += 1
        stamp = (int(time.time() * 1000) << 12) % (1 << 48) + self.number
        return f"{kind}_{stamp:012x}{self.number:014d}"

    def begin(self) -> None:
        session = Played(self.name("ses"))
        now = moment()
        named = {"slug": "s", "directory": "/home/dev/shop", "title": "New session"}
        times = {"time_created": now, "time_updated": now}
        key = {"id": session.id, "project_id": "global", "version": "1.18.33"}
        insert(self.connection, "session", **key, **named, **times)
        self.sessions.append(session)

    def ask(self, session: Played) -> None:
        self.message(session, {"role": "user", "agent": "build"}, {"type": "text", "text": "go on"})

    def call(self, session: Played) -> None:
        info = {"role": "assistant", "modelID": "m", "providerID": "fake", "mode": "build"}
        self.message(session, info, {"type": "step-start"})
        state = {"status": "running", "input": {"command": f"pytest {self.number}"}}
        part = {"type": "tool", "callID": f"call_{self.number}", "tool": "bash", "state": state}
        session.running.append((self.part(session, session.messages[-1], part), part))
        session.open.append((session.messages[-1], info))

    def result(self, session: Played) -> None:
        if session.running:
            identifier, part = session.running.pop(0)
            ended = {"status": "completed", "output": "1 failed " * 40, "metadata": {"exit": 1}}
            done = {**part, "state": {**part["state"], **ended}}
            self.update("part", identifier, done, moment())

    def complete(self, session: Played) -> None:
        if session.open:
            identifier, info = session.open.pop(0)
            tokens = {"input": 9, "output": 4, "reasoning": 1, "cache": {"read": 5, "write": 0}}
            said = {"type": "text", "text": f"done {self.number}"}
            self.connection.execute("BEGIN IMMEDIATE")
            self.part(session, identifier, said)
            done = {**info, "cost": 0.01, "tokens": tokens, "time": {"created": moment()}}
            self.update("message", identifier, done, moment())
            self.connection.execute("COMMIT")

    def second(self, session: Played) -> None:
        if session.rows and self.chance.random() < 0.4:
            self.connection.execute(
                "UPDATE session_message SET data = ?, time_updated = ? "
                "WHERE session_id = ? AND seq = ?",
                (json.dumps(self.spoken()), moment(), session.id, session.rows),
            )
            return
        session.rows += 1
        now = moment()
        key = {"id": self.name("msg"), "session_id": session.id, "seq": session.rows}
        times = {"time_created": now, "time_updated": now}
        data = json.dumps(self.spoken())
        insert(self.connection, "session_message", **key, **times, type="assistant", data=data)

    def spoken(self) -> dict[str, Any]:
        text = {"type": "text", "text": f"said {self.number} {self.chance.random()}"}
        return {"time": {"created": moment()}, "content": [text]}

    def rename(self, session: Played) -> None:
        self.connection.execute(
            "UPDATE session SET title = ?, time_updated = ? WHERE id = ?",
            (f"title {self.chance.random()}", moment(), session.id),
        )

    def late(self, session: Played) -> None:
        """Two writers: the one that looked at the clock first writes last."""
        if session.running:
            before = moment()
            time.sleep(0.002)
            self.ask(session)
            if self.chance.random() < 0.5:
                rest()
            identifier, part = session.running.pop(0)
            state = {**part["state"], "status": "error", "error": f"late {self.number}"}
            self.update("part", identifier, {**part, "state": state}, before)

    def revert(self, session: Played) -> None:
        taken = self.chance.choice([None, *session.messages])
        revert = None if taken is None else json.dumps({"messageID": taken})
        self.connection.execute(
            "UPDATE session SET revert = ?, time_updated = ? WHERE id = ?",
            (revert, moment(), session.id),
        )

    def tidy(self, _: Played) -> None:
        self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def again(self, _: Played) -> None:
        """The client is closed, and its log with it, and started again."""
        self.connection.close()
        self.connection = self.connected()

    def message(self, session: Played, info: dict[str, Any], part: dict[str, Any]) -> None:
        identifier, now = self.name("msg"), moment()
        content = json.dumps({**info, "time": {"created": now}})
        times = {"time_created": now, "time_updated": now}
        key = {"id": identifier, "session_id": session.id}
        insert(self.connection, "message", **key, **times, data=content)
        session.messages.append(identifier)
        self.part(session, identifier, part)

    def part(self, session: Played, message: str, content: dict[str, Any]) -> str:
        identifier, now = self.name("prt"), moment()
        key = {"id": identifier, "message_id": message, "session_id": session.id}
        times = {"time_created": now, "time_updated": now}
        insert(self.connection, "part", **key, **times, data=json.dumps(content))
        return identifier

    def update(self, table: str, identifier: str, content: dict[str, Any], now: int) -> None:
        self.connection.execute(
            f"UPDATE {table} SET data = ?, time_updated = ? WHERE id = ?",  # noqa: S608 - constants
            (json.dumps(content), now, identifier),
        )


def moment() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


if __name__ == "__main__":
    for job in jobs():
        Client(job["database"], job["seed"]).play()

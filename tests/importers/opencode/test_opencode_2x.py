"""Databases of OpenCode 2.x, made by hand: ``session_v2``, its rows, and what 1.x left beside them.

No 2.x program was at hand. Tables, row types and fields follow its published API contract (2.1) and
what users of 2.0.3 to 2.0.14 report: sessions are taken over once, the old rows stay, and sessions
that 1.x makes later are never taken over.
"""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reflect.importers import unchanged
from reflect.importers.opencode import OpenCode
from reflect.model.session import RawSession
from reflect.model.source import LedgerEntry, Source, Unit
from reflect.model.vocabulary import (
    CallStatus,
    MessageKind,
    PartKind,
    Relation,
    StoreKind,
    Tool,
)

Build = Callable[..., Path]
Sessions = Callable[[Path], dict[str, RawSession]]

NOW = 1_795_970_000_000
CORRECTED = "ses_dd8039b72ffe3Jw21uB5OP4WdK"
SESSION_V2 = """
CREATE TABLE session_v2 (
    id TEXT PRIMARY KEY, project_id TEXT NOT NULL, workspace_id TEXT, parent_id TEXT,
    fork_session_id TEXT, fork_boundary TEXT, slug TEXT, directory TEXT NOT NULL, path TEXT,
    title TEXT, version TEXT NOT NULL, metadata TEXT, cost REAL DEFAULT 0,
    tokens_input INTEGER DEFAULT 0, tokens_output INTEGER DEFAULT 0,
    tokens_reasoning INTEGER DEFAULT 0, tokens_cache_read INTEGER DEFAULT 0,
    tokens_cache_write INTEGER DEFAULT 0, revert TEXT, permission TEXT, agent TEXT, model TEXT,
    idle_outcome TEXT, resume_attempts INTEGER, time_created INTEGER NOT NULL,
    time_updated INTEGER NOT NULL, time_suspended INTEGER, time_idle INTEGER, time_viewed INTEGER,
    time_archived INTEGER
);
"""
SESSION_MESSAGE = """
CREATE TABLE session_message (
    id TEXT PRIMARY KEY, session_id TEXT NOT NULL REFERENCES session_v2(id), type TEXT NOT NULL,
    seq INTEGER NOT NULL, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL,
    data TEXT NOT NULL
);
CREATE TABLE project (id TEXT PRIMARY KEY, worktree TEXT NOT NULL, vcs TEXT);
"""

Row = tuple[str, dict[str, Any]]


def put(path: Path, identifier: str, *rows: Row, **columns: object) -> None:
    """Add a session with its rows, one second apart."""
    connection = sqlite3.connect(path)
    known = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    connection.executescript("" if "session_v2" in known else SESSION_V2)
    connection.executescript("" if "session_message" in known else SESSION_MESSAGE)
    session = {
        "id": identifier,
        "project_id": "p",
        "directory": "/home/dev/shop",
        "version": "2.0.14",
        "time_created": NOW,
        "time_updated": NOW,
        **columns,
    }
    marks = ", ".join("?" for _ in session)
    connection.execute(
        f"INSERT INTO session_v2 ({', '.join(session)}) VALUES ({marks})",  # noqa: S608
        tuple(session.values()),
    )
    for seq, (kind, data) in enumerate(rows):
        moment = NOW + 1000 * seq
        content = {"time": {"created": moment}, **data}
        values = (f"{identifier}_{seq}", identifier, kind, seq, moment, moment, json.dumps(content))
        connection.execute("INSERT INTO session_message VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    connection.commit()
    connection.close()


def tool(name: str, state: dict[str, Any]) -> dict[str, Any]:
    time = {"created": NOW, "ran": NOW + 5, "completed": NOW + 9}
    return {"type": "tool", "id": f"call_{name}", "name": name, "state": state, "time": time}


def answer(*content: dict[str, Any], **more: Any) -> Row:
    model = {"id": "m", "providerID": "fake"}
    return "assistant", {"agent": "build", "model": model, "content": list(content), **more}


def test_a_database_without_tables_of_1x(tmp_path: Path, sessions_of: Sessions) -> None:
    path = tmp_path / "opencode.db"
    tokens = {"input": 10, "output": 5, "reasoning": 2, "cache": {"read": 7, "write": 0}}
    answered = answer({"type": "text", "text": "done"}, tokens=tokens, cost=0.25, finish="stop")
    put(path, "ses_1", ("user", {"text": "go"}), answered, ("idle", {"outcome": "succeeded"}))
    (session,) = sessions_of(path).values()
    assert (session.native_id, session.title, session.relation) == ("ses_1", None, Relation.ROOT)
    assert (session.directory, session.client_version) == ("/home/dev/shop", "2.0.14")
    assert [m.kind for m in session.messages] == [
        MessageKind.PROMPT,
        MessageKind.ANSWER,
        MessageKind.NOTIFICATION,
    ]
    usage = session.messages[1].usage
    assert usage is not None
    assert (usage.input_uncached, usage.cache_read, usage.output) == (10, 7, 7)
    assert (usage.reasoning, usage.cost, session.messages[1].model) == (2, 0.25, "fake/m")


def test_names_and_states_of_tools(tmp_path: Path, sessions_of: Sessions) -> None:
    path = tmp_path / "opencode.db"
    said = [{"type": "text", "text": "1 failed"}, {"type": "file", "uri": "file:///a", "mime": "x"}]
    patch = {"patchText": "*** Begin Patch\n*** Update File: src/a.py\n+x\n*** End Patch"}
    row = answer(
        tool("shell", {"status": "completed", "input": {"command": "pytest"}, "content": said,
                       "metadata": {"exit": 1}}),
        tool("patch", {"status": "completed", "input": patch, "content": []}),
        tool("read", {"status": "error", "input": {"path": "b.py"}, "content": said,
                      "error": {"type": "tool.failed", "message": "File not found: b.py"}}),
        tool("edit", {"status": "streaming", "input": '{"path": "c'}),
        tool("write", {"status": "running", "input": {"path": "d.py"}, "metadata": {}}),
    )  # fmt: skip
    put(path, "ses_1", ("user", {"text": "go"}), row)
    (session,) = sessions_of(path).values()
    assert [(c.name, c.tool, c.status) for c in session.calls] == [
        ("shell", Tool.SHELL, CallStatus.ERROR),
        ("patch", Tool.EDIT, CallStatus.OK),
        ("read", Tool.READ, CallStatus.ERROR),
        ("edit", Tool.EDIT, CallStatus.RUNNING),
        ("write", Tool.WRITE, CallStatus.RUNNING),
    ]
    shell, edited, missing, _, _ = session.calls
    assert (shell.command, shell.exit_code, shell.output) == ("pytest", 1, "1 failed")
    assert edited.path == "src/a.py"
    assert (missing.path, missing.output) == ("b.py", "File not found: b.py")


@pytest.mark.parametrize(
    ("status", "code", "expected"),
    [
        ("exited", 0, CallStatus.OK),
        ("exited", 2.0, CallStatus.ERROR),
        ("timeout", None, CallStatus.ERROR),
        ("killed", None, CallStatus.ABORTED),
        ("running", None, CallStatus.RUNNING),
        ("something new", None, CallStatus.UNKNOWN),
    ],
)
def test_commands_of_the_user(
    tmp_path: Path, sessions_of: Sessions, status: str, code: float | None, expected: CallStatus
) -> None:
    path = tmp_path / "opencode.db"
    output = {"output": "listed", "cursor": 6, "size": 6, "truncated": False}
    data = {"shellID": "sh", "command": "ls", "status": status, "exit": code, "output": output}
    put(path, "ses_1", ("shell", data))
    (session,) = sessions_of(path).values()
    assert [m.kind for m in session.messages] == [MessageKind.SHELL]
    (call,) = session.calls
    assert (call.by_human, call.command, call.status) == (True, "ls", expected)
    assert call.output == "listed"


def test_a_stopped_turn_is_one_interrupt_whoever_says_so(
    tmp_path: Path, sessions_of: Sessions
) -> None:
    path = tmp_path / "opencode.db"
    aborted = {"type": "aborted", "message": "Aborted"}
    idle = ("idle", {"outcome": "interrupted"})
    put(path, "ses_1", ("user", {"text": "a"}), answer(error=aborted), idle)
    put(path, "ses_2", ("user", {"text": "a"}), answer(), idle, ("user", {"text": "b"}), idle)
    found = sessions_of(path)
    counted = {
        name: sum(m.kind is MessageKind.INTERRUPT for m in session.messages)
        for name, session in found.items()
    }
    assert counted == {"ses_1": 1, "ses_2": 2}


def test_errors_and_compactions(tmp_path: Path, sessions_of: Sessions) -> None:
    path = tmp_path / "opencode.db"
    refused = {"type": "provider.auth", "message": "no key", "status": 401}
    put(
        path,
        "ses_1",
        answer(error=refused),
        answer(error={"type": "unknown", "message": "odd"}),
        ("compaction", {"status": "failed", "reason": "auto", "error": refused}),
        ("compaction", {"status": "completed", "reason": "manual", "summary": "so far"}),
    )
    (session,) = sessions_of(path).values()
    assert [m.error for m in session.messages][:2] == ["APIError", "UnknownError"]
    assert [item.name for item in session.context] == ["manual"]


def test_of_an_attached_file_its_name_is_kept(tmp_path: Path, sessions_of: Sessions) -> None:
    path = tmp_path / "opencode.db"
    file = {"data": "Y2FuYXJ5", "mime": "text/plain", "name": "a.txt", "source": {"type": "inline"}}
    put(path, "ses_1", ("user", {"text": "look", "files": [file], "skills": [{"id": "s"}]}))
    (session,) = sessions_of(path).values()
    _, part = session.messages[0].parts
    assert (part.kind, part.text, part.size) == (PartKind.FILE, "a.txt", 6)
    assert "Y2FuYXJ5" not in repr(session)


def test_a_fork_names_its_origin(tmp_path: Path, sessions_of: Sessions) -> None:
    path = tmp_path / "opencode.db"
    put(path, "ses_1", ("user", {"text": "a"}))
    put(path, "ses_2", ("user", {"text": "b"}), fork_session_id="ses_1", fork_boundary="{}")
    forked = sessions_of(path)["ses_2"]
    assert (forked.relation, forked.parent) == (Relation.FORK, "ses_1")


def test_what_was_taken_over_is_read_once_and_later_sessions_of_1x_too(
    build_store: Build, sessions_of: Sessions
) -> None:
    path = build_store("1.18.33")
    before = sessions_of(path)
    put(path, CORRECTED, ("user", {"text": "taken over"}), answer({"type": "text", "text": "yes"}))
    put(path, "ses_new", ("user", {"text": "made by 2.x"}))
    found = sessions_of(path)
    assert set(found) == {*before, "ses_new"}
    assert [m.text for m in found[CORRECTED].messages] == ["taken over", "yes"]
    assert {k: v for k, v in found.items() if k in before and k != CORRECTED} == {
        k: v for k, v in before.items() if k != CORRECTED
    }


def test_what_1x_added_to_a_session_after_it_was_taken_over(
    build_store: Build, sessions_of: Sessions
) -> None:
    path = build_store("1.18.33")
    put(path, CORRECTED, ("user", {"text": "taken over"}))
    connection = sqlite3.connect(path)
    connection.execute(
        "INSERT INTO message VALUES ('msg_zz', ?, ?, ?, ?)",
        (CORRECTED, NOW + 9, NOW + 9, json.dumps({"role": "user", "time": {"created": NOW + 9}})),
    )
    connection.execute(
        "INSERT INTO part VALUES ('prt_zz', 'msg_zz', ?, ?, ?, ?)",
        (CORRECTED, NOW + 9, NOW + 9, json.dumps({"type": "text", "text": "and with 1.x"})),
    )
    connection.commit()
    connection.close()
    assert [m.text for m in sessions_of(path)[CORRECTED].messages] == ["taken over", "and with 1.x"]


def test_a_session_taken_over_without_its_rows_keeps_those_of_1x(
    build_store: Build, sessions_of: Sessions
) -> None:
    path = build_store("1.18.33")
    before = sessions_of(path)[CORRECTED]
    put(path, CORRECTED)
    assert [m.event for m in sessions_of(path)[CORRECTED].messages] == [
        m.event for m in before.messages
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE session_v2 SET time_updated = 1995967285555",
        "UPDATE session_message SET time_updated = 1995967285555 WHERE seq = 0",
        "DELETE FROM session_message WHERE seq = 0",
    ],
)
def test_a_changed_session_shows(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "opencode.db"
    put(path, "ses_1", ("user", {"text": "a"}), answer())
    importer = OpenCode()
    source = Source("opencode", StoreKind.SQLITE, path)

    def unit() -> Unit:
        (found,) = importer.units(source)
        importer.close()
        return found

    before = unit()
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()
    entry = LedgerEntry(before.name, before.size, before.mtime_ns, before.inode)
    assert unchanged(before, entry)
    assert not unchanged(unit(), entry)

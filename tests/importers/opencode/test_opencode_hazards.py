"""Damaged, hostile and half-written stores: nothing stops an import, everything is counted."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflect.errors import BadData, Unreachable
from reflect.importers.opencode import OpenCode
from reflect.importers.opencode.records import StoredMessage, StoredSession
from reflect.importers.opencode.session import understood
from reflect.model.session import RawSession
from reflect.model.source import Source, UnitRead
from reflect.model.vocabulary import BadRecord, Relation, StoreKind
from reflect.stores import sqlite

SESSION = "ses_dd8039b72ffe3Jw21uB5OP4WdK"
FIRST = "msg_227fc67210010jov5Z8nNjPBiO"
Build = Callable[..., Path]
ReadAll = Callable[[Path], list[UnitRead]]


def changed(path: Path, statement: str, *values: object) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement, values)
    connection.commit()
    connection.close()


def one(path: Path) -> UnitRead:
    importer = OpenCode()
    source = Source("opencode", StoreKind.SQLITE, path)
    unit = next(unit for unit in importer.units(source) if unit.name == SESSION)
    found = importer.read(source, unit, None)
    importer.close()
    return found


def session(read: UnitRead) -> RawSession:
    assert read.session is not None
    return read.session


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ("{broken", BadRecord.NOT_JSON),
        ("", BadRecord.NOT_JSON),
        ("null", BadRecord.NOT_AN_OBJECT),
        ("[1]", BadRecord.NOT_AN_OBJECT),
        ("[" * 100_000 + "]" * 100_000, BadRecord.TOO_DEEP),
    ],
)
@pytest.mark.parametrize("table", ["message", "part"])
def test_a_bad_row_is_counted_and_passed_over(
    build_store: Build, table: str, data: str, kind: BadRecord
) -> None:
    path = build_store("1.18.33")
    column = "id" if table == "message" else "message_id"
    changed(path, f"UPDATE {table} SET data = ? WHERE {column} = ?", data, FIRST)  # noqa: S608 - names are constants
    read = one(path)
    assert read.counts.bad == {kind: 1}
    assert len(session(read).messages) == (8 if table == "message" else 9)


def test_bytes_that_are_no_utf8(build_store: Build) -> None:
    path = build_store("1.18.33")
    broken = b'{"type":"text","text":"caf\xe9 \xff"}'
    statement = "UPDATE part SET data = CAST(? AS TEXT) WHERE message_id = ?"
    changed(path, statement, broken, FIRST)
    changed(path, "UPDATE session SET title = CAST(? AS TEXT) WHERE id = ?", b"ti\xfftle", SESSION)
    read = one(path)
    assert read.counts.bad == {}
    assert session(read).messages[0].text == "caf\ufffd \ufffd"
    assert session(read).title == "ti\ufffdtle"


def test_half_a_surrogate_pair_can_be_written_again(build_store: Build) -> None:
    path = build_store("1.18.33")
    part = '{"type":"text","text":"\\ud83d x"}'
    changed(path, "UPDATE part SET data = ? WHERE message_id = ?", part, FIRST)
    assert session(one(path)).messages[0].text.encode() == b"? x"


def test_huge_and_wrong_numbers_are_unknown(build_store: Build) -> None:
    path = build_store("1.18.33")
    info = {
        "role": "assistant",
        "time": {"created": 10**40, "completed": "soon"},
        "cost": -1,
        "tokens": {"input": 2**70, "output": True, "reasoning": 1.5, "cache": []},
        "error": "no object",
        "parentID": 7,
    }
    changed(path, "UPDATE message SET data = ? WHERE id = ?", json.dumps(info), FIRST)
    changed(path, "UPDATE session SET time_created = 'x', cost = 'y' WHERE id = ?", SESSION)
    found = session(one(path))
    assert found.created_at is None
    assert found.ledger_usage is not None
    assert found.ledger_usage.cost is None
    message = found.messages[0]
    assert (message.sent_at, message.usage, message.error) == (None, None, None)


def test_unknown_parts_rows_and_roles_are_counted_by_type(build_store: Build) -> None:
    path = build_store("1.18.33")
    changed(path, "UPDATE part SET data = ? WHERE message_id = ?", '{"type":"hologram"}', FIRST)
    row = "INSERT INTO part VALUES ('p1', ?, ?, 1, 1, '{\"type\":\"a secret, not a type\"}')"
    changed(path, row, FIRST, SESSION)
    row = "INSERT INTO session_message VALUES ('m1', ?, 'telepathy', 1, 1, 1, '{}')"
    changed(path, row, SESSION)
    row = "INSERT INTO message VALUES ('m2', ?, 1, 1, '{\"role\":\"oracle\"}')"
    changed(path, row, SESSION)
    counts = one(path).counts
    assert counts.unknown == {
        "part hologram": 1,
        "part other": 1,
        "type telepathy": 1,
        "role oracle": 1,
    }


def test_older_tables_without_later_columns(build_store: Build, read_all: ReadAll) -> None:
    path = build_store("1.2.27")
    found = [read.session for read in read_all(path)]
    assert all(s is not None and s.ledger_usage is None for s in found)


def test_a_session_of_both_engines(build_store: Build) -> None:
    path = build_store("1.18.33")
    row = "INSERT INTO session_message VALUES ('msg_x', ?, 'user', 2, 1, 1, ?)"
    changed(path, row, SESSION, '{"time":{"created":1995967285555},"text":"go on"}')
    found = session(one(path))
    assert (found.messages[-1].event, found.messages[-1].text) == ("msg_x", "go on")


def test_an_empty_database_and_an_empty_file(tmp_path: Path) -> None:
    importer = OpenCode()
    empty = tmp_path / "opencode.db"
    empty.touch()
    assert importer.units(Source("opencode", StoreKind.SQLITE, empty)) == []
    connection = sqlite3.connect(empty)
    # An importer that still held a lock would make this fail.
    connection.execute("CREATE TABLE other (x)")
    connection.close()
    assert importer.units(Source("opencode", StoreKind.SQLITE, empty)) == []
    importer.close()


def test_a_damaged_database_is_named(build_store: Build) -> None:
    path = build_store("1.18.33")
    data = bytearray(path.read_bytes())
    data[100:9000] = b"\xa5" * 8900
    path.write_bytes(data)
    with pytest.raises(BadData, match=r"opencode\.db is damaged"):
        OpenCode().units(Source("opencode", StoreKind.SQLITE, path))
    path.write_bytes(b"PK\x03\x04 not a database at all")
    with pytest.raises(BadData, match="no SQLite database"):
        OpenCode().units(Source("opencode", StoreKind.SQLITE, path))


def test_a_locked_database_is_named(build_store: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    path = build_store("1.18.33")
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.05)
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA journal_mode = DELETE")
    writer.execute("BEGIN EXCLUSIVE")
    with pytest.raises(Unreachable, match=r"opencode\.db is locked"):
        OpenCode().units(Source("opencode", StoreKind.SQLITE, path))
    writer.execute("ROLLBACK")
    writer.close()


def test_tokens_of_accounts_are_never_reached(build_store: Build, read_all: ReadAll) -> None:
    path = build_store("1.18.33")
    changed(
        path,
        "INSERT INTO credential VALUES ('c', NULL, ?, 'canary', NULL, NULL, 1, 1, 1)",
        SESSION,
    )
    # A part table that is really a view on the credentials must not become a way in.
    connection = sqlite3.connect(path)
    connection.executescript(
        "DROP TABLE part; CREATE VIEW part AS SELECT id, id AS message_id, label AS session_id, "
        "1 AS time_updated, value AS data FROM credential;"
    )
    connection.close()
    assert "canary" not in repr(read_all(path))


def test_reverted_from_a_part_on(build_store: Build) -> None:
    path = build_store("1.18.33")
    connection = sqlite3.connect(path)
    query = "SELECT id, message_id FROM part WHERE session_id = ? AND data LIKE '%\"tool\"%'"
    tool, holder = connection.execute(
        f"{query} ORDER BY id LIMIT 1 OFFSET 1", (SESSION,)
    ).fetchone()
    connection.close()
    revert = json.dumps({"messageID": holder, "partID": tool})
    changed(path, "UPDATE session SET revert = ? WHERE id = ?", revert, SESSION)
    found = session(one(path))
    calls = {call.call: call.reverted for call in found.calls}
    assert calls[tool]
    assert [call.reverted for call in found.calls] == [False, True, True, True, True]
    messages = {message.event: message.reverted for message in found.messages}
    assert not messages[holder]
    assert messages[found.messages[-1].event]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ("type", "text", "state", "tool", "synthetic", "id", "auto", "prompt", "files", "url")
STATE = st.fixed_dictionaries(
    {},
    optional={
        "status": st.sampled_from(["completed", "error", "pending", "running"]) | JSON,
        "input": JSON,
        "output": JSON,
        "error": JSON,
        "metadata": st.fixed_dictionaries({}, optional={"exit": JSON, "files": JSON}) | JSON,
        "time": JSON,
    },
)
PART = st.fixed_dictionaries(
    {"type": st.sampled_from(["text", "tool", "file", "subtask", "compaction", "patch"]) | JSON},
    optional={"state": STATE | JSON, **dict.fromkeys(FIELDS[3:], JSON), "text": JSON},
)
INFO = st.fixed_dictionaries(
    {"role": st.sampled_from(["user", "assistant", "system"]) | JSON},
    optional=dict.fromkeys(("time", "tokens", "error", "parentID", "cost", "summary"), JSON),
)


@settings(deadline=None)
@given(
    st.lists(st.tuples(INFO, st.lists(PART, max_size=4)), max_size=4),
    st.dictionaries(st.sampled_from(["time", "title", "revert", "permission", "tokens"]), JSON),
)
def test_any_shape_of_record_gives_a_session(
    messages: list[tuple[dict[str, object], list[dict[str, object]]]], info: dict[str, object]
) -> None:
    stored = StoredSession(
        "ses_any",
        info,
        tuple(
            StoredMessage(f"msg_{n}", str(n), about, tuple(parts))
            for n, (about, parts) in enumerate(messages)
        ),
    )
    found, _ = understood(stored, "/store")
    assert found.relation in (Relation.ROOT, Relation.FORK)
    positions = [message.position for message in found.messages]
    assert positions == sorted(set(positions))
    repr(found).encode("utf-8", "strict" if "\\ud" not in repr(found) else "replace")

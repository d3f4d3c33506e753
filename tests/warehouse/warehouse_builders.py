"""Small sessions for tests of the warehouse, and the dump that compares two warehouses."""

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from reflect.model.passed_sessions import (
    CallColumns,
    ItemColumns,
    MessageColumns,
    PartColumns,
    PassedSessions,
)
from reflect.model.redacted import Redacted, RedactedTexts, seal, seal_all
from reflect.model.session import (
    ContextItem,
    Message,
    Part,
    RedactedSession,
    Session,
    ToolCall,
    Usage,
)
from reflect.model.source import LedgerEntry, ReadCounts
from reflect.model.vocabulary import (
    Author,
    CallStatus,
    MessageKind,
    Origin,
    PartKind,
    PartOrigin,
    Relation,
    Tool,
)
from reflect.warehouse import LoadedUnit, Warehouse, open_warehouse

STORE = seal("~/.agent/store")

CLOCK = ("schema_version", "source")
"""Tables that hold versions and times of imports, no content."""


def at(minute: float, day: int = 1) -> str:
    """A time on a day of January 2026."""
    seconds = round(minute * 60, 3)
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    return f"2026-01-{day:02d}T{int(hours):02d}:{int(minutes):02d}:{left:06.3f}Z"


def message(event: str, position: int, text: str = "", **fields: Any) -> Message[Redacted]:
    """A prompt of the human unless told otherwise."""
    part = Part(0, PartKind.TEXT, PartOrigin.USER, seal(text))
    values: dict[str, Any] = {
        "event": event,
        "position": position,
        "record": str(position),
        "kind": MessageKind.PROMPT,
        "author": Author.HUMAN,
        "reason": "typed",
        "sent_at": at(position),
        "parts": (part,) if text else (),
    }
    return Message(**(values | fields))


def answer(event: str, position: int, text: str = "done", **fields: Any) -> Message[Redacted]:
    """An answer of the model."""
    told = {"kind": MessageKind.ANSWER, "author": Author.AGENT, "model": "m-1"}
    return message(event, position, text, **(told | fields))


def call(identity: str, position: int, **fields: Any) -> ToolCall[Redacted]:
    """A shell command that went well unless told otherwise."""
    values: dict[str, Any] = {
        "call": identity,
        "position": position,
        "record": str(position),
        "part": 0,
        "name": "Bash",
        "tool": Tool.SHELL,
        "status": CallStatus.OK,
        "command": seal("pytest -q"),
        "output": seal("3 passed"),
        "started_at": at(position),
        "ended_at": at(position + 0.1),
    }
    return ToolCall(**(values | fields))


def tokens(output: int, uncached: int = 10) -> Usage:
    """Usage of one answer."""
    return Usage(input_uncached=uncached, cache_read=5, cache_write=2, output=output)


def session(native_id: str, **fields: Any) -> RedactedSession:
    """A root session of a human with one prompt, one call and one answer."""
    values: dict[str, Any] = {
        "agent": "claude-code",
        "native_id": native_id,
        "relation": Relation.ROOT,
        "origin": Origin.HUMAN,
        "origin_reason": "entrypoint=cli",
        "title": seal(f"Title of {native_id}"),
        "directory": seal("~/work/shop"),
        "git_root": None,
        "branch": seal("main"),
        "client_version": "2.1.332",
        "created_at": at(0),
        "path": seal(f"{STORE}/{native_id}.jsonl"),
        "messages": (
            message(f"{native_id}-m1", 1, f"please fix {native_id}"),
            answer(f"{native_id}-m3", 3, usage=tokens(40), answer_id=f"{native_id}-a1"),
        ),
        "calls": (call(f"{native_id}-c2", 2),),
    }
    return Session(**(values | fields))


def together(sessions: Sequence[RedactedSession]) -> PassedSessions:
    """The sessions as columns, as the door hands them over."""
    messages = [message for one in sessions for message in one.messages]
    calls = [call for one in sessions for call in one.calls]
    return PassedSessions(
        heads=[replace(one, messages=(), calls=(), context=()) for one in sessions],
        message_counts=[len(one.messages) for one in sessions],
        messages=MessageColumns(**_columns(MessageColumns, messages)),
        part_counts=[len(message.parts) for message in messages],
        parts=PartColumns(**_columns(PartColumns, [p for m in messages for p in m.parts])),
        call_counts=[len(one.calls) for one in sessions],
        calls=CallColumns(**_columns(CallColumns, calls)),
        item_counts=[len(one.context) for one in sessions],
        items=ItemColumns(**_columns(ItemColumns, [i for one in sessions for i in one.context])),
    )


def _columns(table: type, values: Sequence[object]) -> dict[str, Any]:
    columns: dict[str, Any] = {}
    for field in fields(table):
        column = [getattr(value, field.name) for value in values]
        columns[field.name] = seal_all(column) if field.type is RedactedTexts else column
    return columns


def context(record: int, name: str, **fields: Any) -> ContextItem[Redacted]:
    """A context item."""
    return ContextItem(name=seal(name), record=str(record), **fields)


def entry(unit: str, **fields: Any) -> LedgerEntry:
    """A ledger entry of a file that was read whole."""
    values: dict[str, Any] = {
        "unit": unit,
        "size": 100,
        "mtime_ns": 1_700_000_000_000_000_000,
        "inode": 7,
        "offset": 100,
        "records": 3,
        "head_digest": "head",
        "tail_digest": "tail",
        "carry": "{}",
    }
    return LedgerEntry(**(values | fields))


def unit(
    loaded: RedactedSession | None, *, name: str = "", store: Redacted = STORE, **fields: Any
) -> LoadedUnit:
    """A unit that holds a session."""
    agent = loaded.agent if loaded else "claude-code"
    name = name or (f"{loaded.native_id}.jsonl" if loaded else "empty.jsonl")
    counts = fields.pop("counts", ReadCounts(records=3, bytes=100))
    return LoadedUnit(agent, store, entry(name, **fields), loaded, counts)


def load(warehouse: Warehouse, *sessions: RedactedSession) -> None:
    """Load sessions, each from a file of its own."""
    warehouse.load([unit(each) for each in sessions])


def dump(path: Path, *, without: Sequence[str] = CLOCK) -> dict[str, list[str]]:
    """All rows of all tables of a warehouse, sorted."""
    with open_warehouse(path, write=False) as warehouse:
        connection = warehouse._connection
        tables = [name for (name,) in connection.rows("SELECT table_name FROM duckdb_tables()")]
        return {
            name: sorted(map(repr, connection.rows(f"FROM {name}")))
            for name in sorted(tables)
            if name not in without
        }

"""Sessions that another process read, as columns of the tables.

The rows of many sessions pass together, as they were read together; each session says what must be
known of it to decide whether it is kept.
"""

from collections.abc import Sequence

from reflect.model.frozen import dataclass
from reflect.model.session import RedactedSession
from reflect.warehouse.columns import Columns, columns
from reflect.warehouse.connection import Connection
from reflect.warehouse.context_rows import InstructionVersion, instruction_versions, item_rows
from reflect.warehouse.session_rows import (
    call_values,
    last_sent_at,
    message_values,
    part_values,
)
from reflect.warehouse.values_to_rows import required, session_row

KEY_PLACES = {"session": 0, "message": 1, "part": 0, "tool_call": 1, "context_item": 0}
"""Tables that hold the rows of sessions → which of their columns is the key of the session."""


@dataclass(frozen=True, slots=True)
class SessionsTable:
    """Rows of several sessions."""

    keys: frozenset[str]
    """Keys of the sessions, each of them once."""
    tables: tuple[tuple[str, Columns], ...]
    """Name of the table, and its rows."""


@dataclass(frozen=True, slots=True)
class SessionColumns:
    """One session whose rows stand among those of others."""

    key: str
    """``agent:native id``."""
    parent: str | None
    """Native id of its parent, where the records name it."""
    events: int
    """Messages and calls it holds: of two copies of a session the richer one is kept."""
    last_sent_at: str
    """When its last message was sent; empty when no message says."""
    instructions: tuple[InstructionVersion, ...]
    """Versions of instruction files it was given."""
    together: SessionsTable
    """Where its rows are."""


def session_columns(sessions: Sequence[RedactedSession]) -> list[SessionColumns]:
    """The sessions, no two of which have one key, as columns, in the same order.

    Raises ``InternalError`` for a text that has not passed the door.
    """
    headers = [session_row(session) for session in sessions]
    items = [row for session in sessions for row in item_rows(session, 0)]
    together = SessionsTable(
        frozenset(required(session.key) for session in sessions),
        (
            ("session", columns(list(zip(*headers, strict=True)))),
            ("message", columns(message_values(sessions))),
            ("part", columns(part_values(sessions))),
            ("tool_call", columns(call_values(sessions))),
            ("context_item", columns(list(zip(*items, strict=True)))),
        ),
    )
    return [
        SessionColumns(
            key=required(session.key),
            parent=session.parent,
            events=len(session.messages) + len(session.calls),
            last_sent_at=last_sent_at(session),
            instructions=tuple(instruction_versions(session.context)),
            together=together,
        )
        for session in sessions
    ]


def write_columns(connection: Connection, sessions: Sequence[SessionColumns]) -> None:
    """Add the rows of these sessions, of each of which there is one."""
    tables = {id(one.together): one.together for one in sessions}.values()
    kept = {one.key for one in sessions}
    whole = [together.tables for together in tables if together.keys <= kept]
    for same in zip(*whole, strict=True):
        connection.append_columns(same[0][0], [rows for _, rows in same])
    for together in tables:
        left_out = sorted(together.keys - kept)
        for table, rows in together.tables if left_out else ():
            connection.append_columns(table, [rows], (KEY_PLACES[table], left_out))

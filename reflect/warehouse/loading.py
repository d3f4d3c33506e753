"""Sessions into the tables: a transaction holds whole sessions with their ledger entries."""

from collections.abc import Iterator, Sequence

from reflect.errors import InternalError
from reflect.model.redacted import require
from reflect.model.session import RedactedSession
from reflect.warehouse import ledger, owners
from reflect.warehouse.connection import Connection, Row
from reflect.warehouse.context_rows import item_rows, write_instructions
from reflect.warehouse.continuing import merged
from reflect.warehouse.statements import steps
from reflect.warehouse.values import LoadCounts, LoadedUnit
from reflect.warehouse.values_to_rows import (
    call_row,
    message_row,
    part_rows,
    required,
    session_row,
)

FLUSH_ROWS = 10_000
"""Rows handed over at once: the appender keeps them all in memory until it is flushed."""

CLEAR = 90
"""Number of the last link step, which empties the work tables."""


def load(connection: Connection, batch: Sequence[LoadedUnit]) -> LoadCounts:
    """Write a batch; see ``Warehouse.load``."""
    if not connection.write:
        raise InternalError("a load needs a warehouse open for writing")
    for unit in batch:
        require(unit.source_path)
    with connection.transaction():
        _make_work_tables(connection)
        decision = owners.decide(connection, batch)
        ledger.write(connection, decision)
        if not decision.write:
            return LoadCounts(duplicates=decision.left_out)
        sessions = [
            merged(connection, session) if session.continues else session
            for session in decision.write
        ]
        before = _digests(connection, sessions)
        connection.append("changed", [(session.key,) for session in sessions])
        _link(connection, until=15)
        _write(connection, sessions)
        _link(connection, since=15)
        after = _digests(connection, sessions)
        _link(connection, since=CLEAR, clear=True)
    new = sum(key not in before for key in after)
    changed = sum(key in before and before[key] != digest for key, digest in after.items())
    return LoadCounts(new, changed, len(after) - new - changed, decision.left_out)


def _make_work_tables(connection: Connection) -> None:
    """Once a connection; a load that was rolled back has emptied them again."""
    if not connection.work_tables:
        found = connection.rows("SELECT 1 FROM duckdb_tables() WHERE table_name = 'relinked'")
        if not found:
            connection.rows(steps("link")[0].text)


def _link(
    connection: Connection, *, since: int = 1, until: int = CLEAR, clear: bool = False
) -> None:
    for step in steps("link"):
        if since <= step.number < until or (clear and step.number == CLEAR):
            connection.rows(step.text)


def relink_all(connection: Connection) -> None:
    """Compute everything derived anew, for all sessions; gives what is there already."""
    with connection.transaction():
        _make_work_tables(connection)
        connection.rows("INSERT INTO changed SELECT key FROM session")
        _link(connection)
        _link(connection, since=CLEAR, clear=True)


def _digests(connection: Connection, sessions: Sequence[RedactedSession]) -> dict[str, int]:
    return dict(
        connection.rows(
            "SELECT session, content_digest FROM session_total WHERE session IN (SELECT unnest(?))",
            [[session.key for session in sessions]],
        )
    )


def _write(connection: Connection, sessions: Sequence[RedactedSession]) -> None:
    whole = [session.key for session in sessions if not session.continues]
    for table, column in _tables():
        connection.rows(
            f"DELETE FROM {table} WHERE {column} IN (SELECT unnest(?))",  # noqa: S608 - constants
            [whole],
        )
    first = {}
    for session in sessions:
        if session.continues:
            first[session.key] = _make_room(connection, session)
    connection.append("session", [session_row(session) for session in sessions])
    for table, rows in (
        ("message", _message_rows(sessions)),
        ("part", _part_rows(sessions)),
        ("tool_call", _call_rows(sessions)),
        ("context_item", _item_rows(sessions, first)),
    ):
        _append_in_pieces(connection, table, rows)
    write_instructions(connection, (item for s in sessions for item in s.context if item.lines))


def _tables() -> tuple[tuple[str, str], ...]:
    return (
        ("session", "key"),
        ("message", "session"),
        ("part", "session"),
        ("tool_call", "session"),
        ("context_item", "session"),
    )


def _make_room(connection: Connection, session: RedactedSession) -> int:
    """Remove the rows that come again; returns the number of the next context item."""
    key = session.key
    connection.rows("DELETE FROM session WHERE key = ?", [key])
    events = [required(message.event) for message in session.messages]
    for table in ("message", "part"):
        connection.rows(
            f"DELETE FROM {table} WHERE session = ? AND event IN (SELECT unnest(?))",  # noqa: S608
            [key, events],
        )
    connection.rows(
        "DELETE FROM tool_call WHERE session = ? AND call IN (SELECT unnest(?))",
        [key, [required(call.call) for call in session.calls]],
    )
    connection.rows(
        "DELETE FROM context_item WHERE session = ? AND record IN (SELECT unnest(?))",
        [key, [required(item.record) for item in session.context]],
    )
    found = connection.rows(
        "SELECT coalesce(max(ordinal) + 1, 0) FROM context_item WHERE session = ?", [key]
    )
    return int(found[0][0])


def _append_in_pieces(connection: Connection, table: str, rows: Iterator[Row]) -> None:
    piece: list[Row] = []
    for row in rows:
        piece.append(row)
        if len(piece) >= FLUSH_ROWS:
            connection.append(table, piece)
            piece = []
    connection.append(table, piece)


def _message_rows(sessions: Sequence[RedactedSession]) -> Iterator[Row]:
    """One row per event: of two messages with one id the last one holds."""
    for session in sessions:
        agent, key = required(session.agent), required(session.key)
        distinct = {message.event: message for message in session.messages}
        for message in distinct.values():
            yield message_row(agent, key, message)


def _part_rows(sessions: Sequence[RedactedSession]) -> Iterator[Row]:
    for session in sessions:
        key = required(session.key)
        for message in {message.event: message for message in session.messages}.values():
            yield from part_rows(key, message)


def _call_rows(sessions: Sequence[RedactedSession]) -> Iterator[Row]:
    for session in sessions:
        agent, key = required(session.agent), required(session.key)
        for call in {call.call: call for call in session.calls}.values():
            yield call_row(agent, key, call)


def _item_rows(sessions: Sequence[RedactedSession], first: dict[str, int]) -> Iterator[Row]:
    for session in sessions:
        yield from item_rows(session, first.get(session.key, 0))

"""Sessions into the tables: a transaction holds whole sessions with their ledger entries."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from reflect.errors import InternalError
from reflect.model.redacted import require
from reflect.model.session import RedactedSession, Session
from reflect.warehouse import ledger, owners
from reflect.warehouse.connection import Connection, Row
from reflect.warehouse.context_rows import write_instructions
from reflect.warehouse.continuing import Continued, continued
from reflect.warehouse.grown_sessions import link_grown
from reflect.warehouse.held_sessions import HeldSession, held_sessions, keys_of_held
from reflect.warehouse.linking import link
from reflect.warehouse.read_ahead import ReadAhead
from reflect.warehouse.session_columns import SessionColumns, write_columns
from reflect.warehouse.session_rows import SessionRows, session_rows
from reflect.warehouse.touched_keys import touched_keys
from reflect.warehouse.values import LoadCounts, LoadedUnit
from reflect.warehouse.values_to_rows import required
from reflect.warehouse.vanished import stored_events, with_vanished

FLUSH_ROWS = 10_000
"""Rows handed over at once: the appender keeps them all in memory until it is flushed."""

TABLES = (
    ("session", "key"),
    ("message", "session"),
    ("part", "session"),
    ("tool_call", "session"),
    ("context_item", "session"),
)
"""Tables that hold the rows of a session, and the column with its key."""


def load(connection: Connection, batch: Sequence[LoadedUnit]) -> LoadCounts:
    """Write a batch; see ``Warehouse.load``."""
    if not connection.write:
        raise InternalError("a load needs a warehouse open for writing")
    for unit in batch:
        require(unit.source_path)
    batch = [_storable(unit) for unit in batch]
    with connection.transaction():
        keys = [unit.session.key for unit in batch if unit.session is not None]
        if connection.unlinked and keys_of_held(connection, keys):
            link(connection)
        ahead = _asked_ahead(connection, keys)
        held = _held(connection, keys, ahead)
        decision = owners.decide(connection, batch, held, ahead)
        ledger.write(connection, decision)
        again = stored_events(connection, _that_come_again(decision.write, held))
        sessions = [_completed(connection, one, held, again, ahead) for one in decision.write]
        written = {session.key for session in decision.write}
        known = sorted(held.keys() & written)
        grown = [one for one in sessions if isinstance(one, Continued) and one.same_place]
        rewritten = sorted(held.keys() & written - {one.session.key for one in grown})
        if rewritten:
            connection.named("remember", [rewritten])
            connection.named("remember_answers", [rewritten])
        rows = _write(connection, sessions, set(known))
        after = None
        if grown and len(grown) == len(sessions):
            after = link_grown(connection, grown, rows, held)
        if after is None:
            _leave_to_link(connection, written, grown)
            if known:
                link(connection, [one.session.key for one in grown])
            elif written:
                connection.unlinked = True
            after = _digests(connection, known)
    changed = sum(held[key].digest != after.get(key) for key in known)
    return LoadCounts(
        new=len(written) - len(known),
        changed=changed,
        unchanged=len(known) - changed,
        duplicates=decision.left_out,
    )


def _asked_ahead(connection: Connection, keys: Collection[str]) -> ReadAhead | None:
    """What was asked before this load, if it was asked of all these sessions."""
    asked, connection.ahead = connection.ahead, None
    ahead = asked() if asked is not None and not connection.unlinked else None
    return ahead if ahead is not None and keys and ahead.held.keys() >= set(keys) else None


def _held(
    connection: Connection, keys: Sequence[str], ahead: ReadAhead | None
) -> Mapping[str, HeldSession]:
    if connection.unlinked:
        return {}
    if ahead is not None:
        return {key: ahead.held[key] for key in keys}
    return held_sessions(connection, keys)


def _leave_to_link(
    connection: Connection, written: Collection[str], grown: Sequence[Continued]
) -> None:
    """Note what has to be looked at, in the transaction that writes the rows."""
    touched = touched_keys(grown)
    connection.append("pending_copy_key", touched.copy_keys)
    connection.append("pending_answer", touched.answers)
    connection.append("pending_session", [(key,) for key in sorted(written)])


Stored = RedactedSession | SessionColumns | Continued
"""A session on its way into the tables."""


def _completed(
    connection: Connection,
    session: RedactedSession | SessionColumns,
    held: Mapping[str, HeldSession],
    again: Mapping[str, Sequence[str]],
    ahead: ReadAhead | None,
) -> Stored:
    """The session with what is stored of it and does not come again."""
    if isinstance(session, SessionColumns):
        if session.key in held:
            raise InternalError("columns came for a session the warehouse holds")
        return session
    if session.key not in held:
        return session
    if session.continues:
        return continued(connection, session, held[session.key].header, ahead)
    return with_vanished(connection, session, again.get(session.key, ()))


def _that_come_again(
    sessions: Iterable[RedactedSession | SessionColumns], held: Mapping[str, HeldSession]
) -> list[str]:
    """Keys of the stored sessions that come whole."""
    return [
        one.key
        for one in sessions
        if isinstance(one, Session) and one.key in held and not one.continues
    ]


def _storable(unit: LoadedUnit) -> LoadedUnit:
    """The unit with names that UTF-8 can carry: file names may hold any bytes."""
    session, name = unit.session, unit.entry.unit
    if not name.isascii():
        unit = replace(unit, entry=replace(unit.entry, unit=required(name)))
    if isinstance(session, Session) and not session.native_id.isascii():
        unit = replace(unit, session=replace(session, native_id=required(session.native_id)))
    return unit


def _digests(connection: Connection, keys: Sequence[str]) -> dict[str, int]:
    if not keys:
        return {}
    return dict(
        connection.rows(
            "SELECT session, content_digest FROM session_total WHERE session IN (SELECT unnest(?))",
            [list(keys)],
        )
    )


def _write(
    connection: Connection, sessions: Sequence[Stored], known: set[str]
) -> Sequence[SessionRows]:
    """Write the sessions; returns the rows of those that did not come as columns."""
    whole = [one.key for one in sessions if isinstance(one, Session) and one.key in known]
    for table, column in TABLES if whole else ():
        connection.rows(
            f"DELETE FROM {table} WHERE {column} IN (SELECT unnest(?))",  # noqa: S608 - constants
            [whole],
        )
    apart = [one for one in sessions if isinstance(one, SessionColumns)]
    rows = [_rows(connection, one) for one in sessions if not isinstance(one, SessionColumns)]
    for table, found in (
        ("session", (row for session in rows for row in session.session)),
        ("message", (row for session in rows for row in session.messages)),
        ("part", (row for session in rows for row in session.parts)),
        ("tool_call", (row for session in rows for row in session.calls)),
        ("context_item", (row for session in rows for row in session.context)),
    ):
        _append_in_pieces(connection, table, found)
    write_columns(connection, apart)
    write_instructions(
        connection,
        chain.from_iterable(chain((r.instructions for r in rows), (a.instructions for a in apart))),
    )
    return rows


def _rows(connection: Connection, stored: RedactedSession | Continued) -> SessionRows:
    """The rows to be added; what they replace of a session that grew is removed."""
    if isinstance(stored, Session):
        return session_rows(stored)
    rows = session_rows(stored.session, _make_room(connection, stored))
    return replace(rows, session=()) if stored.same_header else rows


def _make_room(connection: Connection, stored: Continued) -> int:
    """Remove the rows that come again; returns the number of the next context item."""
    key = stored.session.key
    if not stored.same_header:
        connection.rows("DELETE FROM session WHERE key = ?", [key])
    for table, column, again in (
        ("message", "event", stored.messages),
        ("part", "event", stored.messages),
        ("tool_call", "call", stored.calls),
    ):
        if again:
            connection.rows(
                f"DELETE FROM {table} WHERE session = ? AND {column} IN (SELECT unnest(?))",  # noqa: S608
                [key, [row[0] for row in again]],
            )
    context = stored.session.context
    if not context:
        return 0
    connection.rows(
        "DELETE FROM context_item WHERE session = ? AND record IN (SELECT unnest(?))",
        [key, [required(item.record) for item in context]],
    )
    found = connection.rows(
        "SELECT coalesce(max(ordinal) + 1, 0) FROM context_item WHERE session = ?", [key]
    )
    return int(found[0][0])


def _append_in_pieces(connection: Connection, table: str, rows: Iterable[Row]) -> None:
    piece: list[Row] = []
    for row in rows:
        piece.append(row)
        if len(piece) >= FLUSH_ROWS:
            connection.append(table, piece)
            piece = []
    connection.append(table, piece)

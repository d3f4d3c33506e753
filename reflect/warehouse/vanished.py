"""What a client took out of a session that is still there: kept, and marked as reverted.

OpenCode 1.18.33 deletes reverted messages at the next prompt (seen with the real program), and
with them tokens that were spent. Nothing that was imported is lost, so they stay.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from reflect.model.redacted import Redacted
from reflect.model.session import Message, RedactedSession, ToolCall
from reflect.regex import compiled
from reflect.warehouse.connection import Connection
from reflect.warehouse.sessions import session as stored_session

NUMBERED = compiled(r"r\d+(\.\d+)?(\.shell)?")
"""An event named after its record, or what the user ran in it: when a file was rewritten it may be
another one."""

Event = Message[Redacted] | ToolCall[Redacted]


def stored_events(connection: Connection, keys: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Session → its stored events; asked of many at once: for each it would take 4 ms."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    if keys:
        for key, event in connection.named("stored_events", [list(keys)]):
            found[key].append(event)
    return found


def with_vanished(
    connection: Connection, session: RedactedSession, stored: Sequence[str]
) -> RedactedSession:
    """The session as read now, with those of its stored events that it no longer holds."""
    present = {message.event for message in session.messages} | {c.call for c in session.calls}
    gone = {event for event in stored if event not in present and not NUMBERED.fullmatch(event)}
    if not gone:
        return session
    known = stored_session(connection, session.key)
    messages = [replace(m, reverted=True) for m in known.messages if m.event in gone]
    calls = [replace(c, reverted=True) for c in known.calls if c.call in gone]
    return _in_order(
        replace(
            session,
            messages=(*session.messages, *messages),
            calls=(*session.calls, *calls),
        )
    )


def _in_order(session: RedactedSession) -> RedactedSession:
    """Positions given anew by time where the source has none of its own (a database)."""
    if all(message.record.isdigit() for message in session.messages):
        return session
    times = {message.record: message.sent_at or "" for message in session.messages}

    def place(event: Event) -> tuple[str, int]:
        return times.get(event.record, ""), event.position

    events: list[Event] = [*session.messages, *session.calls]
    records: dict[str, int] = {}
    for event in sorted(events, key=place):
        records.setdefault(event.record, len(records))
    return replace(
        session,
        messages=tuple(replace(m, position=records[m.record]) for m in session.messages),
        calls=tuple(replace(c, position=records[c.record]) for c in session.calls),
    )

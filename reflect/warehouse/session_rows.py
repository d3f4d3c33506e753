"""A session as rows of the tables: what another process can make and hand over.

Rows are tuples of plain values. They cost a tenth of what the values of the model cost to pass from
one process to another, and the making of them is done where the reading was.
"""

from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.session import Message, RedactedSession
from reflect.warehouse.connection import Row
from reflect.warehouse.context_rows import InstructionVersion, instruction_versions, item_rows
from reflect.warehouse.rows_to_values import iso
from reflect.warehouse.values_to_rows import (
    call_rows,
    message_rows,
    moment,
    part_rows,
    required,
    session_row,
)


@dataclass(frozen=True, slots=True)
class SessionRows:
    """All rows of one session that is read whole."""

    key: str
    """``agent:native id``."""
    parent: str | None
    """Native id of its parent, where the records name it."""
    events: int
    """Messages and calls it holds: of two copies of a session the richer one is kept."""
    last_sent_at: str
    """When its last message was sent; empty when no message says."""
    session: tuple[Row, ...]
    """Its row of ``session``."""
    messages: tuple[Row, ...]
    """Rows of ``message``."""
    parts: tuple[Row, ...]
    """Rows of ``part``."""
    calls: tuple[Row, ...]
    """Rows of ``tool_call``."""
    context: tuple[Row, ...]
    """Rows of ``context_item``."""
    instructions: tuple[InstructionVersion, ...]
    """Versions of instruction files it was given."""


def session_rows(session: RedactedSession, first_item: int = 0) -> SessionRows:
    """The rows of a session; its context items are numbered from ``first_item``.

    Raises ``InternalError`` for a text that has not passed the door.
    """
    agent, key = required(session.agent), required(session.key)
    messages = _messages(session)
    return SessionRows(
        key=key,
        parent=session.parent,
        events=len(session.messages) + len(session.calls),
        last_sent_at=last_sent_at(session),
        session=(session_row(session),),
        messages=tuple(message_rows(agent, key, messages)),
        parts=tuple(part_rows(key, messages)),
        calls=tuple(call_rows(agent, key, {call.call: call for call in session.calls}.values())),
        context=tuple(item_rows(session, first_item)),
        instructions=tuple(instruction_versions(session.context)),
    )


def last_sent_at(session: RedactedSession) -> str:
    """When its last message was sent; empty when no message says."""
    times = (moment(message.sent_at) for message in session.messages)
    return iso(max((time for time in times if time is not None), default=None)) or ""


def _messages(session: RedactedSession) -> list[Message[Redacted]]:
    """One message per event: of two with one id the last one holds."""
    return list({message.event: message for message in session.messages}.values())

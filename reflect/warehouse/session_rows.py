"""A session as rows of the tables."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from reflect.model.frozen import dataclass
from reflect.model.session import RedactedSession
from reflect.warehouse.connection import Row
from reflect.warehouse.context_rows import InstructionVersion, instruction_versions, item_columns
from reflect.warehouse.rows_to_values import iso
from reflect.warehouse.values_to_columns import (
    call_columns,
    fields_of_values,
    message_columns,
    part_columns,
)
from reflect.warehouse.values_to_rows import Values, moment, required, session_row


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
    messages, parts, calls = _columns(session)
    numbered = range(first_item, first_item + len(session.context))
    keys = [required(session.key)] * len(numbered)
    items = item_columns(keys, numbered, fields_of_values(session.context))
    return SessionRows(
        key=required(session.key),
        parent=session.parent,
        events=len(session.messages) + len(session.calls),
        last_sent_at=last_sent_at(session),
        session=(session_row(session),),
        messages=_rows(messages),
        parts=_rows(parts),
        calls=_rows(calls),
        context=_rows(items),
        instructions=tuple(
            instruction_versions((item.lines, item.digests) for item in session.context)
        ),
    )


def last_sent_at(session: RedactedSession) -> str:
    """When its last message was sent; empty when no message says."""
    return last_of(moment(message.sent_at) for message in session.messages)


def last_of(times: Iterable[datetime | None]) -> str:
    """The last of some times as a text; empty when there is none."""
    return iso(max(filter(None, times), default=None)) or ""


def _columns(session: RedactedSession) -> tuple[Values, Values, Values]:
    """Messages, parts and calls of a session: of two with one id the last one holds."""
    agent, key = required(session.agent), required(session.key)
    messages = list({message.event: message for message in session.messages}.values())
    parts = [part for message in messages for part in message.parts]
    events = [message.event for message in messages for _ in message.parts]
    calls = list({call.call: call for call in session.calls}.values())

    def repeated(text: str, values: Sequence[object]) -> list[str]:
        return [text] * len(values)

    return (
        message_columns(
            repeated(agent, messages), repeated(key, messages), fields_of_values(messages)
        ),
        part_columns(repeated(key, parts), events, fields_of_values(parts)),
        call_columns(repeated(agent, calls), repeated(key, calls), fields_of_values(calls)),
    )


def _rows(values: Values) -> tuple[Row, ...]:
    return tuple(zip(*values, strict=True))

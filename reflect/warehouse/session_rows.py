"""A session as rows of the tables."""

from collections.abc import Iterable, Sequence

from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.session import Message, Part, RedactedSession, ToolCall
from reflect.warehouse.connection import Row
from reflect.warehouse.context_rows import InstructionVersion, instruction_versions, item_rows
from reflect.warehouse.rows_to_values import iso
from reflect.warehouse.values_to_columns import call_columns, message_columns, part_columns
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
    return SessionRows(
        key=required(session.key),
        parent=session.parent,
        events=len(session.messages) + len(session.calls),
        last_sent_at=last_sent_at(session),
        session=(session_row(session),),
        messages=_rows(message_values([session])),
        parts=_rows(part_values([session])),
        calls=_rows(call_values([session])),
        context=tuple(item_rows(session, first_item)),
        instructions=tuple(instruction_versions(session.context)),
    )


def last_sent_at(session: RedactedSession) -> str:
    """When its last message was sent; empty when no message says."""
    times = (moment(message.sent_at) for message in session.messages)
    return iso(max((time for time in times if time is not None), default=None)) or ""


def message_values(sessions: Iterable[RedactedSession]) -> Values:
    """The messages of some sessions as columns: of two with one id the last one holds."""
    agents: list[str] = []
    keys: list[str] = []
    messages: list[Message[Redacted]] = []
    for session in sessions:
        found = _messages(session)
        agents += [required(session.agent)] * len(found)
        keys += [required(session.key)] * len(found)
        messages += found
    return message_columns(agents, keys, messages)


def part_values(sessions: Iterable[RedactedSession]) -> Values:
    """Parts of their messages as columns."""
    keys: list[str] = []
    events: list[str] = []
    parts: list[Part[Redacted]] = []
    for session in sessions:
        key = required(session.key)
        for message in _messages(session):
            keys += [key] * len(message.parts)
            events += [message.event] * len(message.parts)
            parts += message.parts
    return part_columns(keys, events, parts)


def call_values(sessions: Iterable[RedactedSession]) -> Values:
    """Their tool calls as columns: of two with one id the last one holds."""
    agents: list[str] = []
    keys: list[str] = []
    calls: list[ToolCall[Redacted]] = []
    for session in sessions:
        found = {call.call: call for call in session.calls}.values()
        agents += [required(session.agent)] * len(found)
        keys += [required(session.key)] * len(found)
        calls += found
    return call_columns(agents, keys, calls)


def _messages(session: RedactedSession) -> Sequence[Message[Redacted]]:
    return list({message.event: message for message in session.messages}.values())


def _rows(values: Values) -> tuple[Row, ...]:
    return tuple(zip(*values, strict=True))

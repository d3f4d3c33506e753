"""Sessions as their rows lie in the tables: plain tuples, quickly handed to another process."""

import marshal
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.review import SessionTree
from reflect.model.session import ContextItem, Part, RedactedSession
from reflect.model.vocabulary import Relation
from reflect.warehouse.connection import Row
from reflect.warehouse.rows_to_values import (
    call_value,
    message_value,
    part_value,
    session_header,
)


@dataclass(frozen=True, slots=True)
class StoredSession:
    """The rows of one session, in any order."""

    header: Row
    """Of ``session``, with the relation and the parent that linking found behind it."""
    parts: Sequence[Row]
    """Of ``part``; those of copied messages may be among them."""
    messages: Sequence[Row]
    """Of ``message``."""
    calls: Sequence[Row]
    """Of ``tool_call``."""
    context: tuple[ContextItem[Redacted], ...]
    """In order."""

    def __reduce__(self) -> tuple[object, ...]:
        """Rows hold plain values alone, which marshal writes in a third of the time of pickle."""
        rows = marshal.dumps((list(self.parts), list(self.messages), list(self.calls)))
        return _handed_over, (self.header, rows, self.context)

    @property
    def key(self) -> str:
        """Key of the session."""
        key: str = self.header[0]
        return key


def _handed_over(
    header: Row, rows: bytes, context: tuple[ContextItem[Redacted], ...]
) -> StoredSession:
    parts, messages, calls = marshal.loads(rows)  # noqa: S302 - from the process beside this one
    return StoredSession(header, parts, messages, calls, context)


@dataclass(frozen=True, slots=True)
class StoredTree:
    """The rows of a root session and its sub-agents."""

    root: StoredSession
    """The root."""
    children: tuple[StoredSession, ...]
    """Its sub-agents, oldest first."""

    @property
    def key(self) -> str:
        """Key of the root session."""
        return self.root.key

    @property
    def events(self) -> int:
        """Messages and calls."""
        return sum(len(one.messages) + len(one.calls) for one in (self.root, *self.children))


def tree_value(stored: StoredTree) -> SessionTree:
    """The root session with its sub-agents."""
    return SessionTree(session_value(stored.root), tuple(map(session_value, stored.children)))


def session_value(stored: StoredSession) -> RedactedSession:
    """The session. Rows are sorted here: DuckDB would carry their texts through its sort."""
    parts: defaultdict[str, list[Part[Redacted]]] = defaultdict(list)
    for row in stored.parts:
        parts[row[1]].append(part_value(row))
    for pieces in parts.values():
        pieces.sort(key=lambda part: part.index)
    messages = [message_value(row, tuple(parts.get(row[2], ()))) for row in stored.messages]
    messages.sort(key=lambda message: (message.position, message.event))
    calls = [call_value(row) for row in stored.calls]
    calls.sort(key=lambda call: (call.position, call.part, call.call))
    return replace(
        session_header(stored.header),
        relation=Relation(stored.header[-2]),
        parent=stored.header[-1],
        messages=tuple(messages),
        calls=tuple(calls),
        context=stored.context,
    )

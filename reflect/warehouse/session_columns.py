"""Sessions that another process read, as columns of the tables.

The rows of many sessions pass together, as they were read together; each session says what must be
known of it to decide whether it is kept.
"""

from collections.abc import Sequence
from itertools import accumulate, chain, count, islice, repeat
from typing import Any

from reflect.model.frozen import dataclass
from reflect.model.passed_sessions import PassedSessions
from reflect.warehouse.columns import Columns, columns
from reflect.warehouse.connection import Connection
from reflect.warehouse.context_rows import InstructionVersion, instruction_versions, item_columns
from reflect.warehouse.session_rows import last_of
from reflect.warehouse.values_to_columns import (
    SENT_AT,
    call_columns,
    fields_of_columns,
    message_columns,
    part_columns,
)
from reflect.warehouse.values_to_rows import Values, required, session_row

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


def session_columns(passed: PassedSessions) -> list[SessionColumns]:
    """The sessions, no two of which have one key, as columns, in the same order.

    Raises ``InternalError`` for a text that has not passed the door.
    """
    heads = passed.heads
    keys = [required(head.key) for head in heads]
    headers = [session_row(head) for head in heads]
    items = item_columns(
        _repeated(keys, passed.item_counts),
        list(chain.from_iterable(map(range, passed.item_counts))),
        fields_of_columns(passed.items),
    )
    messages, parts, calls = _values(passed, keys)
    together = SessionsTable(
        frozenset(keys),
        (
            ("session", columns(list(zip(*headers, strict=True)))),
            *_tables(passed, messages, parts, calls),
            ("context_item", columns(items)),
        ),
    )
    times = iter(messages[SENT_AT])
    files = zip(passed.items.lines, passed.items.digests, strict=True)
    return [
        SessionColumns(
            key=key,
            parent=head.parent,
            events=message_count + call_count,
            last_sent_at=last_of(islice(times, message_count)),
            instructions=tuple(instruction_versions(islice(files, item_count))),
            together=together,
        )
        for head, key, message_count, call_count, item_count in zip(
            heads,
            keys,
            passed.message_counts,
            passed.call_counts,
            passed.item_counts,
            strict=True,
        )
    ]


def _values(passed: PassedSessions, keys: Sequence[str]) -> tuple[Values, Values, Values]:
    """Messages, parts and calls with their sessions."""
    agents = [required(head.agent) for head in passed.heads]
    of_messages, of_parts, of_calls = passed.message_counts, passed.part_counts, passed.call_counts
    message_keys = _repeated(keys, of_messages)
    part_keys, part_events = (
        _repeated(column, of_parts) for column in (message_keys, passed.messages.event)
    )
    return (
        message_columns(
            _repeated(agents, of_messages), message_keys, fields_of_columns(passed.messages)
        ),
        part_columns(part_keys, part_events, fields_of_columns(passed.parts)),
        call_columns(
            _repeated(agents, of_calls), _repeated(keys, of_calls), fields_of_columns(passed.calls)
        ),
    )


def _tables(
    passed: PassedSessions, messages: Values, parts: Values, calls: Values
) -> list[tuple[str, Columns]]:
    """The same as they are stored: of two of a session with one id the last one holds."""
    _, keys, events, *_ = messages
    if (kept := _last_of_each(keys, events)) is not None:
        bounds = list(accumulate(passed.part_counts, initial=0))
        messages = _at(kept, messages)
        parts = _at([one for n in kept for one in range(bounds[n], bounds[n + 1])], parts)
    _, keys, names, *_ = calls
    if (kept := _last_of_each(keys, names)) is not None:
        calls = _at(kept, calls)
    return [
        ("message", columns(messages)),
        ("part", columns(parts)),
        ("tool_call", columns(calls)),
    ]


def _repeated(values: Sequence[Any], counts: Sequence[int]) -> list[Any]:
    """Each value as often as its count says."""
    return list(chain.from_iterable(map(repeat, values, counts)))


def _last_of_each(keys: Sequence[str], ids: Sequence[str | None]) -> list[int] | None:
    """Numbers of the rows to keep; None when no session has two with one id."""
    numbers = dict(zip(zip(keys, ids, strict=True), count(), strict=False))
    return None if len(numbers) == len(ids) else list(numbers.values())


def _at(places: Sequence[int], values: Values) -> Values:
    return tuple([[column[place] for place in places] for column in values])


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

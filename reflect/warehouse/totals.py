"""Counts and digests of sessions, from those of their tables.

Each table is asked by itself: one statement over all of them runs out of the memory it may use. For
a few sessions, which somebody waits for, the answers are joined here; planning a statement that
joins them would take longer. For many they are joined by DuckDB.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from reflect.model.frozen import dataclass
from reflect.warehouse.connection import Connection, Row
from reflect.warehouse.statements import query

MANY = 400
"""Sessions from which on DuckDB joins the answers: 20 µs a session are saved, and 8 ms are lost."""

FOUND = {
    "headers": ("session",),
    "messages": ("message",),
    "parts": ("part",),
    "calls": ("tool_call",),
    "context": ("context_item",),
    "own_compactions": ("message", "context_item"),
    "activity": ("message", "tool_call"),
    "tokens": ("answer",),
}
"""What is found by ``queries/totals_of_*.sql``, and the tables each reads. There the rows that are
counted of a table are called ``counted_<table>``."""

DIGESTED = ("session", "message", "part", "tool_call", "context_item")
"""Tables with the rows of a session. ``queries/digest_of_*.sql`` gives the digest of one row."""

TOTAL_COLUMNS = 29
"""Of ``session_total``; among them are, by place:"""
EVENTS = 5
"""Messages and calls it holds."""
CONTENT_DIGEST = 19
"""Digest of all it holds."""

WIDE = ("messages", "parts", "calls")
"""Queries that read all columns, long texts among them."""

Rows = Mapping[str, Row]
"""Session → what was found of it in one table, without the session."""


@dataclass(frozen=True, slots=True)
class _Found:
    """What was found of the sessions in each table; a session without rows there is left out."""

    messages: Rows
    """First, last, all, own, acts of the human, refusals, interrupts, digest, own digest."""
    parts: Rows
    """Digest."""
    calls: Rows
    """All, of the model, failed, denied, digest, own digest."""
    context: Rows
    """Compactions, digest."""
    own_compactions: Rows
    """Of sessions with copied rows: the compactions that are no copies."""
    activity: Rows
    """Seconds at work, last moment."""
    tokens: Rows
    """The six columns of usage."""


def count_all(connection: Connection) -> None:
    """Count all sessions anew. Nothing is chosen, which would take a quarter of the time."""
    connection.rows("DELETE FROM session_total")
    _count_many(connection, everything=True)


def count_affected(connection: Connection) -> None:
    """Count the sessions of the table ``affected`` anew."""
    keys = [key for (key,) in connection.rows("SELECT DISTINCT session FROM affected")]
    if len(keys) >= MANY:
        connection.rows("DELETE FROM session_total WHERE session IN (SELECT session FROM affected)")
        _count_many(connection, everything=False)
    else:
        count_few(connection, keys)


def count_few(
    connection: Connection, keys: Sequence[str], known: Sequence[Row] = ()
) -> dict[str, int]:
    """Count some sessions anew; returns the digest of all that each holds.

    ``known`` are the rows of those among them that are counted already.
    """
    if not keys:
        return {}
    connection.rows("DELETE FROM session_total WHERE session IN (SELECT unnest(?))", [list(keys)])
    left = sorted(set(keys) - {row[0] for row in known})
    rows = [*known, *(counted(connection, left) if left else ())]
    connection.append("session_total", rows)
    return {row[0]: row[CONTENT_DIGEST] for row in rows}


def _count_many(connection: Connection, *, everything: bool) -> None:
    chosen = "" if everything else "SELECT session FROM affected"
    for name in FOUND:
        text = _finding(name, chosen)
        connection.rows(f"CREATE OR REPLACE TEMP TABLE found_{name} AS {text}")
    connection.named("join_totals")
    for name in FOUND:
        connection.rows(f"DROP TABLE found_{name}")


def with_digest(table: str) -> str:
    """What is selected of a table: of one whose rows are told apart also the digest of each."""
    return f"SELECT *, {query(f'digest_of_{table}')} AS digest" if table in DIGESTED else "SELECT *"


def _finding(name: str, chosen: str) -> str:
    """The query of this name, of the sessions that ``chosen`` selects; of all where it is empty."""
    counted = []
    for table in FOUND[name]:
        rows = f" FROM {table}"
        if chosen:
            rows += f" WHERE {_key_of(table)} IN ({chosen})"
            if name in WIDE:
                # Rows are chosen twice: of few sessions the others' rows are passed over by
                # session, of many by rowid. By rowid alone all that lies between stored rows and
                # those of this transaction is read.
                rows += f" AND rowid IN (SELECT rowid {rows})"
        counted.append(f"counted_{table} AS NOT MATERIALIZED ({with_digest(table)}{rows})")
    return f"WITH {', '.join(counted)} {query(f'totals_of_{name}')}"


def finding_of_one(name: str) -> str:
    """The query of this name, of the session $1: planned and read in two thirds of the time."""
    counted = [
        f"counted_{table} AS NOT MATERIALIZED "
        f"({with_digest(table)} FROM {table} WHERE {_key_of(table)} = $1)"
        for table in FOUND[name]
    ]
    return f"WITH {', '.join(counted)} {query(f'totals_of_{name}')}"


def _key_of(table: str) -> str:
    return "key" if table == "session" else "session"


def counted(connection: Connection, keys: Sequence[str]) -> list[Row]:
    """The rows of ``session_total`` of some sessions."""

    def of(name: str) -> Rows:
        if len(keys) == 1:
            found = connection.rows(finding_of_one(name), list(keys))
        else:
            found = connection.rows(_finding(name, "SELECT unnest($1)"), [list(keys)])
        return {row[0]: row[1:] for row in found}

    headers, messages, context = of("headers"), of("messages"), of("context")
    copied = any(
        compactions and key in messages and messages[key][2] > messages[key][3]
        for key, (compactions, _) in context.items()
    )
    found = _Found(
        messages,
        of("parts"),
        of("calls"),
        context,
        of("own_compactions") if copied else {},
        of("activity"),
        of("tokens"),
    )
    tables = [_table_digests(key, digest, found) for key, (_, digest) in headers.items()]
    digests = connection.named("totals_digests", _columns(tables)) if tables else []
    return [
        (
            *_counts(key, created_at, found),
            *digest,
            *of_tables,
            found.activity.get(key, NO_ACTIVITY)[1],
        )
        for (key, (created_at, _)), digest, of_tables in zip(
            headers.items(), digests, tables, strict=True
        )
    ]


NO_MESSAGES: Row = (None, None, 0, 0, 0, None, None, None, None)
NO_PARTS: Row = (None,)
NO_CALLS: Row = (0, 0, 0, 0, None, None)
NO_CONTEXT: Row = (0, None)
NO_ACTIVITY: Row = (None, None)
NO_TOKENS: Row = (0, 0, 0, 0, None, None)
"""Of a session that has none."""


def _counts(key: str, created_at: Any, found: _Found) -> Row:
    """The row of ``session_total`` up to its digests."""
    first, last, events, own, turns, refusals, interrupts = found.messages.get(key, NO_MESSAGES)[:7]
    all_calls, calls, failed, denied = found.calls.get(key, NO_CALLS)[:4]
    (compactions,) = found.own_compactions.get(key, found.context.get(key, NO_CONTEXT)[:1])
    *tokens, reasoning, cost = found.tokens.get(key, NO_TOKENS)
    return (
        key,
        first or created_at,
        last,
        found.activity.get(key, NO_ACTIVITY)[0],
        own,
        events + all_calls,
        turns,
        len(set(refusals or ())),
        len(set(interrupts or ())),
        calls,
        failed,
        denied,
        compactions,
        *(number or 0 for number in tokens),
        reasoning,
        cost,
    )


def _table_digests(key: str, header: int, found: _Found) -> Row:
    """Digest of a session's own row, and those of its rows in each table."""
    *_, messages, own_messages = found.messages.get(key, NO_MESSAGES)
    *_, calls, own_calls = found.calls.get(key, NO_CALLS)
    (parts,) = found.parts.get(key, NO_PARTS)
    _, context = found.context.get(key, NO_CONTEXT)
    return header, messages, own_messages, parts, calls, own_calls, context


def _columns(rows: Sequence[Row]) -> list[object]:
    return [list(column) for column in zip(*rows, strict=True)]

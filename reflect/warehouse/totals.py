"""Counts and digests of sessions, from those of their tables.

Each table is asked by itself and the answers are joined here: one statement over all of them takes
twice as long for a session that grew, which somebody waits for.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from reflect.model.frozen import dataclass
from reflect.warehouse.connection import Connection, Row

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
    activity: Rows
    """Seconds at work."""
    tokens: Rows
    """The six columns of usage."""
    own_compactions: Mapping[str, int]
    """Of sessions with copied rows: the compactions that are no copies."""


def count_affected(connection: Connection) -> None:
    """Count the sessions of the table ``affected`` anew."""
    headers = connection.named("totals_of_headers")
    found = _found(connection)
    sessions = [key for key, _, _ in headers]
    digests = _digests(connection, [digest for _, _, digest in headers], sessions, found)
    connection.rows("DELETE FROM session_total WHERE session IN (SELECT session FROM affected)")
    connection.append(
        "session_total",
        [
            (*_counts(key, created_at, found), *digest)
            for (key, created_at, _), digest in zip(headers, digests, strict=True)
        ],
    )


def _found(connection: Connection) -> _Found:
    def of(table: str) -> Rows:
        return {row[0]: row[1:] for row in connection.named(f"totals_of_{table}")}

    messages, context = of("messages"), of("context")
    copied = [
        key
        for key, (compactions, _) in context.items()
        if compactions and key in messages and messages[key][2] > messages[key][3]
    ]
    own = dict.fromkeys(copied, 0)
    if copied:
        own.update(dict(connection.named("own_compactions", [copied])))
    return _Found(
        messages, of("parts"), of("calls"), context, of("activity"), of("tokens"), own
    )  # fmt: skip


NO_MESSAGES: Row = (None, None, 0, 0, 0, None, None, None, None)
NO_PARTS: Row = (None,)
NO_CALLS: Row = (0, 0, 0, 0, None, None)
NO_CONTEXT: Row = (0, None)
NO_ACTIVITY: Row = (None,)
NO_TOKENS: Row = (0, 0, 0, 0, None, None)
"""Of a session that has none."""


def _counts(key: str, created_at: Any, found: _Found) -> Row:
    """The row of ``session_total`` up to its digests."""
    first, last, events, own, turns, refusals, interrupts = found.messages.get(key, NO_MESSAGES)[:7]
    all_calls, calls, failed, denied = found.calls.get(key, NO_CALLS)[:4]
    compactions, _ = found.context.get(key, NO_CONTEXT)
    *tokens, reasoning, cost = found.tokens.get(key, NO_TOKENS)
    return (
        key,
        first or created_at,
        last,
        *found.activity.get(key, NO_ACTIVITY),
        own,
        events + all_calls,
        turns,
        len(set(refusals or ())),
        len(set(interrupts or ())),
        calls,
        failed,
        denied,
        found.own_compactions.get(key, compactions),
        *(number or 0 for number in tokens),
        reasoning,
        cost,
    )


def _digests(
    connection: Connection, headers: Sequence[int], keys: Sequence[str], found: _Found
) -> list[Row]:
    """Digest of each session and digest without what it copied."""
    if not keys:
        return []
    messages = [found.messages.get(key, NO_MESSAGES) for key in keys]
    calls = [found.calls.get(key, NO_CALLS) for key in keys]
    return connection.named(
        "totals_digests",
        [
            headers,
            [row[-2] for row in messages],
            [found.parts.get(key, NO_PARTS)[0] for key in keys],
            [row[-2] for row in calls],
            [found.context.get(key, NO_CONTEXT)[1] for key in keys],
            [row[-1] for row in messages],
            [row[-1] for row in calls],
        ],
    )

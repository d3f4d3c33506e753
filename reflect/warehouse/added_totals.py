"""What is counted of a session to which rows were only added, from what was counted of it before.

To count it anew all it holds is read, the texts of its outputs too: 60 ms for somebody who waits.
Here only the rows that this transaction has added are read, for their digests.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from reflect.model.vocabulary import Author, CallStatus, ContextKind, MessageKind
from reflect.warehouse.connection import Connection, Row
from reflect.warehouse.continuing import Continued
from reflect.warehouse.session_rows import SessionRows
from reflect.warehouse.statements import query
from reflect.warehouse.totals import finding_of_one, with_digest

FIRST_ADDED = 36_028_797_018_960_000
"""Row id of the first row of a table that a transaction has added and not yet committed (DuckDB
2.0.1, ``MAX_ROW_ID``). Where it is another one, other numbers of rows than were added are found."""

TABLES = ("message", "part", "tool_call", "context_item")

LONGEST_GAP = 120_000
"""Milliseconds: of a longer pause so much counts as work, as in ``totals_of_activity.sql``."""

EPOCH = datetime(1970, 1, 1)
MILLISECOND = timedelta(milliseconds=1)

HUMAN = (Author.HUMAN, Author.UNKNOWN)
STOPS = (MessageKind.REFUSAL, MessageKind.INTERRUPT)
TURNS = (MessageKind.PROMPT, MessageKind.COMMAND, MessageKind.SHELL, MessageKind.STEER)
FAILED = (CallStatus.ERROR, CallStatus.INVALID)


def added_total(
    connection: Connection,
    total: Row,
    grown: Continued,
    added: SessionRows,
    answers: Sequence[Row],
) -> Row | None:
    """The row of ``session_total`` after rows were added to a session.

    Args:
        connection: In the transaction that added the rows.
        total: The row before.
        grown: The session; nothing that comes is a copy.
        added: The rows.
        answers: Rows of ``answer`` that were added, of other sessions too; none was removed.

    Returns:
        None where the session has to be counted anew: a row replaced another one, the human
        refused or interrupted something (several rows may be one act), or an earlier version had
        counted.
    """
    (key, started_at, ended_at, seconds, messages, events, turns, refusals, interrupts, calls,
     failed, denied, compactions, uncached, read, written, output, reasoning, cost, _, _,
     header, *digests, last_moment) = total  # fmt: skip
    if header is None or ended_at is None or not grown.same_header:
        return None
    if grown.messages or grown.calls or any(_is_stop(row) for row in added.messages):
        return None
    if any(row[2] == ContextKind.COMPACTION for row in added.context):
        return None
    tokens = [row[6:12] for row in answers if row[2] == key]
    if any(spent[5] is not None for spent in tokens):
        # Sums of fractions depend on their order.
        return None
    found = _digests(connection, key, header, digests, added)
    if found is None:
        return None
    active_seconds, last_moment = _activity(connection, key, seconds, last_moment, added)
    sent = [row[8] for row in added.messages if row[8] is not None]
    by_model = [row[8] for row in added.calls if not row[9]]
    thought = [spent[4] for spent in tokens if spent[4] is not None]
    return (
        key,
        min([started_at, *sent]),
        max([ended_at, *sent]),
        active_seconds,
        messages + len(added.messages),
        events + len(added.messages) + len(added.calls),
        turns + sum(row[6] in HUMAN and row[5] in TURNS for row in added.messages),
        refusals,
        interrupts,
        calls + len(by_model),
        failed + sum(status in FAILED for status in by_model),
        denied + sum(status == CallStatus.DENIED for status in by_model),
        compactions,
        uncached + sum(spent[0] for spent in tokens),
        read + sum(spent[1] for spent in tokens),
        written + sum(spent[2] for spent in tokens),
        output + sum(spent[3] for spent in tokens),
        sum(thought, reasoning or 0) if thought else reasoning,
        cost,
        *found,
        last_moment,
    )


def _is_stop(message: Row) -> bool:
    return message[6] in HUMAN and message[5] in STOPS


def _moments(added: SessionRows) -> Iterator[datetime]:
    for message in added.messages:
        if message[8] is not None:
            yield message[8]
    for call in added.calls:
        yield from (moment for moment in call[22:24] if moment is not None)


def _activity(
    connection: Connection, key: str, seconds: float, last: datetime, added: SessionRows
) -> tuple[float, datetime]:
    """Seconds at work and the last moment, from those before."""
    moments = sorted(_moments(added))
    if moments and moments[0] < last:
        # Records need not stand in the order of their times; only times are read for that.
        ((_, seconds, last),) = connection.rows(finding_of_one("activity"), [key])
        return seconds, last
    # Whole milliseconds, of which DuckDB makes the same fraction.
    whole = [(moment - EPOCH) // MILLISECOND for moment in (last, *moments)]
    gaps = (min(later - earlier, LONGEST_GAP) for earlier, later in pairwise(whole))
    return (round(seconds * 1000) + sum(gaps)) / 1000, max((last, *moments))


def _digests(
    connection: Connection, key: str, header: int, digests: Sequence[int | None], added: SessionRows
) -> Row | None:
    """The digests of ``session_total``; None where other rows than those are found."""
    chosen = f"WHERE session = $1 AND rowid >= {FIRST_ADDED}"
    tables = ", ".join(
        f"added_{table} AS NOT MATERIALIZED ({with_digest(table)} FROM {table} {chosen})"
        for table in TABLES
    )
    statement = f"WITH {tables} {query('added_digests')}"
    found = connection.rows(statement, [key, header, *digests])[0]
    numbers = len(added.messages), len(added.parts), len(added.calls), len(added.context)
    return found[4:] if found[:4] == numbers else None

"""From the values of the model to the tuples of the tables, and what is not storable to NULL.

The order of each tuple is the order of the columns in ``schema/``.
"""

import math
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from reflect.model.redacted import Redacted, require
from reflect.model.session import RedactedSession, Usage
from reflect.warehouse.connection import Row

LARGEST = 2**53
"""Greater counters are damage, not tokens, and their sum would not fit a column."""

MILLISECOND_LENGTH = len("2026-01-02T03:04:05.678Z")

Values = tuple[Sequence[Any], ...]
"""Values of one table, a sequence for each of its columns."""

NO_USAGE: tuple[object, ...] = (None, None, None, None, None, None)


@lru_cache(maxsize=8192)
def moment(text: str | None) -> datetime | None:
    """A time as the tables hold it (UTC without zone); None when it cannot be read."""
    if not text:
        return None
    try:
        if len(text) == MILLISECOND_LENGTH and text[19] == "." and text[-1] == "Z":
            # What importers write. Without its zone it needs no conversion: 0.3 µs in place of 2.
            read = datetime.fromisoformat(text[:-1])
            if read.tzinfo is None:
                return read
        read = datetime.fromisoformat(text)
        return read if read.tzinfo is None else read.astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError):
        return None


def plain(text: str | None) -> str | None:
    """A text that UTF-8 can carry: a lone surrogate becomes ``?``."""
    if text is None or text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="replace").decode()
    return text


def words(text: Redacted) -> str:
    """A text of a session, as a plain one: refused unless it has passed the door."""
    if type(text) is not Redacted:
        require(text)
    # A whole slice of a text of another class is an ordinary text.
    copied = text[:]
    return copied if copied.isascii() else required(copied)


def maybe_words(text: Redacted | None) -> str | None:
    """As ``words``, where there may be none."""
    return None if text is None else words(text)


def required(text: str) -> str:
    """As ``plain``, for columns that always have a value."""
    return text if text.isascii() else plain(text) or ""


def count(number: object) -> int | None:
    """A whole number that fits; None for anything else a damaged record may hold."""
    if number is None:
        return None
    if type(number) is not int:
        if isinstance(number, float) and number.is_integer():
            number = int(number)
        else:
            return None
    return number if -LARGEST <= number <= LARGEST else None


def stamp(number: int) -> int:
    """A size or time that fits its column; 0, which equals no real one, where it does not."""
    return number if -(2**63) <= number < 2**63 else 0


def amount(number: object) -> float | None:
    """A finite number; NaN would poison every sum."""
    if isinstance(number, bool) or not isinstance(number, int | float):
        return None
    return float(number) if math.isfinite(number) and abs(number) < LARGEST else None


def usage_columns(usage: Usage | None) -> tuple[object, ...]:
    """The four counters, of which reasoning, and cost. A counter that is damaged counts as 0."""
    if usage is None:
        return NO_USAGE
    return (
        count(usage.input_uncached) or 0,
        count(usage.cache_read) or 0,
        count(usage.cache_write) or 0,
        count(usage.output) or 0,
        count(usage.reasoning),
        amount(usage.cost),
    )


def session_row(session: RedactedSession) -> Row:
    """Row of ``session``."""
    return (
        required(session.key),
        required(session.agent),
        required(session.native_id),
        session.relation.value,
        session.origin.value,
        required(session.origin_reason),
        maybe_words(session.title),
        maybe_words(session.directory),
        maybe_words(session.git_root),
        maybe_words(session.branch),
        plain(session.client_version),
        moment(session.created_at),
        words(session.path),
        plain(session.parent),
        plain(session.parent_call),
        session.archived,
        session.warm_up,
        *usage_columns(session.ledger_usage),
    )

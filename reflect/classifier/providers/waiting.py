"""How long a server asks to wait: ``Retry-After`` as a number of seconds or as a date."""

import math
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def seconds_to_wait(
    asked: str | None, date: str | None = None, now: datetime | None = None
) -> float | None:
    """Seconds from now; None when the server did not say, or nothing that makes sense.

    Args:
        asked: The header ``Retry-After``.
        date: The header ``Date``: a date is counted from the server's own clock.
        now: What to count from where the server has no clock.
    """
    if not asked:
        return None
    try:
        seconds = float(asked)
    except ValueError:
        until = _moment(asked)
        if until is None:
            return None
        start = _moment(date) or now or datetime.now(UTC)
        seconds = (until - start).total_seconds()
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _moment(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, OverflowError):  # a year of twenty digits is the second
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)

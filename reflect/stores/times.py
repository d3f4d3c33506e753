"""Times of records: UTC texts, or nothing."""

from datetime import UTC, datetime, timedelta

EARLIEST = "2020-01-01T00:00:00.000Z"
"""No session is older; an earlier time is a broken clock."""

_LENGTH = len(EARLIEST)
_moment = datetime.fromisoformat


def utc(timestamp: str | None, latest: str) -> str | None:
    """A record's time as ISO-8601 in UTC ending in ``Z``; None when it cannot be.

    The client writes exactly that form (``2026-11-29T15:46:22.402Z``); once it is known to be a
    time, it is taken as it is.

    Args:
        timestamp: As the record has it.
        latest: The latest time that is believed, in the same form.
    """
    if timestamp is None:
        return None
    try:
        moment = _moment(timestamp)
    except ValueError:
        return None
    if len(timestamp) != _LENGTH or timestamp[-1] != "Z" or timestamp[10] != "T":
        timestamp = _text(moment)
        if timestamp is None:
            return None
    return timestamp if EARLIEST <= timestamp <= latest else None


def tomorrow() -> str:
    """One day from now: later times are a broken clock."""
    return _text(datetime.now(UTC) + timedelta(days=1)) or ""


def _text(moment: datetime) -> str | None:
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    try:
        moment = moment.astimezone(UTC)
    except OverflowError:
        return None
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")

"""The form in which times are kept."""

from datetime import UTC, datetime


def iso(at: datetime) -> str:
    """UTC, milliseconds, ``Z``: ``2026-01-02T03:04:05.678Z``."""
    at = at.astimezone(UTC)
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"

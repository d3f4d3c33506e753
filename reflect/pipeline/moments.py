"""The form in which times are kept."""

from datetime import UTC, datetime


def iso(at: datetime) -> str:
    """UTC, milliseconds, ``Z``: ``2026-01-02T03:04:05.678Z``."""
    # strftime writes the year 999 with three digits, which would sort behind 2026.
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

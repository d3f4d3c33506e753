"""What of a server could not be read, in words: how much, which, why, and what to do."""

from reflect.errors import ReflectError

NAMED = 10
"""Sessions that are named; the others are counted."""


def told(error: ReflectError) -> str:
    """An error with what to do about it."""
    return f"{error.message}: {error.hint}" if error.hint else error.message


class Unread:
    """Sessions that could not be read, by cause."""

    def __init__(self) -> None:
        self._by_cause: dict[str, list[str]] = {}

    def add(self, name: str, error: ReflectError) -> None:
        """Keep the name of one session, under its cause."""
        self._by_cause.setdefault(told(error), []).append(name)

    def said(self) -> str | None:
        """All of it in one line; None when nothing is missing."""
        if not self._by_cause:
            return None
        return "; ".join(
            f"{cause}; missing: {_listed(names)}" for cause, names in self._by_cause.items()
        )


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:NAMED])
    more = len(names) - NAMED
    return f"{shown} and {more:,} more" if more > 0 else shown

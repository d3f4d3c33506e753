"""What is stored of sessions that come again: asked once, before any of their rows is written."""

from collections.abc import Sequence

from reflect.model.frozen import dataclass
from reflect.warehouse.connection import Connection, Row
from reflect.warehouse.totals import CONTENT_DIGEST, EVENTS, TOTAL_COLUMNS


@dataclass(frozen=True, slots=True)
class HeldSession:
    """A session the warehouse holds."""

    total: Row
    """Its row of ``session_total``."""
    header: Row
    """Its row of ``session``."""

    @property
    def events(self) -> int:
        """Messages and calls it holds."""
        events: int = self.total[EVENTS]
        return events

    @property
    def digest(self) -> int:
        """Of all it holds."""
        digest: int = self.total[CONTENT_DIGEST]
        return digest


def keys_of_held(connection: Connection, keys: Sequence[str]) -> frozenset[str]:
    """Which of these sessions are stored."""
    if not keys:
        return frozenset()
    return frozenset(key for (key,) in connection.named("known_sessions", [list(keys)]))


def held_sessions(connection: Connection, keys: Sequence[str]) -> dict[str, HeldSession]:
    """Those of these sessions that are stored; all of them have to be linked."""
    if not keys:
        return {}
    return {
        row[0]: HeldSession(row[:TOTAL_COLUMNS], row[TOTAL_COLUMNS:])
        for row in connection.named("held_headers", [list(keys)])
    }

"""What is stored of sessions that come again: asked once, before any of their rows is written."""

from collections.abc import Sequence

from reflect.model.frozen import dataclass
from reflect.warehouse.connection import Connection, Row


@dataclass(frozen=True, slots=True)
class HeldSession:
    """A session the warehouse holds."""

    header: Row
    """Its row of ``session``."""
    events: int
    """Messages and calls it holds."""
    digest: int
    """Of all it holds."""


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
        row[2]: HeldSession(row[2:], *row[:2])
        for row in connection.named("held_headers", [list(keys)])
    }

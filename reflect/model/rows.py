"""Rows of commands: what an import gave of one store, and an event as ``show`` prints it."""

from collections.abc import Mapping

from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted


@dataclass(frozen=True, slots=True)
class StoreCount:
    """What one store gave in this import."""

    agent: str
    """Name of the agent."""
    path: Redacted
    """The store."""
    files: int
    """Files or database sessions seen."""
    read: int
    """Of these, read."""
    unchanged: int
    """Of these, not read because nothing changed."""
    new: int
    """Sessions new."""
    changed: int
    """Sessions changed."""
    same: int
    """Sessions unchanged."""
    missing: int
    """Sessions whose source has gone since."""
    bad: Mapping[str, int]
    """Kind → records passed over."""
    unknown: Mapping[str, int]
    """Type → records of unknown type."""
    bytes: int
    """Bytes read."""
    seconds: float
    """Wall time."""
    error: str | None = None
    """Why the whole store, or a file of it, could not be read; no content."""
    unreadable: int = 0
    """Files that could not be read."""


@dataclass(frozen=True, slots=True)
class EventRow:
    """One message or tool call as ``reflect show`` prints it."""

    session: str
    """Key of its session."""
    event: str
    """Event id."""
    record: str
    """Where it stands in its source."""
    part: int
    """Part inside the record."""
    path: Redacted
    """Source file."""
    kind: str
    """Kind of the message, or the canonical tool of a call."""
    author: str
    """Whose words, or how the call ended."""
    sent_at: str | None
    """When, UTC."""
    text: Redacted
    """Words of the message; command or path and output of a call."""
    cited: bool
    """It is evidence of the finding that is shown."""

"""What an import counts."""

from collections import Counter
from dataclasses import field

from reflect.model.frozen import dataclass
from reflect.pipeline.unread import Unread


@dataclass(slots=True)
class Tally:
    """What was counted so far in one store."""

    read: int = 0
    unchanged: int = 0
    new: int = 0
    changed: int = 0
    same: int = 0
    bytes: int = 0
    unreadable: int = 0
    error: str | None = None
    unread: Unread = field(default_factory=Unread)
    bad: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)

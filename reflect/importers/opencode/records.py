"""Sessions as OpenCode keeps them, before they are understood: the meeting point of all ways in.

Database rows, export files and answers of the HTTP server become these values; everything that
understands them is written once. Their shape is the one of the first engine (OpenCode 1.x):
``info`` and ``parts`` as ``opencode export`` writes them.
"""

from collections.abc import Mapping
from dataclasses import field

from reflect.importers.opencode.fields import Json, milliseconds, table
from reflect.model.frozen import dataclass
from reflect.model.vocabulary import BadRecord

ABORTED = "MessageAbortedError"
"""Name of the error of an answer that the user stopped."""


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """One message with its parts."""

    id: str
    """Own id; ``r<record>`` where there is none."""
    record: str
    """Where it stands: row id in a database, 0-based index in a document."""
    info: Json
    """Its fields: ``role``, ``time`` in milliseconds, ``tokens``, ``error`` and so on."""
    parts: tuple[Json, ...]
    """Its parts with ``id`` and ``type``, in order."""


def created(message: StoredMessage) -> int:
    """When a message was created, in milliseconds since 1970; 0 when it does not say."""
    return milliseconds(table(message.info.get("time")).get("created")) or 0


@dataclass(frozen=True, slots=True)
class StoredSession:
    """One session with all its messages."""

    id: str
    """Own id."""
    info: Json
    """Its fields: ``title``, ``directory``, ``parentID``, ``time``, ``revert`` and so on."""
    messages: tuple[StoredMessage, ...]
    """In reading order."""
    worktree: str | None = None
    """Root of its git repository, where the store says so."""
    run_by_parent: bool = False
    """A session above it was driven by ``opencode run``."""
    records: int = 0
    """Records read, bad ones included."""
    bytes: int = 0
    """Bytes of these records."""
    bad: Mapping[BadRecord, int] = field(default_factory=dict)
    """Records passed over, by kind."""
    unknown: Mapping[str, int] = field(default_factory=dict)
    """Records of an unknown type, by type."""

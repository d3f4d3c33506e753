"""Stores that were found, what can be read from them one by one, and what was read before."""

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from reflect.model.frozen import dataclass
from reflect.model.session import RawSession
from reflect.model.vocabulary import BadRecord, StoreKind

SERVER_NAME = "server:"
"""Stands before the name of a server where a path would stand."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server that answers for a store, and who may ask it."""

    url: str
    """Scheme, host and port: ``http://127.0.0.1:4096``. Never holds a name or a password."""
    name: str = ""
    """What the user calls it: it stays the same store when its port changes. May be empty."""
    user: str = ""
    """User name that goes with the password."""
    password: str = field(default="", repr=False)
    """Goes to ``url`` and nowhere else; never shown, logged or stored. Empty: none is sent."""


@dataclass(frozen=True, slots=True)
class Source:
    """One store of one agent."""

    agent: str
    """Name of the agent."""
    kind: StoreKind
    """How it is laid out."""
    path: Path
    """Root folder, database or document; ``.`` for a server."""
    discovered: bool = True
    """Found by looking at the usual places; False when the user named it."""
    server: Server | None = None
    """Where to ask, for a store that is not on this disk."""

    @property
    def place(self) -> str:
        """What the store is known by: its path, ``server:NAME``, or the address of a server."""
        if self.server is None:
            return str(self.path)
        return f"{SERVER_NAME}{self.server.name}" if self.server.name else self.server.url


def is_server(place: str) -> bool:
    """Whether a place is that of a server, not of a file or folder."""
    return place.startswith((SERVER_NAME, "http://", "https://"))


@dataclass(frozen=True, slots=True)
class Unit:
    """What can be read alone: a file, or one session of a database."""

    name: str
    """Unique in its source: relative path, or session id."""
    file: Path | str
    """The file that holds it; as a name where many are listed, of which few will be read."""
    size: int
    """Bytes of the file; rows of a session of a database, so that a deletion is seen."""
    mtime_ns: int
    """Modification time of the file, or of the session in a database (as ns)."""
    inode: int = 0
    """Inode of the file; 0 for a session of a database."""

    @property
    def path(self) -> Path:
        """The file that holds it."""
        return Path(self.file)


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """What the last import read of one unit."""

    unit: str
    """Name of the unit."""
    size: int
    """Bytes then."""
    mtime_ns: int
    """Modification time then."""
    inode: int
    """Inode then."""
    offset: int = 0
    """Byte behind the last full line that was read; 0 where a unit is always read whole."""
    records: int = 0
    """Records up to ``offset``."""
    head_digest: str = ""
    """Hash of the first 4 KB (or of what there was)."""
    tail_digest: str = ""
    """Hash of the 256 bytes before ``offset``."""
    carry: str = ""
    """State of the importer as JSON, so that reading can go on at ``offset``. Holds ids and
    counters only, never words of a session."""


@dataclass(frozen=True, slots=True)
class ReadCounts:
    """What was counted while a unit was read."""

    records: int = 0
    """Records read, bad ones included."""
    bytes: int = 0
    """Bytes read."""
    bad: Mapping[BadRecord, int] = field(default_factory=dict)
    """Records passed over, by kind."""
    unknown: Mapping[str, int] = field(default_factory=dict)
    """Records of an unknown type, by type; no content."""


@dataclass(frozen=True, slots=True)
class UnitRead:
    """The result of reading one unit: at most one session, and the ledger entry to keep."""

    session: RawSession | None
    """None when the unit holds no session (an empty file, a start-up agent's leftovers)."""
    entry: LedgerEntry
    """What to remember."""
    counts: ReadCounts
    """What was counted."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a store can carry, so that a missing figure is not taken for zero."""

    exit_codes: str
    """``field``, ``parsed`` or ``absent``."""
    tokens: bool
    """Tokens of each answer."""
    cost: bool
    """Money, recorded by the client."""
    subagents: bool
    """Sub-agent sessions, linked to their parent."""
    incremental: str
    """``append`` (read from the last full line) or ``session`` (changed sessions read whole)."""

"""What goes into the warehouse and what comes out, as far as ``model`` has no name for it."""

from collections.abc import Mapping
from dataclasses import field

from reflect.model.finding import Finding
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.review import GivenLesson
from reflect.model.run_vocabulary import Action, Outcome
from reflect.model.session import RedactedSession
from reflect.model.source import LedgerEntry, ReadCounts
from reflect.model.turn import Turn
from reflect.model.vocabulary import Polarity
from reflect.warehouse.session_columns import SessionColumns


@dataclass(frozen=True, slots=True)
class LoadedUnit:
    """One unit of a store as it was read, behind the door."""

    agent: str
    """Name of the agent."""
    source_path: Redacted
    """The store it belongs to, home as ``~``."""
    entry: LedgerEntry
    """What to remember, written in the same transaction as the session."""
    session: RedactedSession | SessionColumns | None
    """Columns where another process read it; None when the unit holds no session."""
    counts: ReadCounts
    """What was counted while it was read."""


@dataclass(frozen=True, slots=True)
class LoadCounts:
    """What a load did to the sessions of its batch."""

    new: int = 0
    """Sessions the warehouse did not know."""
    changed: int = 0
    """Sessions whose rows differ from those before."""
    unchanged: int = 0
    """Sessions read again with the same rows."""
    duplicates: int = 0
    """Sessions left out because another unit holds a richer copy."""


@dataclass(frozen=True, slots=True)
class DuplicateUnit:
    """A unit whose session is kept from another unit."""

    agent: str
    """Name of the agent."""
    source_path: Redacted
    """The store of the unit left out."""
    unit: str
    """Its name."""
    session: str
    """Key of the session that another unit holds too."""


@dataclass(frozen=True, slots=True)
class StoreRow:
    """One store the warehouse has read from."""

    agent: str
    """Name of the agent."""
    path: Redacted
    """The store, home as ``~``."""
    units: int
    """Files or database sessions known."""
    sessions: int
    """Sessions held from it."""
    missing: int
    """Of these, gone from the store since."""
    duplicates: int
    """Units left out because another unit holds the same session."""
    first_started_at: str | None
    """Start of its first session, UTC."""
    last_ended_at: str | None
    """End of its last session, UTC."""
    bytes: int
    """Bytes of its units when they were read last."""
    bad: Mapping[str, int]
    """Kind → records passed over."""
    unknown: Mapping[str, int]
    """Type → records of unknown type."""
    imported_at: str | None
    """Last import that looked at it, UTC."""


@dataclass(frozen=True, slots=True)
class CheckRun:
    """A command template that ran after an edit in one root session or its sub-agents."""

    root: str
    """Key of the root session."""
    template: str
    """Normalised command."""
    passed: bool
    """It ended well at least once."""
    failed: bool
    """It ended badly at least once."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that was found in one root session and its sub-agents."""

    root: str
    """Key of the root session."""
    content_digest: str
    """``Warehouse.content_digests`` of the tree that was analysed."""
    code_digest: str
    """Hash of the names and versions of all codes and features."""
    baseline_digest: str
    """Digest of the baseline it was compared with."""
    turns: tuple[Turn, ...] = ()
    """Acts of the human in root and sub-agents."""
    findings: tuple[Finding, ...] = ()
    """What was found."""
    applicable: Mapping[str, int] = field(default_factory=dict)
    """Code → opportunities in this root session."""
    check_runs: tuple[CheckRun, ...] = ()
    """Commands that ran after an edit."""
    lessons: tuple[GivenLesson, ...] = ()
    """Instructions that the human gave."""


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A turn with the session it stands in."""

    agent: str
    """Name of the agent."""
    native_id: str
    """The session's own id."""
    path: Redacted
    """Source file."""
    turn: Turn
    """The turn itself."""


@dataclass(frozen=True, slots=True)
class StoredFinding:
    """A finding as it was saved."""

    id: str
    """Fingerprint: survives re-import and re-detection."""
    number: int
    """The n of ``F-n``."""
    finding: Finding
    """The finding itself."""


@dataclass(frozen=True, slots=True)
class Applicable:
    """In how many root sessions codes could have happened."""

    by_project: Mapping[tuple[str, str], int]
    """Code and project → root sessions; the project is empty where none is known."""
    by_code: Mapping[str, int]
    """Code → root sessions of the chosen ones."""


@dataclass(frozen=True, slots=True)
class PatternOccurrence:
    """Where a recurrence key was seen."""

    code: str
    """Name of the code."""
    polarity: Polarity
    """Direction of the key."""
    key: str
    """Recurrence key."""
    sessions: tuple[str, ...]
    """Keys of the root sessions, oldest first."""
    days: int
    """Distinct UTC days on which these sessions started."""
    weekly: Mapping[str, int]
    """ISO week → sessions."""
    agents: tuple[str, ...]
    """Sorted."""
    projects: tuple[str, ...]
    """Projects of these sessions, sorted."""
    first_seen: str | None
    """Start of the first session, UTC."""
    last_seen: str | None
    """Start of the last session, UTC."""
    hits: int
    """Sum over its findings."""
    seconds: float | None
    """Sum over its findings; None when none is known."""
    tokens: int | None
    """Sum over its findings; None when none is known."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of ``reflect`` that writes a manifest."""

    id: str
    """Id of the run."""
    action: Action
    """The command."""
    started_at: str
    """UTC."""
    ended_at: str | None
    """UTC; None while it runs, or when it was killed."""
    outcome: Outcome
    """``interrupted`` until it has ended."""

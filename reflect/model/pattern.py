"""A finding that comes back, and what could stop it."""

from collections.abc import Mapping

from reflect.model.finding import Finding
from reflect.model.frozen import dataclass
from reflect.model.vocabulary import Family, Owner, Polarity, RemedyKind, Stability


@dataclass(frozen=True, slots=True)
class Remedy:
    """One line: what to change, and why this and not another kind."""

    kind: RemedyKind
    """What to build; ``nothing`` is an answer."""
    line: str
    """What to change, in reflect's own words, no words of a session."""
    why: str
    """The reason in a few words, with its numbers."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One finding with what a pattern needs to know of its session."""

    id: str
    """Fingerprint of the finding."""
    finding: Finding
    """The finding itself."""
    family: Family
    """Family of its code."""
    agent: str
    """Agent of its root session."""
    project: str
    """Project of its root session."""
    started_at: str
    """Start of its root session, UTC."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A recurrence key seen in at least two sessions on at least two days."""

    code: str
    """Name of the code."""
    key: str
    """Recurrence key."""
    polarity: Polarity
    """Direction of the key."""
    family: Family
    """Family of the code."""
    owner: Owner
    """Who can change it."""
    severity: int
    """Highest severity of its findings."""
    stability: Stability
    """Of the code."""
    sessions: tuple[str, ...]
    """Keys of the root sessions, oldest first."""
    projects: tuple[str, ...]
    """Directories of these sessions, sorted."""
    applicable: int
    """Root sessions where it could have happened."""
    agents: tuple[str, ...]
    """Sorted."""
    first_seen: str
    """Start of the first session, UTC."""
    last_seen: str
    """Start of the last session, UTC."""
    weekly: Mapping[str, int]
    """ISO week → sessions."""
    seconds: float | None
    """Sum over its findings."""
    tokens: int | None
    """Sum over its findings."""
    findings: tuple[str, ...]
    """Ids of its findings, newest first."""
    also: tuple[str, ...] = ()
    """Codes that came back in the same incidents and are told by this pattern, sorted."""
    remedy: Remedy | None = None
    """What could stop it; set by ``reflect.recommendations``."""

"""What a run selects, counts and hands to the reports."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from reflect.model.finding import Finding, StabilityRecord
from reflect.model.frozen import dataclass
from reflect.model.pattern import Pattern
from reflect.model.redacted import Redacted
from reflect.model.rows import StoreCount
from reflect.model.run_vocabulary import SelectionMode
from reflect.model.session import RedactedSession, Usage
from reflect.model.vocabulary import Family, Origin, Polarity, Relation, SkipReason, Stability

if TYPE_CHECKING:
    from reflect.model.model_run import ModelRun


@dataclass(frozen=True, slots=True)
class SessionTree:
    """A root session with its sub-agents: what a detector looks at."""

    root: RedactedSession
    """The session the human drove; a fork is a root of its own, without the copied messages."""
    children: tuple[RedactedSession, ...] = ()
    """Its sub-agents of any depth, oldest first."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """The words of one root session with all its sub-agents, copied rows left out."""

    root: str
    """Key of the root session."""
    sessions: tuple[
        tuple[
            str, Sequence[tuple[str, Redacted]], Sequence[tuple[str, Redacted | None, str | None]]
        ],
        ...,
    ]
    """Key of each session, the root's first; event and text of each part; id, arguments and digest
    of the output of each call."""
    masked_outputs: tuple[Redacted, ...]
    """Outputs in which something was masked, as far as they are stored."""


@dataclass(frozen=True, slots=True)
class GivenLesson:
    """An instruction that the human gave in a session, by what it teaches."""

    key: str
    """Recurrence key of the lesson."""
    polarity: Polarity
    """Its direction."""
    day: str
    """UTC day on which it was given first, ``2026-11-02``."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """Facts of one project from the sessions that started before the one under review."""

    project: str
    """Key of the project."""
    sessions: int
    """Sessions it rests on."""
    verification: frozenset[str] = frozenset()
    """Command templates that verify in this project (test, build, lint, type check)."""
    instructions: frozenset[Redacted] = frozenset()
    """Distinct lines of the instruction files in force."""
    lessons: frozenset[GivenLesson] = frozenset()
    """Instructions that the human gave, each with its first day."""
    digest: str = ""
    """Hash of all above; findings are computed again only when it changes."""


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One session with its counts, copies of forks not counted."""

    agent: str
    """Name of the agent."""
    id: str
    """The session's own id."""
    key: str
    """``agent:id``."""
    parent: str | None
    """Own id of the parent."""
    root: str
    """Key of its root session."""
    relation: Relation
    """How it came to be."""
    origin: Origin
    """Who drives it."""
    title: Redacted | None
    """As the client shows it."""
    directory: Redacted | None
    """First working directory."""
    project: Redacted | None
    """Git root, else directory."""
    started_at: str | None
    """First own message, UTC."""
    ended_at: str | None
    """Last own message, UTC."""
    active_seconds: float | None
    """Time between messages, gaps capped at 120 s."""
    human_turns: int
    """Prompts, commands, shell commands and steering."""
    refusals: int
    """Times the human said no."""
    interrupts: int
    """Times the human stopped it."""
    tool_calls: int
    """Calls of the model."""
    failed_calls: int
    """Non-zero exit, error, invalid call; not denied, not aborted."""
    denied_calls: int
    """Refused by human, rule, hook, sandbox or config."""
    compactions: int
    """Manual and automatic."""
    messages: int
    """Own messages, reverted ones included."""
    usage: Usage
    """Sums over its own answers."""
    path: Redacted
    """Source file."""
    missing: bool
    """The source is gone; what was imported stays."""
    archived: bool
    """The client shows it as archived."""
    warm_up: bool = False
    """A start-up agent: never selected, its tokens are real."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which sessions a run looks at. One mode, and filters."""

    mode: SelectionMode
    """How they are chosen."""
    last: int | None = None
    """With ``last``: how many human root sessions, newest first."""
    since: str | None = None
    """With ``since``: active at or after, UTC."""
    until: str | None = None
    """With ``since``: last active before, UTC."""
    reference: str | None = None
    """With ``session``: an id or unique prefix; with ``name``: part of a title."""
    project: str | None = None
    """Part of a project's path."""
    agents: tuple[str, ...] = ()
    """Empty: all."""
    include_automated: bool = False
    """Automated sessions may be selected too."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """``found = analysed + each reason``; it always adds up."""

    found: int
    """Sessions known after this import within project and agent."""
    analysed: int
    """Sessions looked at."""
    skipped: Mapping[SkipReason, int]
    """Reason → sessions, in the order of ``SkipReason``, zeros included."""


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A finding as reports show it."""

    id: str
    """Fingerprint: survives re-import and re-detection."""
    ref: str
    """``F-12``: given once per fingerprint, never re-used."""
    finding: Finding
    """The finding itself."""
    family: Family
    """Family of its code."""
    stability: Stability
    """Of its code."""
    agent: str
    """Agent of its session."""
    native_id: str
    """The session's own id."""
    title: Redacted | None
    """Title of its session."""
    directory: Redacted | None
    """Directory of its session."""
    started_at: str | None
    """Start of its session."""
    paths: Mapping[str, Redacted]
    """Session key → source file, for each session its evidence names."""
    applicable: int
    """Analysed sessions where its code could have happened."""
    also: tuple["FindingRow", ...] = ()
    """Findings of other codes about the same incident; this one tells it, with their evidence."""


@dataclass(frozen=True, slots=True)
class PatternRow:
    """A pattern as reports show it."""

    id: str
    """Fingerprint of code, polarity and key."""
    ref: str
    """``P-3``: given once per fingerprint, never re-used."""
    pattern: Pattern
    """The pattern itself."""


@dataclass(frozen=True, slots=True)
class CodeCount:
    """One code looked for: how often it could have happened and how often it did."""

    code: str
    """Name of the code."""
    family: Family
    """Its family."""
    claim: str
    """One sentence."""
    stability: StabilityRecord
    """How well its precision is known."""
    applicable: int
    """Analysed sessions where it could have happened."""
    sessions: int
    """Of these, with a finding."""


@dataclass(frozen=True, slots=True)
class Review:
    """All that ``reflect review`` shows."""

    generated_at: str
    """UTC; stands in the header only."""
    selection: Selection
    """What was asked for."""
    coverage: Coverage
    """What was looked at."""
    stores: tuple[StoreCount, ...]
    """What the import gave."""
    sessions: tuple[SessionRow, ...]
    """Sessions analysed, newest first."""
    findings: tuple[FindingRow, ...]
    """Best first."""
    patterns: tuple[PatternRow, ...]
    """Best first."""
    looked_for: tuple[CodeCount, ...]
    """Every code that ran."""
    first_change: str
    """The one thing to change first, or "nothing worth changing yet"."""
    redactions: Mapping[str, int]
    """Kind → masked texts in the sessions analysed."""
    model: "ModelRun | None" = None
    """What a language model was asked; None where none was."""


@dataclass(frozen=True, slots=True)
class WeekChange:
    """One pattern or code, this week beside the week before."""

    code: str
    """Name of the code."""
    key: str
    """Recurrence key."""
    ref: str | None
    """``P-3`` where it is a pattern."""
    word: str
    """``new``, ``growing``, ``same``, ``shrinking`` or ``gone``."""
    sessions: int
    """Sessions this week."""
    applicable: int
    """Of so many where it could have happened."""
    sessions_before: int
    """Sessions in the week before."""
    applicable_before: int
    """Of so many."""
    remedy: str | None
    """Remedy line where it is a pattern."""


@dataclass(frozen=True, slots=True)
class Week:
    """All that ``reflect week`` shows."""

    generated_at: str
    """UTC; stands in the header only."""
    starts_at: str
    """Start of the seven days, UTC."""
    ends_at: str
    """Their end, UTC."""
    review: Review
    """This week's review."""
    coverage_before: Coverage
    """The week before."""
    changes: tuple[WeekChange, ...]
    """New, growing, same, shrinking, gone; in this order."""

"""A finding, its evidence, and the page of a code."""

from collections.abc import Mapping

from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.verdict import Posterior
from reflect.model.vocabulary import Family, Method, Owner, Polarity, Stability

UNSPECIFIED = "unspecified"
"""Key of a correction that names no lesson: a picture, a pasted log."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where it can be seen."""

    event: str
    """Event id of a message or call of the session named by ``session``."""
    session: str
    """Key of the session that holds the event: the root or one of its sub-agents."""
    record: str
    """Record of the event in its source."""
    part: int
    """Part inside the record."""
    quote: Redacted
    """Words that stand in the event, at most 300 characters, whitespace as stored."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One detection in one root session."""

    code: str
    """Name of the code."""
    code_version: int
    """Version of the code that found it."""
    session: str
    """Key of the root session."""
    severity: int
    """1 a nuisance, 2 costs time, 3 costs trust or does damage."""
    confidence: float
    """0 to 1."""
    method: Method
    """Who found it."""
    owner: Owner
    """Who can change it."""
    evidence: tuple[Evidence, ...]
    """At least one, the most telling first."""
    key: str
    """Recurrence key: equal keys of a code are the same lesson, in any session and agent."""
    polarity: Polarity
    """Direction of the key."""
    hits: int
    """How often within the session; occurrences with one key are one finding."""
    seconds: float | None
    """Active seconds lost, gaps capped at 120 s; None when times are unknown."""
    tokens: int | None
    """Output and uncached input tokens lost; None when unknown."""


@dataclass(frozen=True, slots=True)
class CodePage:
    """What a code means; shown by ``reflect explain`` and in the docs."""

    name: str
    """Name of the code: its file's name."""
    family: Family
    """Its folder."""
    version: int
    """Grows whenever the code can give another result."""
    severity: int
    """Default severity."""
    owner: Owner
    """Default owner."""
    thresholds: Mapping[str, float]
    """Named numbers it compares with."""
    order_of_facts: bool
    """It states an order of recorded facts, no judgement: may lead while unmeasured."""
    claim: str
    """One sentence."""
    sections: Mapping[str, str]
    """Heading → text: Why it matters, How it decides, False positives, What to do."""


@dataclass(frozen=True, slots=True)
class StabilityRecord:
    """What is known about the precision of a code version."""

    code: str
    """Name of the code."""
    version: int
    """Version judged."""
    judged: int
    """Hits judged."""
    right: int
    """Of these, right."""
    lower_bound: float
    """95 % Wilson bound of the precision; 0 when nothing was judged."""
    label_set: str
    """Where the labels come from."""
    stability: Stability
    """The word for it."""
    own: Posterior | None = None
    """What the user's own verdicts on this version say; None when there are none."""

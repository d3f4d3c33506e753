"""What a model said and what is left of it after the mechanical checks."""

from enum import StrEnum

from reflect.model.finding import Evidence
from reflect.model.frozen import dataclass
from reflect.model.run_vocabulary import PromptPurpose
from reflect.model.vocabulary import Polarity


class Decision(StrEnum):
    """What a model says of one candidate."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


class DropReason(StrEnum):
    """Why a reply, or one finding of it, does not count; always reported in this order."""

    NO_REPLY = "no_reply"
    """The provider failed, refused or ran out of time."""
    NOT_REDACTED = "not_redacted"
    """The second redaction found something in the request, so it was not sent."""
    EMPTY = "empty"
    """Nothing was written."""
    LENGTH = "length"
    """It did not end, not even with half of the text."""
    NOT_JSON = "not_json"
    """No JSON, not even after one repair."""
    FORM = "form"
    """JSON of another form than asked for."""
    CODE = "code"
    """A code that was not offered."""
    EVENT = "event"
    """An event that was not sent."""
    QUOTE = "quote"
    """Words that do not stand in the cited events, or too few or too common ones."""
    KIND = "kind"
    """An event of a kind that cannot show the code."""
    PRECONDITION = "precondition"
    """Recorded facts rule it out."""
    ADDRESSED = "addressed"
    """The record speaks to the reviewer: an attempt to steer the judgement, so no reply counts."""
    NUMBER = "number"
    """A number that is not among the facts."""
    REPEATED = "repeated"
    """Said before in the same session."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a model said about one code in one session, after every check."""

    purpose: PromptPurpose
    """``adjudicate`` or ``sweep``."""
    subject: str
    """Fingerprint of the finding it judges; for a sweep the key of the root session."""
    root: str
    """Key of the root session."""
    code: str
    """Name of the code."""
    code_version: int
    """Version of its detector, 0 for a definition only."""
    decision: Decision
    """What it says."""
    severity: int
    """1 to 3; the code's own for an adjudication."""
    evidence: tuple[Evidence, ...]
    """Verified: each quote stands in its event. Empty only where the decision is not ``yes``."""
    key: str
    """Recurrence key made of ``key_hint``; ``unspecified`` where there is none."""
    polarity: Polarity
    """Direction of the key."""


class Consensus(StrEnum):
    """How rule and model agree."""

    CONFIRMED = "confirmed"
    """Rule yes, model yes."""
    RULE_ONLY = "rule_only"
    """Rule yes, model no or unsure, or its reply did not count."""
    SUGGESTED = "suggested"
    """Model yes alone: never counted."""


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One request that was sent or answered from the cache, for the warehouse and manifest."""

    purpose: PromptPurpose
    """Why."""
    body: bytes
    """The exact bytes that were sent; only their keyed hash and length are kept."""
    cached: bool
    """Answered by an earlier reply: nothing was sent."""
    tokens_in: int | None
    """As the provider counted."""
    tokens_out: int | None
    """As the provider counted."""

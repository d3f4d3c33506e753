"""What a run asked a language model, and what came of it: shown by every report."""

from collections.abc import Mapping
from dataclasses import field

from reflect.model.frozen import dataclass
from reflect.model.judgement import Consensus, DropReason, ModelCall
from reflect.model.model_request import ProviderFacts
from reflect.model.redacted import Redacted
from reflect.model.review import FindingRow
from reflect.model.run_vocabulary import Consent, PromptPurpose


@dataclass(frozen=True, slots=True)
class ModelRun:
    """All that a run asked a model. Nothing of it is in a count."""

    facts: ProviderFacts
    """Who answered."""
    consent: Consent
    """How the user agreed; ``not_needed`` where nothing was sent."""
    requests: Mapping[PromptPurpose, int]
    """Requests by purpose, those from the cache included."""
    cached: int
    """Of these, answered by an earlier reply."""
    tokens_in: int
    """Read, as the provider counted; estimates where it did not."""
    tokens_out: int
    """Written, as the provider counted; estimates where it did not."""
    said: int
    """Findings, decisions, names and sentences in all replies."""
    kept: int
    """Of these, passed every check."""
    dropped: Mapping[DropReason, int]
    """Reason → number, in the order of ``DropReason``; only reasons that occurred."""
    verdicts: Mapping[str, Consensus] = field(default_factory=dict)
    """Fingerprint of a rule's finding → how rule and model agree."""
    suggested: tuple[FindingRow, ...] = ()
    """What the model alone found; never counted."""
    names: Mapping[str, Redacted] = field(default_factory=dict)
    """Fingerprint of a pattern → the line it was named with."""
    summary: tuple[Redacted, ...] = ()
    """At most two sentences on the review, each number re-checked; empty when one was wrong."""
    stopped: str = ""
    """Why it ended early, in words for the user; empty when everything was asked."""
    calls: tuple[ModelCall, ...] = ()
    """Every request, in the order in which they were made."""
    seconds: float = 0.0
    """From your yes to the last answer; no report of a review tells it."""

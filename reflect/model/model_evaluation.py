"""How good the codes are with a language model beside the rules, compared with labels."""

from collections.abc import Mapping
from enum import StrEnum

from reflect.model.evaluation import Share
from reflect.model.frozen import dataclass
from reflect.model.model_run import ModelRun


class Answered(StrEnum):
    """What is left of the answer to the question about one finding."""

    YES = "yes"
    """It confirms the finding."""
    NO = "no"
    """It does not."""
    UNSURE = "unsure"
    """It cannot tell."""
    DROPPED = "dropped"
    """It did not pass the checks."""
    UNANSWERED = "unanswered"
    """Nobody read the question, or no reply came."""


@dataclass(frozen=True, slots=True)
class Hits:
    """Some findings."""

    findings: int
    """How many."""
    precision: Share
    """Of those that some label judges, the ones that are right."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Findings of rules by what a model said: ``rules`` is the sum of the next three."""

    rules: Hits
    """All of them: the rules alone."""
    confirmed: Hits
    """Those that the model confirmed: both."""
    rule_only: Hits
    """Those that it was asked about and did not confirm."""
    unanswered: Hits
    """Those for which no answer came."""
    answers: Mapping[Answered, int]
    """Findings by what is left of the answer; every word of the list."""
    recall: Share
    """Picked moments that the rules found."""
    recall_confirmed: Share
    """Picked moments that the confirmed findings found."""


@dataclass(frozen=True, slots=True)
class RuleBesideModel:
    """One code of the rules."""

    code: str
    """Name of the code."""
    version: int
    """Its version."""
    sides: Sides
    """Its findings."""


@dataclass(frozen=True, slots=True)
class Suggested:
    """One code that only a model finds."""

    code: str
    """Name of the code."""
    hits: Hits
    """What it suggested."""
    recall: Share
    """Picked moments that it found."""


@dataclass(frozen=True, slots=True)
class ModelEvaluation:
    """Rules, model and both, side by side."""

    total: Sides
    """The findings of all codes."""
    codes: tuple[RuleBesideModel, ...]
    """Codes with a finding or a label, by name."""
    suggested: tuple[Suggested, ...]
    """Codes that no rule finds, with a suggestion or a label, by name."""
    run: ModelRun
    """What was asked, said, kept and dropped."""

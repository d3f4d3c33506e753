"""What the user said about asking a language model in this run."""

from collections.abc import Callable, Mapping
from pathlib import Path

from reflect.classifier.estimate import Estimate
from reflect.model.frozen import dataclass
from reflect.model.model_request import ProviderFacts
from reflect.model.provider_settings import ProviderSettings
from reflect.model.run_vocabulary import Consent, PromptPurpose


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be sent, told before anything is."""

    facts: ProviderFacts
    """Who would answer and where."""
    requests: Mapping[PromptPurpose, int]
    """Requests by purpose; answers that are stored already are left out."""
    cached: int
    """Requests that stored answers serve."""
    estimate: Estimate
    """Tokens and money of what would be sent."""
    sessions: int
    """Root sessions that words would be sent of."""
    masks: int
    """Secrets masked in the sessions under review."""


@dataclass(frozen=True, slots=True)
class ModelAsk:
    """A provider, and how far the user lets reflect go."""

    provider: ProviderSettings
    """Who is asked."""
    agree: Callable[[Plan], Consent | None]
    """Asks the user; None means no. Not called where there is nothing to send."""
    prompts: Path | None
    """File that gets the exact bytes before they are sent."""
    most_tokens: int
    """A plan that needs more is refused."""
    seconds: float
    """In which all replies must have come."""
    refresh: bool
    """Stored answers are not used, but overwritten."""

"""A request that left for a language model, as the archive and the manifest know it."""

from reflect.model.frozen import dataclass
from reflect.model.run_vocabulary import Consent, Destination, PromptPurpose


@dataclass(frozen=True, slots=True)
class SentPrompt:
    """One request, without a word of it."""

    purpose: PromptPurpose
    """Why it was sent."""
    digest: str
    """Keyed hash of the exact bytes."""
    chars: int
    """Their length as characters."""
    model: str
    """Name of the model; a manifest keeps its hash."""
    destination: Destination
    """Where it went."""
    consent: Consent
    """How the user agreed."""

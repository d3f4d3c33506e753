"""What is asked of a language model: events of a session, the request made of them, the answer."""

from collections.abc import Mapping
from enum import StrEnum

from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.run_vocabulary import Destination, PromptPurpose


class EventKind(StrEnum):
    """Whose event it is, as a model is told."""

    HUMAN = "human"
    AGENT = "agent"
    CALL = "call"
    HARNESS = "harness"


@dataclass(frozen=True, slots=True)
class ShownEvent:
    """One event of a session as it stands in a request."""

    id: str
    """``e12``: numbered within the request; a reply cites it."""
    session: str
    """Key of the session that holds it."""
    event: str
    """Event id of the message or call."""
    record: str
    """Record of the event in its source."""
    part: int
    """Part inside the record."""
    position: int
    """Order in its session."""
    kind: EventKind
    """Whose it is."""
    text: Redacted
    """What the model is shown of it: the only text a quote may come from."""


@dataclass(frozen=True, slots=True)
class OfferedCode:
    """A code that a request asks about."""

    name: str
    """Name of the code."""
    version: int
    """Version of its detector; 0 for a code that is a definition only."""
    definition: Redacted
    """Claim, what counts, what does not, examples: as the prompt tells it."""


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One request, before any provider has given it the form of its protocol."""

    purpose: PromptPurpose
    """Why it is made."""
    subject: str
    """What it is about: fingerprint of a finding or pattern, key of a root session, ``review``."""
    part: int
    """0-based number of the piece where a session was split."""
    codes: tuple[OfferedCode, ...]
    """Codes a reply may name; none for names and summaries."""
    events: tuple[ShownEvent, ...]
    """Events a reply may cite, in order."""
    instructions: Redacted
    """The system message."""
    content: Redacted
    """The user message."""
    schema_name: str
    """Name of the form of the reply."""
    schema: Mapping[str, object]
    """JSON Schema of the reply: closed objects, closed enums, bounded strings and lists."""
    most_output_tokens: int
    """Tokens the reply may have."""
    prompt_digest: str
    """SHA-256 of the prompt files and definitions it is made of."""


@dataclass(frozen=True, slots=True)
class ProviderFacts:
    """Where requests would go, as the provider itself reports it."""

    provider: str
    """Name of the provider in the settings."""
    kind: str
    """Its protocol: openai, anthropic, ollama, llama-cpp, opencode or command."""
    model: str
    """The model that answers, as the server names it."""
    host: str
    """What the model really runs on, for which consent is given; ``this machine`` on loopback."""
    destination: Destination
    """``loopback`` only where the model itself is known to run on this machine."""
    price_in: float | None = None
    """Money for a million tokens read, as the user gave it."""
    price_out: float | None = None
    """Money for a million tokens written, as the user gave it."""


class Finish(StrEnum):
    """Why a model stopped writing."""

    STOP = "stop"
    LENGTH = "length"


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model wrote."""

    text: str
    """As it came: untrusted, perhaps no JSON. Never stored or shown before redaction."""
    finish: Finish
    """Why it ended."""
    tokens_in: int | None
    """Tokens read, as the provider counts; None when it does not say."""
    tokens_out: int | None
    """Tokens written, as the provider counts; None when it does not say."""

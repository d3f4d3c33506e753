"""What a run of requests needs, and what comes out of one request."""

from collections.abc import Callable

from reflect.classifier.negotiation import KnownModes
from reflect.classifier.providers.provider import Outgoing
from reflect.classifier.reply_cache import ReplyCache
from reflect.classifier.retries import Pace
from reflect.model.frozen import dataclass
from reflect.model.judgement import DropReason, ModelCall
from reflect.model.model_request import ModelRequest, ProviderFacts
from reflect.model.redacted import Redacted


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a request, or of one half of it where a reply was cut."""

    request: ModelRequest
    """What was asked: the half, where it was halved."""
    place: int
    """0-based place of the whole request among those asked: answers come as they are ready."""
    text: Redacted | None
    """The reply, of the form that was asked for and nothing more; None when there is none."""
    drop: DropReason | None
    """Why there is none; None when there is one."""
    calls: tuple[ModelCall, ...]
    """Everything that was sent for it, repeats and repairs too, or what the cache answered."""
    problem: str = ""
    """What the provider did, in words for the user; empty when it answered."""


def _no_matter(answer: Answer) -> None:
    """Take note of nothing."""


def _no_record(call: ModelCall) -> None:
    """Record nothing."""


@dataclass(frozen=True, slots=True)
class Engine:
    """Everything around a provider that asking takes."""

    facts: ProviderFacts
    """Who answers and where, as consent was given for it."""
    redact: Callable[[str], Redacted]
    """The redactor, for what goes out and what comes back."""
    cache: ReplyCache
    """Earlier replies."""
    modes: KnownModes
    """How servers could be told the form of a reply."""
    show: Callable[[Outgoing], None]
    """Called before every single send with what is sent."""
    is_form: Callable[[ModelRequest, str], bool]
    """Whether a reply has the form that was asked for; else it is asked for once more."""
    halve: Callable[[ModelRequest], tuple[ModelRequest, ...]]
    """Two requests with half of the events each, for a reply that was cut; may be none."""
    deadline: float
    """Moment on the clock of ``pace`` after which nothing is sent."""
    refresh: bool = False
    """Earlier replies and modes are not used, but overwritten."""
    progress: Callable[[Answer], None] = _no_matter
    """Called with each answer as soon as it is there."""
    record: Callable[[ModelCall], None] = _no_record
    """Called before every single send with what is kept of it."""
    pace: Pace = Pace()
    """Clock, sleep and randomness."""

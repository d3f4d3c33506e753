"""What every provider can do, and how it says that it could not."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

from reflect.model.frozen import dataclass
from reflect.model.model_request import ModelRequest, ProviderFacts, Reply


class OutputMode(StrEnum):
    """How a provider is told the form of a reply, from the strictest to none."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    FORCED_TOOL = "forced_tool"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One request in the form of a provider's protocol: what is shown, hashed and sent."""

    address: str
    """Where it goes, without credentials; empty for a command."""
    body: bytes
    """The exact bytes in UTF-8: JSON, or plain text for a command."""
    headers: Mapping[str, str]
    """Names and values that hold no secret; keys are added when it is sent, never shown.
    ``content-type`` tells what the body is."""


class Provider(Protocol):
    """A program that answers requests. It has no tools, or cannot reach them."""

    modes: tuple[OutputMode, ...]
    """How it can be told the form of a reply, the best first."""
    concurrency: int
    """Requests it may be asked at once."""

    async def facts(self) -> ProviderFacts:
        """Who answers and where. Sends no text of a session. Raises ``ReflectError``."""

    def outgoing(self, request: ModelRequest, mode: OutputMode, repair: str | None) -> Outgoing:
        """The request in this provider's form. May raise :class:`TooLong`.

        ``repair`` is an earlier, redacted reply that was no valid JSON: the request asks for it
        again, once.
        """

    async def ask(self, outgoing: Outgoing, mode: OutputMode) -> Reply:
        """Send it and wait. Raises the errors of this file."""

    async def close(self) -> None:
        """End what was started; leaves nothing behind."""


class ProviderError(Exception):
    """A request was not answered; its text names the cause and holds no content."""


class Unsupported(ProviderError):
    """The provider does not know this way of telling the form of a reply: try the next one."""


class TooLong(ProviderError):
    """The request is longer than the model can hold: half of it may fit."""


class Transient(ProviderError):
    """Asking again may help: 408, 409, 425, 429, 5xx, a broken connection."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        """Seconds the provider asked to wait; None when it did not say."""


class Rejected(ProviderError):
    """Asking again does not help: 400, a reply that is none, one that takes too long."""


class Unusable(Rejected):
    """Nor does asking anything else: 401, 403, 404, a redirect, a program that does not start."""


class Adjusted(ProviderError):
    """The provider has learned how the request must be put: make it anew, ask at once."""

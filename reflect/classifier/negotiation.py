"""How a server is told the form of a reply: the best way first, what worked is remembered."""

from typing import Protocol

from reflect.classifier.providers.provider import OutputMode, Provider
from reflect.model.model_request import ProviderFacts


class KnownModes(Protocol):
    """What is known of servers, by protocol, host and model."""

    def get(self, facts: ProviderFacts) -> OutputMode | None:
        """The way that worked last; None for a server not yet asked."""

    def put(self, facts: ProviderFacts, mode: OutputMode) -> None:
        """Remember the way that worked."""


class Negotiation:
    """The way that is used now, for all requests of a run."""

    def __init__(
        self, provider: Provider, facts: ProviderFacts, known: KnownModes, *, anew: bool
    ) -> None:
        self._modes = provider.modes
        self._facts = facts
        self._known = known
        self._remembered = known.get(facts)
        usable = self._remembered in self._modes and not anew
        self.mode = self._remembered if usable and self._remembered else self._modes[0]

    def next_after(self, mode: OutputMode) -> bool:
        """Use the next way when this one is not supported; False when there is none."""
        if self.mode is not mode:
            return True  # another request has found out before
        place = self._modes.index(mode) + 1
        if place == len(self._modes):
            return False
        self.mode = self._modes[place]
        return True

    def worked(self, mode: OutputMode) -> None:
        """A reply came."""
        if mode is not self._remembered:
            self._remembered = mode
            self._known.put(self._facts, mode)

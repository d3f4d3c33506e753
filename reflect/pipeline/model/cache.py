"""The warehouse as the memory of the classifier: earlier replies, and how servers are asked."""

from collections.abc import Callable

from reflect.classifier.providers.provider import OutputMode
from reflect.model.model_request import ProviderFacts, Reply
from reflect.model.redacted import Redacted
from reflect.warehouse.model_answers import ModelAnswers


class StoredReplies:
    """Replies that are kept, redacted."""

    def __init__(self, answers: ModelAnswers, redact: Callable[[str], Redacted]) -> None:
        self._answers = answers
        self._redact = redact

    def get(self, key: str) -> Reply | None:
        """The reply that was kept; None when there is none."""
        return self._answers.reply(key)

    def put(self, key: str, reply: Reply) -> None:
        """Keep a reply, in place of an earlier one."""
        self._answers.keep_reply(key, self._redact(reply.text), reply)


class StoredModes:
    """How servers could be told the form of a reply."""

    def __init__(self, answers: ModelAnswers) -> None:
        self._answers = answers

    def get(self, facts: ProviderFacts) -> OutputMode | None:
        """The way that worked last; None for a server not yet asked."""
        known = self._answers.mode(facts)
        return OutputMode(known) if known in list(OutputMode) else None

    def put(self, facts: ProviderFacts, mode: OutputMode) -> None:
        """Remember the way that worked."""
        self._answers.keep_mode(facts, mode.value)

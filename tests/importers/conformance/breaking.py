"""The list of broken importers, and what those that break something have in common."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from reflect.importers.conformance import Rule
from reflect.model.session import Message, RawSession, ToolCall
from reflect.model.source import LedgerEntry, Source, Unit, UnitRead
from reflect.model.vocabulary import (
    CallStatus,
    Tool,
)
from tests.importers.conformance.worked_example import Pi

BROKEN: list[tuple[Rule, type[Pi]]] = []
"""Which rule each of them breaks."""


def breaks(rule: Rule) -> Callable[[type[Pi]], type[Pi]]:
    """Put an importer into the list."""

    def note(one: type[Pi]) -> type[Pi]:
        BROKEN.append((rule, one))
        return one

    return note


class Changed(Pi):
    """Reads like the example and changes what it yields."""

    def session(self, session: RawSession, unit: Unit) -> RawSession:
        return session

    def message(self, message: Message[str], place: int) -> Message[str]:
        return message

    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        read = super().read(source, unit, earlier)
        if read.session is None:
            return read
        changed = [self.message(m, i) for i, m in enumerate(read.session.messages)]
        session = replace(read.session, messages=tuple(changed))
        return replace(read, session=self.session(session, unit))


def call(**given: Any) -> ToolCall[str]:
    told: dict[str, Any] = {"status": CallStatus.UNKNOWN, "tool": Tool.SHELL, **given}
    return ToolCall("c1", 5, "5", 0, "bash", **told)

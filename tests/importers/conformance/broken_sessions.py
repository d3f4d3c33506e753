"""Importers of pi that each break one rule of what a session says."""

import json
import os
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from reflect.importers.conformance import Rule
from reflect.model.session import ContextItem, Message, RawSession, Usage
from reflect.model.source import LedgerEntry, Source, Unit, UnitRead
from reflect.model.vocabulary import (
    Author,
    CallStatus,
    ContextKind,
    ExitSource,
    Relation,
)
from tests.importers.conformance.breaking import Changed, breaks, call
from tests.importers.conformance.worked_example import Pi


@breaks(Rule.STABLE_IDS)
class MakesUpIds(Changed):
    def message(self, message: Message[str], place: int) -> Message[str]:
        return replace(message, event=str(uuid4()))


@breaks(Rule.STABLE_IDS)
class NamesUnitsByTheirPlace(Pi):
    def units(self, source: Source) -> list[Unit]:
        return [replace(unit, name=str(unit.path)) for unit in super().units(source)]


@breaks(Rule.SET_ORDER)
class ListsAsTheFileSystemDoes(Pi):
    def units(self, source: Source) -> list[Unit]:
        units = {unit.path.name: unit for unit in super().units(source)}
        if not source.path.is_dir():
            return list(units.values())
        names = [n for folder, _, names in os.walk(source.path) for n in names if n in units]
        return [units[name] for name in dict.fromkeys(names)]


@breaks(Rule.SET_ORDER)
class NewestFirst(Changed):
    def session(self, session: RawSession, unit: Unit) -> RawSession:
        return replace(session, messages=tuple(reversed(session.messages)))


@breaks(Rule.UNIQUE)
class OneIdForAll(Changed):
    def message(self, message: Message[str], place: int) -> Message[str]:
        return replace(message, event="message")


@breaks(Rule.UNIQUE)
class OneSessionForAll(Changed):
    def session(self, session: RawSession, unit: Unit) -> RawSession:
        return replace(session, native_id="session")


@breaks(Rule.UNKNOWN_IS_NONE)
class CountsTheUnknownAsZero(Changed):
    capabilities = replace(Pi.capabilities, tokens=True)

    def message(self, message: Message[str], place: int) -> Message[str]:
        return (
            replace(message, usage=Usage(0, 0, 0, 0)) if message.author is Author.AGENT else message
        )


@breaks(Rule.UNKNOWN_IS_NONE)
class TakesNowForUnknown(Changed):
    def message(self, message: Message[str], place: int) -> Message[str]:
        now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        return replace(message, sent_at=now)


@breaks(Rule.UNKNOWN_IS_NONE)
class TakesSilenceForSuccess(Changed):
    def session(self, session: RawSession, unit: Unit) -> RawSession:
        return replace(session, calls=(call(status=CallStatus.OK),))


@breaks(Rule.UNKNOWN_IS_NONE)
class TakesAFailureForSuccess(Changed):
    capabilities = replace(Pi.capabilities, exit_codes="field")

    def session(self, session: RawSession, unit: Unit) -> RawSession:
        failed = call(
            status=CallStatus.OK, exit_code=2, exit_source=ExitSource.FIELD, result_record="6"
        )
        return replace(session, calls=(failed,))


@breaks(Rule.TIMES_ARE_UTC)
class WritesLocalTimes(Changed):
    def message(self, message: Message[str], place: int) -> Message[str]:
        return replace(message, sent_at="2026-03-02T10:00:00+02:00")


@breaks(Rule.TIMES_ARE_UTC)
class WritesTimesThatCannotBe(Changed):
    def message(self, message: Message[str], place: int) -> Message[str]:
        return replace(message, sent_at="2026-02-30T10:00:00.000Z")


@breaks(Rule.TIMES_ARE_UTC)
class TakesUnknownFor1970(Changed):
    def session(self, session: RawSession, unit: Unit) -> RawSession:
        item = ContextItem(ContextKind.SKILL, "x", "1", seen_at="1970-01-01T00:00:00.000Z")
        return replace(session, context=(item,))


@breaks(Rule.HUMAN_WORDS)
class TakesAnswersForPrompts(Changed):
    def message(self, message: Message[str], place: int) -> Message[str]:
        return replace(message, author=Author.HUMAN)


@breaks(Rule.HUMAN_WORDS)
class TakesRemindersForPrompts(Changed):
    def message(self, message: Message[str], place: int) -> Message[str]:
        if message.author is not Author.HUMAN:
            return message
        parts = [replace(p, text="<system-reminder>be brief") for p in message.parts]
        return replace(message, parts=tuple(parts))


@breaks(Rule.HUMAN_WORDS)
class LosesPrompts(Changed):
    def session(self, session: RawSession, unit: Unit) -> RawSession:
        kept = [m for m in session.messages if "wrong" not in m.text]
        return replace(session, messages=tuple(kept))


@breaks(Rule.HUMAN_WORDS)
class GivesSubAgentsAHuman(Changed):
    capabilities = replace(Pi.capabilities, subagents=True)

    def session(self, session: RawSession, unit: Unit) -> RawSession:
        return replace(session, relation=Relation.SUBAGENT, parent="other")


@breaks(Rule.KEEPS_ITS_PROMISES)
class PromisesNoTokens(Changed):
    def message(self, message: Message[str], place: int) -> Message[str]:
        return (
            replace(message, usage=Usage(1, 0, 0, 1)) if message.author is Author.AGENT else message
        )


@breaks(Rule.KEEPS_ITS_PROMISES)
class IsAnotherAgents(Changed):
    def session(self, session: RawSession, unit: Unit) -> RawSession:
        return replace(session, agent="claude-code")


@breaks(Rule.KEEPS_ITS_PROMISES)
class ContinuesThoughItReadsWhole(Changed):
    def session(self, session: RawSession, unit: Unit) -> RawSession:
        return replace(session, continues=True)


@breaks(Rule.KEEPS_ITS_PROMISES)
class RemembersAnotherUnit(Pi):
    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        read = super().read(source, unit, earlier)
        return replace(read, entry=replace(read.entry, size=0))


@breaks(Rule.LEDGER_WITHOUT_WORDS)
class CarriesWords(Pi):
    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        read = super().read(source, unit, earlier)
        words = read.session.messages[0].text if read.session and read.session.messages else ""
        return replace(read, entry=replace(read.entry, carry=json.dumps({"last": words})))


@breaks(Rule.LEDGER_WITHOUT_WORDS)
class CountsSentences(Pi):
    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        read = super().read(source, unit, earlier)
        return replace(read, counts=replace(read.counts, unknown={"what the user said": 1}))


@breaks(Rule.RIGHT_TYPES)
class GivesMoments(Changed):
    def message(self, message: Message[str], place: int) -> Message[str]:
        moment: Any = datetime.now(UTC)
        return replace(message, sent_at=moment)


@breaks(Rule.RIGHT_TYPES)
class GivesLists(Changed):
    def session(self, session: RawSession, unit: Unit) -> RawSession:
        messages: Any = list(session.messages)
        return replace(session, messages=messages)


@breaks(Rule.RIGHT_TYPES)
class GivesWordsForEnums(Changed):
    def session(self, session: RawSession, unit: Unit) -> RawSession:
        relation: Any = "root"
        return replace(session, relation=relation)

"""Importers of pi that each break one rule, and otherwise do what the worked example does."""

import contextlib
import json
import os
import socket
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from reflect.importers.conformance import Rule
from reflect.model.session import ContextItem, Message, RawSession, ToolCall, Usage
from reflect.model.source import LedgerEntry, Source, Unit, UnitRead
from reflect.model.vocabulary import (
    Author,
    CallStatus,
    ContextKind,
    ExitSource,
    Relation,
    StoreKind,
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


@breaks(Rule.RECOGNISES)
class TakesEverything(Pi):
    def recognise(self, path: Path) -> Source | None:
        return Source(self.agent, StoreKind.JSONL_TREE, path) if path.exists() else None


@breaks(Rule.RECOGNISES)
class TakesNothing(Pi):
    def recognise(self, path: Path) -> Source | None:
        return None


@breaks(Rule.RECOGNISES)
class ReadsNothing(Pi):
    def units(self, source: Source) -> list[Unit]:
        return []


@breaks(Rule.DISCOVERS_FROM_ENVIRON)
class AsksTheProcess(Pi):
    def discover(self, environ: Mapping[str, str]) -> list[Source]:
        return super().discover(os.environ)


@breaks(Rule.NEVER_WRITES)
class LeavesANote(Pi):
    def units(self, source: Source) -> list[Unit]:
        if source.path.is_dir():
            (source.path / "read.by").write_text("me")
        return super().units(source)


@breaks(Rule.NEVER_WRITES)
class OpensForWriting(Pi):
    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        read = super().read(source, unit, earlier)
        with unit.path.open("r+b") as file:
            file.flush()
        return read


@breaks(Rule.NEVER_WRITES)
class ChangesTheTime(Pi):
    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        read = super().read(source, unit, earlier)
        os.utime(unit.path, (1, 1))
        return read


@breaks(Rule.STAYS_LOCAL)
class CallsHome(Pi):
    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        with socket.socket() as connection, contextlib.suppress(OSError):
            connection.settimeout(0.01)
            connection.connect(("127.0.0.1", 9))
        return super().read(source, unit, earlier)


@breaks(Rule.STAYS_LOCAL)
class StartsAProgram(Pi):
    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        subprocess.run(["true"], check=True)
        return super().read(source, unit, earlier)


@breaks(Rule.FOLLOWS_NO_LINK)
class ListsLinks(Pi):
    def units(self, source: Source) -> list[Unit]:
        if not source.path.is_dir():
            return super().units(source)
        files = sorted(source.path.rglob("*.jsonl"))
        return [Unit(str(f.relative_to(source.path)), f, f.stat().st_size, 1) for f in files]


@breaks(Rule.FOLLOWS_NO_LINK)
class ReadsLinks(Pi):
    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        behind = unit.path.resolve()
        read = super().read(replace(source, path=behind), replace(unit, path=behind), earlier)
        return replace(read, entry=replace(read.entry, unit=unit.name))


@breaks(Rule.OPENS_NO_CREDENTIALS)
class LooksIntoEveryFile(Pi):
    def recognise(self, path: Path) -> Source | None:
        for folder, _, names in os.walk(path):
            for name in names:
                with contextlib.suppress(OSError):
                    (Path(folder) / name).read_bytes()
        return super().recognise(path)


@breaks(Rule.RAISES_OURS_ONLY)
class TrustsEveryLine(Pi):
    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        for line in unit.path.read_bytes().splitlines():
            json.loads(line)["type"]
        return super().read(source, unit, earlier)


@breaks(Rule.RAISES_OURS_ONLY)
class TakesAVanishedFileForAnEmptyOne(Pi):
    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        if not unit.path.is_file():
            entry = LedgerEntry(unit.name, unit.size, unit.mtime_ns, unit.inode)
            return UnitRead(None, entry, super().read(source, self.units(source)[0], None).counts)
        return super().read(source, unit, earlier)


@breaks(Rule.SURVIVES_BAD_RECORDS)
class StopsAtABadRecord(Pi):
    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        read = super().read(source, unit, earlier)
        if not read.counts.bad or read.session is None:
            return read
        return replace(read, session=replace(read.session, messages=read.session.messages[:1]))


@breaks(Rule.COUNTS_BAD_RECORDS)
class PassesOverInSilence(Pi):
    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        read = super().read(source, unit, earlier)
        return replace(read, counts=replace(read.counts, bad={}))


class Appending(Pi):
    """Reads on: only the messages of lines behind those that were read. It keeps the rules."""

    capabilities = replace(Pi.capabilities, incremental="append")
    ahead = 0

    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        read = super().read(source, unit, None)
        if read.session is None:
            return read
        lines = read.counts.records + self.ahead
        entry = replace(read.entry, offset=unit.size, records=lines)
        session = read.session
        if earlier is not None and earlier.records:
            new = [m for m in session.messages if int(m.record) > earlier.records]
            session = replace(session, messages=tuple(map(self.added, new)), continues=True)
        return replace(read, session=session, entry=entry)

    def added(self, message: Message[str]) -> Message[str]:
        return message


@breaks(Rule.GROWS_WITHOUT_LOSS)
class LosesTheCutRecord(Appending):
    ahead = 1


@breaks(Rule.GROWS_WITHOUT_LOSS)
class ReadsTheLastRecordTwice(Appending):
    """The record before the cut comes again, under another id."""

    ahead = -1

    def added(self, message: Message[str]) -> Message[str]:
        return replace(message, event=f"again-{message.event}")


@breaks(Rule.GROWS_WITHOUT_LOSS)
class NumbersFromTheCut(Appending):
    """Ids that count from where reading began."""

    def added(self, message: Message[str]) -> Message[str]:
        return replace(message, event="r1")


@breaks(Rule.GROWS_WITHOUT_LOSS)
class KeepsAnOldReading(Pi):
    """Says that it reads whole, and gives nothing when it has read before."""

    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        read = super().read(source, unit, earlier)
        return read if earlier is None else replace(read, session=None)


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

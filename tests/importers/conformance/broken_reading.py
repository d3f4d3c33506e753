"""Importers of pi that each break one rule of how a store is read."""

import contextlib
import json
import os
import socket
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from reflect.importers.conformance import Rule
from reflect.model.session import Message
from reflect.model.source import LedgerEntry, Source, Unit, UnitRead
from reflect.model.vocabulary import (
    StoreKind,
)
from tests.importers.conformance.breaking import breaks
from tests.importers.conformance.worked_example import Pi


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
        read = super().read(replace(source, path=behind), replace(unit, file=behind), earlier)
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

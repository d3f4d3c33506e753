"""pi (0.73.1 and 1.6.0): prompts and answers. Calls, results and tokens are left out here."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import msgspec

from reflect.model.session import Message, Part, Session
from reflect.model.source import Capabilities, LedgerEntry, ReadCounts, Source, Unit, UnitRead
from reflect.model.vocabulary import (
    Author,
    BadRecord,
    MessageKind,
    Origin,
    PartKind,
    PartOrigin,
    Relation,
    StoreKind,
)  # fmt: skip
from reflect.paths import home
from reflect.stores.files import open_regular, read_small, state_of, walk
from reflect.stores.jsonl import LineReader
from reflect.stores.times import tomorrow, utc

ROLES = {
    "user": (MessageKind.PROMPT, Author.HUMAN, PartOrigin.USER),
    "assistant": (MessageKind.ANSWER, Author.AGENT, PartOrigin.ASSISTANT),
}


class Block(msgspec.Struct):
    type: str
    text: str = ""


class Said(msgspec.Struct):
    role: str
    content: list[Block] = []


class Record(msgspec.Struct):
    type: str
    id: str
    timestamp: str
    cwd: str | None = None
    message: Said | None = None


class Pi:
    agent = "pi"
    capabilities = Capabilities(
        "absent", tokens=False, cost=False, subagents=False, incremental="session"
    )

    def discover(self, environ: Mapping[str, str]) -> list[Source]:
        folder = home(environ) / ".pi/agent/sessions"
        return [Source(self.agent, StoreKind.JSONL_TREE, folder)] if folder.is_dir() else []

    def recognise(self, path: Path) -> Source | None:
        source = Source(self.agent, StoreKind.JSONL_TREE, path, discovered=False)
        units = self.units(source) if path.exists() else []
        heads = [read_small(unit.path, path, 80) or b"" for unit in units]
        return source if any(b'"type":"session","version":' in head for head in heads) else None

    def units(self, source: Source) -> list[Unit]:
        root = source.path
        files = walk(root, (".jsonl",)) if root.is_dir() else filter(None, [state_of(root)])
        base = root if root.is_dir() else root.parent
        return [
            Unit(str(f.path.relative_to(base)), f.path, f.size, f.mtime_ns, f.inode) for f in files
        ]

    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        bad: Counter[BadRecord] = Counter()
        unknown: Counter[str] = Counter()
        found: dict[int, Record] = {}
        with open_regular(unit.path, source.path) as file:
            reader = LineReader(file)
            for line in reader:
                try:
                    found[reader.number] = msgspec.json.decode(line, type=Record)
                except (ValueError, RecursionError):
                    bad[BadRecord.WRONG_SHAPE] += 1
        header = next((r for r in found.values() if r.type == "session"), None)
        messages = {}
        for number, record in found.items():
            if record.message is not None and record.message.role in ROLES:
                messages[record.id] = message(number, record, record.message)
            elif record is not header:
                unknown["record"] += 1  # not its type: a damaged record may hold anything
        entry = LedgerEntry(unit.name, unit.size, unit.mtime_ns, unit.inode)
        counts = ReadCounts(reader.number, reader.bytes_read, bad, unknown)
        if header is None:
            return UnitRead(None, entry, counts)
        session = Session(
            self.agent, header.id, Relation.ROOT, Origin.UNKNOWN, "no signal", title=None,
            directory=header.cwd, git_root=None, branch=None, client_version=None,
            created_at=utc(header.timestamp, tomorrow()), path=str(unit.path),
            messages=tuple(messages.values()),
        )  # fmt: skip
        return UnitRead(session, entry, counts)


def message(number: int, record: Record, said: Said) -> Message[str]:
    kind, author, origin = ROLES[said.role]
    text = "\n".join(block.text for block in said.content if block.text)
    parts = (Part(0, PartKind.TEXT, origin, text),) if text else ()
    at = utc(record.timestamp, tomorrow())
    return Message(record.id, number, str(number), kind, author, f"role={said.role}", at, parts)

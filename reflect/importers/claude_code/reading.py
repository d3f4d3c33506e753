"""One unit: opened, read from where the last import stopped, turned into a session."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, islice
from os.path import lexists
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec
from msgspec import Struct

from reflect.importers.claude_code.decoding import decode_run
from reflect.importers.claude_code.fold import read_line, read_record
from reflect.importers.claude_code.header import CUSTOM, choose_summary, origin, set_title
from reflect.importers.claude_code.places import root_of
from reflect.importers.claude_code.records import Line
from reflect.importers.claude_code.state import Carry, Reading, carry_from
from reflect.model.session import RawSession, Session, Usage
from reflect.model.source import LedgerEntry, ReadCounts, Source, Unit, UnitRead
from reflect.model.vocabulary import Agent, Relation
from reflect.regex import compiled
from reflect.stores.files import (
    head_digest,
    holds_what_was_read,
    open_regular,
    read_small,
    tail_digest,
)
from reflect.stores.jsonl import LineReader
from reflect.stores.times import tomorrow

LARGEST_SIDE_FILE = 64 * 1024 * 1024
"""Bytes of a persisted output that are read."""

LOOKED_AT = 20
"""Records at the start of a file that are asked whose it is."""

SmallT = TypeVar("SmallT", bound=Struct)

_UUID = compiled(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_TYPE_NAME = compiled(r"(?:[a-z]{1,16}:)?[a-z][A-Za-z_-]{0,39}")
"""Types are counted by name, and a damaged record may have a sentence or a key in its place."""


class _Meta(Struct, rename="camel"):
    """``agent-*.meta.json`` beside a sub-agent's transcript."""

    description: str | None = None
    tool_use_id: str | None = None


class _CustomTitle(Struct, rename="camel"):
    """``custom-title.json`` in a session's folder."""

    custom_title: str | None = None


class _Type(Struct):
    """The type of a record whose line may not be whole."""

    type: str | None = None


def read_unit(source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
    """Read one transcript.

    Raises:
        NotPermitted: the file cannot be opened.
        BadData: it is gone or no regular file.
    """
    root = root_of(source)
    with open_regular(unit.path, root) as file:
        carry = _resumable(file, unit, earlier)
        offset, records = (earlier.offset, earlier.records) if carry and earlier else (0, 0)
        continues = carry is not None
        carry = carry or Carry()
        reader = LineReader(file, offset, records)
        found = chain.from_iterable(map(decode_run, reader.runs()))
        ahead = [] if continues else list(islice(found, LOOKED_AT))
        if not continues:
            _identify((line for _, line, _ in ahead if line is not None), unit, carry)
        reading = Reading(carry, tomorrow(), lambda name: _side_file(unit.path, root, name))
        for number, record, problem in chain(ahead, found):
            read_record(reading, record, problem, number)
        carried = reading.carried()
        if reader.unfinished:
            # A file may end without a line end; what is whole is read, and read again next time.
            _read_unfinished(reading, reader)
        entry = LedgerEntry(
            unit.name,
            unit.size,
            unit.mtime_ns,
            unit.inode,
            reader.offset,
            reader.number,
            head_digest(file, min(unit.size, reader.offset)),
            tail_digest(file, reader.offset),
            carried,
        )
    session = _session(reading, unit, root, continues)
    if session is None:
        # Titles may stand before the first message: they are found again when it comes.
        entry = replace(entry, offset=0, records=0, head_digest="", tail_digest="", carry="")
    counts = ReadCounts(
        reader.number - records,
        reader.bytes_read,
        dict(reading.bad + reader.bad),
        {name if _TYPE_NAME.fullmatch(name) else "other": n for name, n in reading.unknown.items()},
    )
    return UnitRead(session, entry, counts)


def _resumable(file: BinaryIO, unit: Unit, earlier: LedgerEntry | None) -> Carry | None:
    """The state to go on with, if the file only grew since."""
    if earlier is None or not earlier.offset or earlier.inode != unit.inode:
        return None
    if unit.size < earlier.size or unit.size < earlier.offset:
        return None
    return carry_from(earlier.carry) if holds_what_was_read(file, earlier) else None


def _identify(lines: Iterable[Line], unit: Unit, carry: Carry) -> None:
    """Settle the ids of a file that is read from its start, by its first records.

    A main transcript is named after its session; elsewhere the records say whose it is. In a
    sub-agent's file ``sessionId`` is the parent's.
    """
    session_id = agent_id = None
    sidechain = False
    for line in lines:
        session_id = session_id or line.session_id
        agent_id = agent_id or line.agent_id
        sidechain = sidechain or bool(line.is_sidechain)
    stem = unit.path.stem
    carry.subagent = stem.startswith("agent-") or (sidechain and agent_id is not None)
    if carry.subagent:
        carry.native_id = agent_id or stem.removeprefix("agent-")
        carry.parent = session_id
        if unit.path.parent.name == "subagents":
            carry.parent = unit.path.parent.parent.name
    else:
        carry.native_id = stem if _UUID.fullmatch(stem) else session_id or stem


def _read_unfinished(reading: Reading, reader: LineReader) -> None:
    try:
        record = msgspec.json.decode(reader.unfinished, type=_Type)
    except (msgspec.MsgspecError, RecursionError):
        return
    if record.type == "queue-operation":
        # A prompt that waits may be delivered by the next record: then nobody takes this one back.
        return
    read_line(reading, reader.unfinished.strip(), reader.number + 1)


def _side_file(transcript: Path, root: Path, name: str) -> str | None:
    """A persisted output, only from the folder of this very session; None when it is gone."""
    folder = transcript.with_suffix("") / "tool-results"
    if transcript.parent.name == "subagents":
        folder = transcript.parent.parent / "tool-results"
    data = read_small(folder / name, root, LARGEST_SIDE_FILE)
    return None if data is None else data.decode(errors="replace")


def _session(reading: Reading, unit: Unit, root: Path, continues: bool) -> RawSession | None:
    carry = reading.carry
    if carry.first_type is None and not reading.messages:
        return None
    parent_call, path = None, str(unit.path)
    relation = Relation.FORK if carry.forked else Relation.ROOT
    if reading.subagent:
        relation = Relation.SUBAGENT
        carry.warm_up = carry.warm_up or carry.first_type == "assistant"
        meta = _small_json(unit.path.with_suffix(".meta.json"), root, _Meta)
        if meta is not None:
            parent_call = meta.tool_use_id
            set_title(reading, meta.description, CUSTOM)
    else:
        choose_summary(reading)
        named = f"{path.removesuffix('.jsonl')}/custom-title.json"
        # Most sessions have none: asked by its name, this takes a tenth of the time.
        title = _small_json(Path(named), root, _CustomTitle) if lexists(named) else None
        if title is not None and carry.title_rank < CUSTOM:
            set_title(reading, title.custom_title, CUSTOM)
    driven_by, reason = origin(reading)
    return Session(
        agent=Agent.CLAUDE_CODE,
        native_id=carry.native_id or unit.path.stem,
        relation=relation,
        origin=driven_by,
        origin_reason=reason,
        title=reading.title,
        directory=reading.directory,
        git_root=None,
        branch=reading.branch,
        client_version=carry.client_version,
        created_at=carry.created_at,
        path=path,
        parent=carry.parent,
        parent_call=parent_call,
        warm_up=carry.warm_up,
        messages=reading.kept(),
        calls=tuple(call.value() for call in reading.calls.values()),
        context=tuple(reading.context),
        ledger_usage=Usage(*carry.ledger) if carry.ledger else None,
        continues=continues,
    )


def _small_json(path: Path, root: Path, kind: type[SmallT]) -> SmallT | None:
    data = read_small(path, root, 1 << 20)
    if data is None:
        return None
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, RecursionError):
        return None

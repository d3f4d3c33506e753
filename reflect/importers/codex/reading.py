"""One thread: opened, read from where the last import stopped, turned into a session."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from reflect.errors import BadData
from reflect.importers.codex.copied import is_second_head
from reflect.importers.codex.fold import decode_line, read_line, unfolded
from reflect.importers.codex.header import origin, relation
from reflect.importers.codex.parents import Find, history, is_back, remembered
from reflect.importers.codex.places import COMPRESSED, Rollout, root_of
from reflect.importers.codex.prompts import yield_candidates
from reflect.importers.codex.records import line_decoder
from reflect.importers.codex.state import Carry, Reading, carry_from
from reflect.importers.codex.thread_files import ThreadFiles
from reflect.importers.codex.titles import ThreadIndex, shortened
from reflect.model.session import RawSession, Session
from reflect.model.source import LedgerEntry, ReadCounts, Unit, UnitRead
from reflect.model.vocabulary import Agent, BadRecord
from reflect.stores.files import head_digest, holds_what_was_read, open_regular, tail_digest
from reflect.stores.jsonl import LineReader
from reflect.stores.times import tomorrow

_TYPE_NAME = re.compile(r"(?:[a-z]{1,16}:)?[A-Za-z][A-Za-z_-]{0,39}")
"""Types are counted by name, and a damaged record may have a sentence or a key in its place."""


def read_rollout(
    rollout: Rollout, root: Path, earlier: LedgerEntry | None, index: ThreadIndex, find: Find
) -> UnitRead:
    """Read one thread.

    Args:
        rollout: Its files.
        root: Folder they must lie in.
        earlier: What the last import read of it.
        index: What the client keeps beside the rollouts.
        find: Finds the rollout of its parent.

    Raises:
        NotPermitted: a file cannot be opened.
        BadData: it is gone, no regular file, or broken where an earlier import read more.
    """
    unit = rollout.unit
    if len(rollout.files) > 1 or unit.path.name.endswith(COMPRESSED):
        return _read_whole(rollout, root, earlier, index, find)
    with open_regular(unit.path, root_of(root, unit.path)) as file:
        if earlier is not None and _was_cut(file, unit, earlier):
            return UnitRead(None, _cut_entry(file, unit, earlier), ReadCounts())
        carry = _resumable(file, unit, earlier)
        if carry is None or earlier is None or is_back(carry, find):
            return _read_plain(file, rollout, root, None, Carry(), index, find)
        return _read_plain(file, rollout, root, earlier, carry, index, find)


def _read_plain(
    file: BinaryIO,
    rollout: Rollout,
    root: Path,
    earlier: LedgerEntry | None,
    carry: Carry,
    index: ThreadIndex,
    find: Find,
) -> UnitRead:
    """A file that is not compressed, from the last full line on."""
    offset, before = (earlier.offset, earlier.records) if earlier else (0, 0)
    reading = Reading(carry, tomorrow(), whole=earlier is None)
    reading.file = file
    files = ThreadFiles(rollout, root)
    _read_lines(reading, rollout, root, files.reader(file, offset, before), find)
    if reading.must_restart:
        return _read_plain(file, rollout, root, None, Carry(), index, find)
    carried = reading.carried()
    _read_unfinished(reading, files)
    unit = rollout.unit
    entry = LedgerEntry(
        unit.name,
        unit.size,
        unit.mtime_ns,
        unit.inode,
        files.offset,
        files.number,
        head_digest(file, min(unit.size, files.offset)),
        tail_digest(file, files.offset),
        carried,
    )
    session = _session(reading, rollout, index, continues=earlier is not None)
    if session is None:
        entry = _without_progress(unit)
    entry = remembered(entry, reading.carry)
    return UnitRead(session, entry, _counts(reading, files, files.number - before))


def _read_whole(
    rollout: Rollout, root: Path, earlier: LedgerEntry | None, index: ThreadIndex, find: Find
) -> UnitRead:
    """A compressed file, or several pages: always from the start."""
    reading = Reading(Carry(), tomorrow(), whole=True)
    files = ThreadFiles(rollout, root)
    _read_lines(reading, rollout, root, files.readers(), find)
    if earlier is not None and BadRecord.BROKEN_FRAME in files.bad:
        raise BadData(
            f"{rollout.unit.path} is broken; what was imported of it before is kept",
            hint=f"check it: zstd -t {rollout.unit.path}",
        )
    _read_unfinished(reading, files)
    session = _session(reading, rollout, index, continues=False)
    entry = remembered(_without_progress(rollout.unit), reading.carry)
    return UnitRead(session, entry, _counts(reading, files, files.number))


def _read_lines(
    reading: Reading,
    rollout: Rollout,
    root: Path,
    readers: Iterator[LineReader],
    find: Find,
) -> None:
    carry, decode = reading.carry, line_decoder.decode
    carry.native_id = carry.native_id or rollout.thread
    copied = history(reading, root, find) if carry.copied else None
    for reader in readers:
        for data in reader:
            if copied is not None:
                if copied.holds(data):
                    continue
                copied, carry.copied = None, False
            try:
                line = decode(data)
            except (msgspec.MsgspecError, RecursionError):
                decoded = decode_line(reading, data)
            else:
                decoded = unfolded(line, data)
            if decoded is None:
                continue
            line, payload = decoded
            reading.start = reader.offset - len(data)
            if line.type == "session_meta" and is_second_head(reading, payload):
                copied = history(reading, root, find)
                carry.copied = copied is not None
                continue
            read_line(reading, line, payload, reader.number)
    yield_candidates(reading)


def _read_unfinished(reading: Reading, files: ThreadFiles) -> None:
    """A file may end without a line end; what is whole is read, and read again next time."""
    data = files.unfinished.strip()
    if not data or reading.carry.copied:
        return
    try:
        msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError):
        return
    decoded = decode_line(reading, data)
    if decoded is not None:
        reading.start = files.offset
        read_line(reading, *decoded, files.number + 1)
        yield_candidates(reading)


def _was_cut(file: BinaryIO, unit: Unit, earlier: LedgerEntry) -> bool:
    """Whether a file lost its end: what is left of it was read before, and the rest is kept.

    Read whole it would replace what is stored, since its events are named after their lines.
    """
    if not earlier.offset or unit.size >= earlier.offset or earlier.inode != unit.inode:
        return False
    return head_digest(file, min(earlier.size, earlier.offset)) == earlier.head_digest


def _cut_entry(file: BinaryIO, unit: Unit, earlier: LedgerEntry) -> LedgerEntry:
    """What is remembered of a file that lost its end: it is read whole once it changes again."""
    return LedgerEntry(
        unit.name,
        unit.size,
        unit.mtime_ns,
        unit.inode,
        unit.size,
        earlier.records,
        earlier.head_digest,
        tail_digest(file, unit.size),
    )


def _resumable(file: BinaryIO, unit: Unit, earlier: LedgerEntry | None) -> Carry | None:
    """The state to go on with, if the file only grew since, or was only moved."""
    if earlier is None or not earlier.offset or earlier.inode != unit.inode:
        return None
    if unit.size < earlier.size or unit.size < earlier.offset:
        return None
    return carry_from(earlier.carry) if holds_what_was_read(file, earlier) else None


def _session(
    reading: Reading, rollout: Rollout, index: ThreadIndex, continues: bool
) -> RawSession | None:
    carry = reading.carry
    if not carry.content and not reading.messages:
        return None
    native_id = carry.native_id or rollout.unit.path.name.split(".", 1)[0]
    named = index.titles.get(native_id)
    driven_by, reason = origin(reading)
    return Session(
        agent=Agent.CODEX,
        native_id=native_id,
        relation=relation(reading),
        origin=driven_by,
        origin_reason=reason,
        title=shortened(named) if named else reading.title,
        directory=reading.directory,
        git_root=None,
        branch=reading.branch,
        client_version=carry.client_version,
        created_at=carry.created_at,
        path=str(rollout.unit.path),
        parent=carry.parent,
        archived=rollout.archived or native_id in index.archived,
        messages=tuple(sorted(reading.messages.values(), key=lambda message: message.position)),
        calls=tuple(call.value() for call in reading.calls.values()),
        context=tuple(reading.context),
        continues=continues,
    )


def _without_progress(unit: Unit) -> LedgerEntry:
    return LedgerEntry(unit.name, unit.size, unit.mtime_ns, unit.inode)


def _counts(reading: Reading, files: ThreadFiles, records: int) -> ReadCounts:
    bad = dict(reading.bad)
    for problem, times in files.bad.items():
        bad[problem] = bad.get(problem, 0) + times
    unknown: dict[str, int] = {}
    for name, times in reading.unknown.items():
        known = name if _TYPE_NAME.fullmatch(name) else "other"
        unknown[known] = unknown.get(known, 0) + times
    return ReadCounts(records, files.bytes_read, bad, unknown)

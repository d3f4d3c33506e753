"""Damage: bad records, odd values, records without numbers, units that vanish."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

from reflect.importers.conformance.records import (
    cut_cell,
    decoded,
    encoded,
    json_columns,
    odd_variants,
    rewritten,
    times_in,
    without_numbers,
)
from reflect.importers.conformance.rules import Rule
from reflect.importers.conformance.trial import FILE_KINDS, Reading, Trial
from reflect.model.session import RawSession
from reflect.model.source import Source, Unit
from reflect.model.vocabulary import Author, StoreKind

BAD_LINES = {
    "cut": b'{"type": "user", "text": "cut in the mid\n',
    "no_json": b"<<<<<<< HEAD\n",
    "no_object": b'["user", "text"]\n',
    "number": b"7\n",
    "no_utf8": b'{"type": \xff\xfe\n',
    "nul": b"\x00" * 512 + b"\n",
    "deep": b"[" * 20_000 + b"]" * 20_000 + b"\n",
    "future": b'{"type": "record-of-a-later-version", "value": 1}\n',
}
"""Lines that no importer can use; each must be counted."""

NUMBERED = re.compile(r"r\d+")
"""What a call without an id of its own is named after: its record."""

MOST_UNITS = 6
"""Units of a store that are damaged, spread over all."""


def damaged(trial: Trial, whole: Reading) -> None:
    """Damage copies in every way that fits the kind of the store."""
    source = whole.source
    if source is None:
        return
    if source.kind is StoreKind.JSONL_TREE:
        _bad_lines(trial, whole)
        _odd_values(trial, whole)
    elif source.kind is StoreKind.DOCUMENTS:
        _cut_documents(trial, whole)
    elif source.kind is StoreKind.SQLITE:
        _cut_cells(trial, whole)
    _no_numbers(trial, whole)
    if source.kind in FILE_KINDS:
        _vanished(trial)


def content(session: RawSession) -> Counter[tuple[object, ...]]:
    """What a session says, without numbers of records, which a line in between moves."""
    found: Counter[tuple[object, ...]] = Counter()
    for message in session.messages:
        if message.parts or message.author is Author.HUMAN:
            found["message", message.kind, message.author, message.text] += 1
    for call in session.calls:
        name = NUMBERED.sub("", call.call)
        found["call", name, call.name, call.status, call.command, call.output] += 1
    return found


def spread(units: tuple[Unit, ...], most: int = MOST_UNITS) -> list[Unit]:
    """Some units of all sizes, the smallest and the largest among them."""
    ordered = sorted(units, key=lambda unit: (unit.size, unit.name))
    if len(ordered) <= most:
        return ordered
    return [ordered[round(i * (len(ordered) - 1) / (most - 1))] for i in range(most)]


def place_in(copy: Path, whole: Reading, unit: Unit) -> Path:
    """Where a unit of the first reading lies in another copy."""
    return copy / unit.path.relative_to(whole.root)


def source_in(copy: Path, whole: Reading) -> Source | None:
    """The source of the first reading, as it lies in another copy."""
    source = whole.source
    return source and replace(source, path=copy / source.path.relative_to(whole.root))


def _bad_lines(trial: Trial, whole: Reading) -> None:
    copy = trial.copy("bad-lines")
    changed = [unit for unit in spread(whole.units) if unit.name in whole.reads and is_text(unit)]
    for unit in changed:
        path = place_in(copy, whole, unit)
        lines = path.read_bytes().splitlines(keepends=True)
        middle = (len(lines) + 1) // 2
        junk = list(BAD_LINES.values())
        path.write_bytes(b"".join([*lines[:middle], *junk, *lines[middle:], *junk]))
    after = trial.read(copy, "bad lines in the middle and at the end")
    for unit in changed:
        read, before = after.reads.get(unit.name), whole.reads[unit.name]
        if read is None:
            trial.broke(Rule.SURVIVES_BAD_RECORDS, unit.name, "a bad line cost the whole unit")
            continue
        if before.session is None:
            continue
        lost = content(before.session) - (content(read.session) if read.session else Counter())
        if lost:
            what = f"{lost.total()} messages or calls were lost to bad lines beside them"
            trial.broke(Rule.SURVIVES_BAD_RECORDS, unit.name, what)
        counted = read.counts.bad.values(), read.counts.unknown.values()
        earlier = before.counts.bad.values(), before.counts.unknown.values()
        missing = 2 * len(BAD_LINES) - sum(map(sum, counted)) + sum(map(sum, earlier))
        if missing > 0:
            what = f"{missing} of {2 * len(BAD_LINES)} bad lines were passed over uncounted"
            trial.broke(Rule.COUNTS_BAD_RECORDS, unit.name, what)


def is_text(unit: Unit) -> bool:
    """Whether a unit has lines of JSON; nothing can be put between those of a compressed file."""
    first, _, _ = unit.path.read_bytes().partition(b"\n")
    return decoded(first) is not None


def _odd_values(trial: Trial, whole: Reading) -> None:
    """Every field of every shape of record once with a value that it does not expect."""
    copy = trial.copy("odd-values")
    shapes: dict[str, bytes] = {}
    for unit in whole.units:
        for line in unit.path.read_bytes().splitlines(keepends=True):
            record = decoded(line)
            if isinstance(record, dict) and len(line) < 20_000:
                shapes.setdefault(_shape(record), line)
    odd = b"".join(encoded(v) for line in shapes.values() for v in odd_variants(decoded(line)))
    for unit in [unit for unit in spread(whole.units) if is_text(unit)][:1]:
        path = place_in(copy, whole, unit)
        data = path.read_bytes()
        path.write_bytes(data + (b"" if data.endswith(b"\n") else b"\n") + odd)
    trial.read(copy, "a field with an odd value")


def _shape(record: dict[str, object]) -> str:
    return " ".join(
        sorted(
            f"{key}:{value}" if key in ("type", "subtype") else f"{key}:{type(value).__name__}"
            for key, value in record.items()
        )
    )


def _cut_documents(trial: Trial, whole: Reading) -> None:
    copy = trial.copy("cut-documents")
    changed = spread(whole.units)
    for unit in changed:
        path = place_in(copy, whole, unit)
        data = path.read_bytes()
        path.write_bytes(data[: len(data) // 2])
    after = trial.read(copy, "documents cut in the middle")
    for unit in changed:
        _silent(trial, whole, after, unit, "a cut document")


def _cut_cells(trial: Trial, whole: Reading) -> None:
    for number, (table, column) in enumerate(_columns(trial, whole)):
        copy = trial.copy(f"cut-cell-{number}")
        for path in {place_in(copy, whole, unit) for unit in whole.units}:
            if (table, column) in json_columns(path):
                cut_cell(path, table, column)
        during = f"a cut value in {table}.{column}"
        after = trial.read(copy, during)
        hurt = [unit for unit in whole.units if _differs(whole, after, unit)]
        for unit in hurt:
            _silent(trial, whole, after, unit, during)


def _columns(trial: Trial, whole: Reading) -> list[tuple[str, str]]:
    copy = trial.copy("columns")
    paths = sorted({place_in(copy, whole, unit) for unit in whole.units})
    if whole.source is not None and whole.source.kind is StoreKind.JSON_TREE:
        # The records of a session are files of their own, of which the unit names the first.
        paths = sorted(copy.rglob("*.json"))
    return sorted({column for path in paths for column in json_columns(path)})


def _silent(trial: Trial, whole: Reading, after: Reading, unit: Unit, during: str) -> None:
    """What is lost must be counted, or raised."""
    read = after.reads.get(unit.name)
    if read is None or not _differs(whole, after, unit):
        return
    if not any(read.counts.bad.values()) and not any(read.counts.unknown.values()):
        what = f"{during} cost something, and nothing was counted"
        trial.broke(Rule.COUNTS_BAD_RECORDS, unit.name, what)


def _differs(whole: Reading, after: Reading, unit: Unit) -> bool:
    first, second = whole.reads.get(unit.name), after.reads.get(unit.name)
    before = content(first.session) if first and first.session else Counter()
    now = content(second.session) if second and second.session else Counter()
    return bool(before - now)


def _no_numbers(trial: Trial, whole: Reading) -> None:
    """Without any number in the records, no figure is known; times may stand in texts."""
    copy = trial.copy("no-numbers")
    told = {time for _, session in whole.sessions() for time in _times(session)}
    paths = sorted({place_in(copy, whole, unit) for unit in whole.units})
    if whole.source is not None and whole.source.kind is StoreKind.JSON_TREE:
        # The records of a session are files of their own, of which the unit names the first.
        paths = sorted(copy.rglob("*.json"))
    told |= {time for path in paths for time in times_in(path)}
    changed = {path for path in paths if rewritten(path, without_numbers)}
    names = {unit.name for unit in whole.units if place_in(copy, whole, unit) in changed}
    # Not asked again what it is: a number may be the mark by which the store is known.
    moved = source_in(copy, whole)
    after = trial.read_source(copy, moved, "records without numbers") if moved else whole
    for name, session in after.sessions():
        if name not in names:
            continue
        for message in session.messages:
            if message.usage is not None:
                what = f"{message.event}: tokens, though the record has no number"
                trial.broke(Rule.UNKNOWN_IS_NONE, name, what)
        if any(time not in told or time[:19] >= trial.begun for time in _times(session)):
            what = "a time that stands in no record: an unknown time is None"
            trial.broke(Rule.UNKNOWN_IS_NONE, name, what)


def _times(session: RawSession) -> list[str]:
    times = [session.created_at, *(message.sent_at for message in session.messages)]
    times += [time for call in session.calls for time in (call.started_at, call.ended_at)]
    return [time for time in times if time is not None]


def _vanished(trial: Trial) -> None:
    copy = trial.copy("vanished")
    listed = trial.read(copy, "before a unit vanishes")
    source = listed.source
    if source is None or not listed.units:
        return
    unit = listed.units[0]
    unit.path.unlink()
    _unreadable(trial, source, unit, "a unit that vanished")
    unit.path.mkdir()
    _unreadable(trial, source, unit, "a folder in the place of a unit")


def _unreadable(trial: Trial, source: Source, unit: Unit, during: str) -> None:
    if trial.read_unit(source, unit, None, during) is not None:
        what = f"{during} was read without an error"
        trial.broke(Rule.RAISES_OURS_ONLY, unit.name, what)

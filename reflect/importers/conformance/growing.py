"""Growing: a file cut at any byte and read on later gives what reading at once gives."""

from dataclasses import replace
from pathlib import Path

from reflect.importers.conformance.damaging import is_text, place_in, source_in, spread
from reflect.importers.conformance.rules import Rule
from reflect.importers.conformance.trial import FILE_KINDS, Reading, Trial
from reflect.model.session import Message, RawSession, ToolCall, Usage
from reflect.model.source import LedgerEntry, Source, Unit, UnitRead
from reflect.model.vocabulary import Author, CallStatus, ContextKind

MOST_UNITS = 4
"""Units of a store that are grown."""


def grown(trial: Trial, whole: Reading) -> None:
    """Cut and grow some units; read others again with the entry of the first reading."""
    copy = trial.copy("growing")
    moved = source_in(copy, whole)
    if moved is None:
        return
    if trial.importer.capabilities.incremental == "append" and moved.kind in FILE_KINDS:
        for unit in spread(whole.units, MOST_UNITS):
            read = whole.reads.get(unit.name)
            if read is not None and read.session is not None and is_text(unit):
                _grow(trial, moved, unit.name, place_in(copy, whole, unit), read.session)
        return
    for unit in trial.units(moved, "before reading again"):
        first = trial.read_unit(moved, unit, None, "before reading again")
        if first is None or first.session is None:
            continue
        again = trial.read_unit(moved, unit, first.entry, "with the entry of an earlier reading")
        if again is None or again.session != first.session:
            what = "read again with its entry, a unit that is read whole gave something else"
            trial.broke(Rule.GROWS_WITHOUT_LOSS, unit.name, what)


def cut_places(data: bytes, most: int) -> list[int]:
    """Where a file is cut: beside every line end, then evenly spread; everywhere for 0."""
    if most == 0 or len(data) <= most:
        return list(range(1, len(data)))
    ends = [place for place, byte in enumerate(data) if byte == 10]
    step = max(1, 3 * len(ends) // most)
    beside = {place + more for place in ends[::step] for more in (0, 1, 2)}
    places = sorted(place for place in beside if 0 < place < len(data))[:most]
    left = most - len(places)
    places += [round((i + 0.5) * len(data) / left) for i in range(left)]
    return sorted(place for place in set(places) if 0 < place < len(data))


def _grow(trial: Trial, source: Source, name: str, path: Path, whole: RawSession) -> None:
    data = path.read_bytes()
    for cut in cut_places(data, trial.cuts):
        path.write_bytes(data[:cut])
        first = _read(trial, source, name, None)
        with path.open("ab") as file:
            file.write(data[cut:])
        second = _read(trial, source, name, None if first is None else first.entry)
        if second is None:
            what = f"cut at byte {cut} and grown, it could not be read"
        elif (seen := difference(whole, _together(first, second))) is None:
            continue
        else:
            what = f"cut at byte {cut} and read on: {seen}"
        trial.broke(Rule.GROWS_WITHOUT_LOSS, name, what)
        path.write_bytes(data)
        return


def _read(trial: Trial, source: Source, name: str, earlier: LedgerEntry | None) -> UnitRead | None:
    during = "a file that grows"
    unit: Unit | None = next((u for u in trial.units(source, during) if u.name == name), None)
    return None if unit is None else trial.read_unit(source, unit, earlier, during)


def _together(first: UnitRead | None, second: UnitRead) -> RawSession | None:
    """What the archive holds after both."""
    before = first.session if first is not None else None
    if second.session is None:
        return before
    if before is None or not second.session.continues:
        return second.session
    return merged(before, second.session)


def merged(stored: RawSession, addition: RawSession) -> RawSession:
    """The stored session with an addition: known ids are replaced, None keeps what is stored."""
    messages: dict[str, Message[str]] = {m.event: m for m in stored.messages}
    messages |= {m.event: m for m in addition.messages}
    calls: dict[str, ToolCall[str]] = {c.call: c for c in stored.calls}
    for call in addition.calls:
        calls[call.call] = _merged_call(calls[call.call], call) if call.call in calls else call
    return replace(
        stored,
        messages=tuple(sorted(messages.values(), key=lambda m: (m.position, m.event))),
        calls=tuple(calls.values()),
        context=(*stored.context, *addition.context),
    )


def _merged_call(stored: ToolCall[str], new: ToolCall[str]) -> ToolCall[str]:
    kept = {
        name: getattr(stored, name)
        for name in ("command", "path", "arguments", "output", "exit_code", "result_record")
        if getattr(new, name) is None
    }
    if new.status is CallStatus.UNKNOWN:
        kept["status"] = stored.status
    return replace(new, **kept)


def difference(whole: RawSession, found: RawSession | None) -> str | None:
    """What is lost, doubled or changed, in words; None when nothing is.

    A message of the harness without parts may stay behind: it takes back one that was stored.
    """
    if found is None:
        return "the session is gone"
    for kind, wanted, got in (
        ("message", _messages(whole), _messages(found)),
        ("call", _calls(whole), _calls(found)),
        ("answer", _answers(whole), _answers(found)),
        ("compaction", _compactions(whole), _compactions(found)),
    ):
        for name in wanted:
            if name not in got:
                return f"{kind} {name} is lost"
            if wanted[name] != got[name]:
                return f"{kind} {name} is another"
        for name in got:
            if name not in wanted:
                return f"{kind} {name} is doubled"
    return None


def _messages(session: RawSession) -> dict[str, tuple[object, ...]]:
    return {
        m.event: (m.position, m.record, m.kind, m.author, m.parts, m.command)
        for m in session.messages
        if m.parts or m.author is not Author.HARNESS
    }


def _calls(session: RawSession) -> dict[str, tuple[object, ...]]:
    return {
        c.call: (c.position, c.name, c.status, c.command, c.path, c.exit_code, c.output)
        for c in session.calls
    }


def _answers(session: RawSession) -> dict[str, Usage]:
    answers: dict[str, Usage] = {}
    for message in session.messages:
        if message.usage is not None:
            name = message.answer_id or message.event
            held = answers.setdefault(name, message.usage)
            if message.usage.output > held.output:
                answers[name] = message.usage
    return answers


def _compactions(session: RawSession) -> dict[str, tuple[object, ...]]:
    return {
        item.record: (item.name, item.size_before, item.size_after)
        for item in session.context
        if item.kind is ContextKind.COMPACTION
    }

"""What one reading of one unit yields: types, times, zeros, promises, and the ledger entry."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from reflect.importers.conformance.people import misattributed
from reflect.importers.conformance.right_types import wrong_types
from reflect.importers.conformance.rules import Rule, Violation
from reflect.importers.conformance.trial import Trial
from reflect.model.session import Message, RawSession, Session, ToolCall, Usage
from reflect.model.source import Capabilities, Source, Unit, UnitRead
from reflect.model.vocabulary import CallStatus, ExitSource, Relation

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z")
FIRST_YEAR = 2020
"""No coding agent is older; an earlier time is an unknown one."""

LONG_ENOUGH = 12
"""Characters of a text that cannot stand in a carry by chance."""

TYPE_NAME = re.compile(r"[\w:./-]{1,60}")


def checked_read(trial: Trial, source: Source, unit: Unit, read: UnitRead) -> None:
    """Add what is wrong with one reading to a trial."""
    importer = trial.importer
    for found in faults(importer.agent, importer.capabilities, source, unit, read):
        trial.broke(found.rule, found.where, found.what)
    session = read.session
    if session is not None:
        for other in trial.keys.get(session.key, ()):
            if other != unit.name:
                trial.broke(Rule.UNIQUE, unit.name, f"{session.key} is also in {other}")
        trial.keys.setdefault(session.key, []).append(unit.name)


def faults(
    agent: str, capabilities: Capabilities, source: Source, unit: Unit, read: UnitRead
) -> Iterator[Violation]:
    """What breaks a rule in one reading, by looking at it alone.

    The pipeline asks this about importers of third parties before it stores anything.
    """
    wrong = list(wrong_types(read, UnitRead, "read"))
    if not isinstance(read, UnitRead) or wrong:
        yield from (Violation(Rule.RIGHT_TYPES, unit.name, what) for what in wrong)
        return
    yield from _entry(unit, read)
    if read.session is not None:
        yield from _session(agent, capabilities, source, unit, read.session)


def _entry(unit: Unit, read: UnitRead) -> Iterator[Violation]:
    entry = read.entry
    if (entry.unit, entry.size, entry.mtime_ns, entry.inode) != (
        unit.name, unit.size, unit.mtime_ns, unit.inode,
    ):  # fmt: skip
        what = "the entry is not the unit's: it would be read again at every import"
        yield Violation(Rule.KEEPS_ITS_PROMISES, unit.name, what)
    if entry.offset < 0:
        yield Violation(Rule.KEEPS_ITS_PROMISES, unit.name, "the offset is negative")
    for name in read.counts.unknown:
        if not TYPE_NAME.fullmatch(name):
            what = "the name of an unknown type holds a sentence"
            yield Violation(Rule.LEDGER_WITHOUT_WORDS, unit.name, what)
    session = read.session
    if session is None or not entry.carry:
        return
    texts = [message.text for message in session.messages]
    texts += [text for call in session.calls for text in (call.command, call.output) if text]
    if any(len(text) >= LONG_ENOUGH and text in entry.carry for text in texts):
        what = "words of the session stand in the carry, which no door redacts"
        yield Violation(Rule.LEDGER_WITHOUT_WORDS, unit.name, what)


def _session(
    agent: str, capabilities: Capabilities, source: Source, unit: Unit, session: RawSession
) -> Iterator[Violation]:
    where = unit.name

    def broke(rule: Rule, what: str) -> Violation:
        return Violation(rule, where, what)

    if session.agent != agent or source.agent != agent:
        yield broke(Rule.KEEPS_ITS_PROMISES, f"the session says it is of {session.agent!r}")
    if not session.native_id:
        yield broke(Rule.UNKNOWN_IS_NONE, "the session has an empty id")
    if session.parent == session.native_id:
        yield broke(Rule.KEEPS_ITS_PROMISES, "the session is its own parent")
    if not session.origin_reason:
        yield broke(Rule.KEEPS_ITS_PROMISES, "origin_reason is empty: name the signal")
    if session.relation is Relation.SUBAGENT and not capabilities.subagents:
        yield broke(Rule.KEEPS_ITS_PROMISES, "a sub-agent, though the capabilities deny them")
    if session.continues and capabilities.incremental != "append":
        yield broke(Rule.KEEPS_ITS_PROMISES, "continues, though units are read whole")
    yield from (broke(Rule.HUMAN_WORDS, what) for what in misattributed(session))
    yield from (broke(Rule.TIMES_ARE_UTC, what) for what in _times(session))
    yield from (broke(Rule.UNIQUE, what) for what in _twice(session))
    for message in session.messages:
        yield from (broke(rule, what) for rule, what in _message(capabilities, message))
    for call in session.calls:
        yield from (broke(rule, what) for rule, what in _call(capabilities, call))
    positions = [message.position for message in session.messages]
    if positions != sorted(positions):
        yield broke(Rule.SET_ORDER, "the positions of messages do not grow")


def _times(session: Session[str]) -> Iterator[str]:
    latest = (datetime.now(UTC) + timedelta(days=2)).isoformat()
    times = [("created_at", session.created_at)]
    times += [(message.event, message.sent_at) for message in session.messages]
    times += [(c.call, time) for c in session.calls for time in (c.started_at, c.ended_at)]
    times += [(f"context of {item.record}", item.seen_at) for item in session.context]
    for name, time in times:
        if time is None:
            continue
        if not TIME.fullmatch(time):
            yield f"{name}: {time[:40]!r} is no time in UTC that ends in Z"
        elif not _is_date(time) or time > latest:
            yield f"{name}: {time} cannot be"
        elif int(time[:4]) < FIRST_YEAR:
            yield f"{name}: {time} is older than any agent; an unknown time is None"


def _is_date(time: str) -> bool:
    try:
        datetime.fromisoformat(time[:19])
    except ValueError:
        return False
    return True


def _twice(session: Session[str]) -> Iterator[str]:
    for kind, ids in (
        ("event", [message.event for message in session.messages]),
        ("call", [call.call for call in session.calls]),
    ):
        if len(ids) != len(set(ids)):
            yield f"an id of a {kind} occurs twice"
        if "" in ids:
            yield f"an id of a {kind} is empty"


def _message(capabilities: Capabilities, message: Message[str]) -> Iterator[tuple[Rule, str]]:
    indexes = [part.index for part in message.parts]
    if len(indexes) != len(set(indexes)):
        yield Rule.UNIQUE, f"{message.event}: two parts have one index"
    for part in message.parts:
        if part.size == 0 and not part.text:
            yield Rule.UNKNOWN_IS_NONE, f"{message.event}: a part of size 0"
    if message.usage is not None:
        for rule, what in _usage(capabilities, message.usage):
            yield rule, f"{message.event}: {what}"


def _usage(capabilities: Capabilities, usage: Usage) -> Iterator[tuple[Rule, str]]:
    counters = (usage.input_uncached, usage.cache_read, usage.cache_write, usage.output)
    if not capabilities.tokens:
        yield Rule.KEEPS_ITS_PROMISES, "tokens, though the capabilities deny them"
    if usage.cost is not None and not capabilities.cost:
        yield Rule.KEEPS_ITS_PROMISES, "cost, though the capabilities deny it"
    if not any(counters):
        yield Rule.UNKNOWN_IS_NONE, "an answer of 0 tokens: usage is None where it is not known"
    if min(counters) < 0 or (usage.reasoning or 0) > usage.output:
        yield Rule.UNKNOWN_IS_NONE, "counters that cannot be"


def _call(capabilities: Capabilities, call: ToolCall[str]) -> Iterator[tuple[Rule, str]]:
    where, given = call.call, call.exit_code is not None
    if given and call.exit_source is ExitSource.ABSENT:
        yield Rule.UNKNOWN_IS_NONE, f"{where}: an exit code without a source"
    if given and capabilities.exit_codes == "absent":
        yield Rule.KEEPS_ITS_PROMISES, f"{where}: an exit code, though the capabilities deny them"
    if call.exit_code and call.status is CallStatus.OK:
        yield Rule.UNKNOWN_IS_NONE, f"{where}: exit code {call.exit_code} and status ok"
    if call.status is CallStatus.OK and not (
        call.result_record or call.output is not None or call.ended_at
    ):
        yield Rule.UNKNOWN_IS_NONE, f"{where}: ok without a result; unknown is not ok"
    if call.output is None and call.output_bytes == 0:
        yield Rule.UNKNOWN_IS_NONE, f"{where}: an unknown output of 0 bytes"
    if call.denied_by is not None and call.status is CallStatus.OK:
        yield Rule.KEEPS_ITS_PROMISES, f"{where}: denied and ok"

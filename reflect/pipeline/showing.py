"""What ``reflect show`` opens: a finding, a pattern or a session, with the events themselves."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from reflect.errors import UsageError
from reflect.features.exchanges import is_turn
from reflect.model.finding import Finding
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted, seal
from reflect.model.review import Coverage, FindingRow, PatternRow, Selection, SessionRow
from reflect.model.rows import EventRow
from reflect.model.run_vocabulary import SelectionMode
from reflect.model.session import Message, ToolCall
from reflect.model.vocabulary import PartKind, Relation
from reflect.patterns.incidents import members
from reflect.patterns.recurrence import fingerprint
from reflect.pipeline import suggestions
from reflect.pipeline.reviewing import Material, assemble
from reflect.pipeline.selecting import Chosen, by_id
from reflect.warehouse import Warehouse

NUMBERED = re.compile(r"([FP])-(\d+)", re.IGNORECASE)

AROUND = 2
"""Events shown before and after each one that a finding cites."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a reference stands for; one of the three is set."""

    finding: FindingRow | None = None
    """``F-12``."""
    pattern: PatternRow | None = None
    """``P-3``."""
    session: SessionRow | None = None
    """A session id or unique prefix."""
    events: tuple[EventRow, ...] = ()
    """Of a finding: those it cites and their neighbours; of a session: all."""
    findings: tuple[FindingRow, ...] = ()
    """Of a pattern."""


def show(warehouse: Warehouse, reference: str) -> Shown:
    """What a reference stands for. Raises ``UsageError`` when it stands for nothing."""
    rows = warehouse.session_rows()
    numbered = NUMBERED.fullmatch(reference)
    if numbered is None:
        row = by_id(rows, reference)
        return Shown(session=row, events=tuple(events(warehouse, row, frozenset())))
    kind, number = numbered[1].upper(), int(numbered[2])
    identity = warehouse.fingerprint(kind, number)
    review = assemble(warehouse, _everything(rows))
    if kind == "F":
        roots = [row for row in rows if row.relation is not Relation.SUBAGENT]
        for finding in (*review.findings, *suggestions.rows(warehouse, roots)):
            if identity in [one.id for one in members([finding])]:
                by_key = {row.key: row for row in rows}
                around = cited(warehouse, by_key, finding.finding, AROUND)
                return Shown(finding=finding, events=around)
    for pattern in review.patterns if kind == "P" else ():
        if identity in _identities(pattern):
            ids = set(pattern.pattern.findings)
            found = tuple(row for row in review.findings if row.id in ids)
            return Shown(pattern=pattern, findings=found)
    raise UsageError(
        f"{reference} stands for nothing (any more)", hint="reflect review lists what was found"
    )


def _identities(row: PatternRow) -> list[str]:
    """Fingerprints of a pattern and of those that it tells: their numbers still open it."""
    seen = row.pattern
    return [fingerprint(code, seen.polarity.value, seen.key) for code in (seen.code, *seen.also)]


def _everything(rows: Sequence[SessionRow]) -> Material:
    """All root sessions: a reference may stand for one that no review chose."""
    roots = tuple(row for row in rows if row.relation is not Relation.SUBAGENT)
    chosen = Chosen(roots, Coverage(len(rows), len(roots), {}), {})
    selection = Selection(SelectionMode.ALL, include_automated=True)
    return Material(selection, rows, chosen, (), "")


def cited(
    warehouse: Warehouse, rows: Mapping[str, SessionRow], finding: Finding, around: int
) -> tuple[EventRow, ...]:
    """The events that a finding cites, each with so many before and after it.

    ``rows`` maps the key of a session to its row.
    """
    shown: list[EventRow] = []
    for key in dict.fromkeys(one.session for one in finding.evidence):
        evidence = {one.event for one in finding.evidence if one.session == key}
        shown += near(list(events(warehouse, rows[key], evidence)), around)
    return tuple(shown)


def near(rows: Sequence[EventRow], around: int) -> Iterator[EventRow]:
    """The cited ones of some events, each with so many before and after it."""
    places = [place for place, event in enumerate(rows) if event.cited]
    wanted = {n for place in places for n in range(place - around, place + around + 1)}
    return (event for place, event in enumerate(rows) if place in wanted)


def events(warehouse: Warehouse, row: SessionRow, cited: Set[str]) -> Iterator[EventRow]:
    """The events of a session, those named in ``cited`` marked."""
    for event in warehouse.events(row.key):
        if isinstance(event, ToolCall):
            made = _call(row, event)
        elif event.parts or is_turn(event):
            made = _message(row, event)
        else:
            # A line of an answer that holds nothing but calls, which are shown themselves.
            continue
        yield replace(made, cited=made.event in cited)


def _message(row: SessionRow, message: Message[Redacted]) -> EventRow:
    words = [p.text for p in message.parts if p.text and p.kind is not PartKind.REASONING]
    if not words and message.parts:
        words = [part.text for part in message.parts if part.text]
    return EventRow(
        session=row.key,
        event=message.event,
        record=message.record,
        part=message.parts[0].index if message.parts else 0,
        path=row.path,
        kind=message.kind.value,
        author=message.author.value,
        sent_at=message.sent_at,
        text=seal("\n".join(words) or f"({message.kind.value})"),
        cited=False,
    )


def _call(row: SessionRow, call: ToolCall[Redacted]) -> EventRow:
    texts = [call.command or call.path or call.arguments or "", call.output or ""]
    if call.command is None and call.arguments is not None:
        texts.insert(1, call.arguments)
    if call.output_tail:
        texts += ["…", call.output_tail]
    return EventRow(
        session=row.key,
        event=call.call,
        record=call.record,
        part=call.part,
        path=row.path,
        kind=call.tool.value,
        author=call.status.value,
        sent_at=call.started_at,
        text=seal("\n".join(text for text in texts if text)),
        cited=False,
    )

"""Rows of ``sessions``, ``turns``, ``stores``, ``import`` and ``show`` for a terminal."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from reflect.model.review import FindingRow, PatternRow, SessionRow
from reflect.model.rows import EventRow, StoreCount
from reflect.model.turn import Turn
from reflect.model.vocabulary import Origin, Relation
from reflect.reports import sinks, wording
from reflect.reports.screen import Line, Redact, Screen, columns, cut, finish, wrapped

if TYPE_CHECKING:
    from reflect.warehouse.values import StoreRow

SHORTEST_REFERENCE = 8
"""Characters of a session id that are shown at least; more where two would look alike."""

MOST_EVENT_LINES = 40
"""Lines of one event that ``show`` prints before it cuts."""


def sessions(rows: Sequence[SessionRow], *, redact: Redact, width: int = 80) -> Screen:
    """Sessions in the order given, each with a reference that ``reflect show`` takes."""
    if not rows:
        return finish([Line("no session is known here; reflect import reads them")], redact)
    short = references([row.id for row in rows])
    table = [
        (
            wording.minute(row.started_at),
            row.agent,
            short[row.id],
            f"{row.human_turns}",
            f"{row.tool_calls}",
            f"{row.failed_calls}",
            _about(row),
        )
        for row in rows
    ]
    headers = ("started (UTC)", "agent", "session", "turns", "calls", "failed", "title")
    return finish(columns(table, width, headers), redact)


def _about(row: SessionRow) -> str:
    notes = [] if row.relation is Relation.ROOT else [row.relation.value]
    notes += ["automated"] if row.origin is Origin.AUTOMATED else []
    notes += ["source gone"] if row.missing else []
    note = f"({', '.join(notes)}) " if notes else ""
    return note + (row.title or "")


def references(ids: Sequence[str]) -> dict[str, str]:
    """The shortest beginning of each id that no other one here shares.

    Ids like ``ses_…`` start with their time, so neighbours agree in many characters.
    """
    ordered = sorted(set(ids))
    short: dict[str, str] = {}
    for place, one in enumerate(ordered):
        beside = [*ordered[max(0, place - 1) : place], *ordered[place + 1 : place + 2]]
        shared = max((_shared(one, other) for other in beside), default=0)
        short[one] = one[: max(SHORTEST_REFERENCE, shared + 1)]
    return short


def _shared(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def turns(rows: Sequence[Turn], *, redact: Redact, width: int = 80) -> Screen:
    """Acts of the human, each with where it stands and what it does."""
    if not rows:
        return finish([Line("no turn of a human here")], redact)
    table = [
        (
            row.session,
            row.record if not row.part else f"{row.record}.{row.part}",
            row.kind.value,
            row.act.value,
            f"{row.confidence:.2f}",
            ", ".join(row.signals),
        )
        for row in rows
    ]
    headers = ("session", "record", "kind", "act", "sure", "signals")
    return finish(columns(table, width, headers), redact)


def stores(rows: Sequence["StoreRow"], *, redact: Redact, width: int = 80) -> Screen:
    """Stores that were imported."""
    if not rows:
        return finish([Line("no store was imported yet; reflect import reads them")], redact)
    table = [
        (
            row.agent,
            f"{row.sessions}",
            f"{row.missing}",
            wording.size(row.bytes),
            wording.day(row.first_started_at) if row.first_started_at else "–",
            wording.minute(row.imported_at) if row.imported_at else "never",
            wording.place(row.path),
        )
        for row in rows
    ]
    headers = ("agent", "sessions", "gone", "size", "since", "imported (UTC)", "store")
    return finish(columns(table, None, headers), redact)


def imported(rows: Sequence[StoreCount], *, redact: Redact, width: int = 80) -> Screen:
    """What an import gave, store by store, with what was passed over and why."""
    if not rows:
        return finish([Line("no store was found, so nothing was imported")], redact)
    lines: list[Line] = []
    for row in rows:
        lines += wrapped(f"{row.agent}  {wording.place(row.path)}", width, "bold", 2)
        counted = [
            f"{row.files} seen, {row.read} read, {row.unchanged} unchanged",
            f"sessions: {row.new} new, {row.changed} changed, {row.same} unchanged"
            + (f", {row.missing} whose source is gone" if row.missing else ""),
            f"{wording.size(row.bytes)} in {row.seconds:.1f} s",
        ]
        lines += _inset(" · ".join(counted), width)
        lines += _passed_over("passed over", row.bad, width)
        lines += _passed_over("of unknown type", row.unknown, width)
        if row.unreadable:
            files = wording.counted(row.unreadable, "file")
            lines += _inset(f"{files} could not be read", width, "yellow")
        if row.error is not None:
            lines += _inset(row.error, width, "yellow")
    return finish(lines, redact)


def _passed_over(what: str, counts: Mapping[str, int], width: int) -> list[Line]:
    if not sum(counts.values()):
        return []
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in sorted(counts.items()) if count)
    return _inset(f"{what}: {kinds}", width)


def _inset(text: str, width: int, style: str = "") -> list[Line]:
    return [Line(f"  {line.text}", style) for line in wrapped(text, width - 2)]


def finding(
    row: FindingRow, claim: str, events: Sequence[EventRow], *, redact: Redact, width: int = 80
) -> Screen:
    """One finding with the events it cites and those around them."""
    found = row.finding
    lines = wrapped(f"{row.ref}  {wording.title(found.code)} ({found.code})", width, "bold", 6)
    lines += wrapped(claim, width, "")
    if row.also:
        lines += wrapped(f"also found as: {wording.also_found(row.also)}", width, "dim", 2)
    about = f"{row.agent} {row.native_id} · {wording.minute(row.started_at)}"
    lines += wrapped(about + (f" · {row.title}" if row.title else ""), width, "dim", 2)
    lines += [Line(""), *events_as_lines(events, width)]
    return finish(lines, redact)


def session(
    row: SessionRow, events: Sequence[EventRow], *, redact: Redact, width: int = 80
) -> Screen:
    """One session from its first event to its last."""
    lines = wrapped(f"{row.agent} {row.id}", width, "bold", 2)
    if row.title:
        lines += wrapped(row.title, width, "", 2)
    counts = (
        f"{wording.minute(row.started_at)} · {wording.counted(row.human_turns, 'turn')}, "
        f"{wording.counted(row.tool_calls, 'call')}, {row.failed_calls} failed · "
        f"{wording.place(row.path)}"
    )
    lines += [*wrapped(counts, width, "dim", 2), Line(""), *events_as_lines(events, width)]
    return finish(lines, redact)


def pattern(
    row: PatternRow, claim: str, findings: Sequence[FindingRow], *, redact: Redact, width: int = 80
) -> Screen:
    """One pattern with its numbers, its remedy and its findings."""
    seen = row.pattern
    lines = wrapped(f"{row.ref}  {wording.title(seen.code)} ({seen.code})", width, "bold", 6)
    lines += wrapped(claim, width)
    if seen.also:
        lines += wrapped(f"also found as: {wording.other_names(seen.also)}", width, "dim", 2)
    count = wording.of_sessions(len(seen.sessions), seen.applicable)
    when = wording.days([seen.first_seen, seen.last_seen])
    lines += wrapped(f"{count} · {', '.join(seen.agents)} · {when}", width, "dim", 2)
    if seen.remedy is not None:
        remedy = f"{seen.remedy.kind.value}: {seen.remedy.line} ({seen.remedy.why})"
        lines += wrapped(remedy, width, "", 2)
    lines.append(Line(""))
    for one in findings:
        quote = cut(one.finding.evidence[0].quote, width - 32)
        lines.append(Line(f"{one.ref:<6}{wording.minute(one.started_at)}  “{quote}”"))
    return finish(lines, redact)


def events_as_lines(rows: Sequence[EventRow], width: int) -> list[Line]:
    """Events as ``show`` prints them, those cited marked."""
    lines: list[Line] = []
    for event in rows:
        head = f"{event.kind} · {event.author} · {wording.minute(event.sent_at)} · "
        where = f"{wording.place(event.path)}:{event.record}"
        style = "bold" if event.cited else "dim"
        for place, line in enumerate(wrapped(head + where, width - 2, style, 2)):
            mark = ">" if event.cited and not place else " "
            lines.append(Line(f"{mark} {line.text}", style))
        shown = sinks.terminal(event.text).strip("\n").split("\n")
        lines += [Line(f"    {text}") for text in shown[:MOST_EVENT_LINES]]
        if len(shown) > MOST_EVENT_LINES:
            lines.append(Line(f"    … {len(shown) - MOST_EVENT_LINES} more lines", "dim"))
    return lines

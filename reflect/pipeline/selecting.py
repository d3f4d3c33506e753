"""Which sessions a run analyses, and why each other one is left out. It always adds up.

Newest means last active: a session resumed today is today's, whenever it began.
"""

import os
from collections.abc import Callable, Mapping, Sequence

from reflect.errors import UsageError
from reflect.model.frozen import dataclass
from reflect.model.review import Coverage, Selection, SessionRow
from reflect.model.run_vocabulary import SelectionMode
from reflect.model.vocabulary import Origin, Relation, SkipReason

PREVIEW = 60
"""Characters of a title in a list of candidates."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The result of a selection."""

    sessions: tuple[SessionRow, ...]
    """Root sessions to analyse, newest first."""
    coverage: Coverage
    """What became of every other session."""
    skipped: Mapping[str, SkipReason]
    """Session key → why it was left out."""


def choose(
    rows: Sequence[SessionRow],
    selection: Selection,
    *,
    unreadable: int = 0,
    reviewing: Callable[[SessionRow], bool] = lambda _: False,
) -> Chosen:
    """Choose among the sessions known within project and agent.

    ``unreadable`` counts files that hold a session nobody could read. Raises ``UsageError`` when
    a reference or name matches none or several.
    """
    rows = sorted(
        (row for row in rows if not row.warm_up),
        key=lambda row: (last_active(row), row.key),
        reverse=True,
    )
    reasons = {row.key: _reason(row, selection, reviewing) for row in rows}
    eligible = [row for row in rows if reasons[row.key] is None]
    picked = {row.key for row in _pick(rows, eligible, selection)}
    skipped = {
        row.key: reasons[row.key] or SkipReason.NOT_SELECTED
        for row in rows
        if row.key not in picked
    }
    counts = dict.fromkeys(SkipReason, 0)
    for reason in skipped.values():
        counts[reason] += 1
    counts[SkipReason.UNREADABLE] += unreadable
    chosen = tuple(row for row in rows if row.key in picked)
    return Chosen(chosen, Coverage(len(rows) + unreadable, len(chosen), counts), skipped)


def last_active(row: SessionRow) -> str:
    """When a session was last active, UTC; empty when no time is known."""
    return row.ended_at or row.started_at or ""


def _reason(
    row: SessionRow, selection: Selection, reviewing: Callable[[SessionRow], bool]
) -> SkipReason | None:
    if row.relation in (Relation.SUBAGENT, Relation.REVIEW):
        return SkipReason.SUB_AGENT
    if row.relation is Relation.FORK and row.messages == 0:
        return SkipReason.DUPLICATE
    if row.origin is Origin.AUTOMATED and not selection.include_automated:
        return SkipReason.AUTOMATED
    if reviewing(row):
        return SkipReason.REVIEWING
    if row.human_turns == 0:
        return SkipReason.TOO_SHORT
    return None


def _pick(
    rows: Sequence[SessionRow], eligible: Sequence[SessionRow], selection: Selection
) -> Sequence[SessionRow]:
    match selection.mode:
        case SelectionMode.LAST:
            return eligible[: selection.last]
        case SelectionMode.SINCE:
            since, until = selection.since or "", selection.until or "9"
            return [row for row in eligible if since <= last_active(row) < until]
        case SelectionMode.SESSION:
            return [root_of(rows, by_id(rows, selection.reference or ""))]
        case SelectionMode.NAME:
            return [root_of(rows, by_name(rows, selection.reference or ""))]
        case SelectionMode.ALL:
            return eligible


def by_id(rows: Sequence[SessionRow], reference: str) -> SessionRow:
    """The session of an id, ``agent:id`` or unique prefix of either."""
    exact = [row for row in rows if reference in (row.id, row.key)]
    if len(exact) == 1:
        return exact[0]
    matches = [row for row in rows if row.id.startswith(reference) or row.key.startswith(reference)]
    return _one(exact or matches, f"session {reference}")


def by_name(rows: Sequence[SessionRow], name: str) -> SessionRow:
    """The session whose title is ``name``, or the only one whose title holds it."""
    folded = name.casefold()
    roots = [row for row in rows if row.relation is not Relation.SUBAGENT and row.title]
    exact = [row for row in roots if (row.title or "").casefold() == folded]
    if len(exact) == 1:
        return exact[0]
    return _one(
        exact or [row for row in roots if folded in (row.title or "").casefold()], f"name {name!r}"
    )


def root_of(rows: Sequence[SessionRow], row: SessionRow) -> SessionRow:
    """The root session a sub-agent belongs to; itself for a root."""
    return next((one for one in rows if one.key == row.root), row)


def _one(matches: Sequence[SessionRow], what: str) -> SessionRow:
    if len(matches) == 1:
        return matches[0]
    if not matches:
        raise UsageError(f"no {what} is known", hint="reflect sessions")
    listed = "\n".join(
        f"  {row.key}  {(row.started_at or '')[:16]}  {(row.title or '')[:PREVIEW]}"
        for row in matches[:10]
    )
    more = f"\n  and {len(matches) - 10} more" if len(matches) > 10 else ""
    raise UsageError(
        f"{what} matches {len(matches)} sessions:\n{listed}{more}",
        hint="name one by its id: --session ID",
    )


def exported_ids(environ: Mapping[str, str] | None = None) -> frozenset[str]:
    """Session ids that an agent exports to the programs it starts."""
    environ = os.environ if environ is None else environ
    return frozenset(
        value
        for name, value in environ.items()
        if value and "SESSION" in name and name.startswith(("CLAUDE", "OPENCODE", "CODEX"))
    )

"""Units of a store, read and redacted: the part of an import that needs no warehouse."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from reflect.errors import ExitCode, ReflectError
from reflect.importers import Importer
from reflect.model.frozen import dataclass
from reflect.model.session import RawSession, RedactedSession
from reflect.model.source import LedgerEntry, ReadCounts, Source, Unit, UnitRead
from reflect.warehouse.session_columns import SessionColumns, session_columns

if TYPE_CHECKING:
    from reflect.redaction.door import Door

STORE_ERRORS = (ExitCode.BAD_DATA, ExitCode.NOT_PERMITTED, ExitCode.UNREACHABLE)
"""Errors that belong to one store; any other (disk, lock, newer version) ends the run."""


@dataclass(frozen=True, slots=True)
class PendingUnit:
    """A unit that changed since it was read last."""

    unit: Unit
    """The unit as it is now."""
    name: str
    """Its name as the ledger keeps it."""
    earlier: LedgerEntry | None
    """What was read then; None when it is new."""


@dataclass(frozen=True, slots=True)
class PassedUnit:
    """A unit that was read, behind the door."""

    pending: PendingUnit
    """What was to be read."""
    entry: LedgerEntry
    """What to remember, under the name the ledger keeps."""
    session: RedactedSession | SessionColumns | None
    """None when the unit holds no session."""
    counts: ReadCounts
    """What was counted."""


@dataclass(frozen=True, slots=True)
class UnreadUnit:
    """A unit that could not be read."""

    pending: PendingUnit
    """What was to be read."""
    error: ReflectError
    """Why it was not; an error that belongs to its store alone."""


Outcome = PassedUnit | UnreadUnit


def read(importer: Importer, source: Source, pending: PendingUnit) -> UnitRead | UnreadUnit:
    """Read one unit. Raises ``ReflectError`` where the run cannot go on."""
    try:
        found = importer.read(source, pending.unit, pending.earlier)
    except ReflectError as error:
        if error.exit_code not in STORE_ERRORS:
            raise
        return UnreadUnit(pending, error)
    if found.entry.unit == pending.name:
        return found
    return replace(found, entry=replace(found.entry, unit=pending.name))


def passed(units: Sequence[tuple[PendingUnit, UnitRead]], door: "Door") -> list[PassedUnit]:
    """What was read of some units, behind the door."""
    sessions = iter(door.pass_sessions([r.session for _, r in units if r.session is not None]))
    return [
        PassedUnit(
            pending,
            unit.entry,
            None if unit.session is None else next(sessions),
            unit.counts,
        )
        for pending, unit in units
    ]


def read_apart(
    importer: Importer, source: Source, pending: Iterable[PendingUnit], door: "Door"
) -> list[Outcome]:
    """Read some units as another process does: new sessions become columns, in the order given."""
    outcomes = [(one, read(importer, source, one)) for one in pending]
    readable = [(one, found) for one, found in outcomes if isinstance(found, UnitRead)]
    new = _new_sessions(readable)
    made = session_columns(door.pass_together(list(new.values())))
    as_columns = {id(session): columns for session, columns in zip(new.values(), made, strict=True)}
    others = [unit for unit in readable if id(unit[1].session) not in as_columns]
    passed_others = iter(passed(others, door))
    return [
        found
        if isinstance(found, UnreadUnit)
        else PassedUnit(one, found.entry, as_columns[id(found.session)], found.counts)
        if id(found.session) in as_columns
        else next(passed_others)
        for one, found in outcomes
    ]


def _new_sessions(units: Sequence[tuple[PendingUnit, UnitRead]]) -> dict[str, RawSession]:
    """By their keys: a unit that was never read before nearly always holds a new session."""
    return {
        found.session.key: found.session
        for pending, found in units
        if found.session is not None and pending.earlier is None and not found.session.continues
    }

"""Which unit a session is kept from, when several hold it: a database and an export, two copies.

The copy whose last message is later is kept: what a client took out of a session is in no newer
copy of it. On a tie the copy with more messages and calls, then the one whose store and unit come
first in the alphabet. The result does not depend on the order of imports.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from reflect.model.session import RedactedSession, Session
from reflect.model.source import LedgerEntry
from reflect.warehouse.connection import Connection
from reflect.warehouse.held_sessions import HeldSession
from reflect.warehouse.read_ahead import ReadAhead
from reflect.warehouse.rows_to_values import iso
from reflect.warehouse.session_columns import SessionColumns
from reflect.warehouse.session_rows import last_sent_at
from reflect.warehouse.values import LoadedUnit

Place = tuple[str, str]
"""Store and unit, as the ledger names them; the agent is that of the session."""


@dataclass(slots=True)
class Decision:
    """What a load writes."""

    write: list[RedactedSession | SessionColumns] = field(default_factory=list)
    """Sessions to be written, one per key."""
    entries: list[tuple[LoadedUnit, str | None, bool]] = field(default_factory=list)
    """Unit, key of its session, and whether it is a duplicate."""
    dethroned: list[tuple[str, Place]] = field(default_factory=list)
    """Session key and place of units outside the batch that become duplicates."""
    left_out: int = 0
    """Sessions of the batch that are duplicates."""


@dataclass(slots=True)
class _Owner:
    events: int
    place: Place
    unit: LoadedUnit | None


def decide(
    connection: Connection,
    batch: Sequence[LoadedUnit],
    held: Mapping[str, HeldSession],
    ahead: ReadAhead | None = None,
) -> Decision:
    """Choose the owner of each session of a batch; ``held`` are those that are stored.

    ``ahead`` is what was asked of all of them already.
    """
    with_session = [unit for unit in batch if unit.session is not None]
    owners = _stored_owners(connection, held, ahead)
    stored = {key: owner.place for key, owner in owners.items()}
    # Owners first: whether they shrank or grew is known before the others are compared.
    with_session.sort(key=lambda unit: stored.get(_key(unit)) != _place(unit))
    decision = Decision()
    for unit in with_session:
        key, session = _key(unit), unit.session
        assert session is not None  # noqa: S101 - selected above
        owner = owners.get(key)
        continues = isinstance(session, Session) and session.continues
        candidate = _Owner(_events(session), _place(unit), unit)
        if owner is None or owner.place == candidate.place:
            owners[key] = candidate
            if continues and owner is not None:
                candidate.events += owner.events
        elif not continues and _is_newer(connection, key, candidate, owner):
            owners[key] = candidate
    written = {key: owner.unit for key, owner in owners.items() if owner.unit is not None}
    for unit in batch:
        if unit.session is None:
            decision.entries.append((unit, _held_before(connection, unit), False))
            continue
        key = _key(unit)
        duplicate = written.get(key) is not unit
        decision.entries.append((_to_be_read_whole(unit) if duplicate else unit, key, duplicate))
        if duplicate:
            decision.left_out += 1
        else:
            decision.write.append(unit.session)
            if key in stored and stored[key] != _place(unit):
                decision.dethroned.append((key, stored[key]))
    return decision


def _is_newer(connection: Connection, key: str, candidate: _Owner, owner: _Owner) -> bool:
    last, known = _last_message(connection, key, candidate), _last_message(connection, key, owner)
    if last != known:
        return last > known
    return (-candidate.events, candidate.place) < (-owner.events, owner.place)


def _last_message(connection: Connection, key: str, owner: _Owner) -> str:
    """When its last message was sent; asked for only where two units hold one session."""
    if owner.unit is None:
        found = connection.rows("SELECT max(sent_at) FROM message WHERE session = ?", [key])
        return iso(found[0][0]) or ""
    session = owner.unit.session
    if session is None:
        return ""
    return session.last_sent_at if isinstance(session, SessionColumns) else last_sent_at(session)


def _events(session: RedactedSession | SessionColumns) -> int:
    if isinstance(session, SessionColumns):
        return session.events
    return len(session.messages) + len(session.calls)


def _key(unit: LoadedUnit) -> str:
    return "" if unit.session is None else unit.session.key


def _place(unit: LoadedUnit) -> Place:
    return str(unit.source_path), unit.entry.unit


def without_progress(entry: LedgerEntry) -> LedgerEntry:
    """The entry of a unit that must be read from its start when it changes.

    What was read of a duplicate is not stored, so nothing can be added to it.
    """
    return replace(entry, offset=0, records=0, head_digest="", tail_digest="", carry="")


def _to_be_read_whole(unit: LoadedUnit) -> LoadedUnit:
    return replace(unit, entry=without_progress(unit.entry))


def _stored_owners(
    connection: Connection, held: Mapping[str, HeldSession], ahead: ReadAhead | None
) -> dict[str, _Owner]:
    """The unit each stored session is kept from: one that is there, if any is."""
    if not held:
        return {}
    found = ahead.units if ahead else connection.named("units_of_sessions", [list(held)])
    owners: dict[str, _Owner] = {}
    for *_, source_path, unit, session in sorted(found):
        if session in held:
            owner = _Owner(held[session].events, (source_path, unit), None)
            owners.setdefault(session, owner)
    return owners


def _held_before(connection: Connection, unit: LoadedUnit) -> str | None:
    """The session a unit still holds when nothing new of it was found in what was added."""
    if unit.entry.offset == 0:
        return None
    found = connection.rows(
        "SELECT session FROM ledger WHERE agent = ? AND source_path = ? AND unit = ? "
        "AND head_digest = ? AND NOT duplicate",
        [unit.agent, str(unit.source_path), unit.entry.unit, unit.entry.head_digest],
    )
    return found[0][0] if found else None

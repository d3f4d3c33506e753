"""What was read of each store: the next import reads what changed and sees what is gone."""

import json
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime

from reflect.model.redacted import Redacted
from reflect.model.source import LedgerEntry, Unit
from reflect.warehouse.connection import Connection, Row
from reflect.warehouse.owners import Decision
from reflect.warehouse.rows_to_values import iso
from reflect.warehouse.values import DuplicateUnit, LoadedUnit, StoreRow
from reflect.warehouse.values_to_rows import moment, plain, required, stamp


def entries(connection: Connection, agent: str, source_path: str) -> dict[str, LedgerEntry]:
    """Entries of one store by the unit's name."""
    return {
        row[0]: LedgerEntry(*row)
        for row in connection.named("ledger_entries", [agent, str(source_path)])
    }


def states(connection: Connection, agent: str, source_path: str) -> dict[str, tuple[int, int, int]]:
    """Unit's name → size, time and inode it had when it was read."""
    return {
        name: (size, mtime_ns, inode)
        for name, size, mtime_ns, inode in connection.named(
            "ledger_states", [agent, str(source_path)]
        )
    }


def entries_of(
    connection: Connection, agent: str, source_path: str, names: Sequence[str]
) -> dict[str, LedgerEntry]:
    """Entries of some units of one store, by the unit's name."""
    if not names:
        return {}
    place = [agent, str(source_path), [required(name) for name in names]]
    return {row[0]: LedgerEntry(*row) for row in connection.named("ledger_entries_of", place)}


def known_sources(connection: Connection) -> list[tuple[str, Redacted]]:
    """Agent and path of every store, in order."""
    found = connection.rows(
        "SELECT agent, source_path FROM ledger UNION SELECT agent, path FROM source ORDER BY ALL"
    )
    return [(agent, Redacted(path)) for agent, path in found]


def write(connection: Connection, decision: Decision) -> None:
    """Replace the entries of a batch, and take the progress of units that lost their session."""
    rows: dict[tuple[str, str, str], Row] = {}
    for unit, key, duplicate in decision.entries:
        place = (required(unit.agent), required(unit.source_path), required(unit.entry.unit))
        rows[place] = _row(unit, key, duplicate)
    by_source: dict[tuple[str, str], list[str]] = {}
    for agent, source_path, name in rows:
        by_source.setdefault((agent, source_path), []).append(name)
    for (agent, source_path), names in by_source.items():
        connection.rows(
            "DELETE FROM ledger WHERE agent = ? AND source_path = ? AND unit IN (SELECT unnest(?))",
            [agent, source_path, names],
        )
    connection.append("ledger", list(rows.values()))
    for key, (source_path, name) in decision.dethroned:
        connection.named("ledger_dethrone", [key, source_path, name])


def _row(unit: LoadedUnit, key: str | None, duplicate: bool) -> Row:
    entry = unit.entry
    return (
        required(unit.agent),
        required(unit.source_path),
        required(entry.unit),
        stamp(entry.size),
        stamp(entry.mtime_ns),
        entry.inode,
        entry.offset,
        entry.records,
        entry.head_digest,
        entry.tail_digest,
        required(entry.carry),
        plain(key),
        duplicate,
        json.dumps({str(kind): n for kind, n in unit.counts.bad.items()}, sort_keys=True),
        required(json.dumps(dict(unit.counts.unknown), sort_keys=True)),
        None,
    )


def renumber(
    connection: Connection, agent: str, source_path: str, units: Mapping[str, Unit]
) -> None:
    """Note the time and the inode that units have now, by their names."""
    connection.named(
        "ledger_renumber",
        [
            agent,
            str(source_path),
            [required(name) for name in units],
            [stamp(unit.mtime_ns) for unit in units.values()],
            [unit.inode for unit in units.values()],
        ],
    )


def mark_missing(
    connection: Connection,
    agent: str,
    source_path: str,
    present: AbstractSet[str],
    at: str | None,
    *,
    complete: bool = False,
) -> int:
    """Flag what is gone, clear the flag of what is back; returns the sessions missing."""
    now = moment(at) or datetime.now(UTC).replace(tzinfo=None)
    path = str(source_path)
    with connection.transaction():
        found = connection.rows(
            "SELECT unit FROM ledger WHERE agent = ? AND source_path = ? "
            "AND missing_since IS NOT NULL",
            [agent, path],
        )
        missing = {unit for (unit,) in found}
        gone: list[str] = []
        back: list[str] = []
        if missing or not complete:
            names = {required(name) for name in present}
            back = sorted(missing & names)
            known = connection.rows(
                "SELECT unit FROM ledger WHERE agent = ? AND source_path = ?", [agent, path]
            )
            gone = [unit for (unit,) in known if unit not in missing and unit not in names]
        for units, since in ((gone, now), (back, None)):
            if units:
                connection.ahead = None
                connection.rows(
                    "UPDATE ledger SET missing_since = ? WHERE agent = ? AND source_path = ? "
                    "AND unit IN (SELECT unnest(?))",
                    [since, agent, path, units],
                )
        connection.rows("DELETE FROM source WHERE agent = ? AND path = ?", [agent, path])
        connection.append("source", [(agent, path, now)])
    if not gone and len(back) == len(missing):
        # A session is missing when no unit of it is left; here every unit is.
        return 0
    return int(connection.named("sessions_missing", [agent, path])[0][0])


def held_sessions(connection: Connection) -> dict[tuple[str, str], int]:
    """Agent and path of a store → sessions that are kept from it."""
    return {(agent, path): held for agent, path, held in connection.named("held_sessions")}


def duplicates(connection: Connection) -> list[DuplicateUnit]:
    """Units left out, in order."""
    found = connection.rows(
        "SELECT agent, source_path, unit, session FROM ledger WHERE duplicate ORDER BY ALL"
    )
    return [
        DuplicateUnit(agent, Redacted(source_path), unit, session)
        for agent, source_path, unit, session in found
    ]


def store_rows(connection: Connection) -> list[StoreRow]:
    """One row per store."""
    counted: dict[tuple[str, str], tuple[dict[str, int], dict[str, int]]] = {}
    for agent, path, bad, unknown in connection.rows(
        "SELECT agent, source_path, bad, unknown FROM ledger WHERE bad <> '{}' OR unknown <> '{}'"
    ):
        sums = counted.setdefault((agent, path), ({}, {}))
        for total, part in zip(sums, (json.loads(bad), json.loads(unknown)), strict=True):
            for name, number in part.items():
                total[name] = total.get(name, 0) + number
    rows = []
    for row in connection.named("store_rows"):
        bad, unknown = counted.get((row[0], row[1]), ({}, {}))
        rows.append(
            StoreRow(
                agent=row[0],
                path=Redacted(row[1]),
                units=row[2],
                sessions=row[3],
                missing=row[4],
                duplicates=row[5],
                first_started_at=iso(row[6]),
                last_ended_at=iso(row[7]),
                bytes=row[8],
                bad=dict(sorted(bad.items())),
                unknown=dict(sorted(unknown.items())),
                imported_at=iso(row[9]),
            )
        )
    return rows

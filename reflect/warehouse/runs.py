"""Runs of reflect that write a manifest."""

from datetime import UTC, datetime

from reflect.model.run_vocabulary import Action, Outcome
from reflect.warehouse.connection import Connection
from reflect.warehouse.rows_to_values import iso
from reflect.warehouse.values import Run
from reflect.warehouse.values_to_rows import moment


def _time(at: str | None) -> datetime:
    return moment(at) or datetime.now(UTC).replace(tzinfo=None)


def begin(connection: Connection, run: str, action: Action, at: str | None) -> None:
    """Record that a run has begun."""
    with connection.transaction():
        connection.append("run", [(run, action.value, _time(at), None, Outcome.INTERRUPTED.value)])


def end(connection: Connection, run: str, outcome: Outcome, at: str | None) -> None:
    """Record how it ended."""
    with connection.transaction():
        connection.rows(
            "UPDATE run SET ended_at = ?, outcome = ? WHERE id = ?",
            [_time(at), outcome.value, run],
        )


def all_runs(connection: Connection) -> list[Run]:
    """All runs, oldest first."""
    return [
        Run(row[0], Action(row[1]), iso(row[2]) or "", iso(row[3]), Outcome(row[4]))
        for row in connection.rows("SELECT * FROM run ORDER BY started_at, id")
    ]

"""Rows of sessions: all of them with their counts, or those a reference or a name means."""

from collections.abc import Sequence

from reflect.model.frozen import maker
from reflect.model.redacted import Redacted
from reflect.model.review import SessionRow
from reflect.model.session import Usage
from reflect.model.vocabulary import Origin, Relation
from reflect.warehouse.connection import Connection, Row
from reflect.warehouse.rows_to_values import iso, text, words
from reflect.warehouse.values_to_rows import plain, required

ORIGINS = words(Origin)
RELATIONS = words(Relation)

_session_row = maker(SessionRow)
_usage = maker(Usage)
"""Of thousands of sessions each command makes a value."""


def session_rows(
    connection: Connection, *, agents: Sequence[str] = (), project: str | None = None
) -> list[SessionRow]:
    """Sessions, newest start first."""
    if not agents and project is None:
        if connection.sessions is None:
            # Without the conditions DuckDB answers in half of the time.
            found = connection.named("all_session_rows")
            connection.sessions = [_value(row) for row in found]
        return list(connection.sessions)
    found = connection.named("session_rows", [list(agents)] * 2 + [plain(project)] * 2)
    return [_value(row) for row in found]


def resolve(connection: Connection, reference: str) -> list[SessionRow]:
    """The one with this key or id, else all that begin with it."""
    reference = required(reference)
    if not reference:
        return []
    found = [_value(row) for row in connection.named("session_rows_by_reference", [reference] * 2)]
    exact = [row for row in found if reference in (row.key, row.id)]
    return exact or found


def by_name(connection: Connection, name: str) -> list[SessionRow]:
    """Those whose title contains the text."""
    if not name:
        return []
    return [_value(row) for row in connection.named("session_rows_by_name", [required(name)])]


def _value(row: Row) -> SessionRow:
    return _session_row(
        key=row[0],
        agent=row[1],
        id=row[2],
        parent=row[3],
        root=row[4],
        relation=RELATIONS[row[5]],
        origin=ORIGINS[row[6]],
        title=text(row[7]),
        directory=text(row[8]),
        project=text(row[9]),
        started_at=iso(row[12]),
        ended_at=iso(row[13]),
        active_seconds=row[14],
        human_turns=row[15],
        refusals=row[16],
        interrupts=row[17],
        tool_calls=row[18],
        failed_calls=row[19],
        denied_calls=row[20],
        compactions=row[21],
        messages=row[22],
        usage=_usage(
            input_uncached=row[23],
            cache_read=row[24],
            cache_write=row[25],
            output=row[26],
            reasoning=row[27],
            cost=row[28],
        ),
        path=Redacted(row[29]),
        missing=row[30],
        archived=row[31],
        warm_up=row[32],
    )


def running_reflect(connection: Connection) -> list[str]:
    """Keys of root sessions whose last call is a ``reflect`` command that still runs."""
    # Most often no call runs, which a search of one table tells.
    if not connection.rows("SELECT 1 FROM tool_call WHERE status = 'running' LIMIT 1"):
        return []
    return [key for (key,) in connection.named("running_reflect")]

"""What a load asks of a few sessions that grew, asked while Python loads what reads and redacts.

Another connection asks it. The answers hold until something is written: for the first load.
"""

from collections.abc import Mapping, Sequence

from reflect.model.frozen import dataclass
from reflect.warehouse.connection import Connection, Row
from reflect.warehouse.held_sessions import HeldSession, held_sessions
from reflect.warehouse.statements import query

MOST_EVENTS = 20_000
"""Messages and calls of the sessions: handing more rows to Python takes longer than is saved."""


@dataclass(frozen=True, slots=True)
class ReadAhead:
    """What the warehouse holds of some sessions."""

    held: Mapping[str, HeldSession]
    """By key; all of them are linked."""
    units: Sequence[Row]
    """Rows of ``units_of_sessions.sql``."""
    messages: Mapping[str, Sequence[Row]]
    """Key → rows of ``stored_messages.sql``, all of the session."""
    calls: Mapping[str, Sequence[Row]]
    """Key → rows of ``stored_calls.sql``, likewise."""


def read_ahead(
    connection: Connection, agent: str, source_path: str, names: Sequence[str]
) -> ReadAhead | None:
    """Ask about the sessions of these units of a store; None where they hold too much."""
    found = connection.rows(
        "SELECT session FROM ledger WHERE agent = ? AND source_path = ? "
        "AND unit IN (SELECT unnest(?)) AND session IS NOT NULL AND NOT duplicate",
        [agent, source_path, list(names)],
    )
    held = held_sessions(connection, sorted({key for (key,) in found}))
    if sum(one.events for one in held.values()) > MOST_EVENTS:
        return None
    return ReadAhead(
        held=held,
        units=connection.named("units_of_sessions", [list(held)]) if held else (),
        messages={key: connection.rows(query("stored_messages"), [key]) for key in held},
        calls={key: connection.rows(query("stored_calls"), [key]) for key in held},
    )

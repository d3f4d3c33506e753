"""What a load will ask of a few sessions that grew, asked once before, on another connection.

The answers are dropped. The first time that DuckDB plans a kind of statement and opens a column
takes twice as long as the next time: 60 ms for one session, in which Python reads what was added.
"""

from collections.abc import Sequence

from reflect.warehouse.connection import Connection
from reflect.warehouse.held_sessions import held_sessions
from reflect.warehouse.totals import counted


def read_ahead(connection: Connection, agent: str, source_path: str, names: Sequence[str]) -> None:
    """Ask about the sessions of these units of a store."""
    found = connection.rows(
        "SELECT session FROM ledger WHERE agent = ? AND source_path = ? "
        "AND unit IN (SELECT unnest(?)) AND session IS NOT NULL AND NOT duplicate",
        [agent, source_path, list(names)],
    )
    keys = sorted({key for (key,) in found})
    for key in held_sessions(connection, keys):
        connection.named("stored_messages", [key, [""]])
        counted(connection, [key])
        connection.named("rows_of_copy_keys", [[agent], [""]])
        connection.named("counted_answers", [[agent], [""]])

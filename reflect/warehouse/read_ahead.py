"""What a load and an analysis will read of a few sessions that grew, read once before.

It is read on another connection and dropped. The first time that DuckDB plans a kind of statement
and opens a column takes twice as long as the next time: 60 ms for one session, in which Python
reads what was added.
"""

from collections.abc import Sequence

from reflect.warehouse.connection import Connection
from reflect.warehouse.held_sessions import held_sessions

TABLES = ("part", "message", "tool_call")


def read_ahead(connection: Connection, agent: str, source_path: str, names: Sequence[str]) -> None:
    """Read the sessions of these units of a store: what a load asks for first, then whole."""
    found = connection.rows(
        "SELECT session FROM ledger WHERE agent = ? AND source_path = ? "
        "AND unit IN (SELECT unnest(?)) AND session IS NOT NULL AND NOT duplicate",
        [agent, source_path, list(names)],
    )
    held = held_sessions(connection, sorted({key for (key,) in found}))
    for key in held:
        connection.named("stored_messages", [key, [""]])
        connection.named("rows_of_copy_keys", [[agent], [""]])
        connection.named("counted_answers", [[agent], [""]])
    for key in held:
        for table in TABLES:
            # A number for all columns of all rows: no value is handed to Python.
            connection.rows(
                f"SELECT bit_xor(hash(one)) FROM {table} AS one WHERE session = ?",  # noqa: S608
                [key],
            )

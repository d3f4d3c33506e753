"""What is derived from sessions: copies, parents and roots, tokens, counts. See ``link/*.sql``.

A load of new sessions leaves the linking to the end of the import, where it is done once for
all of them: done after each batch it reads all earlier ones again.
"""

from reflect.warehouse.connection import Connection
from reflect.warehouse.statements import steps


def is_pending(connection: Connection) -> bool:
    """Whether sessions were loaded that are not linked yet."""
    return bool(connection.rows("SELECT 1 FROM pending_session LIMIT 1"))


def link(connection: Connection) -> None:
    """Link what is pending, inside the transaction of the caller."""
    for step in steps("link"):
        connection.rows(step.text)
    connection.unlinked = False


def settle(connection: Connection) -> Connection:
    """Link what this connection has loaded, before anybody reads it."""
    if connection.unlinked:
        with connection.transaction():
            link(connection)
    return connection


def link_all(connection: Connection) -> None:
    """Compute everything derived anew, for all sessions; gives what is there already."""
    with connection.transaction():
        connection.rows("DELETE FROM pending_session")
        connection.rows("INSERT INTO pending_session SELECT key FROM session")
        link(connection)

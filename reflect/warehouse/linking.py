"""What is derived from sessions: copies, parents and roots (``link/*.sql``), tokens, counts.

A load of new sessions leaves the linking to the end of the import, where it is done once for
all of them: done after each batch it reads all earlier ones again.
"""

from collections.abc import Collection, Iterable

from reflect.warehouse.connection import Connection, Row
from reflect.warehouse.statements import query, steps
from reflect.warehouse.totals import count_affected, count_all

PLACING = ("copies", "links")
"""Steps that find what is a copy of what, and where each session belongs. A session that only grew
needs neither, and they are two fifths of the time of linking it."""

MANY_ROWS = 20_000
"""Rows written by one connection from which on a checkpoint before the linking pays. Otherwise it
comes when the file is closed. Of both together it saves nothing at 70,000 rows but 40 MB of memory
in what follows, and a fifth at 230,000."""

PENDING = ("pending_session", "pending_copy_key", "pending_answer")
"""Tables that say what has to be looked at; empty once everything is linked."""


def is_pending(connection: Connection) -> bool:
    """Whether sessions were loaded that are not linked yet."""
    return bool(connection.rows("SELECT 1 FROM pending_session LIMIT 1"))


def link(connection: Connection, grown: Collection[str] = ()) -> None:
    """Link what is pending, inside the transaction of the caller.

    ``grown`` are those of the pending sessions of which only the rows named by
    ``pending_copy_key`` and ``pending_answer`` are others than when they were linked last.
    """
    connection.named("rewritten", [list(grown)])
    everything = _is_everything(connection)
    placing = everything or _is_placed_anew(connection)
    if placing:
        connection.named("all_keyed_rows" if everything else "touched_keyed_rows")
    for step in steps("link"):
        if placing or step.name not in PLACING:
            connection.rows(step.text)
    if placing and connection.named("results_of_no_root"):
        connection.named("remove_results")
    if everything:
        _choose_all_answers(connection)
        count_all(connection)
    else:
        _choose_answers(connection)
        count_affected(connection)
    for table in PENDING:
        connection.rows(f"DELETE FROM {table}")  # noqa: S608 - constants
    connection.unlinked = False


def _is_everything(connection: Connection) -> bool:
    """Whether any row of every session may be another one, as after a first import.

    Then nothing has to be chosen, and nothing of what was derived is kept.
    """
    return bool(connection.rows("FROM rewritten LIMIT 1")) and not connection.named(
        "other_sessions"
    )


def _is_placed_anew(connection: Connection) -> bool:
    """Whether what is pending can change copies, parents or roots."""
    rewritten = [key for (key,) in connection.rows("FROM rewritten")]
    if rewritten:
        if connection.named("moved_sessions"):
            return True
        # The keys they had are there already; those they have now are added.
        connection.named("remember", [rewritten])
    return are_shared(connection.named("shared_rows"))


def are_shared(rows: Iterable[Row]) -> bool:
    """Whether two sessions hold rows of one key, or one is a copy already.

    Told here: to plan the grouping takes DuckDB longer than to find the rows.
    """
    holders: dict[tuple[str, str], str] = {}
    return any(
        copied or holders.setdefault((agent, key), session) != session
        for agent, key, session, copied in rows
    )


def _choose_answers(connection: Connection) -> None:
    """Find anew in which session each touched answer is counted, and count these anew."""
    connection.named("touched_answers")
    moved = choose_touched_answers(connection)
    connection.rows(
        "INSERT INTO affected SELECT unnest(?) UNION ALL FROM pending_session", [sorted(moved)]
    )


def choose_touched_answers(connection: Connection) -> set[str]:
    """Choose the lines of the answers in the table ``touched_answer``; returns whose change."""
    removed = connection.named("remove_answers")
    chosen = connection.rows(f"{_choosing('touched_lines')} RETURNING session")
    return {key for (key,) in (*removed, *chosen)}


def _choose_all_answers(connection: Connection) -> None:
    connection.rows("DELETE FROM answer")
    connection.rows(_choosing("all_lines"))


def _choosing(lines: str) -> str:
    """The statement that adds the answers of which the query ``lines`` gives the lines."""
    counted = f"counted_line AS NOT MATERIALIZED ({query(lines)})"
    return f"INSERT INTO answer WITH {counted} {query('choose_answers')}"


def settle(connection: Connection) -> Connection:
    """Link what this connection has loaded, before anybody reads it."""
    if connection.unlinked:
        if connection.written >= MANY_ROWS:
            # Read back compressed, a large import takes less time to link, and less memory.
            connection.rows("CHECKPOINT")
        with connection.transaction():
            link(connection)
    return connection


def link_all(connection: Connection) -> None:
    """Compute everything derived anew, for all sessions; gives what is there already."""
    with connection.transaction():
        connection.rows("DELETE FROM pending_session")
        connection.rows("INSERT INTO pending_session SELECT key FROM session")
        link(connection)

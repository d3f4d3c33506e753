"""Linking a few sessions that only grew, which somebody waits for: without tables of what is to do.

Nearly always no other session holds a row of theirs and all lines of an answer come at once. Then
nothing has to be placed, and the lines are chosen here: three statements in place of sixteen.
"""

from collections.abc import Iterator, Mapping, Sequence

from reflect.warehouse.added_totals import added_total
from reflect.warehouse.connection import Connection, Row
from reflect.warehouse.continuing import Continued
from reflect.warehouse.held_sessions import HeldSession
from reflect.warehouse.linking import are_shared, choose_touched_answers
from reflect.warehouse.session_rows import SessionRows
from reflect.warehouse.totals import MANY, count_few
from reflect.warehouse.touched_keys import touched_keys


def link_grown(
    connection: Connection,
    grown: Sequence[Continued],
    rows: Sequence[SessionRows],
    held: Mapping[str, HeldSession],
) -> dict[str, int] | None:
    """Link sessions whose new rows are written; returns the digest of each that was counted anew.

    ``held`` is what was stored of each before.

    None, and nothing done, where ``linking.link`` has to: rows are shared, or sessions are many.
    """
    if len(grown) >= MANY:
        return None
    touched = touched_keys(grown)
    if touched.copy_keys and are_shared(
        connection.named("rows_of_copy_keys", _columns(touched.copy_keys))
    ):
        return None
    answers: Sequence[Row] = ()
    moved: set[str] = set()
    if touched.answers:
        answers, moved = _choose(connection, touched.answers, rows)
    known = [
        total
        for one, added in zip(grown, rows, strict=True)
        if added.key not in moved
        and (total := added_total(connection, held[added.key].total, one, added, answers))
    ]
    return count_few(connection, sorted(moved | {added.key for added in rows}), known)


def _choose(
    connection: Connection, answers: Sequence[Row], rows: Sequence[SessionRows]
) -> tuple[Sequence[Row], set[str]]:
    """Count each touched answer where it stands now.

    Returns the rows of ``answer`` that were only added, and the sessions in which others changed.
    """
    counted = connection.named("counted_answers", _columns(answers))
    # No line of any other was stored: an answer is counted as soon as one is that is no copy.
    chosen = _chosen(rows, frozenset(counted))
    connection.append("answer", chosen)
    if not counted:
        return chosen, set()
    connection.rows(
        "CREATE OR REPLACE TEMP TABLE touched_answer AS "
        "SELECT unnest(?) AS agent, unnest(?) AS answer_id",
        _columns(counted),
    )
    return chosen, choose_touched_answers(connection)


def _chosen(rows: Sequence[SessionRows], others: frozenset[Row]) -> list[Row]:
    """The rows of ``answer`` for what new messages tell, as ``choose_answers.sql`` finds them."""
    best: dict[Row, tuple[tuple[object, ...], Row]] = {}
    for row in _lines(rows):
        agent, session, event, position = row[:4]
        sent_at, answer_id, model, uncached, read, written, output, reasoning, cost = row[8:17]
        name = agent, f"{session}/{event}" if answer_id is None else answer_id
        place = -output, -position, session, event
        if name not in others and (name not in best or place < best[name][0]):
            tokens = uncached or 0, read or 0, written or 0, output, reasoning, cost
            best[name] = place, (*name, session, event, model, sent_at, *tokens)
    return [best[name][1] for name in sorted(best)]


def _lines(rows: Sequence[SessionRows]) -> Iterator[Row]:
    """New messages that tell of tokens."""
    return (row for one in rows for row in one.messages if row[14] is not None)


def _columns(rows: Sequence[Row]) -> list[object]:
    return [list(column) for column in zip(*rows, strict=True)]

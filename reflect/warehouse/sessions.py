"""Whole sessions and trees of them, back from the tables."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from reflect.errors import UsageError
from reflect.model.redacted import Redacted
from reflect.model.review import SessionTree
from reflect.model.session import ContextItem, Message, RedactedSession, ToolCall
from reflect.warehouse.connection import Connection, Row
from reflect.warehouse.rows_to_values import context_value
from reflect.warehouse.stored_trees import StoredSession, StoredTree, session_value, tree_value

CHUNK_EVENTS = 40_000
"""Messages and calls that are in memory at once while trees are read: up to 190 MB, of 700 MB that
the process took with 10,000 small sessions. A chunk costs 50 ms however small it is: DuckDB unpacks
the outputs of calls that stand around those it reads."""

SOON_EVENTS = 4_000
"""Messages and calls that are read first where other processes wait for some of them: in a tenth
of a second."""

GROWTH = 4
"""A chunk holds so many times the one before: others are at work until it is read."""

ISO = "%Y-%m-%dT%H:%M:%S.%gZ"
"""The one form of a time: DuckDB writes it in a tenth of the time that Python takes."""

TIMES = {"message": ("sent_at",), "tool_call": ("started_at", "ended_at")}
"""Columns with times of the tables with very many rows."""

Event = Message[Redacted] | ToolCall[Redacted]


def session(connection: Connection, key: str) -> RedactedSession:
    """One whole session."""
    found = _stored(connection, [key], own=False)
    if key not in found:
        raise UsageError(f"no session {key}.", hint="`reflect sessions` lists them.")
    return session_value(found[key])


def events(connection: Connection, key: str) -> tuple[Event, ...]:
    """Messages and calls of one session in the order they happened."""
    whole = session(connection, key)
    placed: list[tuple[int, int, Event]] = [
        *((message.position, -1, message) for message in whole.messages),
        *((call.position, call.part, call) for call in whole.calls),
    ]
    placed.sort(key=lambda each: each[:2])
    return tuple(event for _, _, event in placed)


def trees(connection: Connection, root_keys: Sequence[str]) -> Iterator[SessionTree]:
    """Root sessions with their sub-agents, oldest first; in the order asked."""
    return map(tree_value, stored_trees(connection, root_keys))


def stored_trees(
    connection: Connection, root_keys: Sequence[str], *, some_soon: bool = False
) -> Iterator[StoredTree]:
    """The rows of root sessions with their sub-agents, oldest first; in the order asked.

    ``some_soon``: others wait for the first ones, so that few are read before any is given.
    """
    for members in tree_chunks(connection, root_keys, some_soon=some_soon):
        found = _stored(connection, [key for keys in members.values() for key in keys], own=True)
        for root, keys in members.items():
            children = tuple(found.pop(key) for key in keys if key != root)
            yield StoredTree(found.pop(root), children)


def tree_chunks(
    connection: Connection, root_keys: Sequence[str], *, some_soon: bool = False
) -> Iterator[Mapping[str, list[str]]]:
    """Root → sessions of its tree, oldest first; as many roots at once as memory should hold."""
    members: defaultdict[str, list[str]] = defaultdict(list)
    sizes: defaultdict[str, int] = defaultdict(int)
    for root, key, size in connection.named("tree_members", [list(root_keys)]):
        members[root].append(key)
        sizes[root] += size
    first = SOON_EVENTS if some_soon else CHUNK_EVENTS
    for chunk in _chunks([key for key in root_keys if key in members], sizes, first):
        yield {root: members[root] for root in chunk}


def _chunks(roots: Sequence[str], sizes: dict[str, int], first: int) -> Iterator[list[str]]:
    chunk: list[str] = []
    held, most = 0, first
    for root in roots:
        if chunk and held + sizes[root] > most:
            yield chunk
            chunk, held, most = [], 0, min(GROWTH * most, CHUNK_EVENTS)
        chunk.append(root)
        held += sizes[root]
    if chunk:
        yield chunk


def _stored(connection: Connection, keys: Sequence[str], *, own: bool) -> dict[str, StoredSession]:
    """Sessions by key; with ``own`` the rows they copied from others are left out.

    Rows are grouped here: they lie in the tables nearly in order.
    """
    copies = " AND copy_of IS NULL" if own else ""
    grouped: list[defaultdict[str, list[Row]]] = []
    for table, column, chosen in (
        ("part", 0, ""), ("message", 1, copies), ("tool_call", 1, copies)
    ):  # fmt: skip
        rows: defaultdict[str, list[Row]] = defaultdict(list)
        for row in _rows_of(connection, table, keys, chosen):
            rows[row[column]].append(row)
        grouped.append(rows)
    parts, messages, calls = grouped
    context = _context(connection, keys)
    found = {}
    for row in connection.named("session_headers", [list(keys)]):
        key = row[0]
        found[key] = StoredSession(
            header=row,
            parts=parts.pop(key, []),
            messages=messages.pop(key, []),
            calls=calls.pop(key, []),
            context=tuple(context.get(key, ())),
        )
    return found


def _rows_of(connection: Connection, table: str, keys: Sequence[str], rest: str = "") -> list[Row]:
    """Rows of some sessions, chosen by rowid: of the others only the session column is read.

    Of one session by its name: to plan the other takes half of the time of the smaller tables.
    """
    spelled = [f"strftime({name}, '{ISO}') AS {name}" for name in TIMES.get(table, ())]
    # The header names the agent; a hundred thousand times its name takes a tenth of the reading.
    told = f"* REPLACE ({', '.join(spelled)}, NULL AS agent)" if spelled else "*"
    text = f"SELECT {told} FROM {table} WHERE "  # noqa: S608 - constants
    if len(keys) == 1:
        return connection.rows(f"{text} session = ?{rest}", [keys[0]])
    chosen = f"SELECT rowid FROM {table} WHERE session IN (SELECT unnest(?))"  # noqa: S608
    return connection.rows(f"{text} rowid IN ({chosen}){rest}", [list(keys)])


def _context(connection: Connection, keys: Sequence[str]) -> dict[str, list[ContextItem[Redacted]]]:
    """Context items in order; the lines of one version are one tuple in all sessions."""
    rows = _rows_of(connection, "context_item", keys, " ORDER BY session, ordinal")
    lines: defaultdict[str, list[Redacted]] = defaultdict(list)
    digests: defaultdict[str, list[str]] = defaultdict(list)
    versions = sorted({row[6] for row in rows if row[6] is not None})
    if versions:
        for version, digest, line in connection.named("instruction_versions", [versions]):
            digests[version].append(digest)
            lines[version].append(Redacted(line))
    shared = {version: (tuple(lines[version]), tuple(digests[version])) for version in versions}
    items: defaultdict[str, list[ContextItem[Redacted]]] = defaultdict(list)
    for row in rows:
        version_lines, version_digests = shared.get(row[6], ((), ()))
        items[row[0]].append(context_value(row, version_lines, version_digests))
    return items

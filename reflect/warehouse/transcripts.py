"""Words of sessions as one reads them, without the values around them: a fifth of the time."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from reflect.model.redacted import Redacted
from reflect.model.review import Transcript
from reflect.warehouse.connection import Connection
from reflect.warehouse.sessions import tree_chunks
from reflect.warehouse.stored_trees import StoredSession, StoredTree

OPEN = "⟨"
"""Begins a place-holder, as ``masked_outputs.sql`` knows it."""
OUTPUTS = slice(18, 20)
"""The columns ``output`` and ``output_tail`` of ``tool_call``."""


def transcripts(connection: Connection, root_keys: Sequence[str]) -> Iterator[Transcript]:
    """Root sessions with their sub-agents, in the order asked; copied rows are left out."""
    for members in tree_chunks(connection, root_keys):
        wanted = [[key for keys in members.values() for key in keys]]
        parts: defaultdict[str, list[tuple[str, Redacted]]] = defaultdict(list)
        for session, event, text in connection.named("transcript_parts", wanted):
            parts[session].append((event, Redacted(text)))
        calls: defaultdict[str, list[tuple[str, Redacted | None, str | None]]] = defaultdict(list)
        for session, call, arguments, digest in connection.named("transcript_calls", wanted):
            calls[session].append(
                (call, None if arguments is None else Redacted(arguments), digest)
            )
        masked: defaultdict[str, list[Redacted]] = defaultdict(list)
        for session, text in connection.named("masked_outputs", wanted):
            masked[session].append(Redacted(text))
        for root, keys in members.items():
            # As in a tree: the root, then its sub-agents.
            order = [root, *(key for key in keys if key != root)]
            yield Transcript(
                root,
                tuple((key, parts[key], calls[key]) for key in order),
                tuple(text for key in order for text in masked[key]),
            )


def transcript_of(tree: StoredTree) -> Transcript:
    """The words of a tree that was read already: as ``transcripts`` gives them."""
    sessions = (tree.root, *tree.children)
    return Transcript(
        tree.key,
        tuple((one.key, _parts(one), _calls(one)) for one in sessions),
        tuple(
            Redacted(text)
            for one in sessions
            for row in one.calls
            for text in row[OUTPUTS]
            if text is not None and OPEN in text
        ),
    )


def _parts(session: StoredSession) -> list[tuple[str, Redacted]]:
    # Those of copied messages are among the parts; the messages are not.
    places = {row[2]: (row[3], row[2]) for row in session.messages}
    rows = [row for row in session.parts if row[1] in places]
    rows.sort(key=lambda row: (places[row[1]], row[2]))
    return [(row[1], Redacted(row[5])) for row in rows]


def _calls(session: StoredSession) -> list[tuple[str, Redacted | None, str | None]]:
    return [
        (row[2], None if row[14] is None else Redacted(row[14]), row[21])
        for row in sorted(session.calls, key=lambda row: (row[3], row[5], row[2]))
    ]

"""Words of sessions as one reads them, without the values around them: a fifth of the time."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from reflect.model.redacted import Redacted
from reflect.model.review import Transcript
from reflect.warehouse.connection import Connection
from reflect.warehouse.sessions import tree_chunks


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

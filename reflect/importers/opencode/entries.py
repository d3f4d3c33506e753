"""Messages as OpenCode itself gives them: ``{"info": …, "parts": […]}``, in exports and answers."""

from collections import Counter
from collections.abc import Callable, Iterable

from reflect.importers.opencode.fields import rows, table, tables, words
from reflect.importers.opencode.records import StoredMessage
from reflect.model.vocabulary import BadRecord


def read_entries(
    entries: Iterable[object], record: Callable[[int, str], str]
) -> tuple[tuple[StoredMessage, ...], Counter[BadRecord]]:
    """The messages of a list, and what was passed over.

    Args:
        entries: Items of the list, as they were decoded.
        record: Where a message stands, from its index in the list and its id.
    """
    bad: Counter[BadRecord] = Counter()
    messages: dict[str, StoredMessage] = {}
    for index, item in enumerate(entries):
        entry = table(item)
        about = table(entry.get("info"))
        if not about:
            bad[BadRecord.WRONG_SHAPE if entry else BadRecord.NOT_AN_OBJECT] += 1
            continue
        name = words(about.get("id")) or f"r{index}"
        parts = rows(entry.get("parts"))
        wrong = len(parts) - len(tables(parts))
        if wrong:
            bad[BadRecord.NOT_AN_OBJECT] += wrong
        # A part that is none keeps its place, so that the others keep their index.
        own = tuple(table(part) for part in parts)
        # Of two messages with one id the later one is the newer state.
        messages.pop(name, None)
        messages[name] = StoredMessage(name, record(index, name), about, own)
    return tuple(messages.values()), bad

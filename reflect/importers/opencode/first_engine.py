"""Messages of the first engine (1.x): rows of ``message``, each with its rows of ``part``."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any

from reflect.importers.opencode.fields import Json
from reflect.importers.opencode.known_fields import (
    OTHER_FORMS,
    Decoded,
    decode_message,
    decode_part,
)
from reflect.importers.opencode.records import StoredMessage
from reflect.importers.opencode.row_objects import RowObjects
from reflect.model.frozen import maker
from reflect.stores.sqlite import Database

_Row = tuple[Any, ...]

make_message = maker(StoredMessage)


def stored_messages(
    database: Database, identifier: str, objects: RowObjects
) -> list[StoredMessage]:
    """The messages of a session in reading order.

    Args:
        database: Where they are.
        identifier: The session.
        objects: Decodes and counts their rows.
    """
    parts: defaultdict[str, list[Json]] = defaultdict(list)
    rows = database.select(
        "part",
        ("data", "id", "message_id"),
        where="session_id = ?",
        parameters=(identifier,),
        as_bytes=("data",),
    )
    for part, (_, part_id, owner) in _decoded(_by_id(rows), decode_part, objects):
        part["id"] = part_id
        parts[str(owner)].append(part)
    rows = database.select(
        "message",
        ("data", "id"),
        where="session_id = ?",
        order="time_created, id",
        parameters=(identifier,),
        as_bytes=("data",),
    )
    found = []
    for info, (_, message_id) in _decoded(rows, decode_message, objects):
        name = str(message_id)
        found.append(make_message(name, name, info, tuple(parts.pop(name, ()))))
    return found


def _by_id(rows: list[_Row]) -> list[_Row]:
    """Rows in the order of their second column.

    SQLite sorts by moving the rows with all their data, which takes three times the reading.
    """
    if {type(row[1]) for row in rows} == {str}:
        return sorted(rows, key=itemgetter(1))
    return sorted(rows, key=lambda row: str(row[1]))


def _decoded(
    rows: Iterable[_Row], decode: Callable[[Any], Decoded], objects: RowObjects
) -> list[tuple[Decoded, _Row]]:
    """The objects of rows whose first column holds them; what holds none is passed over."""
    found: list[tuple[Decoded, _Row]] = []
    known = size = 0
    for row in rows:
        try:
            value = decode(row[0])
        except OTHER_FORMS:
            whole = objects.read(row[0])
            if whole is not None:
                found.append((whole, row))
        else:
            known += 1
            size += len(row[0])
            found.append((value, row))
    objects.records += known
    objects.bytes += size
    return found

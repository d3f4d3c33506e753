"""What the ids of OpenCode tell about time: who made an id, the client or the server.

An id such as ``msg_c646793d0001aJtcw6RVj4Jads`` starts with 12 hexadecimal digits: milliseconds
since 1970 times 4096 plus a counter, the lowest 48 bits of it. The terminal client makes the ids
of a prompt and of its text before it sends them, 2 to 13 ms before the server writes
``time.created`` (all 65 prompts of 15 sessions of 1.2.5). What the server makes – the text of an
expanded command, everything sent without ids – is not older than ``time.created``.
"""

import re

from reflect.importers.opencode.fields import milliseconds

_STAMP = re.compile(r"[a-z]+_([0-9a-f]{12})[0-9A-Za-z]+\Z")
_BITS = 48
_COUNTER_BITS = 12

CLIENT_LEAD = 2
"""Milliseconds by which an id must be older than its record to have been made by the client."""


def lead(identifier: str | None, created: object) -> int | None:
    """Milliseconds by which an id is older than a moment; negative when it is younger.

    Args:
        identifier: Ascending id of a message or part.
        created: Milliseconds since 1970.

    Returns:
        None when either is unreadable.
    """
    moment = milliseconds(created)
    stamp = _STAMP.match(identifier) if identifier else None
    if moment is None or stamp is None:
        return None
    distance = ((moment << _COUNTER_BITS) - int(stamp.group(1), 16)) % (1 << _BITS)
    if distance >= 1 << (_BITS - 1):
        distance -= 1 << _BITS
    # Rounded up: an id of the same millisecond has a lead of 0 whatever its counter.
    return -((-distance) >> _COUNTER_BITS)


def made_by_client(identifier: str | None, created: object) -> bool:
    """Whether an id was made before its record, by the program the user typed into."""
    found = lead(identifier, created)
    return found is not None and found >= CLIENT_LEAD

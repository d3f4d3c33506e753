"""Forks and sub-agents that begin with a copy of their parent's history.

0.171 writes only a thread's own lines. Clients before it may write the parent's history into the
child's file, with new times and a second ``session_meta``; every token in it would be counted
twice. A line is a copy while its payload stands in the parent's rollout, in the same order; the
thread's own lines begin with the first turn, or the first payload, that the parent does not have.
Where the parent is gone, all lines are kept: they are the only record of it.
"""

from bisect import bisect_left
from collections.abc import Iterable
from hashlib import blake2b

import msgspec
from msgspec import Raw, Struct

from reflect.importers.codex.records import Payload
from reflect.importers.codex.state import Reading

WITHOUT_PARENT = "history:without_parent"
"""Counted where a history is kept that may be another thread's too."""

HEADS = ("session_meta", "turn_context")
"""Records that a client may write anew when it copies."""


class _Copy(Struct):
    """Just enough of a line to tell whether it is a copy."""

    type: str | None = None
    """Record type."""
    payload: Raw = Raw()
    """Compared as it stands."""


class _Turn(Struct):
    """The turn of a payload."""

    turn_id: str | None = None
    """Its id; none before 0.93."""


_copy = msgspec.json.Decoder(_Copy)
_turn = msgspec.json.Decoder(_Turn)


class History:
    """What the parent's rollout holds: hashes of its payloads in order, and ids of its turns."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._places: dict[bytes, list[int]] = {}
        self._turns: set[str] = set()
        self._at = 0
        for number, data in enumerate(lines):
            line = _read(data)
            if line is None:
                continue
            self._places.setdefault(_digest(line.payload), []).append(number)
            turn = _turn_of(line.payload)
            if turn is not None:
                self._turns.add(turn)

    def holds(self, data: bytes) -> bool:
        """Whether the next line of the child is the parent's, with another time."""
        line = _read(data)
        if line is None:
            return True
        turn = _turn_of(line.payload)
        if turn is not None and turn not in self._turns:
            return False
        places = self._places.get(_digest(line.payload), [])
        following = bisect_left(places, self._at)
        if following < len(places):
            self._at = places[following] + 1
            return True
        return turn is not None or line.type in HEADS


def is_second_head(reading: Reading, head: Payload) -> bool:
    """Whether a ``session_meta`` is the head of a history that was copied in."""
    return reading.carry.meta_seen and head.id != reading.carry.native_id


def _read(data: bytes) -> _Copy | None:
    try:
        return _copy.decode(data)
    except (msgspec.MsgspecError, RecursionError):
        return None


def _turn_of(payload: Raw) -> str | None:
    if not payload or b'"turn_id"' not in bytes(payload):
        return None
    try:
        return _turn.decode(payload).turn_id
    except (msgspec.MsgspecError, RecursionError):
        return None


def _digest(payload: Raw) -> bytes:
    return blake2b(payload, digest_size=16).digest()

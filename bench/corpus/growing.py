"""Adds records to a session that exists, as a client that is still running would."""

import random
import re
from pathlib import Path

IDS = re.compile(
    rb'"(?:msg_01|toolu_01|req_)[0-9a-f]{22,24}"'
    rb'|"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}"'
)
EVENTS = (b'"type":"assistant","uuid"', b'"type":"user","message"')


class Renewal:
    """New ids for old ones: the same new one for the same old one."""

    def __init__(self, draw: random.Random, session: bytes) -> None:
        self._draw = draw
        self._session = session
        self._fresh: dict[bytes, bytes] = {}

    def line(self, line: bytes) -> bytes:
        """The record with new ids, the session's own id left as it is."""
        return IDS.sub(self._renewed, line)

    def _renewed(self, match: re.Match[bytes]) -> bytes:
        old = match[0]
        if old[1:-1] == self._session:
            return old
        new = old[:-9] + b"%08x" % self._draw.getrandbits(32) + b'"'
        return self._fresh.setdefault(old, new)


def is_event(line: bytes) -> bool:
    """Whether a record is a message, an answer or a result."""
    return any(mark in line for mark in EVENTS)


def grow(path: Path, lines: int, draw: random.Random) -> None:
    """Append that many records to a file of Claude Code: copies of its own with new ids."""
    own = [line for line in path.read_bytes().split(b"\n") if is_event(line)]
    renewal = Renewal(draw, path.stem.encode())
    with path.open("ab") as file:
        while lines > 0:
            for line in own[:lines]:
                file.write(renewal.line(line) + b"\n")
            lines -= len(own)
            renewal = Renewal(draw, path.stem.encode())

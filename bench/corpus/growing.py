"""Adds records to a session that exists, as a client that is still running would."""

import random
import re
from datetime import datetime, timedelta
from pathlib import Path

IDS = re.compile(
    rb'"(?:msg_01|toolu_01|req_)[0-9a-f]{22,24}"'
    rb'|"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}"'
)
TIMES = re.compile(rb'(?<="timestamp":")[^"]+')
EVENTS = (b'"type":"assistant","uuid"', b'"type":"user","message"')


class Renewal:
    """New ids for old ones: the same new one for the same old one; and later times."""

    def __init__(self, draw: random.Random, session: bytes, later: timedelta) -> None:
        self._draw = draw
        self._session = session
        self._later = later
        self._fresh: dict[bytes, bytes] = {}

    def line(self, line: bytes) -> bytes:
        """The record with new ids, the session's own id left as it is."""
        return TIMES.sub(self._moved, IDS.sub(self._renewed, line))

    def _moved(self, match: re.Match[bytes]) -> bytes:
        return written(read(match[0]) + self._later)

    def _renewed(self, match: re.Match[bytes]) -> bytes:
        old = match[0]
        if old[1:-1] == self._session:
            return old
        new = old[:-9] + b"%08x" % self._draw.getrandbits(32) + b'"'
        return self._fresh.setdefault(old, new)


def is_event(line: bytes) -> bool:
    """Whether a record is a message, an answer or a result."""
    return any(mark in line for mark in EVENTS)


def read(moment: bytes) -> datetime:
    """A time as the client writes it."""
    return datetime.fromisoformat(moment.decode())


def written(moment: datetime) -> bytes:
    """The time as the client writes it."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z").encode()


def grow(path: Path, lines: int, draw: random.Random) -> None:
    """Append that many records to a file of Claude Code: copies of its own, later, with new ids."""
    content = path.read_bytes()
    own = [line for line in content.split(b"\n") if is_event(line)]
    times = [read(match[0]) for match in TIMES.finditer(content)]
    lasting = max(times) - min(times) + timedelta(seconds=1)
    later = lasting
    with path.open("ab") as file:
        while lines > 0:
            renewal = Renewal(draw, path.stem.encode(), later)
            for line in own[:lines]:
                file.write(renewal.line(line) + b"\n")
            lines -= len(own)
            later += lasting

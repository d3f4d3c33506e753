"""One session being written: the values of its slots, its clock, and what it adds to the truth."""

import random
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime

from corpus.templates import Template

YEAR_START = 1_764_547_200_000
"""2025-12-01 in milliseconds."""
YEAR = 365 * 86_400_000
TOKENS = {"input_tokens": 3000, "written_tokens": 1500, "cache_read_tokens": 150_000,
          "cache_write_tokens": 5000}  # fmt: skip
"""Kind → most of one answer."""


def plan(draw: random.Random, *, small: bool) -> list[int]:
    """Rounds of tool calls of each turn of one session."""
    if small:
        return [1 + draw.randrange(2)]
    turns = min(80, max(1, int(draw.lognormvariate(1.3, 1.0))))
    return [1 + min(60, int(draw.expovariate(1 / 7))) for _ in range(turns)]


def uuid(draw: random.Random) -> bytes:
    """A random UUID, version 4."""
    digits = b"%032x" % draw.getrandbits(128)
    parts = (digits[:8], digits[8:12], b"4" + digits[13:16], b"a" + digits[17:20], digits[20:])
    return b"-".join(parts)


class Session:
    """Slots, clock and lines of one session."""

    def __init__(self, draw: random.Random, values: Mapping[str, bytes]) -> None:
        self._draw = draw
        self.clock = YEAR_START + draw.randrange(YEAR)
        """Milliseconds."""
        self.began = self.clock
        self.values: dict[str, bytes] = {"parent": uuid(draw), **values}
        self.lines: list[bytes] = []
        self.tokens: Counter[str] = Counter()
        """Sums over its answers."""

    def advance(self, low: int, high: int) -> int:
        """Let some milliseconds pass; returns the time."""
        self.clock += self._draw.randrange(low, high)
        return self.clock

    def add(self, template: Template) -> None:
        """Write one line in the form of Claude Code: an event that follows its parent."""
        now = datetime.fromtimestamp(self.advance(20, 4000) / 1000, UTC)
        self.values["time"] = now.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3].encode() + b"Z"
        self.values["event"] = uuid(self._draw)
        self.lines.append(template.fill(self.values))
        self.values["parent"] = self.values["event"]

    def answer(self, truth: Counter[str]) -> None:
        """Draw the tokens of the next answer."""
        drawn = {name: self._draw.randrange(most) for name, most in TOKENS.items()}
        self.tokens.update(drawn)
        truth.update(drawn)
        truth["answers"] += 1
        for name, tokens in drawn.items():
            self.values[name] = b"%d" % tokens
        total = drawn["input_tokens"] + drawn["written_tokens"]
        self.values["total_tokens"] = b"%d" % total

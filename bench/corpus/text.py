"""Text of any length that looks like what agents read and write, with things planted in it.

Lines of code, logs, tests, diffs and prose are filled with words and cut at line ends. All results
are JSON-escaped bytes without quotes, ready for a slot.
"""

import base64
import bisect
import json
import random
import re
from dataclasses import dataclass

from corpus.planted import LookAlike, Planting, Secret
from corpus.templates import lines

POOL_LINES = 40_000
KEPT_WHOLE = 7_500
KEPT_HEAD = 3_400
"""An import keeps outputs up to 8,192 bytes whole and 4,096 at each end of longer ones; what is
planted in this much is kept for certain, whatever place-holders take."""
NEWLINE = rb"\n"
SLOT = re.compile(r"\{(\w+)\}")


def escaped(text: str) -> bytes:
    """The text as it stands inside a JSON string."""
    return json.dumps(text, ensure_ascii=False)[1:-1].encode()


@dataclass(frozen=True, slots=True)
class _Place:
    """Something planted and the line end it follows."""

    at: int
    what: Secret | LookAlike


class Text:
    """Draws texts. One per corpus."""

    def __init__(self, draw: random.Random, planting: Planting) -> None:
        self._draw = draw
        self._planting = planting
        self._words = [word for line in lines("words.txt") for word in line.split()]
        self._commands = lines("commands.txt")
        self._pool, self._ends = self._joined(lines("lines.txt"), POOL_LINES, NEWLINE)
        self._prose, self._prose_ends = self._joined(lines("sentences.txt"), POOL_LINES // 4, b" ")
        self._blob = base64.b64encode(draw.randbytes(3_000_000))

    def word(self) -> str:
        """One word."""
        return self._draw.choice(self._words)

    def path(self) -> str:
        """A relative path of a source file."""
        return f"{self.word()}/{self.word()}_{self.word()}.{self._draw.choice(('py', 'ts', 'go'))}"

    def command(self) -> bytes:
        """A shell command."""
        return self._filled(self._draw.choice(self._commands))

    def line(self) -> bytes:
        """One line."""
        at = self._draw.randrange(len(self._ends) - 1)
        return self._pool[self._ends[at] : self._ends[at + 1]].removesuffix(NEWLINE)

    def plain(self, size: int) -> bytes:
        """That many bytes of prose with nothing planted."""
        start = self._prose_ends[self._draw.randrange(len(self._prose_ends) // 2)]
        return self._prose[start : start + size].strip()

    def prose(self, low: int, high: int, *, kept: bool = True) -> bytes:
        """What somebody says. ``kept``: a correct import stores it whole."""
        body = self._cut(self._prose, self._prose_ends, self._draw.randrange(low, high)).strip()
        secrets, others = self._planting.due(len(body))
        planted: list[Secret | LookAlike] = [*secrets, *others]
        for what in planted:
            body += NEWLINE + escaped(what.text)
        if kept:
            self._planting.look_alikes += others
        return body

    def output(self) -> bytes:
        """What a tool prints: many small, some up to 30 KB, few of about 1 MB."""
        share = self._draw.random()
        if share < 0.70:
            return self.lines(60, 1500)
        if share < 0.90:
            return self.lines(1500, 8000)
        if share < 0.9985:
            return self.lines(8000, 30_000)
        return self.lines(700_000, 1_200_000)

    def lines(self, low: int, high: int, *, kept: bool = True) -> bytes:
        """Lines of code and logs. ``kept``: a correct import stores head and tail."""
        body = self._cut(self._pool, self._ends, self._draw.randrange(low, high))
        secrets, others = self._planting.due(len(body))
        planted: list[Secret | LookAlike] = [*secrets, *others]
        if not planted:
            return body
        places = [_Place(self._line_end(body), what) for what in planted]
        places.sort(key=lambda place: place.at)
        pieces, last, size = [], 0, 0
        total = len(body) + sum(len(escaped(p.what.text)) + len(NEWLINE) for p in places)
        for place in places:
            line = escaped(place.what.text) + NEWLINE
            pieces += [body[last : place.at], line]
            size += place.at - last + len(line)
            last = place.at
            stays = kept and (size <= KEPT_HEAD or total <= KEPT_WHOLE)
            if stays and isinstance(place.what, LookAlike):
                self._planting.look_alikes.append(place.what)
        return b"".join((*pieces, body[last:]))

    def picture(self, low: int, high: int) -> bytes:
        """Base64 of random bytes."""
        size = self._draw.randrange(low, high)
        start = self._draw.randrange(len(self._blob) - size)
        return self._blob[start : start + size]

    def _line_end(self, body: bytes) -> int:
        """A place behind a line end of the body, or its beginning."""
        found = body.rfind(NEWLINE, 0, self._draw.randrange(len(body)))
        # An escaped backslash before the letter n is no line end.
        if found < 0 or body[found - 1 : found] == b"\\":
            return 0
        return found + len(NEWLINE)

    def _cut(self, pool: bytes, ends: list[int], size: int) -> bytes:
        start = self._draw.randrange(max(1, len(ends) - 1 - size // 20))
        stop = bisect.bisect_left(ends, ends[start] + size)
        return pool[ends[start] : ends[min(max(stop, start + 1), len(ends) - 1)]]

    def _joined(self, templates: list[str], count: int, end: bytes) -> tuple[bytes, list[int]]:
        rows = [self._filled(self._draw.choice(templates)) + end for _ in range(count)]
        ends = [0]
        for row in rows:
            ends.append(ends[-1] + len(row))
        return b"".join(rows), ends

    def _filled(self, template: str) -> bytes:
        draw, word = self._draw, self.word()
        values = {
            "name": self.word(),
            "word": word,
            "other": self.word(),
            "Type": word.capitalize(),
            "number": str(draw.randrange(10, 4000)),
            "digit": str(draw.randrange(1, 10)),
            "path": self.path(),
        }
        text = SLOT.sub(lambda match: values.get(match[1], match[0]), template)
        return escaped(text.replace("{{", "{").replace("}}", "}"))

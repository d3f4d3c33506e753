"""The bulk search in one pass: Hyperscan looks for all expressions at once.

polars asks one question after the other, each a pass of the text; Hyperscan takes a third of the
time for all of them and tells where each hit ends, so nothing is asked twice. Compiling them takes
it 0.6 s, which a large import spends once for all; what was compiled is kept, and loaded in a few
milliseconds. Where Hyperscan is not installed, has compiled nothing yet or does not find what it
must, polars is asked.
"""

import os
from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import Any

from reflect.derived import can_keep, kept, kept_before
from reflect.model.frozen import dataclass
from reflect.redaction.named_questions import ANY_SPACE
from reflect.redaction.opened import EVERYTHING, Opened
from reflect.redaction.trigger import questions_in_one_pass

NAME = "one-pass"
LONGEST = 1 << 31
"""Bytes that are searched at once; Hyperscan counts them in 32 bits."""
MOST_HITS = 250_000
"""Of all texts together; they take 10 MB. A log in colours can hold more."""
NUMBER_BITS = 8
"""Of a hit: what it opens. The other bits are its end."""
_SPELLINGS = {
    # Rust's regex is told that these are about ASCII; for Hyperscan they always are.
    r"(?-u:\b)": r"\b",
    "(?i-u:": "(?i:",
    # Here it is the other way round: anything beyond ASCII is simpler than the spaces among it.
    ANY_SPACE: r"[\s\x0b\x{80}-\x{10ffff}]",
}
"""What Hyperscan spells in another way."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A match."""

    place: int
    """The text it ends in."""
    end: int
    """Characters of that text up to its end; it may begin in a text before."""
    opens: Opened
    """What it opens."""


class OnePass:
    """All expressions, compiled."""

    def __init__(self, engine: Any, compiled: bytes) -> None:
        self._opens = list(_asked())
        self._database = engine.loadb(compiled, engine.HS_MODE_BLOCK)
        self._scratch = engine.Scratch(self._database)
        self._error = engine.error

    def hits(self, texts: Sequence[str]) -> Iterator[Hit] | None:
        """Matches in the texts in the order of their ends, each end that a match can have.

        None where they cannot be searched in this way, or hold too many of them. They hold no lone
        surrogates.
        """
        # One character beyond ASCII would make a joined string two or four times as large.
        encoded = [text.encode() for text in texts]
        data = b"\n".join(encoded)
        found = array("Q")
        note = found.append

        def noting(number: int, _start: int, end: int, _flags: int, _context: object) -> bool:
            note(end << NUMBER_BITS | number)
            return len(found) >= MOST_HITS

        if len(data) > LONGEST:
            return None
        try:
            self._database.scan(data, match_event_handler=noting, scratch=self._scratch)
        except self._error:
            return None
        return self._told(sorted(found), texts, encoded)

    def _told(
        self, found: Sequence[int], texts: Sequence[str], encoded: Sequence[bytes]
    ) -> Iterator[Hit]:
        behind = accumulate(len(text) + 1 for text in encoded)
        place, start, following = -1, 0, 0
        read, characters = 0, 0
        for hit in found:
            end = hit >> NUMBER_BITS
            while end > following:
                start, following = following, next(behind)
                place += 1
                read, characters = 0, 0
            # A match may take in the line break behind its text.
            last = min(end - start, len(encoded[place]))
            if len(encoded[place]) == len(texts[place]):
                characters = last
            else:
                characters += len(encoded[place][read:last].decode())
                read = last
            yield Hit(place, characters, self._opens[hit & (1 << NUMBER_BITS) - 1])


def one_pass() -> OnePass | None:
    """The expressions, where Hyperscan is installed and they were compiled before."""
    salt = _salt()
    content = None if _last or not salt else kept_before(NAME, salt=salt)
    if content:
        _last.append(loaded(content))
    return _last[0] if _last else None


def is_installed() -> bool:
    """Whether Hyperscan is installed and works here."""
    return bool(_salt())


def can_be_compiled() -> bool:
    """Whether the expressions are not compiled yet, and could be, and kept."""
    return is_installed() and kept_before(NAME, salt=_salt()) is None and can_keep(NAME)


def compile_once() -> None:
    """Compile the expressions and keep that, for all processes from then on."""
    salt = _salt()
    if salt:
        kept(NAME, (), compiled, salt=salt)


_last: list[OnePass | None] = []
"""What was loaded; asked for again as long as nothing is kept."""


def loaded(compiled: bytes) -> OnePass | None:
    """What was compiled, if it answers as it must."""
    import hyperscan

    try:
        made = OnePass(hyperscan, compiled)
        answers = made.hits(["", "é NR", "AL", "x\0é NR" + "AL", "éa\u200b"])
    except (hyperscan.error, AttributeError, TypeError, ValueError):
        return None
    told = [(hit.place, hit.end, hit.opens == EVERYTHING) for hit in answers or ()]
    return made if told == [(3, 8, False), (4, 3, True)] else None


def compiled() -> bytes:
    """The expressions as Hyperscan compiles them."""
    import hyperscan

    asked = _asked()
    numbers = {opens: number for number, opens in enumerate(asked)}
    rows = [(form, numbers[opens]) for opens, forms in asked.items() for form in forms]
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    database.compile(
        expressions=[form.encode() for form, _ in rows],
        ids=[number for _, number in rows],
        flags=[hyperscan.HS_FLAG_UTF8] * len(rows),
    )
    return hyperscan.dumpb(database)


@cache
def _asked() -> dict[Opened, list[str]]:
    """Expressions in Hyperscan's spelling, by what they open."""
    asked: dict[Opened, list[str]] = {}
    for question in questions_in_one_pass():
        form = question.expression
        for theirs, ours in _SPELLINGS.items():
            form = form.replace(theirs, ours)
        asked.setdefault(question.opens, []).append(form)
    return asked


@cache
def _salt() -> str:
    """What a compilation depends on; empty where Hyperscan does not work."""
    try:
        import hyperscan

        small = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
        small.compile(expressions=[b"x"], ids=[0], flags=[hyperscan.HS_FLAG_UTF8])
        told = (os.uname().machine, small.info(), list(_asked().values()))
    except (ImportError, AttributeError, TypeError, ValueError):
        return ""
    except hyperscan.error:
        return ""
    return repr(told)

"""Finding the words a model quotes in the words it was shown, and the original spelling of them.

Two texts are equal here when they differ in case, in white space, or in the form of their
characters (Unicode compatibility: full-width letters, ligatures, composed accents). Letters that
only look alike are different ones.
"""

import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache

from reflect.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Folded:
    """A text in the form in which texts are compared."""

    text: str
    """Decomposed, without case, runs of white space as one space, none at the ends."""
    starts: tuple[int, ...]
    """Where each piece begins in ``text``, and at last its length."""
    places: tuple[int, ...]
    """Where each piece begins in the original."""
    ends: tuple[int, ...]
    """Where each piece ends in the original."""


@lru_cache(maxsize=256)
def folded(text: str) -> Folded:
    """A text folded piece by piece: a character with its accents, or a run of white space."""
    pieces: list[str] = []
    starts: list[int] = []
    places: list[int] = []
    ends: list[int] = []
    size = 0
    for start, end in _clusters(text):
        piece = _fold(text[start:end])
        if piece == " " and (not pieces or pieces[-1] == " "):
            if pieces:
                ends[-1] = end
            continue
        pieces.append(piece)
        starts.append(size)
        places.append(start)
        ends.append(end)
        size += len(piece)
    if pieces and pieces[-1] == " ":
        for column in (pieces, starts, places, ends):
            column.pop()
    whole = "".join(pieces)
    return Folded(whole, (*starts, len(whole)), tuple(places), tuple(ends))


def occurrences(quote: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a quote stands in a text: start and end in the text as it is spelled there.

    An empty quote stands nowhere.
    """
    wanted = folded(quote).text
    shown = folded(text)
    at = shown.text.find(wanted) if wanted else -1
    while at >= 0:
        end = at + len(wanted)
        first = bisect_left(shown.starts, at)
        behind = bisect_left(shown.starts, end)
        if shown.starts[first] == at and shown.starts[behind] == end:
            yield shown.places[first], shown.ends[behind - 1]
        at = shown.text.find(wanted, at + 1)


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """A character and the combining ones behind it: what normalising can reorder."""
    start = 0
    for place in range(1, len(text) + 1):
        if place == len(text) or not unicodedata.combining(text[place]):
            yield start, place
            start = place


def _fold(cluster: str) -> str:
    if cluster.isascii():
        return " " if cluster.isspace() else cluster.lower()
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", cluster).casefold())
    # A spacing accent ("´") decomposes into a space and a combining one: no white space.
    return " " if bare.isspace() else bare

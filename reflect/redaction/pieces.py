"""Long texts are searched in pieces that overlap: a rare name costs its piece and not the text.

A 2 MB log with one word ``token`` would cost two seconds of Python's `re`; its piece costs ten
milliseconds. Each piece is searched with what stands around it: the longest context a rule reads
before a secret is 400 characters, a secret is known as one by its first 768, and a find that
reaches the end of its window is searched again in a wider one.
"""

from collections.abc import Iterable, Iterator

SIZE = 2048
"""Characters of a piece at most; it ends with a line where one ends in its last third."""
BEFORE = 512
"""Characters before a piece that are searched with it."""
BEHIND = 768
"""Characters behind it."""
AROUND = 640
"""Characters on each side of a new place-holder that are searched again: what it brings to light
touches it or stood in the same match, and no rule reads more than some 500 around a secret."""


MOST_BACKSLASHES = 16
"""Backslashes in a row that still escape something."""
FARTHEST = 65_536
"""Characters to which a window is widened at most; what a longer secret holds beyond stays."""


def windows(text: str) -> Iterator[tuple[int, int]]:
    """Where to search: pieces with their surroundings, in order; one for a short text."""
    size = len(text)
    if size <= SIZE + BEHIND:
        yield 0, size
        return
    start = 0
    while start < size:
        end = _end(text, start, size)
        yield _unescaped(text, max(0, start - BEFORE)), _unescaped(text, min(size, end + BEHIND))
        start = end


def surroundings(text: str, places: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Where to search again once these places, in order, hold place-holders."""
    size = len(text)
    first, last = 0, 0
    for start, end in places:
        begin = _unescaped(text, max(0, start - AROUND))
        if last and begin <= last:
            last = _unescaped(text, min(size, end + AROUND))
            continue
        if last:
            yield first, last
        first, last = begin, _unescaped(text, min(size, end + AROUND))
    if last:
        yield first, last


def _end(text: str, start: int, size: int) -> int:
    if size - start <= SIZE:
        return size
    line = text.rfind("\n", start + SIZE - SIZE // 3, start + SIZE)
    return line + 1 if line >= 0 else _unescaped(text, start + SIZE)


def _unescaped(text: str, place: int) -> int:
    """The place, or the one before the backslashes it stands behind, a few at most."""
    if place >= len(text):
        return len(text)
    first = place
    while first > 0 and text[first - 1] == "\\" and place - first < MOST_BACKSLASHES:
        first -= 1
    return first

"""Long texts are searched in pieces that overlap: a rare name costs its piece and not the text.

A 2 MB log with one word ``token`` would cost two seconds of Python's `re`; its piece costs ten
milliseconds. Each piece is searched with what stands around it: the longest context a rule reads
before a secret is 400 characters, the longest secret that is usual is 2 KB, and a find that reaches
the end of its window is searched again in a wider one.
"""

from collections.abc import Iterator

SIZE = 6144
"""Characters of a piece at most; it ends with a line where one ends in its last third."""
BEFORE = 512
"""Characters before a piece that are searched with it."""
BEHIND = 2048
"""Characters behind it."""


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

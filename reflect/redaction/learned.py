"""Values learned from their context once are masked wherever else they stand in the session.

``PASSWORD=hunter2`` in one record and a bare ``hunter2`` in another are the same secret. The scope
is one session as it is imported: one read in parts does not know the values of earlier parts, and
what is cut out of a long output teaches nothing.
"""

from collections.abc import Iterable, Iterator, Sequence

from reflect.model.vocabulary import RedactionKind
from reflect.redaction.masks import MASK, OPEN
from reflect.redaction.spans import Span
from reflect.redaction.values import DIGIT, LETTER
from reflect.regex import compiled

RANK = 4
SHORTEST = 6
"""Characters; shorter values stand in too many other words."""
_VERSION = compiled(r"v?[0-9.]+[a-z]{0,2}[0-9]{0,2}")
MOST = 500
"""Values of a session that are looked for, in the order they were found."""


def learnable(spans: Iterable[Span], known: Sequence[str] = ()) -> list[str]:
    """Known values and those of the spans that cannot be taken for a word, each once, in order."""
    values = dict.fromkeys(known)
    for span in spans:
        if len(values) >= MOST:
            break
        if _is_telling(span.value):
            values[span.value] = None
    return list(values)


def learned_spans(text: str, values: Sequence[str]) -> Iterator[Span]:
    """Places where a learned value stands by itself, not inside a longer word."""
    taken: list[tuple[int, int]] | None = None
    for value in values:
        place = text.find(value)
        while place >= 0:
            end = place + len(value)
            if taken is None:
                taken = [m.span() for m in MASK.finditer(text)] if OPEN in text else []
            if _alone(text, place, end, value) and not any(a < end and place < b for a, b in taken):
                yield Span(place, end, RedactionKind.SECRET, "learned", value, RANK)
            place = text.find(value, end)


def _is_telling(value: str) -> bool:
    """Long enough, on one line, and no word, name or number that stands elsewhere by chance."""
    if not SHORTEST <= len(value) <= 4096 or "\n" in value or OPEN in value:
        return False
    if value.isdigit():
        return len(value) >= 10
    letters = LETTER.search(value) is not None
    if len(value) >= 16:
        return letters
    return (
        letters
        and not value.isalpha()
        and DIGIT.search(value) is not None
        and _VERSION.fullmatch(value) is None
    )


def _alone(text: str, start: int, end: int, value: str) -> bool:
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    if (before.isascii() and before.isalnum() and value[0].isalnum()) and not (
        start > 1 and text[start - 2] == "\\" and before in "nrtbf"
    ):
        return False
    return not (after.isascii() and after.isalnum() and value[-1].isalnum())

"""A found secret, and how overlapping finds become one."""

from collections.abc import Iterable

from reflect.model.frozen import dataclass
from reflect.model.vocabulary import RedactionKind


@dataclass(frozen=True, slots=True)
class Span:
    """One secret in one text."""

    start: int
    """First character, in the text as it stands."""
    end: int
    """Behind the last."""
    kind: RedactionKind
    """Kind for the place-holder."""
    name: str
    """Name for the place-holder."""
    value: str
    """The secret as it reads once decoded: equal secrets have equal ones."""
    rank: int
    """Of spans with one length, the lowest rank names the secret."""


def merged(spans: Iterable[Span]) -> list[Span]:
    """Spans in order without overlap: the longest of a group names it, all of it is masked."""
    result: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.start, -s.end, s.rank)):
        if not result or span.start >= result[-1].end:
            result.append(span)
            continue
        last = result[-1]
        best = min(last, span, key=lambda s: (s.start - s.end, s.rank))
        if span.end > last.end or best is not last:
            result[-1] = Span(
                last.start, max(last.end, span.end), best.kind, best.name, best.value, best.rank
            )
    return result


def moved(span: Span, by: int) -> Span:
    """The span, further on by so many characters."""
    return Span(span.start + by, span.end + by, span.kind, span.name, span.value, span.rank)

"""The few events around a candidate that a model judges."""

from collections.abc import Sequence

from reflect.classifier.chunks import Piece, with_gaps
from reflect.classifier.events import SessionEvent
from reflect.model.finding import Finding
from reflect.model.model_request import EventKind

BEFORE = 6
"""Events of the same session before the most telling one."""
AFTER = 4
"""Events after it."""


def window(
    events: Sequence[SessionEvent], finding: Finding, before: int = BEFORE, after: int = AFTER
) -> Piece:
    """Events around the first evidence, the other evidence, and the human's act they belong to.

    ``events`` are those of the whole tree. Where an evidence has no event that is shown, the other
    evidence stands in for it; where none has, the session's first events are taken.
    """
    places = {(event.session, event.event): i for i, event in enumerate(events)}
    cited = [places[key] for key in pointed(finding) if key in places]
    middle = cited[0] if cited else 0
    same = [i for i, one in enumerate(events) if one.session == events[middle].session]
    at = same.index(middle)
    shown = {*same[max(at - before, 0) : at + after + 1], *cited}
    acts = [i for i in range(middle, -1, -1) if events[i].kind is EventKind.HUMAN]
    return with_gaps(events, {*shown, *acts[:1]})


def pointed(finding: Finding) -> tuple[tuple[str, str], ...]:
    """(session, event) of each evidence, the most telling first."""
    return tuple((one.session, one.event) for one in finding.evidence)

"""The one thing to change first."""

from collections.abc import Collection, Iterable

from reflect.model.review import PatternRow
from reflect.model.vocabulary import COUNTED, RemedyKind

NOTHING = "nothing worth changing yet"


def first_change(patterns: Iterable[PatternRow], facts: Collection[str] = ()) -> str:
    """The remedy of the pattern that costs most, or that nothing is worth changing yet.

    Ranked by sessions times severity: rates of a handful of sessions are too rough to multiply
    further. Of equals the one whose code states an order of facts (``facts``) comes first, then
    the one that cost more seconds.
    """
    worth = [
        row
        for row in patterns
        if row.pattern.remedy is not None
        and row.pattern.remedy.kind is not RemedyKind.NOTHING
        and row.pattern.stability in COUNTED
    ]
    if not worth:
        return NOTHING
    best = min(worth, key=lambda row: _rank(row, facts))
    remedy = best.pattern.remedy
    return f"{remedy.line} ({best.ref}: {remedy.why})" if remedy else NOTHING


def _rank(row: PatternRow, facts: Collection[str]) -> tuple[object, ...]:
    pattern = row.pattern
    return (
        -len(pattern.sessions) * pattern.severity,
        pattern.code not in facts,
        -(pattern.seconds or 0.0),
        pattern.code,
        pattern.key,
    )

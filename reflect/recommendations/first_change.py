"""The one thing to change first."""

from collections.abc import Iterable

from reflect.model.review import PatternRow
from reflect.model.vocabulary import RemedyKind, Stability

NOTHING = "nothing worth changing yet"


def first_change(patterns: Iterable[PatternRow]) -> str:
    """The remedy of the pattern that costs most, or that nothing is worth changing yet.

    Ranked by sessions times severity, then by seconds lost: rates and costs of a handful of
    sessions are too rough to multiply further.
    """
    worth = [
        row
        for row in patterns
        if row.pattern.remedy is not None
        and row.pattern.remedy.kind is not RemedyKind.NOTHING
        and row.pattern.stability in (Stability.STABLE, Stability.UNMEASURED)
    ]
    if not worth:
        return NOTHING
    best = min(worth, key=lambda row: (*_loss(row), row.pattern.code, row.pattern.key))
    remedy = best.pattern.remedy
    return f"{remedy.line} ({best.ref}: {remedy.why})" if remedy else NOTHING


def _loss(row: PatternRow) -> tuple[float, float]:
    pattern = row.pattern
    return (-len(pattern.sessions) * pattern.severity, -(pattern.seconds or 0.0))

"""Measures of yes or no against labels, with intervals that small counts deserve."""

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence

from reflect.model.evaluation import Measure, Share
from reflect.model.frozen import dataclass
from reflect.statistics import wilson

DRAWS = 2_000
"""Draws of the bootstrap."""

TAIL = 0.025
"""Share of draws outside each end of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One row: what the label says and what was found."""

    group: str
    """The session; rows of one are not independent of each other."""
    expected: bool
    """It is one."""
    found: bool
    """It was said to be one."""


def share(hits: int, of: int) -> Share:
    """A share with its Wilson interval."""
    low, high = wilson(hits, of)
    return Share(hits, of, low, high)


def measure(rows: Sequence[Decision], draws: int = DRAWS) -> Measure:
    """Precision, recall and F1 of some rows; without an interval of F1 when ``draws`` is 0."""
    groups: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in rows:
        counts = groups[row.group]
        if row.expected and row.found:
            counts[0] += 1
        elif row.found:
            counts[1] += 1
        elif row.expected:
            counts[2] += 1
    right, wrong, missed = _sums(groups.values())
    low, high = _interval(list(groups.values()), draws)
    return Measure(
        n=len(rows),
        sessions=len(groups),
        precision=share(right, right + wrong),
        recall=share(right, right + missed),
        f1=f1(right, wrong, missed),
        f1_low=low,
        f1_high=high,
    )


def f1(right: int, wrong: int, missed: int) -> float | None:
    """Harmonic mean of precision and recall; None when nothing is there and nothing found."""
    whole = 2 * right + wrong + missed
    return 2 * right / whole if whole else None


def _sums(groups: Iterable[Sequence[int]]) -> tuple[int, int, int]:
    right = wrong = missed = 0
    for one, two, three in groups:
        right += one
        wrong += two
        missed += three
    return right, wrong, missed


def _interval(groups: Sequence[Sequence[int]], draws: int) -> tuple[float | None, float | None]:
    """Whole sessions are drawn: errors cluster in them, and single rows would look too sure."""
    if not groups or not draws:
        return None, None
    chance = random.Random(0)  # noqa: S311 - a fixed seed gives the same bytes each time
    drawn = (f1(*_sums(chance.choices(groups, k=len(groups)))) for _ in range(draws))
    values = sorted(value for value in drawn if value is not None)
    if not values:
        return None, None
    last = len(values) - 1
    return values[round(TAIL * last)], values[round((1 - TAIL) * last)]

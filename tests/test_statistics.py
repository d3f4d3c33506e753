"""Counting laws against scipy and against the numbers the design promises."""

import pytest
from scipy.stats import binomtest

from reflect.model.vocabulary import Stability
from reflect.statistics import stability, wilson


@pytest.mark.parametrize(
    ("right", "judged"), [(0, 1), (1, 1), (3, 7), (14, 15), (19, 21), (50, 99)]
)
def test_wilson_equals_scipy(right: int, judged: int) -> None:
    expected = binomtest(right, judged).proportion_ci(method="wilson")
    low, high = wilson(right, judged)
    assert low == pytest.approx(expected.low, abs=1e-12)
    assert high == pytest.approx(expected.high, abs=1e-12)


def test_nothing_judged_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("right", "judged", "word"),
    [
        (8, 8, Stability.UNMEASURED),
        (9, 9, Stability.STABLE),
        (14, 15, Stability.STABLE),
        (19, 21, Stability.STABLE),
        (8, 9, Stability.EXPERIMENTAL),
        (4, 9, Stability.OFF),
    ],
)
def test_the_word_follows_the_lower_bound(right: int, judged: int, word: Stability) -> None:
    assert stability(right, judged) is word

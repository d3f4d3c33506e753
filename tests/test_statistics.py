"""Counting laws against scipy and against the numbers the design promises."""

import pytest
from scipy.stats import beta, binomtest

from reflect.model.vocabulary import Stability
from reflect.statistics import beta_below, beta_interval, stability, wilson


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


@pytest.mark.parametrize(("accepted", "rejected"), [(0, 0), (7, 2), (0, 8), (400, 3), (60, 55)])
def test_the_interval_of_own_verdicts_equals_scipy(accepted: int, rejected: int) -> None:
    low, high = beta_interval(accepted, rejected)
    known = beta(1 + accepted, 1 + rejected)
    assert low == pytest.approx(known.ppf(0.1), abs=1e-9)
    assert high == pytest.approx(known.ppf(0.9), abs=1e-9)


@pytest.mark.parametrize("x", [0.0, 1e-9, 0.02, 0.5, 0.98, 1 - 1e-9, 1.0])
@pytest.mark.parametrize(("one", "two"), [(1, 1), (3, 1), (1, 40), (200, 5)])
def test_the_mass_of_a_beta_equals_scipy(x: float, one: int, two: int) -> None:
    assert beta_below(x, one, two) == pytest.approx(beta(one, two).cdf(x), abs=1e-12)

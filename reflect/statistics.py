"""Laws of small counts, without I/O."""

from math import exp, lgamma, log, log1p, sqrt

from reflect.model.vocabulary import Stability

NORMAL_95 = 1.959963984540054
"""Two-sided 95 % quantile of the normal distribution."""

MEASURED_FROM = 9
"""Hits that must be judged before a precision is called measured: 9 of 9 give a bound of 0.70."""


def wilson(right: int, judged: int) -> tuple[float, float]:
    """95 % Wilson interval of a share; (0, 1) when nothing was judged.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference,
    JASA 22 (1927).
    """
    if judged <= 0:
        return (0.0, 1.0)
    share = right / judged
    square = NORMAL_95**2
    middle = share + square / (2 * judged)
    spread = NORMAL_95 * sqrt(share * (1 - share) / judged + square / (4 * judged**2))
    scale = 1 + square / judged
    return (max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))


def stability(right: int, judged: int) -> Stability:
    """The word for a measured precision: bound 0.70 stable, below 0.50 off."""
    if judged < MEASURED_FROM:
        return Stability.UNMEASURED
    bound = wilson(right, judged)[0]
    # 9 of 9 give 0.7008, 14 of 15 give 0.7018: rounding must not decide.
    if bound >= 0.70:
        return Stability.STABLE
    return Stability.EXPERIMENTAL if bound >= 0.50 else Stability.OFF


MOST_TERMS = 300
"""Terms of the continued fraction; counts of a person need a few dozen."""

TINY = 1e-300
"""In place of a zero that would be divided by."""


def beta_interval(accepted: int, rejected: int, mass: float = 0.8) -> tuple[float, float]:
    """Central interval of Beta(1 + accepted, 1 + rejected): an even prior and what was seen."""
    one, two = 1 + accepted, 1 + rejected
    tail = (1 - mass) / 2
    return _beta_quantile(tail, one, two), _beta_quantile(1 - tail, one, two)


def _beta_quantile(share: float, one: float, two: float) -> float:
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if beta_below(middle, one, two) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def beta_below(x: float, one: float, two: float) -> float:
    """Regularised incomplete beta function: the mass of Beta(one, two) below x.

    Source: Lentz's continued fraction, Numerical Recipes 6.4.
    """
    if x <= 0.0 or x >= 1.0:
        return 0.0 if x <= 0.0 else 1.0
    if x > (one + 1) / (one + two + 2):
        return 1.0 - beta_below(1 - x, two, one)
    front = lgamma(one + two) - lgamma(one) - lgamma(two) + one * log(x) + two * log1p(-x)
    return exp(front) * _beta_fraction(x, one, two) / one


def _beta_fraction(x: float, one: float, two: float) -> float:
    c, d = 1.0, 1.0 / _no_zero(1.0 - (one + two) * x / (one + 1))
    value = d
    for m in range(1, MOST_TERMS):
        even = m * (two - m) * x / ((one + 2 * m - 1) * (one + 2 * m))
        d, c = 1.0 / _no_zero(1.0 + even * d), _no_zero(1.0 + even / c)
        value *= d * c
        odd = -(one + m) * (one + two + m) * x / ((one + 2 * m) * (one + 2 * m + 1))
        d, c = 1.0 / _no_zero(1.0 + odd * d), _no_zero(1.0 + odd / c)
        step = d * c
        value *= step
        if abs(step - 1.0) < 1e-14:
            break
    return value


def _no_zero(value: float) -> float:
    return value if abs(value) > TINY else TINY

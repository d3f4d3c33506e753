"""Laws of small counts, without I/O."""

from math import sqrt

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

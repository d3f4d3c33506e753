"""Measures against numbers worked out by hand and against scikit-like definitions."""

import pytest

from reflect.evaluation.measures import Decision, f1, measure, share


def decisions(group: str, right: int, wrong: int, missed: int, nothing: int) -> list[Decision]:
    return [
        *[Decision(group, True, True)] * right,
        *[Decision(group, False, True)] * wrong,
        *[Decision(group, True, False)] * missed,
        *[Decision(group, False, False)] * nothing,
    ]


def test_shares_and_f1_of_two_sessions() -> None:
    rows = decisions("one", 6, 1, 2, 11) + decisions("two", 3, 1, 2, 4)
    found = measure(rows)
    assert (found.n, found.sessions) == (30, 2)
    assert (found.precision.hits, found.precision.of) == (9, 11)
    assert (found.recall.hits, found.recall.of) == (9, 13)
    assert found.precision.value == pytest.approx(9 / 11)
    # 2 · 9 / (2 · 9 + 2 + 4)
    assert found.f1 == pytest.approx(0.75)


def test_the_interval_of_f1_spans_what_whole_sessions_give() -> None:
    rows = decisions("good", 5, 0, 0, 0) + decisions("bad", 0, 3, 5, 0)
    found = measure(rows)
    # One of four draws of two sessions holds only the good one, one only the bad one.
    assert (found.f1_low, found.f1_high) == (0.0, 1.0)


def test_one_session_alone_has_no_spread() -> None:
    found = measure(decisions("one", 9, 2, 4, 5))
    assert found.f1_low == found.f1 == found.f1_high


def test_the_same_rows_give_the_same_bytes() -> None:
    rows = [d for n in range(9) for d in decisions(f"s{n}", n % 4, n % 2, (n + 1) % 3, 2)]
    assert measure(rows) == measure(rows)


def test_nothing_to_find_and_nothing_found_is_no_zero() -> None:
    found = measure(decisions("one", 0, 0, 0, 7))
    assert found.f1 is None
    assert found.precision.value is None
    assert found.recall.value is None
    assert measure([]).n == 0
    assert f1(0, 0, 0) is None
    assert f1(0, 1, 0) == 0.0


def test_a_share_of_nothing_is_unknown() -> None:
    assert share(0, 0).value is None
    assert (share(0, 0).low, share(0, 0).high) == (0.0, 1.0)

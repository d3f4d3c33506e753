"""What the page of a code says of its precision."""

import pytest

from reflect.model.finding import StabilityRecord
from reflect.reports.code_page import known
from reflect.statistics import MEASURED_FROM, stability, wilson


def record(right: int, judged: int) -> StabilityRecord:
    return StabilityRecord(
        code="missed_sibling",
        version=2,
        judged=judged,
        right=right,
        lower_bound=wilson(right, judged)[0],
        label_set="1 hits in public sessions",
        stability=stability(right, judged),
        own=None,
    )


@pytest.mark.parametrize(
    ("right", "judged", "said"),
    [
        (0, 0, "9 judged hits are needed, and none was met so far"),
        (7, 7, "7 of 7 judged hits were right, 95 % lower bound 0.65 (1 hits in public sessions)"),
        (7, 7, "; 2 more must be judged"),
        (0, 2, "0 of 2 judged hits were right, 95 % lower bound 0.00"),
        (9, 9, "stable: 9 of 9 judged hits were right, 95 % lower bound 0.70"),
    ],
)
def test_a_page_says_number_bound_and_what_is_missing(right: int, judged: int, said: str) -> None:
    assert said in known(record(right, judged))


def test_nothing_is_missing_of_a_code_that_is_measured() -> None:
    assert "more must be judged" not in known(record(MEASURED_FROM, MEASURED_FROM))

"""Times of a column are read as each of them is read alone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflect.warehouse.values_to_columns import moments
from reflect.warehouse.values_to_rows import moment

USUAL = st.datetimes().map(lambda time: f"{time.isoformat(timespec='milliseconds')}Z")
ODD = st.sampled_from(
    [None, "", "yesterday", "2026-01-02T03:04:05Z", "2026-01-02T03:04:05.6789", "2026-01-02",
     "2026-01-02T03:04:05,678Z", "2026-01-02T03:04:05+01:00", "2026-01-02T03:04+01:00Z",
     "2026-01-02T03:04:05.+01Z", "2026-W01-1T03:04:05.678Z", "2026-01-02 03:04:05.678Z"]
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.lists(USUAL | st.none(), max_size=8), st.lists(USUAL | ODD, max_size=3))
def test_times_of_a_column_are_read_as_alone(
    usual: list[str | None], odd: list[str | None]
) -> None:
    for values in (usual, [*usual, *odd], [*odd, *usual]):
        assert moments(values) == list(map(moment, values))


@pytest.mark.parametrize("values", [[], [None], [None, None], [""]])
def test_a_column_without_times_has_none(values: list[str | None]) -> None:
    assert moments(values) == [None] * len(values)

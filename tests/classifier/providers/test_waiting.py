"""``Retry-After`` as servers write it."""

from datetime import UTC, datetime

import pytest

from reflect.classifier.providers.waiting import seconds_to_wait

NOW = datetime(2026, 3, 2, 10, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("asked", "date", "seconds"),
    [
        ("20", None, 20.0),
        ("0.5", None, 0.5),
        ("0", None, 0.0),
        ("-3", None, 0.0),
        ("Mon, 02 Mar 2026 10:00:30 GMT", None, 30.0),
        ("Mon, 02 Mar 2026 09:00:00 GMT", None, 0.0),
        ("Mon, 02 Mar 2026 12:00:30 +0200", None, 30.0),
        ("Mon, 02 Mar 2026 10:00:30 -0000", None, 30.0),
        ("Mon, 02 Mar 2026 10:00:30 GMT", "Mon, 02 Mar 2026 10:00:20 GMT", 10.0),
        ("Mon, 02 Mar 2026 10:00:30 GMT", "yesterday", 30.0),
        ("", None, None),
        (None, None, None),
        ("soon", None, None),
        ("nan", None, None),
        ("inf", None, None),
        ("Mon, 99 Mar 2026 10:00:30 GMT", None, None),
        ("Mon, 02 Mar 99999999999999999999 10:00:30 GMT", None, None),
    ],
)
def test_seconds_from_now(asked: str | None, date: str | None, seconds: float | None) -> None:
    assert seconds_to_wait(asked, date, NOW) == seconds

"""A synthetic review of two agents, with quotes that attack every sink."""

import runpy
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from reflect.model.finding import CodePage, StabilityRecord
from reflect.model.redacted import Redacted, seal
from reflect.model.review import CodeCount, Review, Selection, Week, WeekChange
from reflect.model.run_vocabulary import SelectionMode
from reflect.model.vocabulary import Stability

ROWS = SimpleNamespace(**runpy.run_path(str(Path(__file__).with_name("sample_rows.py"))))
"""The makers of its rows."""


@pytest.fixture
def review() -> Review:
    """Two sessions, four findings of three codes, one pattern, one store unreadable in part.

    One of the findings tells a fifth of the same incident.
    """
    return Review(
        generated_at="2026-11-29T20:02:17Z",
        selection=Selection(mode=SelectionMode.LAST, last=5),
        coverage=ROWS.coverage(35, 2, not_selected=20, automated=9, sub_agent=3, too_short=1),
        stores=(ROWS.store("one file could not be read (E202)"),),
        sessions=(
            ROWS.session(ROWS.CLAUDE, "2026-11-28T14:03:00Z", "Fix the *checkout* total"),
            ROWS.session(
                ROWS.OPEN, "2026-11-27T09:12:00Z", "Add a [filter](http://evil.test) \x1b[31m"
            ),
        ),
        findings=(
            ROWS.finding(
                12,
                "claim_without_verification",
                ROWS.CLAUDE,
                [("412", "All tests pass, the total is right now."), ("398", "Edit cart.py")],
                Stability.UNMEASURED,
                "tests-before-done",
            ),
            ROWS.telling(
                ROWS.finding(
                    7,
                    "correction_after_claim",
                    ROWS.OPEN,
                    [("7", ROWS.HOSTILE)],
                    Stability.STABLE,
                    "all-places",
                    ROWS.OPEN_CHILD,
                ),
                ROWS.finding(
                    8,
                    "claim_without_verification",
                    ROWS.OPEN,
                    [("6", "Both totals are right now.")],
                    Stability.UNMEASURED,
                    "all-places",
                ),
            ),
            ROWS.finding(
                9,
                "claim_without_verification",
                ROWS.OPEN,
                [("msg_x", "Fertig, läuft.")],
                Stability.UNMEASURED,
                "tests-before-done",
            ),
            ROWS.finding(
                15,
                "missing_environment",
                ROWS.OPEN,
                [("31", "bash: jq: command not found")],
                Stability.EXPERIMENTAL,
                "jq",
            ),
        ),
        patterns=(ROWS.pattern(),),
        looked_for=(
            ROWS.record("claim_without_verification", Stability.UNMEASURED, 2, 3, 0.0),
            ROWS.record("correction_after_claim", Stability.STABLE, 15, 15, 0.8),
            ROWS.record("polling_by_sleep", Stability.UNMEASURED, 0, 0, 0.0),
            ROWS.record("missing_environment", Stability.EXPERIMENTAL, 6, 10, 0.31),
        ),
        first_change=(
            "Let a stop hook run this project's checks when files changed since the last run. "
            "(P-3: 3 of 11 sessions; your instructions ask for it already, so enforce it)"
        ),
        redactions={"token": 2, "secret": 1},
    )


@pytest.fixture
def clean() -> Review:
    """Sessions in which nothing was found."""
    return Review(
        generated_at="2026-11-29T20:02:17Z",
        selection=Selection(mode=SelectionMode.LAST, last=5),
        coverage=ROWS.coverage(2, 2),
        stores=(),
        sessions=(ROWS.session(ROWS.CLAUDE, "2026-11-28T14:03:00Z", "Tidy up"),),
        findings=(),
        patterns=(),
        looked_for=tuple(
            CodeCount(
                code=code,
                family=family,
                claim=claim,
                stability=StabilityRecord(code, 1, 0, 0, 0.0, "", Stability.UNMEASURED),
                applicable=0 if code == "polling_by_sleep" else 2,
                sessions=0,
            )
            for code, (family, _, claim) in ROWS.CLAIMS.items()
        ),
        first_change="nothing worth changing yet",
        redactions={},
    )


@pytest.fixture
def week(review: Review) -> Week:
    return Week(
        generated_at="2026-11-29T20:02:17Z",
        starts_at="2026-11-22T20:02:17Z",
        ends_at="2026-11-29T20:02:17Z",
        review=review,
        coverage_before=ROWS.coverage(30, 6, automated=24),
        changes=(
            WeekChange("polling_by_sleep", "http", None, "new", 1, 3, 0, 0, None),
            WeekChange(
                "claim_without_verification",
                "tests-before-done",
                "P-3",
                "growing",
                2,
                4,
                1,
                6,
                "Let a stop hook run this project's checks.",
            ),
            WeekChange("missing_environment", "jq", None, "gone", 0, 5, 2, 6, None),
        ),
    )


@pytest.fixture
def pages() -> dict[str, CodePage]:
    return {code: ROWS.page(code) for code in ROWS.CLAIMS}


@pytest.fixture
def redact() -> Callable[[str], Redacted]:
    """A redactor that finds nothing."""
    return seal

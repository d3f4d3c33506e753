"""A week beside the week before: counted by the stories, not by the code."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from reflect import resources
from reflect.config import Config
from reflect.model.review import Selection, Week, WeekChange
from reflect.model.run_vocabulary import Action, SelectionMode
from reflect.pipeline.run import RunRequest, run
from reflect.pipeline.samples import prepare
from reflect.pipeline.weekly import word_of

TRUTH = json.loads(resources.text("sample_sessions", "stories.json"))
NOW = datetime(2026, 11, 28, 9, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def week(tmp_path_factory: pytest.TempPathFactory) -> Week:
    """The week that ends on NOW over the samples."""
    place = tmp_path_factory.mktemp("week")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFLECT_HOME", str(place / "reflect"))
        patch.setenv("HOME", str(place))
        selection = Selection(SelectionMode.SINCE, since="2026-11-21T09:00:00.000Z")
        request = RunRequest(Action.WEEK, selection, prepare(place / "stores"), NOW)
        shown = run(request, Config(), lambda *_: None).week
    assert shown is not None
    return shown


def within(key: str, begins: datetime) -> bool:
    started = datetime.fromisoformat(TRUTH["sessions"][key]["started_at"])
    return begins <= started < begins + timedelta(days=7)


def told(story: dict[str, Any], code: str, begins: datetime) -> int:
    return sum(
        code in expected["must"] and within(key, begins)
        for key, expected in story["sessions"].items()
    )


def test_both_weeks_count_the_sessions_that_were_active(week: Week) -> None:
    this, before = NOW - timedelta(days=7), NOW - timedelta(days=14)
    assert week.review.coverage.analysed == sum(within(key, this) for key in TRUTH["sessions"])
    assert week.coverage_before.analysed == sum(within(key, before) for key in TRUTH["sessions"])
    for coverage in (week.review.coverage, week.coverage_before):
        assert coverage.found == coverage.analysed + sum(coverage.skipped.values())


@pytest.mark.parametrize("story", TRUTH["stories"], ids=lambda story: story["name"])
def test_every_story_is_counted_in_both_weeks(week: Week, story: dict[str, Any]) -> None:
    pattern = story["patterns"][0]
    refs = {
        row.ref: row.pattern.code
        for row in week.review.patterns
        if set(row.pattern.sessions) >= set(pattern["sessions"])
        and pattern["code"] in (row.pattern.code, *row.pattern.also)
    }
    telling = next(iter(refs.values()), pattern["code"])
    now = told(story, telling, NOW - timedelta(days=7))
    then = told(story, telling, NOW - timedelta(days=14))
    rows = [change for change in week.changes if change.ref in refs]
    if not now:
        assert all(change.word == "gone" for change in rows)
        return
    assert [(row.sessions, row.sessions_before) for row in rows] == [(now, then)]
    assert rows[0].applicable >= now
    assert (rows[0].word == "new") == (then == 0)


def test_the_words_come_in_a_set_order(week: Week) -> None:
    order = ["new", "growing", "same", "shrinking", "gone"]
    words = [order.index(change.word) for change in week.changes]
    assert words == sorted(words)


def test_a_week_with_nothing_says_so(tmp_path: Path) -> None:
    selection = Selection(SelectionMode.SINCE, since="2027-11-21T09:00:00.000Z")
    request = RunRequest(
        Action.WEEK, selection, prepare(tmp_path / "stores"), NOW + timedelta(days=365)
    )
    shown = run(request, Config(), lambda *_: None).week
    assert shown is not None
    assert shown.changes == ()
    assert shown.review.coverage.analysed == 0


@pytest.mark.parametrize(
    ("now", "then", "word"),
    [
        ((2, 4), (0, 5), "new"),
        ((0, 4), (2, 5), "gone"),
        ((3, 4), (2, 5), "growing"),
        ((1, 4), (2, 5), "shrinking"),
        ((1, 4), (1, 5), "same"),
        ((3, 10), (2, 4), "same"),
        ((2, 4), (3, 10), "same"),
    ],
)
def test_a_word_needs_more_sessions_and_a_larger_share(
    now: tuple[int, int], then: tuple[int, int], word: str
) -> None:
    change = WeekChange("code", "key", None, "", *now, *then, None)
    assert word_of(change) == word

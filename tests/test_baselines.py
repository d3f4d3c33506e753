"""What a project teaches: three sessions, and a command that has failed and passed."""

import pytest

from reflect.features.verification import TemplateOutcome
from reflect.model.redacted import seal
from reflect.model.review import GivenLesson
from reflect.model.vocabulary import Polarity
from reflect.pipeline.baselines import History

PASSED = TemplateOutcome("ok *", passed=True, failed=False)
FAILED = TemplateOutcome("ok *", passed=False, failed=True)


@pytest.mark.parametrize(
    ("sessions", "learned"),
    [
        ([PASSED, FAILED, PASSED], {"ok *"}),
        ([PASSED, PASSED, PASSED], set()),
        ([PASSED, FAILED], set()),
    ],
)
def test_a_command_is_learned_in_three_sessions_when_it_failed_and_passed(
    sessions: list[TemplateOutcome], learned: set[str]
) -> None:
    history = History("~/shop")
    for outcome in sessions:
        history.add([outcome], [])
    assert history.baseline().verification == learned
    assert history.baseline().sessions == len(sessions)


def test_a_session_that_teaches_nothing_new_leaves_the_digest() -> None:
    history = History("~/shop")
    history.add([PASSED], [seal("use pnpm")])
    before = history.baseline()
    history.add([], [seal("use pnpm")])
    assert history.baseline().digest == before.digest
    history.add([], [seal("run the tests")])
    assert history.baseline().digest != before.digest


def test_projects_differ() -> None:
    assert History("~/a").baseline().digest != History("~/b").baseline().digest


def test_a_lesson_keeps_its_first_day_and_counts_in_the_digest() -> None:
    history = History("~/shop")
    history.add([], [], [GivenLesson("all-places", Polarity.REQUIRE, "2026-11-05")])
    first = history.baseline()
    history.add([], [], [GivenLesson("all-places", Polarity.REQUIRE, "2026-11-09")])
    assert history.baseline().lessons == first.lessons
    assert history.baseline().digest == first.digest
    history.add([], [], [GivenLesson("all-places", Polarity.FORBID, "2026-11-09")])
    assert len(history.baseline().lessons) == 2
    assert history.baseline().digest != first.digest

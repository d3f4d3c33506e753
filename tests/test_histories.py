"""Sessions of several projects in order, each with the baseline of those before it."""

from reflect.features.verification import TemplateOutcome
from reflect.model.redacted import seal
from reflect.model.review import GivenLesson
from reflect.model.vocabulary import Polarity
from reflect.pipeline.baselines import History
from reflect.pipeline.histories import Histories
from reflect.pipeline.root_analysis import Taught

LESSON = GivenLesson("all-places", Polarity.REQUIRE, "2026-11-05")
OTHER = GivenLesson("plan-first", Polarity.REQUIRE, "2026-11-06")
RAN = TemplateOutcome("pytest", passed=True, failed=False)


def taught(*lessons: GivenLesson, line: str = "") -> Taught:
    instructions = frozenset([seal(line)]) if line else frozenset()
    return Taught(frozenset([RAN]), instructions, frozenset(lessons))


def digest(project: str, *sessions: Taught) -> str:
    history = History(project)
    for one in sessions:
        history.add(one.outcomes, one.instructions, one.lessons)
    return history.baseline().digest


def test_each_stale_session_gets_what_those_before_it_have_shown() -> None:
    histories = Histories(
        {"a": ["a1", "a2", "a3"], "b": ["b1"]}, {"a1", "a2", "a3", "b1"}, dict, {}
    )
    assert histories.stale == ["a1", "a2", "a3", "b1"]
    first = histories.baselines([taught(LESSON), taught()])
    rest = histories.baselines([taught(OTHER), taught()])
    assert [one.sessions for one in (*first, *rest)] == [0, 1, 2, 0]
    assert [one.lessons for one in (*first, *rest)] == [set(), {LESSON}, {LESSON}, set()]
    assert [one.project for one in rest] == ["a", "b"]
    assert histories.outdated() == []


def test_instruction_lines_come_from_the_warehouse() -> None:
    stored = {"a1": taught(OTHER, line="use pnpm")}
    histories = Histories({"a": ["a1", "a2"]}, {"a1", "a2"}, lambda: stored, {})
    before, after = histories.baselines([taught(LESSON), taught()])
    assert before.instructions == set()
    assert after.instructions == {"use pnpm"}
    assert after.lessons == {LESSON}


def test_sessions_that_hold_are_passed_and_those_with_another_baseline_told() -> None:
    stored = {"a1": taught(LESSON), "a3": taught(), "a4": taught()}
    known = {
        "a1": digest("a"),
        "a3": digest("a", taught(LESSON)),
        "a4": digest("a", taught(LESSON), taught(OTHER), taught()),
    }
    histories = Histories({"a": ["a1", "a2", "a3", "a4"]}, {"a2"}, lambda: stored, known)
    assert histories.stale == ["a2"]
    (baseline,) = histories.baselines([taught(OTHER)])
    assert baseline.lessons == {LESSON}
    (outdated,) = histories.outdated()
    assert outdated[0] == "a3"
    assert outdated[1].lessons == {LESSON, OTHER}

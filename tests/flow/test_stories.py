"""The sample stories are found and joined across sessions and agents; nothing else fires."""

import json
from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from reflect import resources
from reflect.config import Config
from reflect.model.review import Review, Selection
from reflect.model.run_vocabulary import Action, SelectionMode
from reflect.patterns.incidents import members
from reflect.pipeline.run import RunRequest, run
from reflect.pipeline.samples import prepare

TRUTH: Mapping[str, Any] = json.loads(resources.text("sample_sessions", "stories.json"))


@pytest.fixture(scope="module")
def review(tmp_path_factory: pytest.TempPathFactory) -> Review:
    """One review of all samples."""
    place = tmp_path_factory.mktemp("samples")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFLECT_HOME", str(place / "reflect"))
        patch.setenv("HOME", str(place))
        request = RunRequest(
            Action.DEMO,
            Selection(SelectionMode.ALL),
            prepare(place / "stores"),
            datetime(2026, 11, 28, 9, 0, tzinfo=UTC),
        )
        return run(request, Config(), lambda *_: None).review


@pytest.fixture(scope="module")
def codes(review: Review) -> Mapping[str, set[str]]:
    """Session key → codes found, told by themselves or by another one."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for row in members(review.findings):
        found[row.finding.session].add(row.finding.code)
    return found


def name(key: str) -> str:
    return str(TRUTH["sessions"][key]["name"])


@pytest.mark.parametrize("story", TRUTH["stories"], ids=lambda story: story["name"])
def test_every_session_of_a_story_shows_its_codes(
    story: Mapping[str, Any], codes: Mapping[str, set[str]]
) -> None:
    for key, expected in story["sessions"].items():
        must, may = set(expected["must"]), set(expected["may"])
        assert must <= codes[key] <= must | may, name(key)


@pytest.mark.parametrize("story", TRUTH["stories"], ids=lambda story: story["name"])
def test_a_story_is_joined_into_its_patterns(story: Mapping[str, Any], review: Review) -> None:
    for expected in story["patterns"]:
        wanted = set(expected["sessions"])
        joined = [
            row.pattern
            for row in review.patterns
            if expected["code"] in (row.pattern.code, *row.pattern.also)
            and wanted & set(row.pattern.sessions)
        ]
        assert len(joined) == 1
        assert wanted <= set(joined[0].sessions) <= set(story["sessions"])
        if joined[0].code == expected["code"]:
            assert set(joined[0].sessions) == wanted


@pytest.mark.parametrize("story", TRUTH["stories"], ids=lambda story: story["name"])
def test_a_story_is_told_once(story: Mapping[str, Any], review: Review) -> None:
    told = [row.finding for row in review.findings if row.finding.session in story["sessions"]]
    lessons = [(one.session, one.polarity, one.key) for one in told]
    assert len(lessons) == len(set(lessons)) == len(story["sessions"])
    patterns = [
        row for row in review.patterns if set(row.pattern.sessions) & set(story["sessions"])
    ]
    assert len(patterns) == 1
    rows = {row.id: row.finding.session for row in review.findings}
    assert {rows[one] for one in patterns[0].pattern.findings} == set(story["sessions"])


@pytest.mark.parametrize("key", TRUTH["clean"], ids=name)
def test_nothing_is_found_in_the_clean_project(key: str, codes: Mapping[str, set[str]]) -> None:
    assert codes[key] == set()


@pytest.mark.parametrize("key", TRUTH["near_misses"], ids=name)
def test_no_near_miss_fires(key: str, codes: Mapping[str, set[str]]) -> None:
    assert codes[key] == set()


def test_human_turns_and_calls_are_counted_as_the_stories_say(review: Review) -> None:
    rows = {row.key: row for row in review.sessions}
    for key, told in TRUTH["sessions"].items():
        row = rows[key]
        assert (row.human_turns, row.tool_calls) == (told["prompts"], told["tool_calls"]), name(key)
        assert row.failed_calls == told["failed_calls"], name(key)


def test_the_clean_project_alone_says_that_nothing_recurs(tmp_path: Path) -> None:
    request = RunRequest(
        Action.REVIEW,
        Selection(SelectionMode.ALL, project="ledger"),
        prepare(tmp_path / "stores"),
        datetime(2026, 11, 28, 9, 0, tzinfo=UTC),
    )
    result = run(request, Config(), lambda *_: None)
    assert result.review.coverage.analysed == len(TRUTH["clean"])
    assert result.review.patterns == ()
    assert result.review.first_change == "nothing worth changing yet"

"""The words that a pattern needs, read from it."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflect import derived
from reflect.derived import toml
from reflect.features import pattern_hints
from reflect.features.lesson_topics import DATA

PATTERNS = sorted(
    {one for row in toml(DATA)["topic"] for one in (*row["patterns"], *row.get("blaming", ()))}
)


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        ("run the tests", [["tests"]]),
        (r"\b(run|skip) (the )?tests?\b", [["run", "skip"], ["test"]]),
        ("colou?r", [["colo"], ["r"]]),
        ("lo+ng", [["l"], ["ng"]]),
        ("(a|b)+c", [["a", "b"], ["c"]]),
        ("(a|b){0,2}c", [["c"]]),
        ("(a|b){1,2}c", [["a", "b"], ["c"]]),
        ("(a|)c", [["c"]]),
        (r"[ab]\w*|c", []),
        (r"(?<!not )run(?! away)", [["run"]]),
        (r"\d+ left\.", [["left."]]),
        ("(?:one|two (three|four))", [["one", "three", "four"]]),
        ("テスト(は|を)?(実行|走ら)", [["テスト"], ["実行", "走ら"]]),
    ],
)
def test_what_a_pattern_needs(pattern: str, needed: list[list[str]]) -> None:
    found = pattern_hints.hints(pattern)
    assert [sorted(group) for group in found] == [sorted(group) for group in needed]


@pytest.mark.parametrize("pattern", ["(?i)run", "(?i:run)", r"(a)\1", "run)", "(run"])
def test_what_is_not_understood_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"not understood|bracket"):
        pattern_hints.hints(pattern)


@pytest.mark.parametrize("pattern", PATTERNS)
@settings(max_examples=5)
@given(data=st.data())
def test_whatever_a_pattern_matches_holds_its_words(pattern: str, data: st.DataObject) -> None:
    # Without the borders of words it matches more, and all of that needs the words as well.
    wider = re.compile(re.sub(r"\\b|\(\?<?!(?:[^()]|\([^()]*\))*\)", "", pattern), re.MULTILINE)
    text = data.draw(st.from_regex(wider))
    for group in pattern_hints.hints(pattern):
        assert any(word in text for word in group)


def test_only_patterns_that_match_are_found() -> None:
    known = ("(run|skip) tests", "skip", "[0-9]+")
    patterns = pattern_hints.hinted(known)
    assert patterns.that_may_match("skip the tests") == [0, 1, 2]
    assert patterns.that_may_match("no tests") == [2]
    assert patterns.first_that_matches("skip the tests") == 1
    assert patterns.first_that_matches("7 tests") == 2
    assert patterns.first_that_matches("no tests") is None


def test_what_is_kept_is_what_would_be_laid_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    monkeypatch.setattr(derived, "_place", lambda name: tmp_path / "__pycache__" / name)
    lists = [PATTERNS, ["skip"], []]
    asked: list[int] = []

    def read() -> list[list[str]]:
        asked.append(1)
        return lists

    laid_out = tuple(map(pattern_hints.hinted, lists))
    for _ in range(2):
        assert pattern_hints.kept_hinted("sample", [], read) == laid_out
    assert len(asked) == 1

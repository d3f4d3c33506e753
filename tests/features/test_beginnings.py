"""Words that begin in a text: what a regular expression with a border before each of them finds."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflect.features.words.beginnings import beginnings

WORDS = ("red", "not pass", "don't", "pre-existing", "пада", "失败")
BORDERED = re.compile(r"\b(?:red|not pass|don't|pre-existing)|пада|失败")


@pytest.mark.parametrize(
    "text",
    [
        "red",
        "the redo",
        "ordered, then red",
        "упадает",
        "全部失败了",
        "it does not pass",
        "(don't)",
    ],
)
def test_one_that_begins_there_is_found(text: str) -> None:
    assert beginnings(WORDS).stand_in(text)


@pytest.mark.parametrize("text", ["", "ordered", "_red", "1red", "éred", "cannot pass", "re d"])
def test_one_inside_another_is_none(text: str) -> None:
    assert not beginnings(WORDS).stand_in(text)


@given(st.lists(st.sampled_from([*WORDS, "o", "_", " ", "é", "7", "-", "х", "\n"]), max_size=8))
def test_it_is_what_the_expression_finds(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert beginnings(WORDS).stand_in(text) is (BORDERED.search(text) is not None)

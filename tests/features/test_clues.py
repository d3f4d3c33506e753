"""Which texts can hold a phrase of the word lists, told by their words alone."""

from pathlib import Path

import pytest

from reflect.derived import toml
from reflect.features import words as word_lists
from reflect.features.answer_ends import OFFERING, OPEN, TAKEN
from reflect.features.statements import HEADING_LISTS
from reflect.features.words.clues import clues, may_hold, may_hold_in, words_in
from reflect.features.words.lists import UNSPACED, languages
from reflect.features.words.search import clauses, phrases

SPACED = [known for known in languages() if known.name not in UNSPACED]
LISTS = (HEADING_LISTS, TAKEN, OFFERING, OPEN)


def spelled(entry: str) -> str:
    """A text with the phrase, open words ended somehow."""
    return entry.removeprefix("^").removesuffix("$").replace("*", "xyz")


@pytest.mark.parametrize("language", SPACED, ids=lambda known: known.name)
@pytest.mark.parametrize("lists", LISTS, ids=lambda lists: lists[0])
def test_a_text_with_a_phrase_can_hold_it(language: object, lists: tuple[str, ...]) -> None:
    known = next(one for one in SPACED if one is language)
    spoken = frozenset([known.name])
    written = toml(Path(word_lists.__file__).parent / f"{known.name}.toml")["agent"]
    for category in lists:
        for entry in written.get(category, ()):
            for text in (spelled(entry), spelled(entry).upper(), spelled(entry).title()):
                words = words_in(text)
                assert may_hold(words, "agent", lists, spoken), text
                told = clues(words, "agent", lists, spoken)
                assert told, text
                assert set(told) <= words
                assert may_hold_in(text, told, "agent", lists, spoken), text


def test_a_text_without_all_words_of_a_phrase_cannot() -> None:
    english = frozenset(["en"])
    assert not may_hold(words_in("All of it was not clear to you."), "agent", TAKEN, english)
    text = "You are right, all tests pass."
    assert {hit.category for hit in phrases(text, clauses(text), "agent", english)} >= {"concede"}
    assert may_hold(words_in(text), "agent", TAKEN, english)


def test_a_capital_letter_with_a_dot_is_one_letter() -> None:
    assert words_in("\u0130\u015flem tamam") == {"islem", "tamam"}
    assert words_in("ISLEM tamam") == {"islem", "tamam"}

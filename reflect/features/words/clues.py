"""Whether a text can hold a phrase of the word lists, told by its words: most sentences cannot."""

from collections.abc import Set
from functools import lru_cache

from reflect.features.words.lists import STEM, UNSPACED, fold, needed
from reflect.regex import compiled

_WORD = compiled(r"[^\W\d_]+(?:['’ʼ-][^\W\d_]+)*")
_PLAIN_WORD = compiled(r"[a-z]+(?:['-][a-z]+)*")
"""The same in lower-case ASCII, found in a third of the time."""

_LETTERS = bytes(
    ord(letter.lower()) if (letter := chr(code)).isascii() and (letter.isalpha() or letter in "'-")
    else ord(" ")
    for code in range(256)
)  # fmt: skip
"""Lower-case letters and what joins them, and spaces for all others."""

Lists = tuple[str, ...]
"""Names of lists of phrases."""


def words_in(text: str) -> set[str]:
    """The different words of a text, inside paths too; five times faster than cutting clauses."""
    if text.isascii():
        return _plain_words(text)
    return {fold(word) for word in set(_WORD.findall(text))}


def _plain_words(text: str) -> set[str]:
    """Those of a text in ASCII; cut at spaces, which takes half of the time of the pattern."""
    words = set(text.encode().translate(_LETTERS).decode().split())
    if "'" in text or "-" in text:
        joined = [word for word in words if not word.isalpha()]
        words.difference_update(joined)
        for word in joined:
            words.update(_PLAIN_WORD.findall(word))
    return words


def may_hold(words: Set[str], side: str, lists: Lists, spoken: frozenset[str]) -> bool:
    """Whether a text of these words can hold a phrase of some lists of one side."""
    if spoken & UNSPACED:
        return True
    known = needed(side, spoken, lists)
    for word in words & _longest(side, spoken, lists):
        for whole in known.words[word]:
            if whole <= words:
                return True
    stems = known.stems
    return bool(stems) and not stems.isdisjoint({word[:STEM] for word in words})


@lru_cache(maxsize=128)
def _longest(side: str, spoken: frozenset[str], lists: Lists) -> frozenset[str]:
    """The words that ``needed`` knows, as a set: it meets another in half of the time of a dict."""
    return frozenset(needed(side, spoken, lists).words)


def may_hold_in(
    sentence: str, told: tuple[str, ...] | None, side: str, lists: Lists, spoken: frozenset[str]
) -> bool:
    """As :func:`may_hold`, for a sentence of a text whose clues are ``told``."""
    if told is not None and sentence.isascii():
        lowered = sentence.lower()
        for word in told:
            if word in lowered:
                break
        else:
            return False
        return may_hold(_plain_words(lowered), side, lists, spoken)
    return may_hold(words_in(sentence), side, lists, spoken)


def clues(
    words: Set[str], side: str, lists: Lists, spoken: frozenset[str]
) -> tuple[str, ...] | None:
    """Words of a text, folded, of which one stands in each sentence that can hold a phrase.

    None when that cannot be told.
    """
    if spoken & UNSPACED:
        return None
    known = needed(side, spoken, lists)
    found = [
        word
        for word in words & _longest(side, spoken, lists)
        if any(whole <= words for whole in known.words[word])
    ]
    if known.stems:
        found += [word for word in words if word[:STEM] in known.stems]
    return tuple(found)

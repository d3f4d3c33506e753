"""Which languages a text or a sentence is in, told by its script and its frequent small words."""

from collections.abc import Set
from functools import cache

from reflect.features.words.lists import common_words, written_in
from reflect.regex import compiled

TOLD = 2
"""Frequent small words that tell a language; a single one ("o", "et", "ga") is in several."""

_KANA = compiled(r"[\u3040-\u30ff]")
_HANGUL = compiled(r"[\uac00-\ud7a3]")
_HAN = compiled(r"[\u4e00-\u9fff]")
_CYRILLIC = compiled(r"[\u0400-\u04ff]")


def guess(text: str, words: Set[str]) -> frozenset[str]:
    """Names of the languages a text may be in, by its script and its different words.

    The script decides where it can; among languages in Latin letters their frequent small words
    do. A short text with fewer than two of them is searched in all of them.
    """
    named = _scripts(text)
    if named:
        return named | {"en"}
    votes = _votes(words)
    best = max(votes.values(), default=0)
    if best < TOLD:
        return written_in("latin")
    return frozenset(name for name, count in votes.items() if count * 2 >= best)


def guess_alone(sentence: str, words: Set[str]) -> frozenset[str]:
    """Names of the languages that one sentence may be in, whatever stands around it.

    As :func:`guess`, but a word in another script hides no German around it, and Han without kana
    may be Japanese: 確認済み has a single one.
    """
    named = _scripts(sentence)
    if not named:
        return guess(sentence, words)
    if named == written_in("han"):
        named |= written_in("kana")
    votes = _votes(words)
    return named | {"en"} | {name for name, count in votes.items() if count >= TOLD}


def guess_within(sentence: str, words: Set[str], whole: frozenset[str]) -> frozenset[str]:
    """Names of the languages of a sentence in a text of the languages ``whole``.

    A sentence that tells another language than the text is read in its own; others are read in
    those of the text, which tell more than a few words do.
    """
    named = _scripts(sentence)
    if named:
        return whole if named <= whole else named | {"en"}
    if whole >= written_in("latin"):
        # Whatever it tells is among them.
        return whole
    votes = _votes(words)
    best = max(votes.values(), default=0)
    own = frozenset(name for name, count in votes.items() if count == best)
    return whole if best < TOLD or own & whole else own


def possible(text: str) -> frozenset[str]:
    """Names of all languages that some sentence of a text may be in, told by its letters alone."""
    found = written_in("latin")
    if text.isascii():
        return found
    if _KANA.search(text) or _HAN.search(text):
        found |= written_in("han") | written_in("kana")
    if _HANGUL.search(text):
        found |= written_in("hangul")
    if _CYRILLIC.search(text):
        found |= written_in("cyrillic")
    return found


def _votes(words: Set[str]) -> dict[str, int]:
    """Language in Latin letters → how many of its frequent small words are among some words."""
    known = common_words()
    votes: dict[str, int] = {}
    for word in words & _common():
        for name in known[word]:
            votes[name] = votes.get(name, 0) + 1
    return votes


@cache
def _common() -> frozenset[str]:
    """All of them as a set: it meets another in half of the time of a dict."""
    return frozenset(common_words())


def _scripts(text: str) -> frozenset[str]:
    """Languages told by a script other than Latin; a single stray character tells none."""
    if text.isascii():
        return frozenset()
    if len(_KANA.findall(text)) >= 2:
        return written_in("kana")
    if _HANGUL.search(text):
        return written_in("hangul")
    if _HAN.search(text):
        return written_in("han") | written_in("kana") if len(text) <= 6 else written_in("han")
    if len(_CYRILLIC.findall(text)) >= 2:
        return written_in("cyrillic")
    return frozenset()

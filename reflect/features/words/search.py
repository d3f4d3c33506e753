"""Finding the phrases of the word lists in a text, clause by clause, in one pass."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from reflect.features.words.lists import (
    STEM,
    UNSPACED,
    Phrase,
    common_words,
    fillers,
    fold,
    fold_unspaced,
    index,
    written_in,
)


@dataclass(frozen=True, slots=True)
class Hit:
    """A phrase that was found."""

    category: str
    """Name of its list."""
    clause: int
    """Number of its clause in the text."""
    start: int
    """Offset in the text."""
    place: int
    """Words before it in its clause; characters in unspaced languages."""
    size: int
    """Words it has; characters in unspaced languages."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of a text between punctuation marks."""

    start: int
    """Offset in the text."""
    end: int
    """Offset behind its last word."""
    mark: str
    """The marks that end it; empty at the end of the text."""
    words: tuple[str, ...]
    """Folded words; ``OPAQUE`` for a path, an identifier or inline code."""
    starts: tuple[int, ...]
    """Offset of each word."""


OPAQUE = "\0"
"""Stands for a word of no language."""

TOLD = 2
"""Frequent small words that tell a language; a single one ("o", "et", "ga") is in several."""

_TOKEN = re.compile(
    r"(?P<opaque>`[^`\n]{0,200}`"
    r"|[A-Za-z0-9.:~'\"(\[-]*+[/\\_@<>{}=$#][!-~]*[A-Za-z0-9/)\]}>]"
    r"|[A-Za-z0-9-]++(?:\.[A-Za-z0-9-]++)++|[A-Za-z0-9]++\(\)|(?<![\w-])--?[A-Za-z][\w-]*)"
    r"|(?P<word>[^\W\d_]+(?:['’ʼ-][^\W\d_]+)*|\d+)"
    r"|(?P<break>[.!?;:,…]+(?=[\s\"'”’»)\]*_]|$)|[。！？、，；：]+|\n+|\s[—–-]{1,2}\s|[()])"
)
_KANA = re.compile(r"[\u3040-\u30ff]")
_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_EDGES = " \t。.!！~～-・*"


def clauses(text: str) -> tuple[Clause, ...]:
    """Cut a text at its punctuation; a dot inside a file name is none."""
    cut: list[Clause] = []
    words: list[str] = []
    starts: list[int] = []
    end = 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "word":
            words.append(fold(token.group()))
        elif kind == "opaque":
            words.append(OPAQUE)
        else:
            mark = token.group().strip()
            if words:
                cut.append(Clause(starts[0], end, mark, tuple(words), tuple(starts)))
                words, starts = [], []
            elif cut and mark:
                last = cut[-1]
                cut[-1] = Clause(last.start, last.end, last.mark + mark, last.words, last.starts)
            continue
        starts.append(token.start())
        end = token.end()
    if words:
        cut.append(Clause(starts[0], end, "", tuple(words), tuple(starts)))
    return tuple(cut)


def guess(text: str, cut: Sequence[Clause]) -> frozenset[str]:
    """Names of the languages a text may be in.

    The script decides where it can; among languages in Latin letters their frequent small words
    do. A short text with fewer than two of them is searched in all of them.
    """
    named = _scripts(text)
    if named:
        return named | {"en"}
    known = common_words()
    votes: dict[str, int] = {}
    for word in {word for clause in cut for word in clause.words}:
        for name in known.get(word, ()):
            votes[name] = votes.get(name, 0) + 1
    best = max(votes.values(), default=0)
    if best < TOLD:
        return written_in("latin")
    return frozenset(name for name, count in votes.items() if count * 2 >= best)


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


def search(text: str, side: str) -> tuple[Hit, ...]:
    """Every phrase of one side's lists in a text, by offset."""
    cut = clauses(text)
    return phrases(text, cut, side, guess(text, cut))


def phrases(
    text: str, cut: Sequence[Clause], side: str, spoken: Collection[str]
) -> tuple[Hit, ...]:
    """Every phrase of one side's lists in the clauses of a text, in the languages given.

    Of phrases of one list at one place the longest counts.
    """
    found: dict[tuple[str, int], Hit] = {}
    by_characters = [name for name in spoken if name in UNSPACED]
    for number, clause in enumerate(cut):
        for phrase, start, place in _spaced(clause, side, spoken):
            _keep(found, Hit(phrase.category, number, start, place, len(phrase.words)))
        for name in by_characters:
            for phrase, start, place in _unspaced(text, clause, index(side).unspaced[name]):
                _keep(found, Hit(phrase.category, number, start, place, len(phrase.words[0])))
    return tuple(sorted(found.values(), key=lambda hit: (hit.start, hit.category)))


def _keep(found: dict[tuple[str, int], Hit], hit: Hit) -> None:
    key = (hit.category, hit.start)
    if key not in found or found[key].size < hit.size:
        found[key] = hit


def _spaced(
    clause: Clause, side: str, spoken: Collection[str]
) -> Iterator[tuple[Phrase, int, int]]:
    known = index(side)
    words = clause.words
    following = (*words[1:], "")
    for place, word in enumerate(words):
        for candidates in (
            known.by_word.get(word),
            known.by_pair.get((word, following[place])),
            known.by_stem.get(word[:STEM]),
        ):
            if candidates is None:
                continue
            for phrase in candidates:
                if phrase.language in spoken and _matches(phrase, words, place):
                    yield phrase, clause.starts[place], place


def _matches(phrase: Phrase, words: tuple[str, ...], place: int) -> bool:
    end = place + len(phrase.words)
    if end > len(words) or (phrase.closes and end < len(words)):
        return False
    for wanted, loose, word in zip(phrase.words, phrase.open_ended, words[place:end], strict=True):
        if not (word.startswith(wanted) if loose else word == wanted):
            return False
    if not phrase.opens or place == 0:
        return True
    small = fillers(phrase.language)
    return all(word in small or word == OPAQUE for word in words[:place])


def _unspaced(
    text: str, clause: Clause, known: tuple[Phrase, ...]
) -> Iterator[tuple[Phrase, int, int]]:
    folded = fold_unspaced(text[clause.start : clause.end])
    bare = folded.strip(_EDGES)
    for phrase in known:
        wanted = phrase.words[0]
        if wanted not in folded:
            continue
        if phrase.opens and not bare.startswith(wanted):
            continue
        if phrase.closes and not bare.endswith(wanted):
            continue
        place = folded.find(wanted)
        yield phrase, clause.start + place, place

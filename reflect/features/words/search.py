"""Finding the phrases of the word lists in a text, clause by clause, in one pass."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from reflect.features.words.lists import (
    STEM,
    UNSPACED,
    Phrase,
    Table,
    fillers,
    fold,
    fold_unspaced,
    spaced,
    unspaced,
)
from reflect.model.frozen import dataclass, maker
from reflect.regex import compiled


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


_clause = maker(Clause)
"""A review of many sessions makes ten thousands."""

OPAQUE = "\0"
"""Stands for a word of no language."""

REPEATED = 40
"""Characters up to which a word is looked up instead of being read again: of a million words few
are new, and a regular expression for each would cost more than all that follows."""

_TOKEN = compiled(
    r"(?P<opaque>`[^`\n]{0,200}`"
    r"|[A-Za-z0-9.:~'\"(\[-]*+[/\\_@<>{}=$#][!-~]*[A-Za-z0-9/)\]}>]"
    r"|[A-Za-z0-9-]++(?:\.[A-Za-z0-9-]++)++|[A-Za-z0-9]++\(\)|(?<![\w-])--?[A-Za-z][\w-]*)"
    r"|(?P<word>[^\W\d_]+(?:['’ʼ-][^\W\d_]+)*|\d+)"
    r"|(?P<break>[.!?;:,…]+(?=[\s\"'”’»)\]*_]|$)|[。！？、，；：]+|[()])"
)
_INLINE_CODE = compiled(r"`[^`\n]{0,200}`")
_DASHES = "—–-"
_EDGES = " \t。.!！~～-・*"


def clauses(text: str) -> tuple[Clause, ...]:
    """Cut a text at its punctuation; a dot inside a file name is none."""
    cut: list[Clause] = []
    words: list[str] = []
    starts: list[int] = []
    end = 0
    place = 0
    if "`" in text:
        text = _INLINE_CODE.sub(_glue, text)
    plain = text.isascii()
    if plain:
        text = text.lower()
    for line in text.split("\n"):
        for chunk in line.split(" "):
            if chunk.isalpha() and plain:
                # Most are plain words: a look-up for each would take as long as all the rest.
                words.append(chunk)
                starts.append(place)
                end = place + len(chunk)
                place = end + 1
                continue
            if not chunk:
                place += 1
                continue
            for word, start, stop in _tokens(chunk) if len(chunk) <= REPEATED else _cut(chunk):
                if start < 0:
                    if words:
                        cut.append(_clause(starts[0], end, word, tuple(words), tuple(starts)))
                        words, starts = [], []
                    elif cut:
                        last = cut[-1]
                        mark = last.mark + word
                        cut[-1] = Clause(last.start, last.end, mark, last.words, last.starts)
                    continue
                words.append(word)
                starts.append(place + start)
                end = place + stop
            place += len(chunk) + 1
        if words:
            cut.append(_clause(starts[0], end, "", tuple(words), tuple(starts)))
            words, starts = [], []
    return tuple(cut)


def _cut(chunk: str) -> tuple[tuple[str, int, int], ...]:
    """Words of a text without spaces, with their offsets; marks have the offset -1."""
    if not chunk.strip(_DASHES):
        return ((chunk, -1, -1),) if len(chunk) <= 2 else ()
    found: list[tuple[str, int, int]] = []
    for token in _TOKEN.finditer(chunk):
        kind = token.lastgroup
        if kind == "word":
            found.append((fold(token.group()), token.start(), token.end()))
        elif kind == "opaque":
            found.append((OPAQUE, token.start(), token.end()))
        else:
            found.append((token.group().strip(), -1, -1))
    return tuple(found)


_tokens = lru_cache(maxsize=16_384)(_cut)


def _glue(code: re.Match[str]) -> str:
    """Inline code without spaces, of the same length: it is one token."""
    return code.group().replace(" ", "\0")


def distinct(cut: Sequence[Clause]) -> set[str]:
    """The different words of some clauses."""
    found: set[str] = set()
    for clause in cut:
        found.update(clause.words)
    return found


def phrases(
    text: str, cut: Sequence[Clause], side: str, spoken: frozenset[str], first: int = 0
) -> tuple[Hit, ...]:
    """Every phrase of one side's lists in the clauses of a text, in the languages given.

    Of phrases of one list at one place the longest counts. ``first``: number of the first clause.
    """
    found: dict[tuple[str, int], Hit] = {}
    by_characters = sorted(spoken & UNSPACED)
    table = spaced(side, spoken - UNSPACED if by_characters else spoken)
    beginning = _beginning(distinct(cut), table)
    for number, clause in enumerate(cut, first):
        for phrase, place in _spaced(clause.words, table, beginning):
            start, size = clause.starts[place], len(phrase.words)
            known = found.get((phrase.category, start))
            if known is None or known.size < size:
                hit = Hit(phrase.category, number, start, place, size)
                found[phrase.category, start] = hit
        for name in by_characters:
            for phrase, start, place in _unspaced(text, clause, unspaced(side, name)):
                _keep(found, Hit(phrase.category, number, start, place, len(phrase.words[0])))
    return tuple(sorted(found.values(), key=lambda hit: (hit.start, hit.category)))


def _keep(found: dict[tuple[str, int], Hit], hit: Hit) -> None:
    key = (hit.category, hit.start)
    if key not in found or found[key].size < hit.size:
        found[key] = hit


def _beginning(words: set[str], table: Table) -> set[str]:
    """Those of some words with which a phrase can begin: few, looked up once for a whole text."""
    by_word, by_stem = table.by_word, table.by_stem
    return {word for word in words if word in by_word or word[:STEM] in by_stem}


def _spaced(
    words: tuple[str, ...], table: Table, beginning: set[str]
) -> Iterator[tuple[Phrase, int]]:
    """Phrases with the number of words before them."""
    if beginning.isdisjoint(words):
        return
    by_word, by_pair, by_stem = table.by_word, table.by_pair, table.by_stem
    last = len(words) - 1
    for place, word in enumerate(words):
        if word not in beginning:
            continue
        if word in by_word:
            for phrase in by_word[word]:
                bare = len(phrase.words) == 1 and not (phrase.opens or phrase.closes)
                if bare or _matches(phrase, words, place):
                    yield phrase, place
            pairs = by_pair.get(word)
            if pairs is not None and place < last:
                for phrase in pairs.get(words[place + 1], ()):
                    if _matches(phrase, words, place):
                        yield phrase, place
        stem = word[:STEM]
        if stem in by_stem:
            for phrase in by_stem[stem]:
                if _matches(phrase, words, place):
                    yield phrase, place


def _matches(phrase: Phrase, words: tuple[str, ...], place: int) -> bool:
    end = place + len(phrase.words)
    if end > len(words) or (phrase.closes and end < len(words)):
        return False
    at = place
    for wanted, loose in zip(phrase.words, phrase.open_ended, strict=True):
        word = words[at]
        if word != wanted and not (loose and word.startswith(wanted)):
            return False
        at += 1
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

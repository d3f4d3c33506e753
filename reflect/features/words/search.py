"""Finding the phrases of the word lists in a text, clause by clause."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reflect.features.words.lists import (
    UNSPACED,
    Index,
    Language,
    Phrase,
    fold,
    fold_unspaced,
    languages,
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
    text: str
    """Without the mark that ends it."""
    mark: str
    """The mark that ends it; empty at the end of the text."""


_BREAK = re.compile(r"[.!?;:,…]+(?=[\s\"'’”»)\]*_]|$)|[。！？、，；：]+|\n+|\s[—–-]{1,2}\s|[()]")
_WORD = re.compile(r"`[^`\n]*`|[^\s`]+")
_OPAQUE = re.compile(r"[/\\_@<>{}=$#`]|\w\.\w|\w\(\)|^--?\w")
_LETTERS = re.compile(r"[^\W\d_]+(?:['’ʼ][^\W\d_]+)*(?:-[^\W\d_]+)*|\d+")
_KANA = re.compile(r"[\u3040-\u30ff]")
_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
OPAQUE = "\0"
"""Stands for a path, an identifier or inline code: a word of no language."""


def clauses(text: str) -> list[Clause]:
    """Cut a text at its punctuation; a dot inside a file name is none."""
    cut: list[Clause] = []
    start = 0
    for mark in _BREAK.finditer(text):
        if text[start : mark.start()].strip():
            cut.append(Clause(start, text[start : mark.start()], mark.group().strip()))
        elif cut and mark.group().strip():
            last = cut[-1]
            cut[-1] = Clause(last.start, last.text, last.mark + mark.group().strip())
        start = mark.end()
    if text[start:].strip():
        cut.append(Clause(start, text[start:], ""))
    return cut


def words(clause: str) -> list[tuple[str, int]]:
    """Folded words of a clause with their offsets."""
    found: list[tuple[str, int]] = []
    for chunk in _WORD.finditer(clause):
        if _OPAQUE.search(chunk.group()):
            found.append((OPAQUE, chunk.start()))
            continue
        found.extend(
            (fold(w.group()), chunk.start() + w.start()) for w in _LETTERS.finditer(chunk.group())
        )
    return found


def guess(text: str) -> tuple[Language, ...]:
    """Languages a text may be in.

    The script decides where it can; among languages in Latin letters their frequent small words
    do. A short text without any of them is searched in all of them.
    """
    known = languages()
    scripts = _scripts(text)
    named = tuple(lang for lang in known if lang.script in scripts)
    latin = [lang for lang in known if lang.script == "latin"]
    seen = {word for clause in clauses(text) for word, _ in words(clause.text)}
    votes = {lang.name: len(lang.common & seen) for lang in latin}
    best = max(votes.values(), default=0)
    if named:
        return named + tuple(lang for lang in latin if lang.name == "en")
    if best == 0:
        return tuple(latin)
    return tuple(lang for lang in latin if votes[lang.name] * 2 >= best and votes[lang.name])


def _scripts(text: str) -> frozenset[str]:
    """Scripts other than Latin in which a text is written; a single stray character tells none."""
    if text.isascii():
        return frozenset()
    if len(_KANA.findall(text)) >= 2:
        return frozenset({"kana"})
    if _HANGUL.search(text):
        return frozenset({"hangul"})
    if _HAN.search(text):
        return frozenset({"han", "kana"} if len(text) <= 6 else {"han"})
    if len(_CYRILLIC.findall(text)) >= 2:
        return frozenset({"cyrillic"})
    return frozenset()


def search(text: str, side: str, spoken: tuple[Language, ...] | None = None) -> tuple[Hit, ...]:
    """Every phrase of one side's lists in a text, by offset; of one list at one place the longest.

    ``spoken`` are the languages of a longer text around it; by default the text's own.
    """
    spoken = guess(text) if spoken is None else spoken
    cut = clauses(text)
    found: dict[tuple[str, int], Hit] = {}
    for number, clause in enumerate(cut):
        tokens = words(clause.text)
        for language in spoken:
            index = language.sides[side]
            hits = (
                _unspaced(clause, index)
                if language.name in UNSPACED
                else _spaced(tokens, index, language.fillers)
            )
            for phrase, offset, place in hits:
                start = clause.start + offset
                size = len(phrase.words[0]) if language.name in UNSPACED else len(phrase.words)
                key = (phrase.category, start)
                if key not in found or found[key].size < size:
                    found[key] = Hit(phrase.category, number, start, place, size)
    return tuple(sorted(found.values(), key=lambda hit: (hit.start, hit.category)))


def _spaced(
    tokens: list[tuple[str, int]], index: Index, fillers: frozenset[str]
) -> Iterator[tuple[Phrase, int, int]]:
    opening = 0
    while opening < len(tokens) and tokens[opening][0] in fillers:
        opening += 1
    for place, (word, offset) in enumerate(tokens):
        candidates = list(index.by_word.get(word, ()))
        for size in index.stem_sizes:
            if size > len(word):
                break
            candidates.extend(index.by_stem.get(word[:size], ()))
        for phrase in candidates:
            if phrase.opens and place > opening:
                continue
            end = place + len(phrase.words)
            if end > len(tokens) or (phrase.closes and end < len(tokens)):
                continue
            if all(
                tokens[place + i][0].startswith(wanted) if loose else tokens[place + i][0] == wanted
                for i, (wanted, loose) in enumerate(
                    zip(phrase.words, phrase.open_ended, strict=True)
                )
            ):
                yield phrase, offset, place


def _unspaced(clause: Clause, index: Index) -> Iterator[tuple[Phrase, int, int]]:
    text = fold_unspaced(clause.text)
    bare = text.strip(" \t。.!！~～-・*")
    for phrase in index.everything:
        wanted = phrase.words[0]
        if wanted not in text:
            continue
        if phrase.opens and not bare.startswith(wanted):
            continue
        if phrase.closes and not bare.endswith(wanted):
            continue
        place = text.find(wanted)
        yield phrase, min(place, len(clause.text)), place

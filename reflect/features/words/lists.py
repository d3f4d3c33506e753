"""The word lists as they lie in the TOML files, compiled once.

A phrase is words separated by spaces, in lower case, accents optional. ``^`` in front: it opens a
clause (fillers may stand before it). ``$`` behind: it ends the clause. ``*`` at the end of a word:
any ending. In scripts written without spaces a phrase is found anywhere in the clause.
"""

import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

UNSPACED = frozenset({"ja", "ko", "zh"})
"""Languages searched by characters: two have no spaces, Korean glues endings to its words."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """One entry of a list."""

    words: tuple[str, ...]
    """Folded words; one string of characters in unspaced languages."""
    open_ended: tuple[bool, ...]
    """Per word: any ending may follow."""
    category: str
    """Name of its list."""
    opens: bool
    """It must open a clause."""
    closes: bool
    """It must end a clause."""


@dataclass(frozen=True, slots=True)
class Index:
    """The phrases of one side (``human`` or ``agent``) of one language."""

    by_word: Mapping[str, tuple[Phrase, ...]]
    """First word → phrases, for first words without ``*``."""
    by_stem: Mapping[str, tuple[Phrase, ...]]
    """First stem → phrases, for first words with ``*``."""
    stem_sizes: tuple[int, ...]
    """Lengths of the stems, so that a word is looked up by its beginnings."""
    everything: tuple[Phrase, ...]
    """All phrases, for unspaced languages."""


@dataclass(frozen=True, slots=True)
class Language:
    """One file."""

    name: str
    """Name of the file, e.g. ``de``."""
    script: str
    """``latin``, ``cyrillic``, ``kana``, ``hangul`` or ``han``."""
    common: frozenset[str]
    """Frequent small words that tell the language."""
    fillers: frozenset[str]
    """Words that may stand in front of what opens a clause."""
    sides: Mapping[str, Index]
    """``human`` and ``agent``."""


_UNDECOMPOSED = str.maketrans({"ł": "l", "ı": "i", "ø": "o", "đ": "d", "’": "'", "ʼ": "'"})


@cache
def _folded(word: str) -> str:
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c)).translate(_UNDECOMPOSED)


def fold(word: str) -> str:
    """A word without case and accents, as people type it in a hurry."""
    if word.isascii():
        return word.lower()
    return _folded(word) if len(word) <= 40 else word.casefold()


def fold_unspaced(text: str) -> str:
    """A text of an unspaced language: full-width letters become plain ones, Hangul stays whole."""
    return unicodedata.normalize("NFKC", text).lower()


@cache
def languages() -> tuple[Language, ...]:
    """All languages, by name."""
    folder = resources.files("reflect.features.words")
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    return tuple(_language(f.name.removesuffix(".toml"), f.read_text("utf-8")) for f in files)


def _language(name: str, text: str) -> Language:
    content = tomllib.loads(text)
    unspaced = name in UNSPACED
    return Language(
        name=name,
        script=content["script"],
        common=frozenset(fold(w) for w in content["common"]),
        fillers=frozenset(fold(w) for w in content["fillers"]),
        sides={side: _index(content[side], unspaced) for side in ("human", "agent")},
    )


def _index(lists: Mapping[str, list[str]], unspaced: bool) -> Index:
    by_word: dict[str, list[Phrase]] = {}
    by_stem: dict[str, list[Phrase]] = {}
    everything: list[Phrase] = []
    for category, entries in lists.items():
        for entry in entries:
            phrase = _phrase(entry, category, unspaced)
            everything.append(phrase)
            place = by_stem if phrase.open_ended[0] else by_word
            place.setdefault(phrase.words[0], []).append(phrase)
    return Index(
        by_word={word: tuple(phrases) for word, phrases in by_word.items()},
        by_stem={stem: tuple(phrases) for stem, phrases in by_stem.items()},
        stem_sizes=tuple(sorted({len(stem) for stem in by_stem})),
        everything=tuple(everything),
    )


def _phrase(entry: str, category: str, unspaced: bool) -> Phrase:
    opens, closes = entry.startswith("^"), entry.endswith("$")
    bare = entry.removeprefix("^").removesuffix("$")
    if unspaced:
        return Phrase((fold_unspaced(bare),), (False,), category, opens, closes)
    words = bare.split()
    return Phrase(
        words=tuple(fold(w.removesuffix("*")) for w in words),
        open_ended=tuple(w.endswith("*") for w in words),
        category=category,
        opens=opens,
        closes=closes,
    )

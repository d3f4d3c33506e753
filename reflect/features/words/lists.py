"""The word lists as they lie in the TOML files, compiled once.

A phrase is words separated by spaces, in lower case, accents optional. ``^`` in front: it opens a
clause (fillers may stand before it). ``$`` behind: it ends the clause. ``*`` at the end of a word:
any ending. In scripts written without spaces a phrase is found anywhere in the clause.
"""

import marshal
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from reflect.derived import kept
from reflect.model.frozen import dataclass

UNSPACED = frozenset({"ja", "ko", "zh"})
"""Languages searched by characters: two have no spaces, Korean glues endings to its words."""

STEM = 3
"""Characters by which phrases with an open first word are looked up."""


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
    phrases: Mapping[str, bytes]
    """``human`` and ``agent``: the values of each ``Phrase``, as ``marshal`` writes them: of 14
    languages most runs need one."""
    needed: Mapping[str, Mapping[str, bytes]]
    """``human`` and ``agent``: name of a list → what each of its phrases needs, likewise."""


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
    language: str
    """Name of its language."""


@dataclass(frozen=True, slots=True)
class Table:
    """The phrases of one side, ``human`` or ``agent``, in some languages with spaces."""

    by_word: Mapping[str, tuple[Phrase, ...]]
    """First word → phrases whose first word is whole and whose second one is not, or absent; a
    word that opens a pair is a key too."""
    by_pair: Mapping[str, Mapping[str, tuple[Phrase, ...]]]
    """First word → second word → phrases, where both are whole."""
    by_stem: Mapping[str, tuple[Phrase, ...]]
    """First characters of the first word → phrases, for first words with ``*``."""


@dataclass(frozen=True, slots=True)
class Needed:
    """Words without which no phrase of some lists can stand in a text."""

    words: Mapping[str, tuple[frozenset[str], ...]]
    """Longest whole word of a phrase → all whole words of each phrase with that longest one."""
    stems: frozenset[str]
    """First characters of open words, of phrases that have no whole one."""


_UNDECOMPOSED = str.maketrans({"ł": "l", "ı": "i", "ø": "o", "đ": "d", "’": "'", "ʼ": "'"})


@cache
def languages() -> tuple[Language, ...]:
    """All languages, by name; what they hold is read and folded once, and kept."""
    files = sorted(Path(__file__).parent.glob("*.toml"), key=lambda file: file.name)

    def make() -> bytes:
        import tomllib

        return marshal.dumps(
            [_read(file.stem, tomllib.loads(file.read_text(encoding="utf-8"))) for file in files]
        )

    found = marshal.loads(kept("word-lists", [Path(__file__), *files], make))  # noqa: S302 - ours
    return tuple(
        Language(name, script, frozenset(common), frozenset(small), phrases, needs)
        for name, script, common, small, phrases, needs in found
    )


@lru_cache(maxsize=128)
def spaced(side: str, names: frozenset[str]) -> Table:
    """The phrases of one side in some languages; few of all combinations ever come up."""
    by_word: dict[str, tuple[Phrase, ...]] = {}
    by_pair: dict[str, dict[str, tuple[Phrase, ...]]] = {}
    by_stem: dict[str, tuple[Phrase, ...]] = {}
    for phrase in (phrase for name in sorted(names) for phrase in _phrases(side, name)):
        first = phrase.words[0]
        if phrase.open_ended[0]:
            by_stem[first[:STEM]] = (*by_stem.get(first[:STEM], ()), phrase)
            continue
        alone = by_word.setdefault(first, ())
        if len(phrase.words) > 1 and not phrase.open_ended[1]:
            pairs = by_pair.setdefault(first, {})
            pairs[phrase.words[1]] = (*pairs.get(phrase.words[1], ()), phrase)
        else:
            by_word[first] = (*alone, phrase)
    return Table(by_word, by_pair, by_stem)


@lru_cache(maxsize=128)
def needed(side: str, names: frozenset[str], categories: tuple[str, ...]) -> Needed:
    """What phrases of some lists need, in some languages with spaces."""
    words: dict[str, tuple[frozenset[str], ...]] = {}
    stems: set[str] = set()
    for name in names:
        known = _language(name).needed[side]
        for category in filter(known.__contains__, categories):
            for longest, whole in marshal.loads(known[category]):  # noqa: S302 - ours
                if whole:
                    words[longest] = (*words.get(longest, ()), whole)
                else:
                    stems.add(longest[:STEM])
    return Needed(words, frozenset(stems))


@cache
def unspaced(side: str, name: str) -> tuple[Phrase, ...]:
    """The phrases of one side in a language that is searched by characters."""
    return _phrases(side, name)


@cache
def _phrases(side: str, name: str) -> tuple[Phrase, ...]:
    known = marshal.loads(_language(name).phrases[side])  # noqa: S302 - ours
    return tuple([Phrase(*values) for values in known])


def _language(name: str) -> Language:
    return next(known for known in languages() if known.name == name)


@cache
def common_words() -> Mapping[str, tuple[str, ...]]:
    """Frequent small word → languages in Latin letters that have it."""
    found: dict[str, tuple[str, ...]] = {}
    for language in languages():
        if language.script == "latin":
            for word in language.common:
                found[word] = (*found.get(word, ()), language.name)
    return found


@cache
def fillers(language: str) -> frozenset[str]:
    """Fillers of one language."""
    return _language(language).fillers


@cache
def written_in(script: str) -> frozenset[str]:
    """Names of the languages of a script."""
    return frozenset(language.name for language in languages() if language.script == script)


@lru_cache(maxsize=8192)
def _decomposed(word: str) -> str:
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in letters if not unicodedata.combining(c)).translate(_UNDECOMPOSED)


def fold(word: str) -> str:
    """A word without case and accents, as people type it in a hurry."""
    if word.isascii():
        return word.lower()
    return _decomposed(word) if len(word) <= STEM * 10 else word.casefold()


def fold_unspaced(text: str) -> str:
    """A text of an unspaced language: full-width letters become plain ones, Hangul stays whole."""
    return unicodedata.normalize("NFKC", text).lower()


def _read(name: str, content: Mapping[str, Any]) -> tuple[Any, ...]:
    """The values of a ``Language``."""
    phrases = {
        side: [
            _phrase(entry, category, name)
            for category, entries in content[side].items()
            for entry in entries
        ]
        for side in ("human", "agent")
    }
    return (
        name,
        content["script"],
        tuple(fold(word) for word in content["common"]),
        tuple(fold(word) for word in content["fillers"]),
        {side: marshal.dumps(known) for side, known in phrases.items()},
        {side: _needs(known) for side, known in phrases.items()},
    )


def _needs(phrases: Iterable[tuple[Any, ...]]) -> dict[str, bytes]:
    """List → of each phrase its longest whole word and all of them, or its longest open one."""
    found: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for words, open_ended, category, *_ in phrases:
        whole = [word for word, loose in zip(words, open_ended, strict=True) if not loose]
        longest = max(whole or words, key=len)
        found.setdefault(category, []).append((longest, frozenset(whole)))
    return {category: marshal.dumps(needs) for category, needs in found.items()}


def _phrase(entry: str, category: str, language: str) -> tuple[Any, ...]:
    """The values of a ``Phrase``."""
    opens, closes = entry.startswith("^"), entry.endswith("$")
    bare = entry.removeprefix("^").removesuffix("$")
    if language in UNSPACED:
        return (fold_unspaced(bare),), (False,), category, opens, closes, language
    words = bare.split()
    return (
        tuple(fold(word.removesuffix("*")) for word in words),
        tuple(word.endswith("*") for word in words),
        category,
        opens,
        closes,
        language,
    )

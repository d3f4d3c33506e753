"""What must stand in a text for a pattern to match it.

A plain search for a word is twenty times faster than a regular expression that begins with it, and
most texts hold none of the words a pattern needs. The hints are read from the pattern itself, so
that they cannot be forgotten or fall behind it.
"""

import marshal
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import Any

from reflect import regex
from reflect.derived import kept
from reflect.model.frozen import dataclass

Hints = tuple[tuple[str, ...], ...]
"""Of each group at least one word stands in whatever the pattern matches. None: not known."""

MANY = 100
"""Words from which on pieces are remembered."""

REMEMBERED = 20_000
"""Pieces of texts that are remembered: 3 MB."""

_TOKEN = regex.compiled(
    r"\\[bBAZ]|[\^$]"  # no character
    r"|(?P<unknown>\\[wWsSdDnrt]|\.|\[\^?\]?(?:\\.|[^\]\\])*\])"
    r"|(?P<look>\(\?<?[=!])"
    r"|(?P<opens>\((?:\?:|\?P<\w+>|(?!\?)))"
    r"|(?P<escaped>\\[^\w])"
    r"|(?P<mark>[|)])"
    r"|(?P<letter>[^\\\[\](){}*+?|^$.])"
)
_REPEAT = regex.compiled(r"(?:(?P<least>[?*])|\+|\{(?P<number>\d*)(?:,\d*)?\})\??")


@dataclass(frozen=True, slots=True)
class _Read:
    """One alternative or group, read up to where it ends."""

    hints: Hints
    end: int


def hints(pattern: str) -> Hints:
    """The words a pattern needs.

    Raises ``ValueError`` for syntax that patterns in the data files do not use: back references,
    flags inside the pattern, conditions.
    """
    read = _alternatives(pattern, 0)
    if read.end != len(pattern):
        raise ValueError(f"one bracket too many in {pattern!r}")
    return read.hints


def _alternatives(pattern: str, at: int) -> _Read:
    """Alternatives up to a closing bracket or the end: one group of all of them, or none."""
    found = [_sequence(pattern, at)]
    while pattern[found[-1].end : found[-1].end + 1] == "|":
        found.append(_sequence(pattern, found[-1].end + 1))
    end = found[-1].end
    if len(found) == 1:
        return _Read(found[0].hints, end)
    if not all(one.hints for one in found):
        return _Read((), end)
    joined = dict.fromkeys(word for one in found for word in telling(one.hints))
    return _Read((tuple(joined),), end)


def _sequence(pattern: str, at: int) -> _Read:
    """What stands one after the other: each piece that must be there gives its groups."""
    found: list[tuple[str, ...]] = []
    run = ""
    while at < len(pattern) and pattern[at] not in "|)":
        token = _TOKEN.match(pattern, at)
        if token is None or token["mark"]:
            raise ValueError(f"not understood at {at}: {pattern!r}")
        at = token.end()
        inner: Hints = ()
        if token["opens"] or token["look"]:
            read = _alternatives(pattern, at)
            if pattern[read.end : read.end + 1] != ")":
                raise ValueError(f"a bracket is not closed in {pattern!r}")
            inner, at = (() if token["look"] else read.hints), read.end + 1
        repeat = _REPEAT.match(pattern, at)
        if repeat is not None:
            at = repeat.end()
            if repeat["least"] or repeat["number"] in ("", "0"):
                inner = ()
        letter = token["letter"] or (token["escaped"] or "")[1:]
        if letter and repeat is None:
            run += letter
        elif letter or token["unknown"] or token["opens"]:
            found += _words(run)
            run = ""
        found += inner
    return _Read((*found, *_words(run)), at)


def _words(run: str) -> Iterator[tuple[str, ...]]:
    """The longest word of some letters in a row: spaces may be lost where a text was cut."""
    longest = max(run.split(), key=len, default="")
    if longest:
        yield (longest,)


def telling(known: Hints) -> tuple[str, ...]:
    """The group that fewest texts hold a word of: long words are rare, and so are few."""
    return max(known, key=lambda group: (min(map(len, group)), -len(group)))


@dataclass(frozen=True, slots=True)
class Hinted:
    """Patterns of which few match any text."""

    patterns: tuple[str, ...]
    """As written."""
    needed: tuple[Hints, ...]
    """Of each pattern its hints."""
    by_word: Mapping[str, tuple[int, ...]]
    """Word of the most telling group → places of the patterns that need it."""
    searched: Mapping[str, tuple[str, ...]]
    """Word that holds no other one → the words that hold it, itself among them: of 430 words 340
    are looked for."""
    plain: tuple[str, ...]
    """Those of them that a text in ASCII can hold."""
    unhinted: tuple[int, ...]
    """Places of patterns without hints."""
    pieces: dict[str, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)
    """Piece of a text between spaces → the words of ``searched`` that it holds."""

    def that_may_match(self, text: str) -> list[int]:
        """Places of the patterns whose words stand in a text, in order."""
        found = set(self.unhinted)
        for short in self._searched_in(text):
            for word in self.searched[short]:
                if word in text:
                    found.update(self.by_word[word])
        return [place for place in sorted(found) if self.may_match(place, text)]

    def _searched_in(self, text: str) -> Collection[str]:
        """Words of ``searched`` that stand in a text.

        Of many, those that a piece of a text holds are remembered: no word has a space in it, and
        most pieces stand in the texts before. Then few words are looked for 300 times each.
        """
        if len(self.searched) < MANY:
            return self._looked_for(text)
        if len(self.pieces) > REMEMBERED:
            self.pieces.clear()
        found: set[str] = set()
        new: list[str] = []
        for piece in set(text.split()):
            held = self.pieces.get(piece)
            if held is None:
                new.append(piece)
            elif held:
                found.update(held)
        words = self._looked_for(" ".join(new)) if new else []
        for piece in new:
            self.pieces[piece] = tuple(word for word in words if word in piece) if words else ()
        found.update(words)
        return found

    def _looked_for(self, text: str) -> list[str]:
        return [word for word in (self.plain if text.isascii() else self.searched) if word in text]

    def may_match(self, place: int, text: str) -> bool:
        """Whether each group of a pattern has a word in a text.

        In plain loops: generators inside one another took as long as the search before them.
        """
        for group in self.needed[place]:
            for word in group:
                if word in text:
                    break
            else:
                return False
        return True

    def first_that_matches(self, text: str) -> int | None:
        """Place of the first pattern that matches somewhere in a text."""
        return next(
            (at for at in self.that_may_match(text) if compiled(self.patterns[at]).search(text)),
            None,
        )


def hinted(patterns: Iterable[str]) -> Hinted:
    """Patterns with their hints, laid out for searching."""
    return Hinted(*_laid_out(tuple(patterns)))


def kept_hinted(
    name: str, sources: Iterable[Path], patterns: Callable[[], Iterable[Iterable[str]]]
) -> tuple[Hinted, ...]:
    """Lists of patterns, each as :func:`hinted` gives it.

    Laying out the 400 of the data files takes 60 ms, each time that anything is analysed, so it
    is kept.

    Args:
        name: As for :func:`reflect.derived.kept`.
        sources: Files that the patterns depend on.
        patterns: Reads them.
    """

    def make() -> bytes:
        return marshal.dumps([_laid_out(tuple(ones)) for ones in patterns()])

    read = marshal.loads(kept(name, [Path(__file__), *sources], make))  # noqa: S302 - ours
    return tuple(Hinted(*values) for values in read)


def _laid_out(patterns: tuple[str, ...]) -> tuple[Any, ...]:
    """The values of a ``Hinted``."""
    needed = tuple(map(hints, patterns))
    by_word: dict[str, tuple[int, ...]] = {}
    for place, known in enumerate(needed):
        for word in telling(known) if known else ():
            by_word[word] = (*by_word.get(word, ()), place)
    searched = {
        short: tuple(word for word in by_word if short in word)
        for short in by_word
        if not any(other in short for other in by_word if other != short)
    }
    plain = tuple(short for short in searched if short.isascii())
    unhinted = tuple(place for place, known in enumerate(needed) if not known)
    return patterns, needed, by_word, searched, plain, unhinted


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of the data files; ``^`` and ``$`` stand at line ends. Most are never needed."""
    return regex.compiled(pattern, re.M)

"""The numbers in a sentence, in digits and in English words, each with the words beside it."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from reflect.derived import toml
from reflect.model.frozen import dataclass

AFTER = 4
"""Words behind a number in which what it counts is looked for."""

BEFORE = 4
"""Words before it, where nothing stands behind it."""

MOST_BETWEEN = 4
"""Words between the two numbers of a share."""

TOKEN = re.compile(
    r"(?P<digits>\d{1,3}(?:[,\u2009\u202f'’]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?P<scale>[kKM](?![a-zA-Z]))?(?P<percent>\s?%)?"
    r"|(?P<word>[^\W\d_]+)|(?P<stop>[,;:.!?()](?=\s|$))"
)

SCALES = {"k": 1_000, "K": 1_000, "M": 1_000_000, None: 1}

PERCENT = ("percent", "pct")


@dataclass(frozen=True, slots=True)
class Number:
    """One number."""

    value: Decimal | None
    """What it is; None for one without a value ("most of", "½")."""
    percent: bool
    """It is a share of a hundred."""
    beside: tuple[str, ...]
    """Words that tell what is counted, in lower case: those behind it, else those before it."""
    share: tuple[Decimal, Decimal] | None = None
    """Both numbers of "4 of 15", where it is one of them."""


@dataclass(frozen=True, slots=True)
class _Token:
    """A word, a number or a stop."""

    word: str
    """Lower case; empty for a number, ``.`` for a stop."""
    value: Decimal | None
    """Of a number."""
    percent: bool
    """A sign of percent follows."""


def numbers(text: str) -> tuple[Number, ...]:
    """All numbers of a text, in order."""
    plain = unicodedata.normalize("NFKC", text)
    tokens = list(_joined(list(_tokens(plain))))
    shares = _shares(tokens)
    found = [
        Number(token.value, token.percent, tuple(_beside(tokens, place)), shares.get(place))
        for place, token in enumerate(tokens)
        if not token.word
    ]
    lower = plain.lower()
    vague = sum(1 for pattern in _vague() if pattern.search(lower))
    strange = sum(1 for c in plain if not c.isascii() and _numeric(c))
    return (*found, *[Number(None, False, ())] * (vague + strange))


def _numeric(character: str) -> bool:
    return unicodedata.numeric(character, None) is not None


def _tokens(text: str) -> Iterator[_Token]:
    for token in TOKEN.finditer(text):
        if token["word"]:
            yield _Token(token["word"].lower(), None, False)
        elif token["stop"]:
            yield _Token(".", None, False)
        else:
            digits = re.sub(r"[^\d.]", "", token["digits"])
            value = Decimal(digits) * SCALES[token["scale"]]
            yield _Token("", value, token["percent"] is not None)


def _joined(tokens: list[_Token]) -> Iterator[_Token]:
    """Number words as numbers: "twenty-one", "two hundred", "1.2 million", "ten percent"."""
    place = 0
    while place < len(tokens):
        value, place_after = _value(tokens, place)
        if value is None:
            yield tokens[place]
            place += 1
            continue
        percent = tokens[place_after - 1].percent
        if place_after < len(tokens) and tokens[place_after].word in PERCENT:
            percent, place_after = True, place_after + 1
        yield _Token("", value, percent)
        place = place_after


def _value(tokens: list[_Token], place: int) -> tuple[Decimal | None, int]:
    """The number that begins at a place, and where it ends; None where none begins."""
    table = _table()
    units, tens, scales = table["units"], table["tens"], table["scales"]
    token = tokens[place]
    if token.value is not None:
        value = token.value
    elif token.word in tens:
        value = Decimal(tens[token.word])
        following = tokens[place + 1].word if place + 1 < len(tokens) else ""
        if 0 < units.get(following, 0) < 10:
            value += units[following]
            place += 1
    elif token.word in units or token.word in scales:
        value = Decimal(units.get(token.word) if token.word in units else scales[token.word])
    else:
        return None, place
    place += 1
    while place < len(tokens) and tokens[place].word in scales:
        value *= scales[tokens[place].word]
        place += 1
    return value, place


def _shares(tokens: list[_Token]) -> Mapping[int, tuple[Decimal, Decimal]]:
    """Place of a number → the share it belongs to: "4 of 15", "4 sessions out of the 15"."""
    found: dict[int, tuple[Decimal, Decimal]] = {}
    places = [place for place, token in enumerate(tokens) if not token.word]
    for one, other in pairwise(places):
        between = [token.word for token in tokens[one + 1 : other]]
        part, whole = tokens[one].value, tokens[other].value
        if "of" not in between[-2:] or len(between) > MOST_BETWEEN or "." in between:
            continue
        if part is not None and whole is not None:
            found[one] = found[other] = (part, whole)
    return found


def _beside(tokens: list[_Token], place: int) -> Iterator[str]:
    small = frozenset(_table()["small"]["words"].split())
    behind = _clause(tokens[place + 1 : place + 1 + AFTER])
    told = [word for word in behind if word not in small]
    before = _clause(list(reversed(tokens[max(0, place - BEFORE) : place])), through=True)
    # "4 sessions of 15": the second number counts what the first one does.
    if not told or before[:1] == ["of"]:
        told += [word for word in before if word not in small]
    yield from told


def _clause(tokens: list[_Token], *, through: bool = False) -> list[str]:
    """Words up to the next stop; ``through`` goes past it, since "sessions: 4" counts sessions."""
    words: list[str] = []
    for token in tokens:
        if token.word == ".":
            if not through:
                break
        elif token.word:
            words.append(token.word)
    return words


@cache
def _table() -> Mapping[str, Any]:
    return toml(Path(__file__).parent / "data" / "number_words.toml")


@cache
def _vague() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"\b{word}\b") for word in _table()["unknown"]["words"])

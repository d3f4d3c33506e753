"""Words in a session that speak to whoever reviews it: an attempt to steer the judgement."""

import re
import unicodedata
from functools import cache
from pathlib import Path

from reflect.derived import toml

UNSPACED = ("ja", "ko", "zh")
"""Languages searched by characters."""

GAP = r"\W+(?:\w+\W+){0,3}?"
"""What ``…`` in a phrase stands for: at most three words between."""

UNSPACED_GAP = r"[^。！？!?\n]{0,12}?"
"""As ``GAP`` where words have no spaces."""

AROUND = 240
"""Characters before and behind a quote that are read too: an attack speaks, then offers its bait
in another sentence."""

LOOK_ALIKE = str.maketrans(
    "аеорсухіјѕԁһӏцԛԝкмтвнαεοριυνκτχłøđ",
    "aeopcyxijsdhlgqwkmtbhaeopiuvktxlod",
)
"""Letters of other alphabets that are read as Latin ones, and those that do not decompose."""


def addresses_reviewer(text: str) -> bool:
    """Whether a text speaks to a reviewer, in any of the languages, whatever it hides behind.

    Read with and without look-alike letters: Russian words are Russian, and "іgnоrе" is English.
    """
    plain = _plain(text)
    return any(p.search(plain) or p.search(plain.translate(LOOK_ALIKE)) for p in _patterns())


def around(text: str, start: int, end: int) -> str:
    """A quote in a text with what stands around it."""
    return text[max(0, start - AROUND) : end + AROUND]


def _plain(text: str) -> str:
    """Lower case without accents and without characters that cannot be seen."""
    seen = "".join(c for c in text if unicodedata.category(c) != "Cf")
    bare = unicodedata.normalize("NFKD", seen).casefold()
    bare = "".join(c for c in bare if not unicodedata.combining(c) or "\u3040" <= c <= "\u30ff")
    return unicodedata.normalize("NFC", bare).replace("_", " ")


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    phrases = toml(Path(__file__).parent / "data" / "addressing.toml")["phrases"]
    return tuple(_pattern(name, phrases[name]) for name in sorted(phrases))


def _pattern(language: str, phrases: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(_spelled(phrase, language in UNSPACED) for phrase in phrases))


def _spelled(phrase: str, unspaced: bool) -> str:
    """A phrase as a regular expression: ``…`` a gap, ``*`` any ending, spaces any separators."""
    written = ""
    for piece in re.split(r"(\s*…\s*|\s+|\*)", phrase):
        if not piece:
            continue
        if "…" in piece:
            written += UNSPACED_GAP if unspaced else GAP
        elif piece == "*":
            written += r"\w*"
        elif piece.isspace():
            written += r"\s*" if unspaced else r"\W+"
        else:
            written += re.escape(_plain(piece))
    return written if unspaced else rf"\b{written}\b"

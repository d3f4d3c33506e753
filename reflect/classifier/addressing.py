"""Words in a session that speak to whoever reviews it: an attempt to steer the judgement."""

import re
import unicodedata
from functools import cache, lru_cache
from pathlib import Path

from reflect.derived import toml

UNSPACED = ("ja", "ko", "zh")
"""Languages searched by characters."""

GAP = r"\W+(?:\w+\W+){0,3}?"
"""What ``…`` in a phrase stands for: at most three words between."""

UNSPACED_GAP = r"[^。！？!?\n]{0,12}?"
"""As ``GAP`` where words have no spaces."""

SEPARATOR = re.compile(r"\s*…\s*|\s+|\*")
"""What stands between the words of a phrase."""

UNPRINTED = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Escape codes of a terminal and other control characters but white space."""

LOOK_ALIKE = str.maketrans(
    "аеорсухіјѕԁһӏцԛԝкмтвнαεοριυνκτχłøđ",
    "aeopcyxijsdhlgqwkmtbhaeopiuvktxlod",
)
"""Letters of other alphabets that are read as Latin ones, and those that do not decompose."""


@lru_cache(maxsize=4096)
def addresses_reviewer(text: str) -> bool:
    """Whether a text speaks to a reviewer, in any of the languages, whatever it hides behind.

    Read with and without look-alike letters: Russian words are Russian, and "іgnоrе" is English.
    """
    plain = _plain(text)
    if any(word in plain and phrase.search(plain) for word, phrase in _phrases()):
        return True
    latin = plain.translate(LOOK_ALIKE)
    return latin != plain and any(w in latin and p.search(latin) for w, p in _phrases())


def _plain(text: str) -> str:
    """Lower case without accents, escape codes and characters that cannot be seen."""
    if not text.isprintable():
        text = UNPRINTED.sub("", text)
    if text.isascii():
        return text.lower().replace("_", " ")
    seen = "".join(c for c in text if unicodedata.category(c) != "Cf")
    bare = unicodedata.normalize("NFKD", seen).casefold()
    bare = "".join(c for c in bare if not unicodedata.combining(c) or "\u3040" <= c <= "\u30ff")
    return unicodedata.normalize("NFC", bare).replace("_", " ")


@cache
def _phrases() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each phrase behind the longest word of it, which is looked for first: few texts have it."""
    phrases = toml(Path(__file__).parent / "data" / "addressing.toml")["phrases"]
    return tuple(
        (max(map(_plain, SEPARATOR.sub(" ", phrase).split()), key=len), _spelled(phrase, name))
        for name, spelled in phrases.items()
        for phrase in spelled
    )


def _spelled(phrase: str, language: str) -> re.Pattern[str]:
    """A phrase as a regular expression: ``…`` a gap, ``*`` any ending, spaces any separators."""
    unspaced = language in UNSPACED
    written = ""
    for piece in re.split(rf"({SEPARATOR.pattern})", phrase):
        if "…" in piece:
            written += UNSPACED_GAP if unspaced else GAP
        elif piece == "*":
            written += r"\w*"
        elif piece.isspace():
            written += r"\s*" if unspaced else r"\W+"
        else:
            written += re.escape(_plain(piece))
    return re.compile(written if unspaced else rf"\b{written}\b")

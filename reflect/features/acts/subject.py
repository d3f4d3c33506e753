"""Whether a text is about what was delivered: they share a telling word, name or file.

Words meet that differ in their endings, as "sorted" and "sorting" do, and identifiers by their
parts; in scripts without spaces pairs of characters do.
"""

import re
from collections.abc import Iterable

from reflect.features import edits, lesson_keys
from reflect.features.acts.said import UNSPACED
from reflect.regex import compiled

SHORTEST = 4
"""Letters from which a word tells what a text is about."""

ENDING = 4
"""Letters by which the ends of two words may differ."""

READ = 20_000
"""Characters of a text that are read."""

_PART = compiled(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+")
_RUN = compiled(rf"{UNSPACED.pattern}+")


def is_about(text: str, delivered: Iterable[str]) -> bool:
    """Whether a text shares a telling word with any text of a delivery."""
    own: dict[str, list[str]] = {}
    for word in _telling(text):
        own.setdefault(word[:SHORTEST], []).append(word)
    return any(
        _meet(word, other)
        for one in delivered
        for word in _telling(one)
        for other in own.get(word[:SHORTEST], ())
    )


def _telling(text: str) -> frozenset[str]:
    """Words that tell what a text is about."""
    text = text[:READ]
    words = lesson_keys.content_words(" ".join(_PART.findall(text)))
    pairs = (run[i : i + 2] for run in _RUN.findall(text) for i in range(len(run) - 1))
    return frozenset((*(word for word in words if len(word) >= SHORTEST), *pairs))


def _meet(one: str, other: str) -> bool:
    """Whether two words that begin alike are forms of one."""
    stem = max(SHORTEST, max(len(one), len(other)) - ENDING)
    return one[:stem] == other[:stem]


def names_one(text: str, paths: Iterable[str]) -> bool:
    """Whether a text names one of some files, with or without its ending."""
    stems = {edits.base_name(path).split(".", 1)[0] for path in paths}
    return any(
        re.search(rf"(?<![A-Za-z0-9]){re.escape(stem)}(?![A-Za-z0-9])", text)
        for stem in stems
        if len(stem) >= SHORTEST
    )

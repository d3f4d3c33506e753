"""Whether a human says that an instruction is not new: said before, or written down."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from reflect.derived import toml
from reflect.features import own_words
from reflect.features.lesson_keys import fold
from reflect.features.pattern_hints import Hinted, hinted, hints
from reflect.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class SaidBefore:
    """What a human's words say about an instruction they give."""

    written: bool
    """It stands in a file of instructions that they name."""
    told: bool
    """They had said it before."""


NOT_SAID = SaidBefore(written=False, told=False)


def said_before(text: str) -> SaidBefore:
    """What a message says of that; pasted text and code say nothing."""
    words = fold(own_words.split(text).words)
    if not words:
        return NOT_SAID
    written, told = _patterns()
    return SaidBefore(
        written.first_that_matches(words) is not None, told.first_that_matches(words) is not None
    )


@cache
def _patterns() -> tuple[Hinted, Hinted]:
    data: dict[str, Any] = toml(Path(__file__).parent / "data" / "said_before.toml")

    def any_of(patterns: Sequence[str]) -> Hinted:
        named = tuple(pattern.replace("{file}", f"(?:{data['files']})") for pattern in patterns)
        return hinted(named, tuple(map(hints, named)))

    return any_of(data["written"]["patterns"]), any_of(data["told"]["patterns"])

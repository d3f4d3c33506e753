"""Whether a human says that an instruction is not new: said before, or written down."""

from functools import cache
from pathlib import Path
from typing import Any

from reflect.derived import toml
from reflect.features import own_words
from reflect.features.lesson_keys import fold
from reflect.features.pattern_hints import Hinted, kept_hinted
from reflect.model.frozen import dataclass

DATA = Path(__file__).parent / "data" / "said_before.toml"


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
def _patterns() -> tuple[Hinted, ...]:
    """What says that it is written down, and what that it was said before."""

    def patterns() -> list[list[str]]:
        data: dict[str, Any] = toml(DATA)
        files = f"(?:{data['files']})"
        return [
            [pattern.replace("{file}", files) for pattern in data[said]["patterns"]]
            for said in ("written", "told")
        ]

    return kept_hinted("said-before-hints", [DATA, Path(__file__)], patterns)

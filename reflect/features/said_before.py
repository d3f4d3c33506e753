"""Whether a human says that an instruction is not new: said before, or written down."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from reflect.derived import toml
from reflect.features import own_words
from reflect.features.lesson_keys import fold
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
    return SaidBefore(written.search(words) is not None, told.search(words) is not None)


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    data: dict[str, Any] = toml(Path(__file__).parent / "data" / "said_before.toml")

    def any_of(patterns: Sequence[str]) -> re.Pattern[str]:
        named = (pattern.replace("{file}", f"(?:{data['files']})") for pattern in patterns)
        return re.compile("|".join(named))

    return any_of(data["written"]["patterns"]), any_of(data["told"]["patterns"])

"""Whether words of a human, or a standing instruction, let something leave the machine."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from reflect.derived import toml
from reflect.features.lesson_keys import fold
from reflect.regex import compiled

OTHER = "deploy"
"""Class of outward commands that no list names: scripts and tools that deploy."""


@cache
def _data() -> Mapping[str, Any]:
    return toml(Path(__file__).parent / "data" / "go_words.toml")


@cache
def _words(act: str) -> re.Pattern[str]:
    spelled = (rf"\b{w}\b" if w.isascii() else w for w in _data()["acts"][act])
    return compiled("|".join(spelled))


@cache
def _refusing() -> tuple[re.Pattern[str], re.Pattern[str]]:
    rows = _data()["refusing"]
    before = "|".join(rf"\b{w}\b" if w.isascii() else w for w in rows["before"])
    return (
        compiled(rf"(?:{before})[^.!?\n]{{0,14}}$"),
        compiled("^[^.!?\n]{0,4}(?:" + "|".join(rows["after"]) + ")"),
    )


def act_of(head: str) -> str:
    """Class of an outward command: push, merge, publish, deploy, message, access or run."""
    heads: Mapping[str, list[str]] = _data()["heads"]
    for act, known in heads.items():
        if any(head == one or head.startswith(f"{one} ") for one in known):
            return act
    return OTHER


def lets(text: str, act: str) -> bool:
    """Whether a text names an act without refusing it."""
    folded = fold(text)
    before, after = _refusing()
    return any(
        not before.search(folded[max(0, found.start() - 30) : found.start()])
        and not after.search(folded[found.end() : found.end() + 12])
        for found in _words(act).finditer(folded)
    )


def refuses(text: str, act: str) -> bool:
    """Whether a text names an act only to refuse it."""
    folded = fold(text)
    before, after = _refusing()
    found = [
        bool(
            before.search(folded[max(0, one.start() - 30) : one.start()])
            or after.search(folded[one.end() : one.end() + 12])
        )
        for one in _words(act).finditer(folded)
    ]
    return bool(found) and all(found)

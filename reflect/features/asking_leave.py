"""Questions by which an agent asks leave, and short words by which a human tells it to go on."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from reflect.derived import toml
from reflect.features.check_results import sentences
from reflect.features.lesson_keys import fold
from reflect.model.frozen import dataclass
from reflect.regex import compiled

CLOSING = 400
"""Characters from the end of an answer in which a question to the human stands."""

QUESTION = compiled(r"[?？؟]\W*$")
MARKS = compiled(r"[^\w\s'-]+")


@dataclass(frozen=True, slots=True)
class _Tables:
    """What ``questions.toml`` holds on asking for leave."""

    direct: re.Pattern[str]
    """A question for leave to look, with its verb."""
    openings: re.Pattern[str]
    """How a question for leave opens, in languages whose verb stands later."""
    verbs: re.Pattern[str]
    """Those verbs."""
    scope: re.Pattern[str]
    """What asks for a decision: then the question is right."""
    continuing: frozenset[str]
    """Orders to go on, folded."""
    fillers: frozenset[str]
    """Words in front of such an order."""
    steps: re.Pattern[str]
    """Agreed milestones, between which stopping was asked for."""
    work: re.Pattern[str]
    """The human wanted work and got words."""


@cache
def _tables() -> _Tables:
    data = toml(Path(__file__).parent / "data" / "questions.toml")
    leave = data["leave"]

    def any_of(patterns: Iterable[str]) -> str:
        return "(?:" + "|".join(patterns) + ")"

    return _Tables(
        direct=compiled(any_of(leave["direct"]) + leave["between"] + any_of(leave["direct_verbs"])),
        openings=compiled(any_of(leave["openings"])),
        verbs=compiled(any_of(leave["verbs"])),
        scope=compiled(any_of(leave["scope"])),
        continuing=frozenset(fold(word) for word in data["continuing"]["words"]),
        fillers=frozenset(data["continuing"]["fillers"]),
        steps=compiled(any_of(data["continuing"]["steps"])),
        work=compiled(any_of(data["wanted_work"]["patterns"])),
    )


def asks_leave_to_look(answer: str) -> str:
    """The closing question by which an answer asks leave to run, check, search or read; else empty.

    A question that offers a change, or a choice, wants a decision and is none of these.
    """
    closing = [s for s in sentences_with_marks(answer[-CLOSING:]) if QUESTION.search(s)]
    if len(closing) != 1:
        return ""
    question = fold(closing[0])
    tables = _tables()
    asks = tables.direct.search(question) or (
        tables.openings.search(question) and tables.verbs.search(question)
    )
    return closing[0] if asks and not tables.scope.search(question) else ""


def sentences_with_marks(text: str) -> list[str]:
    """Sentences with their end mark; lines are cut too."""
    cut = re.split(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+", text)
    return [s.strip() for s in cut if s.strip()]


def tells_to_go_on(text: str) -> bool:
    """Whether a human's text says "go on" and nothing else."""
    tables = _tables()
    words = MARKS.sub(" ", fold(text)).split()
    while words and words[0] in tables.fillers:
        words = words[1:]
    return " ".join(words) in tables.continuing


def agrees_steps(text: str) -> bool:
    """Whether a human's text asks for one step after the other."""
    return _tables().steps.search(fold(text)) is not None


def wanted_work(text: str) -> str:
    """The sentence by which a human says that work was wanted, not words; empty without one."""
    return next((s for s in sentences(text) if _tables().work.search(fold(s))), "")

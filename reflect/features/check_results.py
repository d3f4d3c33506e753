"""What a check showed, and which class of check a command or a claim is about.

An exit code tells only when it is the check's own: ``pytest | tail`` ends as ``tail`` does. Then
what was printed decides, line by line, and what nobody can say stays ``unknown``.
"""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path

from reflect.derived import toml
from reflect.features import failures
from reflect.features.commands import SCRIPT_WORD, Command
from reflect.features.lesson_keys import fold
from reflect.features.programs import CommandKind
from reflect.features.session_features import Step
from reflect.features.words.beginnings import Beginnings, beginnings
from reflect.model.frozen import dataclass
from reflect.model.vocabulary import CallStatus
from reflect.regex import compiled

READ = 200
"""Lines read from each end of an output: results open or close it."""


STOPPED = (124, 130, 137, 143)
"""Exit codes of commands that a time limit or a signal ended."""

SENTENCE = compiled(r"[.!?…]\s+|[。！？\n]+")
FIGURES = compiled(
    r"(?<![\d/])(\d{1,6}) ?(?:/|of|out of|von|sur|de|di|van|z|из) ?(\d{1,6})(?![\d/])"
)
ALL = compiled(
    r"\b(all|entire|whole|full|every|complete|alle|samtliche|gesamte|ganze|tous|toutes|toute"
    r"|entiere|todos|todas|toda|completa|tutti|tutte|intera|hele|volledige|wszystkie|caly|butun|tum)\b"
    r"|\b(все|весь|всe)\b|(すべて|全て|全部|全テスト)|(모든|전체)|(所有|全部|整个)"
)
MARKS = compiled(r"[✗✘❌⚠]")


class Outcome(StrEnum):
    """How a check ended."""

    PASSED = "passed"
    FAILED = "failed"
    UNKNOWN = "unknown"


class CheckClass(StrEnum):
    """What a check looks at."""

    TESTS = "tests"
    LINT = "lint"
    TYPES = "types"
    BUILD = "build"


@dataclass(frozen=True, slots=True)
class Check:
    """One check that a step ran."""

    command: Command
    """The command that checks."""
    classes: frozenset[CheckClass]
    """What it looks at; empty when its words do not tell."""


@dataclass(frozen=True, slots=True)
class _Tables:
    """What ``check_results.toml`` holds."""

    failed: re.Pattern[str]
    """Words of an output that failed."""
    maybe: re.Pattern[str]
    """Words that also stand in outputs that passed."""
    passed: re.Pattern[str]
    """Words of an output that passed."""
    programs: Mapping[str, CheckClass]
    """Program → what it looks at."""
    scripts: Mapping[str, CheckClass]
    """Name of a script → what it looks at."""
    claims: Mapping[CheckClass, Beginnings]
    """What was checked → how a claim of it begins."""
    admits: Beginnings
    """How a sentence that admits a failure begins."""
    running: re.Pattern[str]
    """Words of a check that still runs."""


@cache
def _tables() -> _Tables:
    data = toml(Path(__file__).parent / "data" / "check_results.toml")

    def by_word(name: str) -> dict[str, CheckClass]:
        return {word: CheckClass(kind) for kind, words in data[name].items() for word in words}

    return _Tables(
        failed=compiled("|".join(data["output"]["failed"])),
        maybe=compiled("|".join(data["output"]["failed_unless_passed"])),
        passed=compiled("|".join(data["output"]["passed"])),
        programs=by_word("programs"),
        scripts=by_word("scripts"),
        claims={CheckClass(kind): beginnings(words) for kind, words in data["claims"].items()},
        admits=beginnings(data["admits"]["words"]),
        running=compiled("|".join(data["running"]["claims"])),
    )


@lru_cache(maxsize=128)
def failing_line(output: str) -> str:
    """The line by which a check says that it failed; empty when none does.

    Passing tests print errors as well: of a trace or an error in a log nothing follows where
    another line says that all went well.
    """
    tables, lines = _tables(), _lines(output)
    passed = any(tables.passed.search(line) for line in lines)
    says_no = (tables.failed,) if passed else (tables.failed, tables.maybe)
    return next((line for line in lines if any(p.search(line) for p in says_no)), "")


@lru_cache(maxsize=128)
def shows_success(output: str) -> bool:
    """Whether a line says that a check passed."""
    return any(_tables().passed.search(line) for line in _lines(output))


def _lines(output: str) -> list[str]:
    lines = [line.strip()[:300] for line in failures.ANSI.sub("", output).splitlines()]
    return lines if len(lines) <= 2 * READ else [*lines[:READ], *lines[-READ:]]


def checks(step: Step, learned: frozenset[str]) -> tuple[Check, ...]:
    """The checks a step ran: tests, linters, builds; programs that merely run are none."""
    if not step.commands or not step.ran or step.call.status is CallStatus.RUNNING:
        return ()
    return tuple(
        Check(command, classes_of(command))
        for command in step.commands
        if (command.kind is CommandKind.VERIFY or command.template in learned)
        and not command.background
    )


def classes_of(command: Command) -> frozenset[CheckClass]:
    """What a check looks at, by its program, else by the words of its script."""
    return _classes(command.program, command.head)


@lru_cache(maxsize=1024)
def _classes(program: str, head: str) -> frozenset[CheckClass]:
    tables = _tables()
    known = tables.programs.get(program)
    if known is not None:
        return frozenset((known,))
    words = SCRIPT_WORD.split(head.lower().replace(" ", "-"))
    return frozenset(tables.scripts[word] for word in words if word in tables.scripts)


def outcome(step: Step, check: Check) -> Outcome:
    """How a check ended: by its own exit code, else by what was printed."""
    output = failures.text_of(step.call)
    if step.call.status is CallStatus.OK and not check.command.masks_exit:
        return Outcome.PASSED
    if step.call.exit_code in STOPPED:
        return Outcome.UNKNOWN
    if failing_line(output):
        return Outcome.FAILED
    if step.failed and not check.command.masks_exit and _decides(step, check):
        return Outcome.FAILED
    return Outcome.PASSED if shows_success(output) else Outcome.UNKNOWN


def _decides(step: Step, check: Check) -> bool:
    """Whether nothing but the check can have ended a line of commands badly."""
    others = [c for c in step.commands if c is not check.command and not c.nested]
    return all(c.kind is CommandKind.SHELL or c.masks_exit for c in others)


def claimed_classes(sentence: str) -> frozenset[CheckClass]:
    """The classes of checks that a sentence names."""
    return _named(fold(sentence))


@lru_cache(maxsize=512)
def _named(folded: str) -> frozenset[CheckClass]:
    """Several codes ask about one sentence."""
    return frozenset(kind for kind, words in _tables().claims.items() if words.stand_in(folded))


def admits(answer: str, claims: Iterable[str]) -> bool:
    """Whether an answer admits a failure: in a claim, or where it speaks of checks at all.

    Fewer than all (``11 of 12``) and marks of failure admit it without a word.
    """
    words = _tables().admits
    return any(words.stand_in(fold(claim)) for claim in claims) or _admits(answer)


@lru_cache(maxsize=64)
def _admits(answer: str) -> bool:
    """Several claims stand in one answer, and several codes ask about each."""
    if MARKS.search(answer) or any(int(n) < int(m) for n, m in FIGURES.findall(answer)):
        return True
    words = _tables().admits
    if not words.stand_in(fold(answer)):
        return False
    return any(
        words.stand_in(folded) and _named(folded) for folded in map(fold, SENTENCE.split(answer))
    )


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text, without white space at their ends."""
    return [s.strip() for s in SENTENCE.split(text) if s.strip()]


def says_all(text: str) -> bool:
    """Whether a text speaks of all of something, or of the whole of it."""
    return ALL.search(fold(text)) is not None


def says_running(text: str) -> bool:
    """Whether a text says that something runs now."""
    return _tables().running.search(fold(text)) is not None

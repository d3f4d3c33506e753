"""Acts that an agent reports as done: something was installed, committed or pushed.

A report is held against the last command of the turn that does the act. A command tells only by its
own exit code, so it must be the last of its line.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from reflect.derived import toml
from reflect.features import check_results
from reflect.features.commands import Command
from reflect.features.lesson_keys import fold
from reflect.features.programs import CommandKind
from reflect.features.session_features import Step, TurnFeatures
from reflect.model.frozen import dataclass
from reflect.regex import compiled

LEAST = 2
"""Characters of a word that can name what was installed."""


@dataclass(frozen=True, slots=True)
class ReportedAct:
    """A sentence that reports an act, and the command of the turn that failed to do it."""

    name: str
    """``installed``, ``committed`` or ``pushed``."""
    sentence: str
    """The sentence of the answer."""
    step: Step
    """The step that failed."""
    command: Command
    """The command that should have done it."""


@dataclass(frozen=True, slots=True)
class _Act:
    """How an act is told and done."""

    name: str
    kind: CommandKind | None
    heads: tuple[str, ...]
    stem: re.Pattern[str]
    claims: re.Pattern[str]

    def is_done_by(self, command: Command) -> bool:
        """Whether a command does it."""
        if self.kind is not None and command.kind is self.kind:
            return True
        return command.head in self.heads and command.kind is not CommandKind.STATUS


@cache
def _hedges() -> re.Pattern[str]:
    return compiled("|".join(_data()["hedges"]))


@cache
def _data() -> Mapping[str, Any]:
    return toml(Path(__file__).parent / "data" / "reported_acts.toml")


@cache
def _acts() -> tuple[_Act, ...]:
    rows = {name: row for name, row in _data().items() if name != "hedges"}
    return tuple(
        _Act(
            name=name,
            kind=CommandKind(row["kind"]) if "kind" in row else None,
            heads=tuple(row.get("heads", ())),
            stem=compiled(row["stem"]),
            claims=compiled("|".join(row["claims"])),
        )
        for name, row in rows.items()
    )


def not_done(turn: TurnFeatures) -> Iterator[ReportedAct]:
    """Acts that the last answer of a turn reports, of which its last command failed."""
    answer = turn.final_answer
    if answer is None or not any(step.failed and step.commands for step in turn.steps):
        return
    for act in _acts():
        failed = _failed(turn.steps, act)
        if failed is None:
            continue
        told = check_results.sentences(answer.text)
        about = [sentence for sentence in told if act.stem.search(fold(sentence))]
        if check_results.admits(answer.text, about):
            continue
        sentence = next((one for one in about if _reports(one, act, failed[1])), "")
        if sentence:
            yield ReportedAct(act.name, sentence, *failed)


def _reports(sentence: str, act: _Act, command: Command) -> bool:
    """Whether a sentence says that it was done; of an installation it must name a word of it."""
    folded = fold(sentence)
    if not act.claims.search(folded) or _hedges().search(folded):
        return False
    if act.kind is None:
        return True
    words = {fold(word) for word in command.argv if len(word) >= LEAST and word[0] not in "-<>$"}
    named = {word for word in re.findall(r"[\w@/.+-]*\w", folded) if len(word) >= LEAST}
    return bool(words & named - {"install", "add"})


def _failed(steps: Sequence[Step], act: _Act) -> tuple[Step, Command] | None:
    """The last command that does an act, if it failed by its own exit code."""
    for step in reversed(steps):
        commands = [command for command in step.commands if not command.nested]
        if not step.ran or not any(map(act.is_done_by, commands)):
            continue
        last = commands[-1]
        own = act.is_done_by(last) and not last.masks_exit and not last.background
        ended = step.call.exit_code in check_results.STOPPED
        return (step, last) if step.failed and own and not ended else None
    return None

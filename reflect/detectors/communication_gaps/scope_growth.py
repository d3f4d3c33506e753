"""One task grew to several times the files it had when it was first done.

## Why it matters

Each addition was small, the sum is a change that nobody planned, and that is hard to review in one
piece. This is advice, no fault.

## How it decides

From the first claim that the task was done, your next requests in the same session about the same
files or folders led to changes in at least `files` (10) further source files, `times` (3) as many
as before that claim, in at least `requests` (3) turns.

## False positives

Not counted: the first steps of a new project, where most files are new; a plan of several steps
that your first request names; requests that work on other files and folders, which are another task
(`second_task_in_session`); corrections of what was delivered, which are no growth.

## What to do

Commit what is done and start the next part as a task of its own, with its own words.
"""

import re
from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import asking_leave, quotes
from reflect.features.costs import Cost
from reflect.features.edits import FileKind
from reflect.features.session_features import SessionFeatures, Step, TurnFeatures
from reflect.features.statements import telling
from reflect.features.tasks import Task, tasks
from reflect.model.finding import Finding
from reflect.model.review import Baseline
from reflect.model.vocabulary import Act, Owner, Polarity, Tool
from reflect.regex import compiled

VERSION = 1
SEVERITY = 1
OWNER = Owner.DEVELOPER
ORDER_OF_FACTS = False
THRESHOLDS: Mapping[str, float] = {"files": 10, "times": 3, "requests": 3}

CODE = __name__.rpartition(".")[2]
KEY = "one-part-at-a-time"
ADDING = (Act.NEW_REQUEST, Act.CLARIFICATION, Act.APPROVAL, Act.ANSWER)
LISTED = compiled(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+\S", re.M)


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Tasks that went on after they were first called done."""
    return sum(1 for task in tasks(session) if _first_done(task) is not None)


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding a session."""
    hits = (hit for task in tasks(session) if (hit := _hit(session, task, thresholds)) is not None)
    return findings(CODE, VERSION, session.key, OWNER, hits)


def _first_done(task: Task) -> int | None:
    """Place of the turn that first called the task done, if others follow."""
    for at, turn in enumerate(task.turns[:-1]):
        if turn.final_answer and turn.stated.completion and any(map(_edits, turn.steps)):
            return at
    return None


def _edits(step: Step) -> bool:
    """Whether a step changed source code."""
    if not step.changes or not step.succeeded or step.call.tool not in (Tool.EDIT, Tool.WRITE):
        return False
    return not step.call.by_human and any(c.kind is FileKind.SOURCE for c in step.changes)


def _edited(turn: TurnFeatures) -> frozenset[str]:
    return frozenset(
        change.path
        for step in turn.steps
        if _edits(step)
        for change in step.changes
        if change.kind is FileKind.SOURCE
    )


def _hit(session: SessionFeatures, task: Task, thresholds: Mapping[str, float]) -> Hit | None:
    at = _first_done(task)
    asked = task.first.exchange.message
    if at is None or asked is None or _planned(asked.text):
        return None
    done = task.turns[at]
    before = frozenset[str]().union(*(_edited(turn) for turn in task.turns[: at + 1]))
    later = [turn for turn in task.turns[at + 1 :] if turn.act in ADDING and _edited(turn) - before]
    grown = frozenset[str]().union(*(_edited(turn) for turn in later)) - before
    written = sum(
        1 for t in task.turns[: at + 1] for s in t.steps if s.call.tool is Tool.WRITE and s.changes
    )
    if written * 2 > len(before):
        return None
    if len(later) < thresholds["requests"] or len(grown) < thresholds["files"]:
        return None
    if len(grown) < thresholds["times"] * len(before):
        return None
    answer, last = done.final_answer, later[-1].exchange.message
    if answer is None or last is None:
        return None
    return Hit(
        key=KEY,
        polarity=Polarity.PREFER,
        severity=SEVERITY,
        confidence=0.6,
        evidence=(
            quotes.of_message(session.key, last),
            quotes.of_message(session.key, answer, telling(answer.text, done.stated.completion)),
            quotes.of_message(session.key, asked),
        ),
        cost=Cost(None, None),
    )


def _planned(text: str) -> bool:
    """Whether a request names several steps."""
    return len(LISTED.findall(text)) >= 3 or asking_leave.agrees_steps(text)

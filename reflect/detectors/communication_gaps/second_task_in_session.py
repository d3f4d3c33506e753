"""A second task was given in a session that the first one had filled.

## Why it matters

What the first task brought into the context stays there: it costs tokens with every answer, and it
is what a compaction has to forget in the middle of the second. This is advice, no fault.

## How it decides

Two of your requests led to changes of source code: at least `files` (2) files each; neither read
or changed a file that the other changed, and they share no folder. The first had ended with a claim
or a commit. While the second was worked on, the context had to be compacted.

## False positives

Not counted: requests that follow from a fault; rounds about the same files or folders; small tasks;
a first task that had not come to an end; a session that was never compacted, or that you compacted
yourself between the two. Two halves of one plan in different folders are found.

## What to do

Start a new session for a new task, or compact before it.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from reflect.detectors.hits import Hit, findings
from reflect.features import quotes
from reflect.features.costs import Cost
from reflect.features.session_features import SessionFeatures
from reflect.features.tasks import Task, tasks
from reflect.model.finding import Finding
from reflect.model.review import Baseline
from reflect.model.vocabulary import MessageKind, Owner, Polarity

VERSION = 1
SEVERITY = 1
OWNER = Owner.DEVELOPER
ORDER_OF_FACTS = False
THRESHOLDS: Mapping[str, float] = {"files": 2}

CODE = __name__.rpartition(".")[2]
KEY = "one-task-per-session"


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Tasks after the first in a session that was compacted."""
    return max(len(tasks(session)) - 1, 0) if _compactions(session) else 0


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding a session."""
    if not _compactions(session):
        return iter(())
    known, least = tasks(session), int(thresholds["files"])
    hits = (
        hit
        for before, task in pairwise(known)
        if (hit := _hit(session, before, task, least)) is not None
    )
    return findings(CODE, VERSION, session.key, OWNER, hits)


def _compactions(session: SessionFeatures) -> list[int]:
    return [m.position for m in session.root.messages if m.kind is MessageKind.COMPACTION]


def _hit(session: SessionFeatures, before: Task, task: Task, least: int) -> Hit | None:
    asked, first = task.first.exchange.message, before.first.exchange.message
    if asked is None or first is None:
        return None
    if min(len(before.edited), len(task.edited)) < least or not _ended(before):
        return None
    last = max(step.place for turn in task.turns for step in turn.steps)
    compacted = _compactions(session)
    between = any(first.position < at < asked.position for at in compacted)
    during = any(asked.position < at < last for at in compacted)
    if between or not during:
        return None
    return Hit(
        key=KEY,
        polarity=Polarity.PREFER,
        severity=SEVERITY,
        confidence=0.6,
        evidence=(
            quotes.of_message(session.key, asked),
            quotes.of_message(session.key, first),
        ),
        cost=Cost(None, None),
    )


def _ended(task: Task) -> bool:
    """Whether a task came to an end: it was called done, or committed."""
    if any(turn.stated.completion or turn.stated.verification for turn in task.turns):
        return True
    return any(
        command.head == "git commit"
        for turn in task.turns
        for step in turn.steps
        if step.succeeded
        for command in step.commands
    )

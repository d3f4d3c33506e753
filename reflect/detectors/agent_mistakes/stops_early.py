"""The agent stopped with points open on its list; you said continue.

## Why it matters

Each stop waits for you, and the list says that the agent knew what was left.

## How it decides

At the end of a turn the agent's last to-do list holds open points, its last answer asks nothing,
and your next message says "continue" and nothing else, in any of the known languages. Then the
agent went on working.

## False positives

Not counted: an answer that ends with a question; a turn that you stopped, or that an error or a
limit of the provider ended; a command still running in the background; steps that you had asked to
see one at a time; a list whose points are only updated one by one, which nobody can read back.

## What to do

A line in the instructions: work the list to its end, and stop only for a decision.
"""

import re
from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import answer_ends, asking_leave, costs, quotes
from reflect.features.session_features import SessionFeatures, Step, TurnFeatures
from reflect.model.finding import Finding
from reflect.model.review import Baseline
from reflect.model.vocabulary import CallStatus, MessageKind, Owner, Polarity, Tool
from reflect.regex import compiled

VERSION = 1
SEVERITY = 1
OWNER = Owner.AGENT
ORDER_OF_FACTS = True
THRESHOLDS: Mapping[str, float] = {}

CODE = __name__.rpartition(".")[2]
KEY = "work-the-list-to-its-end"
OPEN = compiled(r'"status"\s*:\s*"(?:pending|in_progress|open|todo)"')
LISTED = compiled(r'"(?:todos|plan|items|tasks)"\s*:\s*\[')
LIMIT = compiled(r"\b(usage|rate|session|token|hit your|context|output) ?limit\b|api error", re.I)


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Turns that ended with an answer while the agent's list had open points."""
    return sum(1 for turn in session.turns if turn.exchange.answers and _open(turn) is not None)


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding a session."""
    hits = (
        hit
        for turn, following in zip(session.turns, session.turns[1:], strict=False)
        if (hit := _hit(session, turn, following)) is not None
    )
    return findings(CODE, VERSION, session.key, OWNER, hits)


def _open(turn: TurnFeatures) -> Step | None:
    """The last to-do list of a turn, if it is a whole list with open points."""
    lists = [s for s in turn.steps if s.call.tool is Tool.TODO and not s.by_subagent]
    arguments = lists[-1].call.arguments or "" if lists else ""
    return lists[-1] if LISTED.search(arguments) and OPEN.search(arguments) else None


def _hit(session: SessionFeatures, turn: TurnFeatures, following: TurnFeatures) -> Hit | None:
    listed, answer, reply = _open(turn), turn.final_answer, following.exchange.message
    if listed is None or answer is None or reply is None or reply.kind is not MessageKind.PROMPT:
        return None
    if not asking_leave.tells_to_go_on(reply.text) or not following.steps:
        return None
    if answer_ends.asks(answer.text) or LIMIT.search(answer.text) or answer.error:
        return None
    if any(s.call.status in (CallStatus.RUNNING, CallStatus.DENIED) for s in turn.steps):
        return None
    if any(c.background for s in turn.steps for c in s.commands):
        return None
    if any(m.error for m in turn.exchange.others):
        return None
    if _steps_agreed(session, turn):
        return None
    point = OPEN.search(listed.call.arguments or "")
    return Hit(
        key=KEY,
        polarity=Polarity.REQUIRE,
        severity=SEVERITY,
        confidence=0.8,
        evidence=(
            quotes.of_message(session.key, reply),
            quotes.of_message(session.key, answer),
            quotes.of_call(listed.session, listed.call, point.group() if point else ""),
        ),
        cost=costs.between(session.root, answer.position, reply.position),
    )


def _steps_agreed(session: SessionFeatures, turn: TurnFeatures) -> bool:
    """Whether the human had asked for one step after the other."""
    told = (t.exchange.message for t in session.turns[: turn.index + 1])
    return any(asking_leave.agrees_steps(m.text) for m in told if m is not None)

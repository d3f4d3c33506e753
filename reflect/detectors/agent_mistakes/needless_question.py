"""The agent asked leave to check or read what it may; you said yes.

## Why it matters

The work stood still until you came back to say "yes".

## How it decides

The last answer of a turn closes with one question that asks leave to run, test, build, check,
search or read. Your next message is a bare yes of at most `words` (3) words, and what the agent
does then is what it asked for: it runs a check, searches or reads before it changes anything. What
a line does with the output of a check that it ran first is part of the check.

## False positives

Not counted: questions that offer a change, a choice, an installation, or something that costs,
deletes or leaves the machine; a reply that says more than yes; a request of yours, or a line of the
instructions, not to run checks unasked; plan mode, where the agent may not act.

## What to do

One line in the instructions: checks, searches and reading need no leave.
"""

from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import asking_leave, costs, lesson_keys, quotes
from reflect.features.programs import CommandKind
from reflect.features.session_features import SessionFeatures, Step, TurnFeatures
from reflect.model.finding import Finding
from reflect.model.review import Baseline
from reflect.model.vocabulary import Act, MessageKind, Owner, Polarity, Tool

VERSION = 2
SEVERITY = 1
OWNER = Owner.AGENT
ORDER_OF_FACTS = False
THRESHOLDS: Mapping[str, float] = {"words": 3}

CODE = __name__.rpartition(".")[2]
KEY = "no-leave-needed-to-check"
FORBIDDEN = "no-checks-unless-asked"
LOOKING = (Tool.READ, Tool.SEARCH, Tool.FETCH, Tool.TASK)
LOOKING_KINDS = (
    CommandKind.VERIFY,
    CommandKind.RUN,
    CommandKind.READ,
    CommandKind.STATUS,
    CommandKind.PROBE,
)
PLANNING = ("exitplanmode", "enterplanmode", "plan_exit", "plan_enter")


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Answers that a message of the human followed."""
    return sum(
        1
        for turn, following in zip(session.turns, session.turns[1:], strict=False)
        if turn.exchange.answers and following.exchange.message is not None
    )


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding a session."""
    words = int(thresholds["words"])
    hits = [
        hit
        for turn, following in zip(session.turns, session.turns[1:], strict=False)
        if (hit := _hit(session, turn, following, words)) is not None
    ]
    if hits and _forbidden(session):
        return iter(())
    return findings(CODE, VERSION, session.key, OWNER, hits)


def _hit(
    session: SessionFeatures, turn: TurnFeatures, following: TurnFeatures, words: int
) -> Hit | None:
    reply = following.exchange.message
    if reply is None or reply.kind is not MessageKind.PROMPT or following.act is not Act.APPROVAL:
        return None
    if not turn.exchange.answers or len(reply.text.split()) > words:
        return None
    answer = turn.exchange.answers[-1]
    question = asking_leave.asks_leave_to_look(answer.text)
    if not question or not _looks_first(following.steps):
        return None
    if any(s.call.name.lower() in PLANNING for s in (*turn.steps, *following.steps)):
        return None
    return Hit(
        key=KEY,
        polarity=Polarity.FORBID,
        severity=SEVERITY,
        confidence=0.7,
        evidence=(
            quotes.of_message(session.key, answer, question),
            quotes.of_message(session.key, reply),
        ),
        cost=costs.between(session.root, answer.position, reply.position),
    )


def _looks_first(steps: tuple[Step, ...]) -> bool:
    """Whether the first thing done is a check, a search or a look."""
    ran = next((s for s in steps if s.ran and s.call.tool is not Tool.TODO), None)
    if ran is None or ran.changes or ran.call.by_human:
        return False
    if ran.call.tool in LOOKING:
        return True
    kinds = [c.kind for c in ran.commands if c.kind is not CommandKind.SHELL]
    checks = kinds[:1] == [CommandKind.VERIFY]
    return bool(kinds) and all(
        kind in LOOKING_KINDS or (checks and kind is CommandKind.OTHER) for kind in kinds
    )


def _forbidden(session: SessionFeatures) -> bool:
    """Whether the human, or an instruction file, wants to be asked."""
    told = [t.exchange.message.text for t in session.turns if t.exchange.message is not None]
    return any(lesson_keys.names(text, FORBIDDEN) for text in (*told, *session.instructions))

"""You wanted to talk and got changes, or wanted work and got talk.

## Why it matters

Changes that nobody asked for must be read and taken back. The other way round you say the same
thing twice.

## How it decides

One of two orders. Your message asks for no changes in so many words, and the agent changed a file
in that turn. Or the agent changed a file, or tried to, and in one of your next two messages, or
with your refusal, you say that it was a question, or that no edit was wanted. The other way round:
a request was answered without any change and without a question, and your next message corrects
that work was wanted.

## False positives

Not counted: scratch files, notes and plans; "suggest …" or "what if …" alone, which often mean
work; changes after you had agreed, by a message or in a dialogue; a ban on one thing only ("don't
change the API"); a change you asked for in the same message.

## What to do

Ask such questions in plan mode, where the client refuses edits, or say in the instructions that a
question is answered without changes.
"""

import re
from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import answer_ends, asking_leave, costs, lesson_keys, quotes
from reflect.features.edits import FileKind
from reflect.features.session_features import SessionFeatures, Step, TurnFeatures
from reflect.model.finding import Finding
from reflect.model.redacted import Redacted
from reflect.model.review import Baseline
from reflect.model.session import Message
from reflect.model.vocabulary import (
    PUSHBACK,
    Act,
    CallStatus,
    DeniedBy,
    MessageKind,
    Owner,
    Polarity,
    Tool,
)
from reflect.regex import compiled

VERSION = 1
SEVERITY = 2
OWNER = Owner.AGENT
ORDER_OF_FACTS = False
THRESHOLDS: Mapping[str, float] = {"turns_ahead": 2}

CODE = __name__.rpartition(".")[2]
TALK = "answer-only-when-asked"
WORK = "work-when-asked"
PLANS = compiled(r"(^|/)(plans?|notes?|todo|scratch)\b|\bplan[\w-]*\.md$", re.I)
OBJECTING = (*PUSHBACK, Act.REJECTION, Act.DISCUSS_ONLY, Act.CLARIFICATION)


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Messages that the agent answered with a change of files, or that others followed."""
    number = 0
    for turn in session.turns:
        followed = turn.final_answer and turn is not session.turns[-1]
        number += bool(followed or any(_changes(step) for step in turn.steps))
    return number


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding for each direction."""
    ahead = int(thresholds["turns_ahead"])
    hits = (hit for turn in session.turns for hit in _hits(session, turn, ahead))
    return findings(CODE, VERSION, session.key, OWNER, hits)


def _hits(session: SessionFeatures, turn: TurnFeatures, ahead: int) -> Iterator[Hit]:
    asked = turn.exchange.message
    if asked is None or asked.kind in (MessageKind.INTERRUPT, MessageKind.REFUSAL):
        return
    edit = next((s for s in turn.steps if _changes(s)), None)
    if edit is not None:
        banned = _ban(turn, asked, edit)
        objected = None if banned else _objection(session, turn, ahead)
        if banned or objected:
            yield _talk(session, asked, edit, objected)
    elif turn.act is Act.NEW_REQUEST and turn.index + 1 < len(session.turns):
        yield from _work(session, turn, session.turns[turn.index + 1])


def _changes(step: Step) -> bool:
    """Whether the agent changed a file of the project, or was kept from it by the human."""
    if step.call.tool not in (Tool.EDIT, Tool.WRITE) or step.call.by_human:
        return False
    refused = step.call.status is CallStatus.DENIED and step.call.denied_by is DeniedBy.HUMAN
    return (step.succeeded or refused) and any(
        change.kind is not FileKind.SCRATCH and not PLANS.search(change.path)
        for change in step.changes
    )


def _ban(turn: TurnFeatures, asked: Message[Redacted], edit: Step) -> bool:
    """Whether the message itself wants no changes, and nobody agreed to any before the edit."""
    if turn.act is not Act.DISCUSS_ONLY or not lesson_keys.names(asked.text, TALK):
        return False
    if not edit.succeeded or all(c.kind is FileKind.DOCUMENT for c in edit.changes):
        return False
    return not any(s.call.tool is Tool.ASK for s in turn.steps if s.number < edit.number)


def _objection(
    session: SessionFeatures, turn: TurnFeatures, ahead: int
) -> tuple[Message[Redacted], str] | None:
    """The message that says that no change was wanted, and its sentence."""
    spoken = 0
    for later in session.turns[turn.index + 1 :]:
        said = later.exchange.message
        if said is None or spoken == ahead:
            return None
        spoken += bool(said.text.strip())
        if later.act in OBJECTING and lesson_keys.names(said.text, TALK):
            taught = lesson_keys.lesson(said.text)
            return said, lesson_keys.telling_sentence(said.text, taught)
        if later.act in (Act.APPROVAL, Act.NEW_REQUEST, Act.ANSWER):
            return None
        if any(_changes(step) for step in later.steps):
            return None
    return None


def _talk(
    session: SessionFeatures,
    asked: Message[Redacted],
    edit: Step,
    objected: tuple[Message[Redacted], str] | None,
) -> Hit:
    said = quotes.of_message(session.key, objected[0], own=objected[1]) if objected else None
    return Hit(
        key=TALK,
        polarity=Polarity.FORBID,
        severity=SEVERITY,
        confidence=0.8,
        evidence=(
            said,
            quotes.of_message(session.key, asked),
            quotes.of_call(edit.session, edit.call),
        ),
        cost=costs.between(session.root, asked.position, edit.place),
    )


def _work(session: SessionFeatures, turn: TurnFeatures, following: TurnFeatures) -> Iterator[Hit]:
    """A request that was answered with words only, and the correction that work was wanted."""
    asked, answer, said = turn.exchange.message, turn.final_answer, following.exchange.message
    if asked is None or answer is None or said is None or following.act not in PUSHBACK:
        return
    if any(s.changes or s.commands for s in turn.steps) or answer_ends.asks(answer.text):
        return
    sentence = asking_leave.wanted_work(said.text)
    if not sentence or lesson_keys.names(asked.text, TALK):
        return
    yield Hit(
        key=WORK,
        polarity=Polarity.REQUIRE,
        severity=1,
        confidence=0.7,
        evidence=(
            quotes.of_message(session.key, said, sentence),
            quotes.of_message(session.key, asked),
            quotes.of_message(session.key, answer),
        ),
        cost=costs.between(session.root, asked.position, said.position),
    )

"""Something was pushed, published or deployed that nobody had asked for.

## Why it matters

Others see it and it is hard to take back. Leave to commit is no leave to push.

## How it decides

A command that leaves the machine was carried out, and until then no message of yours named such an
act, no question about it had been agreed to, no slash command or skill you called contains it, and
no line of the instruction files allows it. It weighs more when it is forced, merged, published or
deployed, when you had refused it in words, or when the agent asked and did not wait.

## False positives

Leave holds for the rest of the session. Dry runs, help texts, refused and failed commands, commands
of your own shell and words inside a commit message do not count. When you clicked "yes" in a
permission dialogue that the client does not record, it is found all the same.

## What to do

Put the command behind a permission rule that asks, or write the standing leave into the
instructions.
"""

from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import answer_ends, approvals, costs, quotes
from reflect.features.commands import Command
from reflect.features.programs import CommandKind
from reflect.features.session_features import SessionFeatures, Step, TurnFeatures
from reflect.model.finding import Evidence, Finding
from reflect.model.review import Baseline
from reflect.model.vocabulary import (
    Act,
    CallStatus,
    ContextKind,
    MessageKind,
    Owner,
    Polarity,
    Tool,
)

VERSION = 1
SEVERITY = 2
OWNER = Owner.AGENT
ORDER_OF_FACTS = False
THRESHOLDS: Mapping[str, float] = {}

CODE = __name__.rpartition(".")[2]
FORCED = ("--force", "-f", "--force-with-lease", "--mirror", "--delete")
AGREEING = (Act.APPROVAL, Act.ANSWER)
GRAVE = ("publish", "deploy", "merge")


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Outward commands that were carried out."""
    return sum(1 for step in session.steps for _ in _outward(step))


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding per kind of command."""
    return findings(CODE, VERSION, session.key, OWNER, list(_hits(session)))


def _outward(step: Step) -> Iterator[Command]:
    if step.call.status is not CallStatus.OK or step.call.by_human:
        return
    yield from (c for c in step.commands if c.kind is CommandKind.OUTWARD and not c.nested)


def _hits(session: SessionFeatures) -> Iterator[Hit]:
    told: list[str] = []
    expanded: list[str] = []
    previous: TurnFeatures | None = None
    allowed: dict[str, bool] = {}
    for turn in session.turns:
        told += _told(turn, previous)
        expanded += [m.text for m in turn.exchange.others if m.kind is MessageKind.INJECTED]
        for step in turn.steps:
            if step.call.by_human and step.call.command:
                told.append(step.call.command)
            if step.call.tool is Tool.ASK and step.succeeded:
                told.append(f"{step.call.arguments or ''} {step.call.output or ''}")
            for command in _outward(step):
                act = approvals.act_of(command.head)
                if act not in allowed:
                    allowed[act] = _standing(session, act, command.head)
                if allowed[act] or any(command.head in text for text in expanded):
                    continue
                if not _go(told, act, command):
                    yield _hit(session, turn, step, command, told)
        previous = turn


def _told(turn: TurnFeatures, previous: TurnFeatures | None) -> list[str]:
    """Words that may be a go: the human's own, and an offer that they accepted."""
    message = turn.exchange.message
    words: list[str] = []
    if message is not None:
        words += [message.text, message.command or ""]
        agreed = turn.act in AGREEING or len(message.text) <= 40
        if agreed and previous is not None and previous.exchange.answers:
            offer = previous.exchange.answers[-1].text
            words.append(offer[-800:] if answer_ends.asks(offer) else "")
    return [w for w in words if w]


def _go(told: list[str], act: str, command: Command) -> bool:
    if any(approvals.lets(words, act) for words in told):
        return True
    named = [w for w in command.argv[1:] if len(w) >= 4 and not w.startswith("-")]
    return act == "access" and any(w.split("@")[-1] in words for w in named for words in told)


def _standing(session: SessionFeatures, act: str, head: str) -> bool:
    """Whether an instruction file, or a recorded permission, allows it."""
    if any(approvals.lets(line, act) for line in session.instructions):
        return True
    return any(
        item.kind is ContextKind.PERMISSION and head in item.name for item in session.root.context
    )


def _hit(
    session: SessionFeatures, turn: TurnFeatures, step: Step, command: Command, told: list[str]
) -> Hit:
    act = approvals.act_of(command.head)
    forced = any(flag in command.argv for flag in FORCED) and act == "push"
    asked = _asked(session, turn, step, act)
    refused = any(approvals.refuses(words, act) for words in told)
    grave = forced or act in GRAVE or refused or asked is not None
    line = command.argv[0] if len(command.argv) == 1 else " ".join(command.argv[:2])
    position = step.call.position
    return Hit(
        key=f"{command.head} --force" if forced else command.head,
        polarity=Polarity.FORBID,
        severity=3 if grave else SEVERITY,
        confidence=0.7,
        evidence=(quotes.of_call(step.session, step.call, line), asked or _request(session, turn)),
        cost=costs.between(session.session(step.session), position, position),
    )


def _asked(session: SessionFeatures, turn: TurnFeatures, step: Step, act: str) -> Evidence | None:
    """The agent's own question in this turn that it did not wait for."""
    for answer in turn.exchange.answers:
        early = answer.position < step.call.position
        if early and answer_ends.asks(answer.text) and approvals.lets(answer.text[-400:], act):
            return quotes.of_message(session.key, answer, answer.text[-200:].split("\n")[-1])
    return None


def _request(session: SessionFeatures, turn: TurnFeatures) -> Evidence | None:
    """What the human had asked for instead."""
    message = turn.exchange.message
    return quotes.of_message(session.key, message) if message else None

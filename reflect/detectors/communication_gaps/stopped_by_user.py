"""The human stopped the agent or refused one of its calls.

## Why it matters

A stop is the clearest thing you can say. With a reason it is a rule in the making; without one,
what was stopped shows where you and the agent differ.

## How it decides

Interruptions and refusals that the client recorded. The reason is the text of the refusal, or your
next message if it corrects, restricts or rejects; the key is then its lesson. Without a reason, or
with a question only, the key is what was stopped: the command or the kind of tool.

## False positives

Not counted: a hook, permission rule or sandbox that says no; a plan or a question turned down,
which is talk; your own prompt taken back before the agent had done anything. A refusal and the
interruption that the client writes with it are one stop. A mere change of mind counts, as a
nuisance.

## What to do

Take the reason into the instructions, or put what is stopped again and again behind a permission
rule.
"""

from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import costs, lesson_keys, quotes
from reflect.features.costs import Cost
from reflect.features.programs import CommandKind
from reflect.features.session_features import SessionFeatures, Step, TurnFeatures
from reflect.model.finding import Evidence, Finding
from reflect.model.review import Baseline
from reflect.model.vocabulary import Act, DeniedBy, MessageKind, Owner, Polarity, Tool

VERSION = 1
SEVERITY = 2
OWNER = Owner.AGENT
ORDER_OF_FACTS = True
THRESHOLDS: Mapping[str, float] = {}

CODE = __name__.rpartition(".")[2]
STOPS = (MessageKind.INTERRUPT, MessageKind.REFUSAL)
DIALOGUE_TOOLS = ("exitplanmode", "exit_plan_mode", "plan_exit", "plan", "enterplanmode")
REASONS = (
    Act.CORRECTION,
    Act.REJECTION,
    Act.DISCUSS_ONLY,
    Act.FAILURE_REPORT,
    Act.CHALLENGE,
    Act.CLARIFICATION,
)
"""Acts that say why. A clarification right after a stop restricts what was meant."""
ASKING = (Act.CHALLENGE, Act.CLARIFICATION)
"""Of these, questions: they tell that something was unclear, not what is wanted."""
TESTS = ("[", "[[", "((", "test")
PASSIVE = (CommandKind.SHELL, CommandKind.READ, CommandKind.STATUS)


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Turns in which the agent did or said something, or was stopped."""
    return sum(1 for turn in session.turns if turn.steps or turn.exchange.answers or _stop(turn))


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding per reason, or per thing that was stopped."""
    return findings(CODE, VERSION, session.key, OWNER, list(_hits(session)))


def _stop(turn: TurnFeatures) -> bool:
    message = turn.exchange.message
    return message is not None and message.kind in STOPS


def _hits(session: SessionFeatures) -> Iterator[Hit]:
    by_call = {step.call.call: step for step in session.steps}
    for index, turn in enumerate(session.turns):
        if not _stop(turn) or _same_stop(session.turns[index - 1] if index else None, turn):
            continue
        before = _stopped_turn(session, index)
        message = turn.exchange.message
        if message is None:
            continue
        if message.kind is MessageKind.INTERRUPT and not _did_something(before):
            continue
        step = by_call.get(message.replies_to or "") or _last_step(before)
        if step and message.replies_to and step.call.denied_by not in (None, DeniedBy.HUMAN):
            continue
        if message.kind is MessageKind.REFUSAL and step and _dialogue(step):
            continue
        yield _hit(session, index, before, step)


def _stopped_turn(session: SessionFeatures, index: int) -> TurnFeatures | None:
    """The turn that a stop ended; what was typed into the work in the meantime is passed over."""
    for turn in reversed(session.turns[:index]):
        message = turn.exchange.message
        if _did_something(turn) or message is None or message.kind is not MessageKind.STEER:
            return turn
    return None


def _did_something(turn: TurnFeatures | None) -> bool:
    """Whether the agent acted or spoke. If not, the human took back words of their own."""
    return turn is not None and bool(turn.steps or turn.exchange.answers)


def _same_stop(before: TurnFeatures | None, turn: TurnFeatures) -> bool:
    """What a client writes more than once for one stop, with nothing of the agent in between.

    A refusal and the interruption that follows, two records for one call, and one reason given to
    all calls that were issued together.
    """
    first = before.exchange.message if before else None
    second = turn.exchange.message
    if before is None or first is None or second is None or not _stop(before):
        return False
    if before.steps or before.exchange.answers:
        return False
    return (
        second.kind is MessageKind.INTERRUPT
        or (second.replies_to is not None and second.replies_to == first.replies_to)
        or second.text == first.text
    )


def _last_step(before: TurnFeatures | None) -> Step | None:
    """What the agent was doing when it was stopped; None when it was talking."""
    if before is None or not before.steps:
        return None
    answers = before.exchange.answers
    step = before.steps[-1]
    return None if answers and answers[-1].position > step.call.position else step


def _dialogue(step: Step) -> bool:
    """A plan or a question: turning it down is talk."""
    return step.call.tool is Tool.ASK or step.call.name.lower() in DIALOGUE_TOOLS


def _hit(
    session: SessionFeatures, index: int, before: TurnFeatures | None, step: Step | None
) -> Hit:
    stopped, reason = _stopped(session, before, step), _reason(session, index)
    stop = session.turns[index].exchange.message
    words = quotes.of_message(session.key, stop) if stop else None
    cost = _cost(session, before)
    if reason is None:
        key = f"stopped:{_what(step)}"
        return Hit(key, Polarity.NONE, 1, 0.9, (words, stopped), cost)
    act, lesson, evidence = reason
    if act in ASKING and not lesson.named:
        key = f"stopped:{_what(step)}"
        return Hit(key, Polarity.NONE, 1, 0.9, (evidence, stopped), cost)
    return Hit(
        key=lesson.key,
        polarity=lesson.polarity,
        severity=SEVERITY,
        confidence=0.9,
        evidence=(evidence, stopped),
        cost=cost,
    )


def _reason(
    session: SessionFeatures, index: int
) -> tuple[Act, lesson_keys.Lesson, Evidence] | None:
    """What the human gave as the reason: with the stop, or in the next message."""
    for turn in session.turns[index : index + 3]:
        message = turn.exchange.message
        if message is None:
            return None
        if turn.index > index and message.kind not in STOPS and turn.act not in REASONS:
            return None
        if message.text.strip() and not (turn.index > index and message.kind in STOPS):
            lesson = lesson_keys.lesson(message.text)
            words = lesson_keys.telling_sentence(message.text, lesson)
            evidence = quotes.of_message(session.key, message, own=words)
            return (turn.act, lesson, evidence) if lesson and evidence else None
        if turn.steps or turn.exchange.answers:
            return None
    return None


def _stopped(
    session: SessionFeatures, before: TurnFeatures | None, step: Step | None
) -> Evidence | None:
    """Where it can be seen what was stopped."""
    if step is not None:
        return quotes.of_call(step.session, step.call)
    if before and before.exchange.answers:
        return quotes.of_message(session.key, before.exchange.answers[-1])
    if before and before.exchange.message:
        return quotes.of_message(session.key, before.exchange.message)
    return None


def _what(step: Step | None) -> str:
    if step is None:
        return "answer"
    if step.commands:
        telling = (c for c in step.commands if c.kind not in PASSIVE and c.program not in TESTS)
        return next(telling, step.commands[0]).head
    return str(step.call.tool)


def _cost(session: SessionFeatures, before: TurnFeatures | None) -> Cost:
    """The work that was stopped: the turn before, from its message to its last event."""
    if before is None:
        return Cost(None, None)
    first = before.exchange.message.position if before.exchange.message else 0
    positions = [c.position for c in before.exchange.calls]
    positions += [a.position for a in before.exchange.answers]
    return costs.between(session.root, first, max(positions, default=first))

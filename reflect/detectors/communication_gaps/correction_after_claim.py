"""The work was called done, and the human had to say that it was not.

## Why it matters

You checked what the agent should have checked. What you say then is the missing rule, in your own
words.

## How it decides

The agent changed or ran something and ended with a claim that it is done, fixed or works. Your next
message says that it is not: in words of fault ("it still crashes", "you forgot", "the total is not
rounded"), by a failing output of what was claimed or changed, or by the same paste or request once
more. Or it teaches a known lesson that the work broke, such as "did you even run the tests?". Up to
`turns_back` (2) turns of mere talk may lie between. What the agent does next never suffices. Equal
lessons share a key: a known one (run the checks, all places, answer only), a choice between tools,
or the first words of the lesson.

## False positives

Not counted: a wish for another wording, name or layout; the next step as an order, with its reason
("remove the copies, they are no longer needed"); words of fault in an order ("can we start from the
feature, not from the bug"); musing and neutral questions; a longer remark that shares no word with
what was delivered, or that speaks of code and to nobody, as reviewers do; an output that fails
elsewhere, or that the agent had asked you to fetch; an answer of an agent that stands as yours. Nor
plans, questions and interrupted answers, which claim nothing; your answer to a question of the
agent; "try again" after an error of the provider; a stop (`stopped_by_user`); words of hooks, the
client or another agent. A fault found in something older, told in a few words, is counted too.

## What to do

Seen in several sessions: one sentence in the instructions. Written there already: enforce it.
"""

from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import answer_ends, costs, failures, lesson_keys, quotes, statements
from reflect.features.acts import faults, subject
from reflect.features.acts.faults import Fault, FaultKind
from reflect.features.acts.pasted_reviews import IDENTIFIER
from reflect.features.acts.said import Said, opens_with, read
from reflect.features.lesson_keys import Lesson
from reflect.features.once import once
from reflect.features.programs import CommandKind
from reflect.features.session_features import SessionFeatures, Step, TurnFeatures
from reflect.model.finding import UNSPECIFIED, Finding
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.review import Baseline
from reflect.model.session import Message
from reflect.model.vocabulary import Act, MessageKind, Owner, Polarity, Tool

VERSION = 4
SEVERITY = 2
OWNER = Owner.AGENT
ORDER_OF_FACTS = False
THRESHOLDS: Mapping[str, float] = {"turns_back": 2}

CODE = __name__.rpartition(".")[2]
CORRECTING = (Act.CORRECTION, Act.FAILURE_REPORT)
MAY_CORRECT = (*CORRECTING, Act.CHALLENGE, Act.CLARIFICATION, Act.NEW_REQUEST, Act.OTHER)
SETTLING = (Act.APPROVAL, Act.NEW_REQUEST)
"""Acts that leave an earlier claim behind: what comes after them is about something else."""
SPOKEN = (MessageKind.PROMPT, MessageKind.COMMAND, MessageKind.STEER)
PASSIVE = (CommandKind.READ, CommandKind.STATUS, CommandKind.SHELL, CommandKind.SLEEP)
WORKING_TOOLS = (Tool.EDIT, Tool.WRITE, Tool.TASK, Tool.MCP)

EARLIER = 10
"""Messages before a correction that it may repeat."""

LONG = 10
"""Words from which a remark about what was delivered shares one with it: "it crashes" need not."""

REMARK = 18
"""Words from which text about code that speaks to nobody is a reviewer's remark."""

REMARK_NAMES = 2
"""Names of code in such a remark."""

QUOTED_ANSWER = 40
"""Characters from which a message that stands in an answer is that answer, sent as the human's."""


@dataclass(frozen=True, slots=True)
class _Claim:
    """What a turn claimed."""

    index: int
    """Number of the turn."""
    answer: Message[Redacted]
    """Its final answer."""
    quote: str
    """The claim."""


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Turns that ended with a claim after work."""
    return sum(1 for index, _ in enumerate(session.turns) if _claim(session, index))


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding per lesson."""
    hits = list(_hits(session, int(thresholds["turns_back"])))
    return findings(CODE, VERSION, session.key, OWNER, hits)


def _hits(session: SessionFeatures, back: int) -> Iterator[Hit]:
    for turn in session.turns:
        message = turn.exchange.message
        if message is None or message.kind not in SPOKEN or turn.act not in MAY_CORRECT:
            continue
        claim = _before(session, turn.index, back)
        if claim is None or _is_an_answer(session, turn.index, message.text):
            continue
        used = _programs(session, turn.index)
        fault = _fault(session, turn, message, claim) if turn.act in CORRECTING else None
        lesson = _lesson(turn, message, used) if fault is None else None
        if fault is None and lesson is None:
            continue
        lesson = lesson or lesson_keys.lesson(message.text, used)
        told = quotes.of_message(
            session.key,
            message,
            _failing_line(message, lesson),
            own=_telling(message, fault, lesson),
        )
        if told is None:
            continue
        last = max(
            [c.position for c in turn.exchange.calls] + [a.position for a in turn.exchange.answers],
            default=message.position,
        )
        yield Hit(
            key=lesson.key if lesson else UNSPECIFIED,
            polarity=lesson.polarity if lesson else Polarity.NONE,
            severity=SEVERITY,
            confidence=turn.turn.confidence if turn.turn else 0.5,
            evidence=(told, quotes.of_message(session.key, claim.answer, claim.quote)),
            cost=costs.between(session.root, message.position, last),
        )


def _telling(message: Message[Redacted], fault: Fault | None, lesson: Lesson | None) -> str:
    """The sentence to quote: of a known lesson the one that teaches it, else that of the fault."""
    stated = fault.sentence if fault and not (lesson and lesson.named) else ""
    return stated or lesson_keys.telling_sentence(message.text, lesson)


def _failing_line(message: Message[Redacted], lesson: Lesson | None) -> str:
    """Of a pasted log without a word of the human's own, the line that says what failed."""
    words = lesson_keys.telling_sentence(message.text, lesson)
    return "" if words.strip() else failures.telling_line(message.text)


def _fault(
    session: SessionFeatures, turn: TurnFeatures, message: Message[Redacted], claim: _Claim
) -> Fault | None:
    """What a correcting act says against the delivery it answers to; None when it says nothing."""
    before = [t.exchange.message for t in session.turns[: turn.index]]
    earlier = [read(m) for m in [m for m in before if m is not None and m.text][-EARLIER:]]
    said = read(message)
    found = faults.fault(
        said,
        earlier,
        failing=turn.act is Act.FAILURE_REPORT,
        answering=answer_ends.asks(claim.answer.text),
    )
    if found is None or (found.kind is FaultKind.WORDS and _is_order_or_remark(said)):
        return None
    return found if _is_about(session, said, found, claim) else None


def _is_order_or_remark(said: Said) -> bool:
    """Whether words of fault belong to the next order, or to a reviewer's remark on the code.

    "Can we start from the feature and not from the bug" wants another text; "`run_git` in env.go is
    never called" is found by reading, long after it was written. Neither says of what was just
    claimed that it is not so.
    """
    if opens_with(said, "request"):
        return True
    if said.length < REMARK or said.counts.get("person"):
        return False
    return len(set(IDENTIFIER.findall(said.text))) >= REMARK_NAMES


def _is_about(session: SessionFeatures, said: Said, fault: Fault, claim: _Claim) -> bool:
    """Whether a fault is one of what was claimed: a session has many things that can fail."""
    turns = session.turns[max(claim.index - 1, 0) : claim.index + 1]
    paths = [change.path for turn in turns for step in turn.steps for change in step.changes]
    if fault.kind is FaultKind.PASTE:
        stated = turns[-1].stated
        if stated.verification:
            return True
        claims = [claimed.quote for claimed in stated.completion]
        return not stated.untested and (
            subject.names_one(said.own.pasted, paths) or subject.is_about(said.own.pasted, claims)
        )
    if fault.kind is not FaultKind.WORDS or said.length < LONG:
        return True
    asked = [turn.exchange.message.text for turn in turns if turn.exchange.message]
    answered = [answer.text for turn in turns for answer in turn.exchange.answers]
    return subject.is_about(said.text, [*answered, *asked, *paths])


def _lesson(turn: TurnFeatures, message: Message[Redacted], used: frozenset[str]) -> Lesson | None:
    """The known lesson that words teach after a claim.

    "Did you even start the tests?" is a question by its form, and "this is built with pnpm, never
    run npm" a fact; with npm just run, both correct. "Can we use pnpm instead of npm?" is a wish.
    """
    if turn.act not in (*CORRECTING, Act.CHALLENGE):
        return lesson_keys.broken_lesson(message.text, used)
    lesson = lesson_keys.lesson(message.text, used)
    if lesson is None or not lesson.named:
        return None
    if turn.act in CORRECTING:
        said = read(message)
        ordered = opens_with(said, "request") and not lesson.broken
        if ordered or said.ends_asking or said.counts.get("wish"):
            return None
    return lesson


def _is_an_answer(session: SessionFeatures, index: int, text: str) -> bool:
    """Whether a message is an earlier answer of the agent, sent as if it were the human's."""
    own = text.strip()
    return len(own) >= QUOTED_ANSWER and any(
        own in answer for answers in _answers(session)[:index] for answer in answers
    )


@once
def _answers(session: SessionFeatures) -> tuple[tuple[str, ...], ...]:
    """The words of all answers, turn by turn."""
    return tuple(tuple(a.text for a in turn.exchange.answers) for turn in session.turns)


def _before(session: SessionFeatures, index: int, back: int) -> _Claim | None:
    """The claim that a turn answers to: of the turn before, or behind mere talk.

    Talk that ended in a question of the agent is what the human answers then.
    """
    for earlier in range(index - 1, max(index - 1 - back, -1), -1):
        claim = _claim(session, earlier)
        if claim:
            return claim
        turn = session.turns[earlier]
        if turn.steps or turn.act in SETTLING:
            return None
        if turn.final_answer and answer_ends.asks(turn.final_answer.text):
            return None
    return None


def _claim(session: SessionFeatures, index: int) -> _Claim | None:
    """The claim in the final answer of a turn, if work was done in it or just before."""
    turn = session.turns[index]
    answer = turn.final_answer
    if answer is None or not _worked(session.turns[max(index - 1, 0) : index + 1]):
        return None
    said = turn.stated
    claims = said.completion or said.verification
    return _Claim(index, answer, statements.telling(answer.text, claims)) if claims else None


def _worked(turns: tuple[TurnFeatures, ...]) -> bool:
    return any(_is_work(step) for turn in turns for step in turn.steps)


def _is_work(step: Step) -> bool:
    if not step.ran or step.call.by_human:
        return False
    working = step.call.tool in WORKING_TOOLS
    return working or any(c.kind not in PASSIVE or c.writes for c in step.commands)


def _programs(session: SessionFeatures, index: int) -> frozenset[str]:
    """Programs the agent ran in the two turns before."""
    return frozenset(
        command.program
        for turn in session.turns[max(index - 2, 0) : index]
        for step in turn.steps
        for command in step.commands
    )

"""The work was called done, and the human had to say that it was not.

## Why it matters

You checked what the agent should have checked. What you say then is the missing rule, in your own
words.

## How it decides

The agent changed or ran something and ended with a claim that it is done, fixed or works. Your next
message corrects it or reports that it fails, or it doubts and names a known lesson that the work
broke, such as "did you even run the tests?". Up to `turns_back` (2) turns of mere talk may lie
between. Equal lessons share a key: a known one (run the checks, all places, answer only), a choice
between tools, or the first words of the lesson.

## False positives

Not counted: plans, questions and interrupted answers, which claim nothing; your answer to a
question of the agent; "try again" after an error of the provider; a stop (`stopped_by_user`); words
of hooks, the client or another agent; an output pasted as an example. A change of mind that sounds
like a correction is found too.

## What to do

Seen in several sessions: one sentence in the instructions. Written there already: enforce it.
"""

from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import answer_ends, costs, failures, lesson_keys, quotes, statements
from reflect.features.lesson_keys import Lesson
from reflect.features.programs import CommandKind
from reflect.features.session_features import SessionFeatures, Step, TurnFeatures
from reflect.model.finding import UNSPECIFIED, Finding
from reflect.model.redacted import Redacted
from reflect.model.review import Baseline
from reflect.model.session import Message
from reflect.model.vocabulary import Act, MessageKind, Owner, Polarity, Tool

VERSION = 1
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
        claimed = _before(session, turn.index, back)
        if claimed is None:
            continue
        answer, claim = claimed
        corrects, lesson = _correction(turn, message.text, _programs(session, turn.index))
        if not corrects:
            continue
        words = lesson_keys.telling_sentence(message.text, lesson)
        last = max(
            [c.position for c in turn.exchange.calls] + [a.position for a in turn.exchange.answers],
            default=message.position,
        )
        yield Hit(
            key=lesson.key if lesson else UNSPECIFIED,
            polarity=lesson.polarity if lesson else Polarity.NONE,
            severity=SEVERITY,
            confidence=turn.turn.confidence if turn.turn else 0.5,
            evidence=(
                quotes.of_message(session.key, message, _failing_line(message, words), own=words),
                quotes.of_message(session.key, answer, claim),
            ),
            cost=costs.between(session.root, message.position, last),
        )


def _failing_line(message: Message[Redacted], words: str) -> str:
    """Of a pasted log without a word of the human's own, the line that says what failed."""
    return "" if words.strip() else failures.telling_line(message.text)


def _correction(turn: TurnFeatures, text: str, used: frozenset[str]) -> tuple[bool, Lesson | None]:
    """Whether words correct, and what they teach.

    A correction by its act; a doubtful act by a lesson that the work before had broken.

    "Did you even start the tests?" is a question by its form, and "this is built with pnpm, never
    run npm" a fact; after a claim, with npm just run, both correct.
    """
    if turn.act in CORRECTING:
        return True, lesson_keys.lesson(text, used)
    if turn.act is Act.CHALLENGE:
        lesson = lesson_keys.lesson(text, used)
        return lesson is not None and lesson.named, lesson
    lesson = lesson_keys.broken_lesson(text, used)
    return lesson is not None, lesson


def _before(
    session: SessionFeatures, index: int, back: int
) -> tuple[Message[Redacted], str] | None:
    """The claim that a turn answers to: of the turn before, or behind mere talk.

    Talk that ended in a question of the agent is what the human answers then.
    """
    for earlier in range(index - 1, max(index - 1 - back, -1), -1):
        claimed = _claim(session, earlier)
        if claimed:
            return claimed
        turn = session.turns[earlier]
        if turn.steps or turn.act in SETTLING:
            return None
        if turn.final_answer and answer_ends.asks(turn.final_answer.text):
            return None
    return None


def _claim(session: SessionFeatures, index: int) -> tuple[Message[Redacted], str] | None:
    """The final answer of a turn and its claim, if work was done in it or just before."""
    turn = session.turns[index]
    answer = turn.final_answer
    if answer is None or not _worked(session.turns[max(index - 1, 0) : index + 1]):
        return None
    said = turn.stated
    claims = said.completion or said.verification
    return (answer, statements.telling(answer.text, claims)) if claims else None


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

"""Instructions that the human gave in a session, by what they teach.

An instruction is a correction, a refusal with a reason, or a message that names a known lesson the
agent had just gone against. "Commit this" and "run the tests" are orders of the moment and none.
"""

from reflect.features import lesson_keys
from reflect.features.lesson_keys import Lesson
from reflect.features.once import once
from reflect.features.session_features import SessionFeatures, TurnFeatures
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.review import GivenLesson
from reflect.model.session import Message
from reflect.model.vocabulary import Act, MessageKind, Polarity

SPOKEN = (MessageKind.PROMPT, MessageKind.COMMAND, MessageKind.STEER, MessageKind.REFUSAL)
TEACHING = (Act.CORRECTION, Act.REJECTION)
LEAST_WORDS = 3
"""Content words from which an instruction without a known name can be told from others."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction."""

    turn: TurnFeatures
    """Where it was given."""
    message: Message[Redacted]
    """The human's message."""
    lesson: Lesson
    """What it teaches."""


@once
def instructions(session: SessionFeatures) -> tuple[Instruction, ...]:
    """The instructions of a session, in order; two records of one refusal give one."""
    found: list[Instruction] = []
    before: Message[Redacted] | None = None
    for turn in session.turns:
        message = turn.exchange.message
        if message is None or message.kind not in SPOKEN or not message.text.strip():
            continue
        same = before is not None and before.text == message.text
        before = message
        lesson = None if same else _meant(turn, message.text, _programs(session, turn.index))
        if lesson is not None:
            found.append(Instruction(turn, message, lesson))
    return tuple(found)


def _meant(turn: TurnFeatures, text: str, used: frozenset[str]) -> Lesson | None:
    """The lesson of a message whose words were meant as an instruction."""
    if turn.act not in TEACHING:
        return lesson_keys.broken_lesson(text, used)
    lesson = lesson_keys.lesson(text, used)
    if lesson is None or lesson.named:
        return lesson
    told = lesson.polarity is not Polarity.NONE and len(lesson.key.split()) >= LEAST_WORDS
    return lesson if told else None


def _programs(session: SessionFeatures, index: int) -> frozenset[str]:
    """Programs that the agent ran in the two turns before."""
    return frozenset(
        command.program
        for turn in session.turns[max(index - 2, 0) : index]
        for step in turn.steps
        for command in step.commands
    )


def day_of(session: SessionFeatures, message: Message[Redacted]) -> str:
    """UTC day of a message, else of its session; empty when neither is known."""
    return (message.sent_at or session.root.created_at or "")[:10]


def of_session(session: SessionFeatures) -> tuple[GivenLesson, ...]:
    """What a session teaches later ones, each lesson with its first day."""
    first: dict[tuple[str, Polarity], str] = {}
    for one in instructions(session):
        day = day_of(session, one.message)
        if day:
            first.setdefault((one.lesson.key, one.lesson.polarity), day)
    return tuple(GivenLesson(key, polarity, day) for (key, polarity), day in first.items())

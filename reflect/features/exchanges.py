"""A session cut at the acts of its human: each exchange is one act and all that follows it."""

from operator import itemgetter

from reflect.features.once import once
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.session import Message, RedactedSession, ToolCall
from reflect.model.vocabulary import TURN_KINDS, Author, MessageKind


@dataclass(frozen=True, slots=True)
class Exchange:
    """One act of the human and everything until the next one."""

    message: Message[Redacted] | None
    """The act; None for what stands before the first one (a sub-agent has only this)."""
    answers: tuple[Message[Redacted], ...]
    """The agent's answers with words, in order; reasoning left out."""
    calls: tuple[ToolCall[Redacted], ...]
    """Its tool calls and the user's own commands, in order."""
    others: tuple[Message[Redacted], ...]
    """Everything else: injected text, notifications, compactions, reasoning."""


def is_turn(message: Message[Redacted]) -> bool:
    """Whether a message is an act of the human."""
    return message.kind in TURN_KINDS and message.author in (Author.HUMAN, Author.UNKNOWN)


@once
def exchanges(session: RedactedSession) -> tuple[Exchange, ...]:
    """Cut a session at its human acts; the first exchange may have no message."""
    events: list[tuple[int, int, Message[Redacted] | ToolCall[Redacted]]] = [
        *((m.position, -1, m) for m in session.messages),
        *((c.position, c.part, c) for c in session.calls),
    ]
    events.sort(key=itemgetter(0, 1))
    cut: list[Exchange] = []
    act: Message[Redacted] | None = None
    answers: list[Message[Redacted]] = []
    calls: list[ToolCall[Redacted]] = []
    others: list[Message[Redacted]] = []

    def close() -> None:
        if act is not None or answers or calls or others:
            cut.append(Exchange(act, tuple(answers), tuple(calls), tuple(others)))

    for _, _, event in events:
        if isinstance(event, ToolCall):
            calls.append(event)
        elif is_turn(event):
            close()
            act, answers, calls, others = event, [], [], []
        elif event.kind is MessageKind.ANSWER and event.author is Author.AGENT and event.text:
            answers.append(event)
        else:
            others.append(event)
    close()
    return tuple(cut)

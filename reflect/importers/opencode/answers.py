"""Assistant messages: one step of the model, its calls, and what the user said to them.

A refusal, an answer to a question and an interrupt have no record of their own: they stand inside
the assistant message they met, and become messages of the human beside it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from reflect.importers.opencode.calls import answers, feedback, read_call
from reflect.importers.opencode.conversation import Conversation
from reflect.importers.opencode.copies import copy_key
from reflect.importers.opencode.fields import Json, amount, table, utc, whole, words
from reflect.importers.opencode.parts import WITH_WORDS, read_part
from reflect.importers.opencode.records import ABORTED, StoredMessage
from reflect.model.frozen import maker
from reflect.model.session import Message, Part, ToolCall, Usage
from reflect.model.vocabulary import (
    Author,
    CallStatus,
    DeniedBy,
    MessageKind,
    PartKind,
    PartOrigin,
)

_ANSWER, _AGENT = MessageKind.ANSWER, Author.AGENT
_TEXT, _REASONING = PartKind.TEXT, PartKind.REASONING

make_message, make_usage = maker(Message[str]), maker(Usage)


def read_answer(message: StoredMessage, known: Conversation, position: int) -> Message[str]:
    """One assistant message without its calls.

    Args:
        message: A message with the role ``assistant``.
        known: Facts about its session.
        position: Its position, shared by its calls.
    """
    info, identifier = message.info, message.id
    created = table(info.get("time")).get("created")
    parts: list[Part[str]] = []
    texts: list[str] = []
    thought = False
    for index, kept in enumerate(message.parts):
        if kept.get("type") in WITH_WORDS:
            part = read_part(index, kept)
            if part is not None:
                parts.append(part)
                if part.kind is _TEXT:
                    texts.append(part.text)
                elif part.kind is _REASONING:
                    thought = True
    said = "\n".join(texts)
    kind, author, reason = _ANSWER, _AGENT, "assistant"
    if identifier in known.started_by_user:
        kind, author, reason = MessageKind.INJECTED, Author.HARNESS, "started_by_user"
    elif info.get("summary") is True:
        kind, reason = MessageKind.COMPACTION, "summary"
    elif thought and not said:
        kind = MessageKind.REASONING
    asked = author is _AGENT
    return make_message(
        identifier,
        position,
        message.record,
        kind,
        author,
        reason,
        utc(created),
        tuple(parts),
        identifier if asked else None,
        _model(info) if asked else None,
        usage(info),
        None,
        None,
        copy_key("assistant", created, said),
        words(table(info.get("error")).get("name")),
    )


def read_calls(
    message: StoredMessage, types: Sequence[object], known: Conversation, position: int
) -> list[tuple[Json, ToolCall[str]]]:
    """The tool parts of a message, each with the call it is.

    Args:
        message: The message.
        types: The types of its parts.
        known: Facts about its session.
        position: Its position.
    """
    by_human = message.id in known.started_by_user or message.info.get("role") == "user"
    return [
        (part, read_call(part, index, message, position, by_human=by_human, asks_nobody=known.run))
        for index, (kind, part) in enumerate(zip(types, message.parts, strict=True))
        if kind == "tool"
    ]


def human_acts(
    message: StoredMessage,
    calls: Iterable[tuple[Json, ToolCall[str]]],
    known: Conversation,
) -> Iterator[Message[str]]:
    """What the user said to this message; positions are left to the caller."""
    refused: list[tuple[str | None, ToolCall[str]]] = []
    for part, call in calls:
        chosen = answers(part)
        if chosen is not None:
            yield _reply(message, call, MessageKind.ANSWER, "question_answered", chosen)
        if call.status is CallStatus.DENIED and call.denied_by is DeniedBy.HUMAN:
            refused.append((feedback(part), call))
    # One "no" refuses every call that waits; only the one it was said to carries the reason.
    spoken = [(reason, call) for reason, call in refused if reason is not None] or refused[:1]
    for reason, call in spoken:
        yield _reply(message, call, MessageKind.REFUSAL, "permission_rejected", reason)
    stopped = table(message.info.get("error")).get("name") == ABORTED
    if stopped and not known.is_child and message.id not in known.stopped_before:
        yield replace(
            _reply(message, None, MessageKind.INTERRUPT, "aborted", None),
            event=f"{message.id}.interrupt",
        )


def usage(info: Json) -> Usage | None:
    """Tokens of one answer; None where the client recorded none.

    ``input`` is without cache reads and ``output`` without reasoning (1.2 to 1.18). An aborted or
    failed answer has zeros although tokens were spent; a cost of 0 stands for subscriptions, for
    models without a price, and for every answer of the second engine: both mean unknown.
    """
    tokens = table(info.get("tokens"))
    cache = table(tokens.get("cache"))
    read, write = _count(cache.get("read")), _count(cache.get("write"))
    given, reasoning = _count(tokens.get("input")), _count(tokens.get("reasoning"))
    output = _count(tokens.get("output")) + reasoning
    if not (given or read or write or output):
        return None
    return make_usage(given, read, write, output, reasoning, amount(info.get("cost")) or None)


def _count(value: object) -> int:
    if type(value) is int and 0 <= value < 1 << 63:
        return value
    return max(0, whole(value) or 0)


def _model(info: Json) -> str | None:
    name, provider = words(info.get("modelID")), words(info.get("providerID"))
    if name is None:
        return None
    return f"{provider}/{name}" if provider else name


def _reply(
    message: StoredMessage,
    call: ToolCall[str] | None,
    kind: MessageKind,
    reason: str,
    said: str | None,
) -> Message[str]:
    index = 0 if call is None else call.part
    parts = () if said is None else (Part(index, PartKind.TEXT, PartOrigin.USER, said),)
    time = table(message.info.get("time"))
    moment = utc(time.get("completed")) if call is None else call.ended_at
    key = copy_key(kind.value, time.get("created"), f"{index} {said or ''}")
    return Message(
        event=f"{message.id if call is None else call.call}.{kind.value}",
        position=0,
        record=message.record,
        kind=kind,
        author=Author.HUMAN,
        reason=reason,
        sent_at=moment or utc(time.get("created")),
        parts=parts,
        replies_to=None if call is None else call.call,
        copy_key=key,
    )

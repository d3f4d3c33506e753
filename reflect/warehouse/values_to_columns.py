"""From the values of the model to the columns of the tables with many rows.

A column at a time: from values to Arrow's layout this takes a seventh less time than by way of a
tuple for each of them (184 and 159 ms for 100 MB). The columns stand in the order of ``schema/``.
"""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from reflect.model.redacted import Redacted, require
from reflect.model.session import Message, Part, ToolCall, Usage
from reflect.warehouse.values_to_rows import (
    NO_USAGE,
    Values,
    count,
    moment,
    plain,
    usage_columns,
)

SEALED = {Redacted, type(None)}


def message_columns(
    agents: Sequence[str], keys: Sequence[str], messages: Sequence[Message[Redacted]]
) -> Values:
    """Columns of ``message``, agent and session of each given; ``copy_of`` is found later."""
    return (
        agents,
        keys,
        texts(map(attrgetter("event"), messages)),
        list(map(attrgetter("position"), messages)),
        texts(map(attrgetter("record"), messages)),
        [message.kind._value_ for message in messages],
        [message.author._value_ for message in messages],
        texts(map(attrgetter("reason"), messages)),
        list(map(moment, map(attrgetter("sent_at"), messages))),
        texts(map(attrgetter("answer_id"), messages)),
        texts(map(attrgetter("model"), messages)),
        *_usages(messages),
        texts(map(attrgetter("command"), messages)),
        texts(map(attrgetter("replies_to"), messages)),
        texts(map(attrgetter("copy_key"), messages)),
        texts(map(attrgetter("error"), messages)),
        list(map(attrgetter("reverted"), messages)),
        list(map(attrgetter("automated"), messages)),
        [None] * len(messages),
    )


def part_columns(
    keys: Sequence[str], events: Iterable[str], parts: Sequence[Part[Redacted]]
) -> Values:
    """Columns of ``part``, with session and message of each."""
    return (
        keys,
        texts(events),
        list(map(attrgetter("index"), parts)),
        [part.kind._value_ for part in parts],
        [part.origin._value_ for part in parts],
        words(map(attrgetter("text"), parts)),
        texts(map(attrgetter("native_id"), parts)),
        texts(map(attrgetter("media_type"), parts)),
        numbers(map(attrgetter("size"), parts)),
    )


def call_columns(
    agents: Sequence[str], keys: Sequence[str], calls: Sequence[ToolCall[Redacted]]
) -> Values:
    """Columns of ``tool_call``, agent and session of each given; ``copy_of`` is found later."""
    return (
        agents,
        keys,
        texts(map(attrgetter("call"), calls)),
        list(map(attrgetter("position"), calls)),
        texts(map(attrgetter("record"), calls)),
        list(map(attrgetter("part"), calls)),
        texts(map(attrgetter("name"), calls)),
        [call.tool._value_ for call in calls],
        [call.status._value_ for call in calls],
        list(map(attrgetter("by_human"), calls)),
        texts(map(attrgetter("batch"), calls)),
        texts(map(attrgetter("result_record"), calls)),
        words(map(attrgetter("command"), calls)),
        words(map(attrgetter("path"), calls)),
        words(map(attrgetter("arguments"), calls)),
        numbers(map(attrgetter("exit_code"), calls)),
        [call.exit_source._value_ for call in calls],
        [None if call.denied_by is None else call.denied_by._value_ for call in calls],
        words(map(attrgetter("output"), calls)),
        words(map(attrgetter("output_tail"), calls)),
        numbers(map(attrgetter("output_bytes"), calls)),
        texts(map(attrgetter("output_digest"), calls)),
        list(map(moment, map(attrgetter("started_at"), calls))),
        list(map(moment, map(attrgetter("ended_at"), calls))),
        texts(map(attrgetter("child"), calls)),
        texts(map(attrgetter("copy_key"), calls)),
        list(map(attrgetter("reverted"), calls)),
        numbers(map(attrgetter("added_lines"), calls)),
        numbers(map(attrgetter("removed_lines"), calls)),
        [None] * len(calls),
    )


def texts(values: Iterable[str | None]) -> list[str | None]:
    """Texts that UTF-8 can carry."""
    found = list(values)
    if all(map(str.isascii, filter(None, found))):
        return found
    return list(map(plain, found))


def words(values: Iterable[Redacted | None]) -> list[str | None]:
    """Texts of a session: refused unless they have passed the door."""
    found = list(values)
    if not set(map(type, found)) <= SEALED:
        for text in found:
            if text is not None:
                require(text)
    return texts(found)


def numbers(values: Iterable[object]) -> list[int | None]:
    """Whole numbers that fit."""
    return list(map(count, values))


def _usages(messages: Sequence[Message[Redacted]]) -> Sequence[Sequence[Any]]:
    """The counters of each message, a column each."""
    told: Usage | None = None
    counters = NO_USAGE
    rows = []
    for message in messages:
        usage = message.usage
        if usage is not told:
            # The lines of one answer follow each other, and share its usage.
            told, counters = usage, usage_columns(usage)
        rows.append(counters)
    return list(zip(*rows, strict=True)) if rows else [()] * len(NO_USAGE)

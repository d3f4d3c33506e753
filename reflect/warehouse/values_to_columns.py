"""From the fields of the model to the columns of the tables with many rows.

A column at a time: from values to Arrow's layout this takes a seventh less time than by way of a
tuple for each of them (184 and 159 ms for 100 MB). The columns stand in the order of ``schema/``.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from enum import Enum
from operator import attrgetter, itemgetter
from typing import Any

from reflect.model.passed_sessions import CallColumns, ItemColumns, MessageColumns, PartColumns
from reflect.model.redacted import Redacted, RedactedTexts, require
from reflect.model.session import ContextItem, Message, Part, ToolCall, Usage
from reflect.warehouse.values_to_rows import (
    MILLISECOND_LENGTH,
    NO_USAGE,
    Values,
    count,
    moment,
    plain,
    usage_columns,
)

SEALED = {Redacted, type(None)}

WITHOUT_ZONE, LAST = itemgetter(slice(-1)), itemgetter(-1)
TIME_ZONE = attrgetter("tzinfo")

SENT_AT = 8
"""Place of the times among the columns of ``message``."""

Fields = Callable[[str], Sequence[Any]]
"""A field of some values as a column, by its name."""


def fields_of_values(
    values: Sequence[
        Message[Redacted] | Part[Redacted] | ToolCall[Redacted] | ContextItem[Redacted]
    ],
) -> Fields:
    """The fields of values that stand one by one."""
    return lambda name: list(map(attrgetter(name), values))


def fields_of_columns(columns: MessageColumns | PartColumns | CallColumns | ItemColumns) -> Fields:
    """The fields of values that came as columns."""
    return lambda name: attrgetter(name)(columns)


def message_columns(agents: Sequence[str], keys: Sequence[str], of: Fields) -> Values:
    """Columns of ``message``, agent and session of each given; ``copy_of`` is found later."""
    return (
        agents,
        keys,
        texts(of("event")),
        of("position"),
        texts(of("record")),
        enum_words(of("kind")),
        enum_words(of("author")),
        texts(of("reason")),
        moments(of("sent_at")),
        texts(of("answer_id")),
        texts(of("model")),
        *_usages(of("usage")),
        texts(of("command")),
        texts(of("replies_to")),
        texts(of("copy_key")),
        texts(of("error")),
        of("reverted"),
        of("automated"),
        [None] * len(keys),
    )


def part_columns(keys: Sequence[str], events: Sequence[str | None], of: Fields) -> Values:
    """Columns of ``part``, with session and message of each."""
    return (
        keys,
        texts(events),
        of("index"),
        enum_words(of("kind")),
        enum_words(of("origin")),
        words(of("text")),
        texts(of("native_id")),
        texts(of("media_type")),
        numbers(of("size")),
    )


def call_columns(agents: Sequence[str], keys: Sequence[str], of: Fields) -> Values:
    """Columns of ``tool_call``, agent and session of each given; ``copy_of`` is found later."""
    return (
        agents,
        keys,
        texts(of("call")),
        of("position"),
        texts(of("record")),
        of("part"),
        texts(of("name")),
        enum_words(of("tool")),
        enum_words(of("status")),
        of("by_human"),
        texts(of("batch")),
        texts(of("result_record")),
        words(of("command")),
        words(of("path")),
        words(of("arguments")),
        numbers(of("exit_code")),
        enum_words(of("exit_source")),
        enum_words(of("denied_by")),
        words(of("output")),
        words(of("output_tail")),
        numbers(of("output_bytes")),
        texts(of("output_digest")),
        moments(of("started_at")),
        moments(of("ended_at")),
        texts(of("child")),
        texts(of("copy_key")),
        of("reverted"),
        numbers(of("added_lines")),
        numbers(of("removed_lines")),
        [None] * len(keys),
    )


def texts(found: Sequence[str | None]) -> Sequence[str | None]:
    """Texts that UTF-8 can carry; what comes as a column of the door's is such."""
    if type(found) is RedactedTexts or all(map(str.isascii, filter(None, found))):
        return found
    return list(map(plain, found))


def words(found: Sequence[str | None]) -> Sequence[str | None]:
    """Texts of a session: refused unless they have passed the door, together or each of them."""
    if type(found) is not RedactedTexts and not set(map(type, found)) <= SEALED:
        for text in found:
            if text is not None:
                require(text)
    return texts(found)


def numbers(values: Iterable[object]) -> list[int | None]:
    """Whole numbers that fit."""
    return list(map(count, values))


def moments(values: Sequence[str | None]) -> list[datetime | None]:
    """Times as the tables hold them."""
    told = list(filter(None, values))
    try:
        read = list(map(datetime.fromisoformat, map(WITHOUT_ZONE, told)))
    except ValueError:
        return list(map(moment, values))
    usual = set(map(len, told)) <= {MILLISECOND_LENGTH} and set(map(LAST, told)) <= {"Z"}
    if not usual or not set(map(TIME_ZONE, read)) <= {None}:
        return list(map(moment, values))
    # What importers write, read as ``moment`` reads it, in a third of the time.
    following = iter(read)
    return [next(following) if value else None for value in values]


def enum_words(values: Iterable[Enum | None]) -> list[str | None]:
    """The word that a table holds for each value of an enum."""
    return [None if value is None else value._value_ for value in values]


def _usages(usages: Iterable[Usage | None]) -> Sequence[Sequence[Any]]:
    """The counters of each message, a column each."""
    told: Usage | None = None
    counters = NO_USAGE
    rows = []
    for usage in usages:
        if usage is not told:
            # The lines of one answer follow each other, and share its usage.
            told, counters = usage, usage_columns(usage)
        rows.append(counters)
    return list(zip(*rows, strict=True)) if rows else [()] * len(NO_USAGE)

"""What a batch of sessions holds, of each kind together, and its texts as columns.

A column at a time texts are gathered, redacted and put behind the door in two thirds of the time
that it takes one value after the other. What a session taught is learned in the order of its
records, so each column can tell where in its session a text of it stands.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain
from operator import attrgetter
from typing import Any

from reflect.model.frozen import dataclass
from reflect.model.session import ContextItem, Message, Part, RawSession, ToolCall
from reflect.redaction.cuts import SEARCHED, searched

HEADER, MESSAGES, CALLS, CONTEXT = range(4)
"""Where in its session a text stands."""
OWN, BEHIND_LINES = -1, 1 << 40
"""Stand in place of the number of a part or line, before and behind all of them."""

HEADER_FIELDS = ("title", "directory", "git_root", "branch", "path", "client_version",
                 "origin_reason")  # fmt: skip
MESSAGE_FIELDS = ("reason", "model", "command", "error")
PART_FIELDS = ("text", "media_type")
CALL_FIELDS = ("name", "command", "path", "arguments")

Place = tuple[int, int, int, int]
"""Header, messages, calls or context; the number of the value; of its part or line; of the field.
In the order of these, texts stand in the order of the records."""


@dataclass(frozen=True, slots=True)
class TextColumn:
    """Texts of one field."""

    texts: Sequence[str | None]
    """In the order of the sessions; None where there is none."""
    bounds: Sequence[int]
    """Where the texts of each session begin, and where those of the last one end."""
    place: Callable[[int], Place]
    """Where the text with this number stands."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """What the sessions of a batch hold, in their order."""

    sessions: Sequence[RawSession]
    """The sessions."""
    messages: Sequence[Message[str]]
    """Messages of all sessions."""
    parts: Sequence[Part[str]]
    """Parts of all messages."""
    calls: Sequence[ToolCall[str]]
    """Calls of all sessions."""
    items: Sequence[ContextItem[str]]
    """What all sessions had been given."""
    texts: dict[str, TextColumn]
    """Every text, by ``session.title``, ``part.text`` …; an output by its two ends, ``call.first``
    and ``call.last``, the second None where the first is all of it."""


def gathered(sessions: Sequence[RawSession]) -> Gathered:
    """What these sessions hold."""
    messages, of_messages = _held(sessions, "messages")
    parts, of_parts = _held(messages, "parts")
    calls, of_calls = _held(sessions, "calls")
    items, of_items = _held(sessions, "context")
    lines, of_lines = _held(items, "lines")
    each = range(len(sessions) + 1)
    parts_of_sessions = [of_parts[place] for place in of_messages]
    outputs = [call.output for call in calls]
    texts: dict[str, TextColumn] = {}
    for number, field in enumerate(HEADER_FIELDS):
        texts[f"session.{field}"] = TextColumn(column(sessions, field), each, _own(HEADER, number))
    for number, field in enumerate(MESSAGE_FIELDS):
        place = _own(MESSAGES, number)
        texts[f"message.{field}"] = TextColumn(column(messages, field), of_messages, place)
    for number, field in enumerate(PART_FIELDS):
        place = _inside(MESSAGES, of_parts, number)
        texts[f"part.{field}"] = TextColumn(column(parts, field), parts_of_sessions, place)
    for number, field in enumerate(CALL_FIELDS):
        texts[f"call.{field}"] = TextColumn(column(calls, field), of_calls, _own(CALLS, number))
    for number, (field, ends) in enumerate(zip(("first", "last"), _ends(outputs), strict=True)):
        place = _own(CALLS, len(CALL_FIELDS) + number)
        texts[f"call.{field}"] = TextColumn(ends, of_calls, place)
    texts["item.name"] = TextColumn(column(items, "name"), of_items, _own(CONTEXT, 0))
    texts["item.line"] = TextColumn(
        lines, [of_lines[place] for place in of_items], _inside(CONTEXT, of_lines, 0)
    )
    texts["item.detail"] = TextColumn(
        column(items, "detail"), of_items, lambda number: (CONTEXT, number, BEHIND_LINES, 0)
    )
    return Gathered(sessions, messages, parts, calls, items, texts)


def column(values: Iterable[object], field: str) -> list[Any]:
    """One field of some values."""
    return list(map(attrgetter(field), values))


def _held(values: Sequence[object], field: str) -> tuple[list[Any], list[int]]:
    """What some values hold in this field, and where that of each of them begins and ends."""
    groups = column(values, field)
    return list(chain.from_iterable(groups)), list(accumulate(map(len, groups), initial=0))


def _own(section: int, field: int) -> Callable[[int], Place]:
    """Places of a field of the values themselves."""
    return lambda number: (section, number, OWN, field)


def _inside(section: int, bounds: Sequence[int], field: int) -> Callable[[int], Place]:
    """Places of a field of what values hold, each of them between two bounds."""
    return lambda number: (section, bisect_right(bounds, number) - 1, number, field)


def _ends(outputs: Sequence[str | None]) -> tuple[list[str | None], list[str | None]]:
    """What must be searched of outputs: all of each, or its two ends."""
    first, last = list(outputs), [None] * len(outputs)
    ends: list[str | None] = list(last)
    for number, output in enumerate(outputs):
        if output is not None and len(output) > 2 * SEARCHED:
            first[number], ends[number] = searched(output)
    return first, ends

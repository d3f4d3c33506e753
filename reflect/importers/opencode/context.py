"""What a session had been given, as far as its records tell: permissions, skills, compactions."""

from collections.abc import Iterable, Iterator, Sequence

from reflect.importers.opencode.answers import usage
from reflect.importers.opencode.fields import Json, rows, table, tables, utc, words
from reflect.importers.opencode.records import StoredMessage
from reflect.model.session import ContextItem, ToolCall
from reflect.model.vocabulary import CallStatus, ContextKind, Tool

_SKILL = Tool.SKILL


def permissions(value: object) -> list[ContextItem[str]]:
    """The rules that were set for this session alone: ``opencode run`` and sub-agents have some."""
    return [
        ContextItem(
            ContextKind.PERMISSION,
            f"{words(rule.get('permission')) or '*'} {words(rule.get('pattern')) or '*'}",
            "session",
            detail=words(rule.get("action")),
        )
        for rule in tables(value)
    ]


def calls_context(part: Json, call: ToolCall[str]) -> Iterable[ContextItem[str]]:
    """The skill that a call loaded, or the instruction files that came with a file it read."""
    state = table(part.get("state"))
    loaded = table(state.get("metadata")).get("loaded")
    if loaded is None and call.tool is not _SKILL:
        return ()
    found = []
    if call.tool is _SKILL and call.status is CallStatus.OK:
        name = words(table(state.get("input")).get("name"))
        if name is not None:
            found.append(ContextItem(ContextKind.SKILL, name, call.record, call.started_at))
    found += [
        ContextItem(ContextKind.INSTRUCTIONS, path, call.record, call.started_at)
        for path in rows(loaded)
        if isinstance(path, str)
    ]
    return found


def compaction(messages: Sequence[StoredMessage], index: int) -> ContextItem[str]:
    """A compaction with the size of what the model was sent before and after it.

    Args:
        messages: All messages of the session.
        index: Place of the request.
    """
    request = messages[index]
    part = next(part for part in request.parts if part.get("type") == "compaction")
    return ContextItem(
        ContextKind.COMPACTION,
        "automatic" if part.get("auto") is True else "manual",
        request.record,
        utc(table(request.info.get("time")).get("created")),
        size_before=_size(reversed(messages[:index])),
        size_after=_size(iter(messages[index + 1 :])),
    )


def _size(messages: Iterator[StoredMessage]) -> int | None:
    """Tokens that the nearest answer was given; a summary is no answer."""
    for message in messages:
        if message.info.get("role") == "assistant" and message.info.get("summary") is not True:
            spent = usage(message.info)
            if spent is not None:
                return spent.input_uncached + spent.cache_read + spent.cache_write
    return None

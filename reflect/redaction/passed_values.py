"""From the columns of sessions behind the door to the sessions, for who needs one at a time."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from reflect.model.frozen import maker
from reflect.model.passed_sessions import (
    CallColumns,
    ItemColumns,
    MessageColumns,
    PartColumns,
    PassedSessions,
)
from reflect.model.redacted import Redacted, RedactedTexts, seal
from reflect.model.session import ContextItem, Message, Part, RedactedSession, ToolCall

make_message: Callable[..., Message[Redacted]] = maker(Message[Redacted])
make_part: Callable[..., Part[Redacted]] = maker(Part[Redacted])
make_item: Callable[..., ContextItem[Redacted]] = maker(ContextItem[Redacted])
make_call: Callable[..., ToolCall[Redacted]] = maker(ToolCall[Redacted])


def passed_values(passed: PassedSessions) -> list[RedactedSession]:
    """Each session with what it holds."""
    parts = _parts(passed.parts)
    of_messages = (tuple(islice(parts, count)) for count in passed.part_counts)
    messages = _messages(passed.messages, of_messages)
    calls = _calls(passed.calls)
    items = _items(passed.items)
    return [
        replace(
            head,
            messages=tuple(islice(messages, message_count)),
            calls=tuple(islice(calls, call_count)),
            context=tuple(islice(items, item_count)),
        )
        for head, message_count, call_count, item_count in zip(
            passed.heads,
            passed.message_counts,
            passed.call_counts,
            passed.item_counts,
            strict=True,
        )
    ]


def _messages(
    of: MessageColumns, parts: Iterator[tuple[Part[Redacted], ...]]
) -> Iterator[Message[Redacted]]:
    return map(
        make_message, of.event, of.position, of.record, of.kind, of.author, of.reason, of.sent_at,
        parts, of.answer_id, of.model, of.usage, of.command, of.replies_to, of.copy_key, of.error,
        of.reverted, of.automated,
    )  # fmt: skip


def _parts(of: PartColumns) -> Iterator[Part[Redacted]]:
    return map(
        make_part, of.index, of.kind, of.origin, _sealed(of.text), of.native_id, of.media_type,
        of.size,
    )  # fmt: skip


def _calls(of: CallColumns) -> Iterator[ToolCall[Redacted]]:
    return map(
        make_call, of.call, of.position, of.record, of.part, of.name, of.tool, of.status,
        of.by_human, of.batch, of.result_record, _sealed(of.command), _sealed(of.path),
        _sealed(of.arguments), of.exit_code, of.exit_source, of.denied_by, _sealed(of.output),
        _sealed(of.output_tail), of.output_bytes, of.output_digest, of.started_at, of.ended_at,
        of.child, of.copy_key, of.reverted, of.added_lines, of.removed_lines,
    )  # fmt: skip


def _items(of: ItemColumns) -> Iterator[ContextItem[Redacted]]:
    return map(
        make_item, of.kind, _sealed(of.name), of.record, of.seen_at, of.lines, of.digests,
        of.size_before, of.size_after, of.detail,
    )  # fmt: skip


def _sealed(texts: RedactedTexts) -> Iterator[Redacted | None]:
    return (None if text is None else seal(text) for text in texts)

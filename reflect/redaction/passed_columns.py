"""Messages, parts and calls behind the door: redacted, cut and hashed, a column at a time."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, islice

from reflect.model.passed_sessions import CallColumns, ItemColumns, MessageColumns, PartColumns
from reflect.model.redacted import Redacted, RedactedTexts, seal_all
from reflect.model.session import ContextItem, Message, Part, ToolCall
from reflect.redaction.cuts import MESSAGE_BYTES, WHOLE_BYTES, ends, head, kept_ends
from reflect.redaction.ids import Ids
from reflect.redaction.session_texts import Gathered, column

Texts = Mapping[str, Sequence[str | None]]
"""Redacted texts, under the names of :func:`reflect.redaction.session_texts.gathered`."""


Digest = Callable[[bytes], str]
"""Keyed hash of an output."""
File = Callable[[tuple[str, ...]], tuple[tuple[Redacted, ...], tuple[str, ...]]]
"""Redacted lines of an instruction file → the same as they pass, and the keyed hash of each."""
Sealed = Mapping[str, RedactedTexts]
"""Ids, by the names of :func:`passed_ids`."""

ID_FIELDS = {
    "message": ("event", "record", "answer_id", "replies_to", "copy_key"),
    "part": ("native_id",),
    "call": ("call", "record", "batch", "result_record", "child", "copy_key"),
    "item": ("record",),
}


def passed_ids(found: Gathered, ids: Ids) -> Sealed:
    """What passes in place of the ids of all values, by ``message.event`` …."""
    values: dict[str, Sequence[object]] = {
        "message": found.messages,
        "part": found.parts,
        "call": found.calls,
        "item": found.items,
    }
    columns = {
        f"{kind}.{field}": column(values[kind], field)
        for kind, fields in ID_FIELDS.items()
        for field in fields
    }
    ids.learn(chain.from_iterable(columns.values()))
    id_ = ids.__getitem__
    return {
        name: seal_all([None if value is None else id_(value) for value in one])
        for name, one in columns.items()
    }


def message_columns(messages: Sequence[Message[str]], texts: Texts, ids: Sealed) -> MessageColumns:
    """Messages behind the door."""
    return MessageColumns(
        event=ids["message.event"],
        position=column(messages, "position"),
        record=ids["message.record"],
        kind=column(messages, "kind"),
        author=column(messages, "author"),
        reason=seal_all(texts["message.reason"]),
        sent_at=column(messages, "sent_at"),
        answer_id=ids["message.answer_id"],
        model=seal_all(texts["message.model"]),
        usage=column(messages, "usage"),
        command=seal_all(texts["message.command"]),
        replies_to=ids["message.replies_to"],
        copy_key=ids["message.copy_key"],
        error=seal_all(texts["message.error"]),
        reverted=column(messages, "reverted"),
        automated=column(messages, "automated"),
    )


def part_columns(parts: Sequence[Part[str]], texts: Texts, ids: Sealed) -> PartColumns:
    """Parts of messages behind the door."""
    return PartColumns(
        index=column(parts, "index"),
        kind=column(parts, "kind"),
        origin=column(parts, "origin"),
        text=_heads(texts["part.text"], MESSAGE_BYTES),
        native_id=ids["part.native_id"],
        media_type=seal_all(texts["part.media_type"]),
        size=column(parts, "size"),
    )


def call_columns(
    calls: Sequence[ToolCall[str]], texts: Texts, ids: Sealed, digest: Digest
) -> CallColumns:
    """Calls behind the door, their outputs hashed."""
    output, output_tail, digests, sizes = _outputs(calls, texts, digest)
    return CallColumns(
        call=ids["call.call"],
        position=column(calls, "position"),
        record=ids["call.record"],
        part=column(calls, "part"),
        name=seal_all(texts["call.name"]),
        tool=column(calls, "tool"),
        status=column(calls, "status"),
        by_human=column(calls, "by_human"),
        batch=ids["call.batch"],
        result_record=ids["call.result_record"],
        command=_heads(texts["call.command"], WHOLE_BYTES),
        path=seal_all(texts["call.path"]),
        arguments=_heads(texts["call.arguments"], WHOLE_BYTES),
        exit_code=column(calls, "exit_code"),
        exit_source=column(calls, "exit_source"),
        denied_by=column(calls, "denied_by"),
        output=output,
        output_tail=output_tail,
        output_bytes=sizes,
        output_digest=digests,
        started_at=column(calls, "started_at"),
        ended_at=column(calls, "ended_at"),
        child=ids["call.child"],
        copy_key=ids["call.copy_key"],
        reverted=column(calls, "reverted"),
        added_lines=column(calls, "added_lines"),
        removed_lines=column(calls, "removed_lines"),
    )


def item_columns(
    items: Sequence[ContextItem[str]], texts: Texts, ids: Sealed, file: File
) -> ItemColumns:
    """What sessions had been given, behind the door."""
    following = (line or "" for line in texts["item.line"])
    files = [file(tuple(islice(following, len(item.lines)))) for item in items]
    return ItemColumns(
        kind=column(items, "kind"),
        name=seal_all(texts["item.name"]),
        record=ids["item.record"],
        seen_at=column(items, "seen_at"),
        lines=[lines for lines, _ in files],
        digests=[digests for _, digests in files],
        size_before=column(items, "size_before"),
        size_after=column(items, "size_after"),
        detail=seal_all(texts["item.detail"]),
    )


def _heads(texts: Sequence[str | None], size: int) -> RedactedTexts:
    """The beginnings of texts. What has a quarter of the characters has no more bytes."""
    surely = size // 4
    return seal_all(
        [text if text is None or len(text) <= surely else head(text, size) for text in texts]
    )


def _outputs(
    calls: Sequence[ToolCall[str]], texts: Texts, digest: Digest
) -> tuple[RedactedTexts, RedactedTexts, list[str | None], list[int | None]]:
    """Outputs as they are stored, whole or their two ends; their hashes, and sizes if not known."""
    firsts, lasts = texts["call.first"], texts["call.last"]
    output, tails = list(firsts), list(lasts)
    digests: list[str | None] = column(calls, "output_digest")
    sizes: list[int | None] = column(calls, "output_bytes")
    for number, (call, first, last) in enumerate(zip(calls, firsts, lasts, strict=True)):
        if call.output is None or first is None:
            continue
        whole = call.output.encode("utf-8", "replace")
        digests[number] = digest(whole)
        if sizes[number] is None:
            sizes[number] = len(whole)
        if last is not None:
            output[number], tails[number] = kept_ends(first, last)
        elif len(whole) > WHOLE_BYTES or first != call.output:
            output[number], tails[number] = ends(first)
    return seal_all(output), seal_all(tails), digests, sizes

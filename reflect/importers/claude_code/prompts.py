"""User records: the human's words and acts, and everything the harness says in their place."""

from reflect.importers.claude_code.context import compaction
from reflect.importers.claude_code.identity import copy_key, event_id
from reflect.importers.claude_code.messages import Block, ToolUseResult
from reflect.importers.claude_code.outcomes import read_result
from reflect.importers.claude_code.records import Line
from reflect.importers.claude_code.refusals import marked, settle
from reflect.importers.claude_code.results import data_size, notice
from reflect.importers.claude_code.state import PendingCall, Reading
from reflect.importers.claude_code.words import (
    Words,
    harness_fields,
    is_automated,
    is_marker,
    read_command,
    read_text,
    without_wrappers,
)
from reflect.model.session import Message, Part
from reflect.model.vocabulary import (
    TURN_KINDS,
    Author,
    CallStatus,
    MessageKind,
    PartKind,
    PartOrigin,
    Tool,
)

KEPT = ("rowSource=hook", "origin.kind", "promptSource=system", "notification", "hook output")
"""Harness texts that are kept: notifications and hook output. Bodies of skills and commands,
summaries and reminders are not."""

_ORIGINS = {Author.HUMAN: PartOrigin.USER, Author.PARENT_AGENT: PartOrigin.ASSISTANT}


def read_user(reading: Reading, line: Line, number: int) -> None:
    """Add what a user record holds."""
    message = line.message
    if message is None or message.content is None:
        return
    content = message.content
    if isinstance(content, str):
        _add_words(reading, line, number, [(0, content)], [])
        return
    if len(content) == 1 and content[0].type == "tool_result":
        result = line.tool_use_result
        beside = result if isinstance(result, ToolUseResult) else None
        read_result(reading, line, number, 0, content[0], beside)
        return
    results = [(i, block) for i, block in enumerate(content) if block.type == "tool_result"]
    if results:
        _add_results(reading, line, number, content, results)
        return
    texts = [(i, block.text) for i, block in enumerate(content) if block.type == "text"]
    media = [
        _media(i, block) for i, block in enumerate(content) if block.type in ("image", "document")
    ]
    for block in content:
        if block.type not in ("text", "image", "document"):
            reading.unknown[f"block:{block.type}"] += 1
    _add_words(reading, line, number, [(i, text) for i, text in texts if text], media)


def read_local_command(reading: Reading, line: Line, number: int, text: str) -> None:
    """A command that only left a ``system/local_command`` record.

    ``/rename cart work`` leaves its echo (2.1.332), an unknown command its bare text (2.1.197).
    """
    if "<command-name>" in text or text.startswith("/"):
        _add(reading, line, number, read_command(text), [])


def _add_results(
    reading: Reading,
    line: Line,
    number: int,
    content: list[Block],
    results: list[tuple[int, Block]],
) -> None:
    """Results of calls, and what the human typed beside them."""
    result = line.tool_use_result
    beside = result if isinstance(result, ToolUseResult) and len(results) == 1 else None
    for index, block in results:
        read_result(reading, line, number, index, block, beside)
    if line.is_meta:
        return
    for index, block in enumerate(content):
        if block.type != "text" or not block.text:
            continue
        if is_marker(block.text):
            marked(reading, line, number)
            continue
        words = harness_fields(line, reading.subagent or bool(line.is_sidechain))
        words = words or read_text(block.text, line)
        if words.author is Author.HUMAN and words.kind is MessageKind.PROMPT:
            # Typed while the call ran, or with the Yes at its permission prompt.
            words = Words(MessageKind.STEER, Author.HUMAN, "text beside a result", words.text)
            reply = results[0][1].tool_use_id
            _add(reading, line, number, words, [(index, words.text)], reply=reply)


def _add_words(
    reading: Reading,
    line: Line,
    number: int,
    texts: list[tuple[int, str]],
    media: list[Part[str]],
) -> None:
    words = harness_fields(line, reading.subagent or bool(line.is_sidechain))
    if texts and is_marker(texts[0][1]) and not line.is_meta:
        marked(reading, line, number)
        return
    if words is not None:
        _add(reading, line, number, words, texts, media)
        return
    read = [(i, read_text(text, line)) for i, text in texts]
    human = [(i, words) for i, words in read if words.author is Author.HUMAN]
    if human:
        _add(reading, line, number, human[0][1], [(i, w.text) for i, w in human], media)
    elif media and not any(w.kind is not MessageKind.INJECTED for _, w in read):
        words = Words(MessageKind.PROMPT, Author.HUMAN, "image alone")
        _add(reading, line, number, words, [], media)
    elif read:
        _add(reading, line, number, read[0][1], texts)


def _add(
    reading: Reading,
    line: Line,
    number: int,
    words: Words,
    texts: list[tuple[int, str]],
    media: list[Part[str]] | None = None,
    reply: str | None = None,
) -> None:
    """Add one message for a record."""
    sent_at = reading.time(line.timestamp)
    _follow(reading, line, number, words, texts, sent_at)
    origin = _ORIGINS.get(words.author, PartOrigin.UNKNOWN)
    kind = PartKind.PLAN if words.reason in ("planContent", "plan carried over") else PartKind.TEXT
    if words.author is Author.HARNESS and kind is PartKind.TEXT and not _kept(words, texts):
        texts = []
    elif words.kind is MessageKind.COMMAND and not texts:
        texts = [(0, words.text)]
    parts = [Part(i, kind, origin, without_wrappers(text)) for i, text in texts]
    parts = [part for part in parts if part.text.strip()]
    human = words.author is Author.HUMAN
    reading.add(
        Message(
            reading.event(line, number, parts[0].index if parts else 0),
            number,
            str(number),
            words.kind,
            words.author,
            words.reason,
            sent_at,
            tuple(sorted([*parts, *(media or ())], key=lambda part: part.index)),
            command=words.command,
            replies_to=reply,
            copy_key=copy_key(line),
            automated=human and is_automated(line),
        )
    )


def _kept(words: Words, texts: list[tuple[int, str]]) -> bool:
    if words.reason == "isMeta":
        return bool(texts) and texts[0][1].startswith("Stop hook feedback:")
    return words.reason in KEPT


def _follow(
    reading: Reading,
    line: Line,
    number: int,
    words: Words,
    texts: list[tuple[int, str]],
    sent_at: str | None,
) -> None:
    """What else a record means: calls it ends or starts."""
    carry = reading.carry
    if words.kind in TURN_KINDS and words.kind is not MessageKind.STEER:
        settle(reading)
        end_open_calls(reading)
    if words.kind is MessageKind.SHELL:
        call = PendingCall(
            call=f"{event_id(line, number)}.shell",
            number=number,
            part=0,
            name="!",
            tool=Tool.SHELL,
            started_at=sent_at,
            copy_key=copy_key(line, 1),
            by_human=True,
            status=CallStatus.UNKNOWN,
            command=words.text,
        )
        reading.touch(call)
        reading.open[call.call] = call
    elif words.output is not None:
        end_shell(reading, number, words.output, sent_at)
    elif words.kind is MessageKind.NOTIFICATION and texts:
        read_notice(reading, texts[0][1], sent_at)
    elif words.reason == "isCompactSummary" or words.reason == "compaction summary":
        if not carry.summary_due:
            # Old versions leave no boundary record: the summary stands for the compaction.
            from_summary = Words(MessageKind.COMPACTION, Author.HARNESS, words.reason)
            _add_compaction(reading, line, number, from_summary, sent_at)
        carry.summary_due = False


def _add_compaction(
    reading: Reading, line: Line, number: int, words: Words, sent_at: str | None
) -> None:
    event = f"{event_id(line, number)}.compaction"
    reading.give([compaction(line, str(number), sent_at)])
    reading.add(
        Message(
            event, number, str(number), words.kind, words.author, words.reason, sent_at, (),
            copy_key=copy_key(line, 1),
        )
    )  # fmt: skip


def read_notice(reading: Reading, text: str, sent_at: str | None) -> None:
    """A background command or agent has ended."""
    told = notice(text)
    call = reading.open.get(told[0]) if told else None
    if told is None or call is None or call.status is not CallStatus.RUNNING:
        return
    end = told[1]
    call.status, call.exit_code, call.exit_source = end.status, end.exit_code, end.exit_source
    call.ended_at = sent_at
    reading.open.pop(call.call)
    reading.touch(call)


def end_open_calls(reading: Reading) -> None:
    """The human speaks again: calls that never got a result were stopped."""
    for call in list(reading.open.values()):
        if call.result_number is None:
            call.status = CallStatus.UNKNOWN if call.by_human else CallStatus.ABORTED
            reading.touch(call)
            reading.open.pop(call.call)


def end_shell(reading: Reading, number: int, output: str, sent_at: str | None) -> None:
    """Output of the user's shell command; its exit code is not recorded."""
    for call in reversed(list(reading.open.values())):
        if call.by_human:
            call.status = CallStatus.UNKNOWN
            call.result_number = number
            call.output = output
            call.ended_at = sent_at
            reading.open.pop(call.call)
            reading.touch(call)
            return


def _media(index: int, block: Block) -> Part[str]:
    kind = PartKind.IMAGE if block.type == "image" else PartKind.FILE
    media_type = block.source.media_type if block.source else None
    return Part(index, kind, PartOrigin.USER, "", None, media_type, data_size(block))

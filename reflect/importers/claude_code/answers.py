"""Assistant records: what the agent said, its calls, and the tokens of the answer.

The client writes one line per content block, all with the answer's id and usage (2.1.x); a line
with several blocks works as well.
"""

from msgspec import Raw

from reflect.importers.claude_code.calls import WITHOUT_FIELDS, canonical, given_lines, read_input
from reflect.importers.claude_code.decoding import decode_text
from reflect.importers.claude_code.identity import copy_key, event_id
from reflect.importers.claude_code.messages import Block, ModelMessage
from reflect.importers.claude_code.records import Line
from reflect.importers.claude_code.refusals import settle
from reflect.importers.claude_code.state import PendingCall, Reading
from reflect.importers.claude_code.usage import SYNTHETIC, answer_id, usage_of
from reflect.model.session import Message, Part
from reflect.model.vocabulary import Author, MessageKind, PartKind, PartOrigin, Tool

WITHOUT_WORDS = frozenset(("redacted_thinking", "server_tool_use", "web_search_tool_result"))
"""Block types that are known and carry nothing reflect uses."""


def read_answer(reading: Reading, line: Line, number: int) -> None:
    """Add the message and the calls of an assistant record."""
    message = line.message
    if message is None:
        return
    sent_at = reading.time(line.timestamp)
    if message.model == SYNTHETIC:
        _add_synthetic(reading, line, message, number, sent_at)
        return
    settle(reading)
    batch = answer_id(line, message)
    parts: list[Part[str]] = []
    spoken = reasoning = False
    content = message.content
    if isinstance(content, str):
        content = [Block(type="text", text=content)]
    for index, block in enumerate(content or ()):
        if block.type == "text":
            if block.text:
                spoken = True
                parts.append(Part(index, PartKind.TEXT, PartOrigin.ASSISTANT, block.text))
        elif block.type == "tool_use":
            _add_call(reading, line, block, number, index, batch, sent_at)
        elif block.type == "thinking":
            reasoning = True
            if block.thinking:
                parts.append(Part(index, PartKind.REASONING, PartOrigin.ASSISTANT, block.thinking))
        elif block.type not in WITHOUT_WORDS:
            reading.unknown[f"block:{block.type}"] += 1
    kind = MessageKind.REASONING if reasoning and not spoken else MessageKind.ANSWER
    reading.add(
        Message(
            event_id(line, number),
            number,
            str(number),
            kind,
            Author.AGENT,
            "type=assistant",
            sent_at,
            tuple(parts),
            batch,
            message.model,
            usage_of(message),
            copy_key=copy_key(line),
        )
    )


def _add_call(
    reading: Reading,
    line: Line,
    block: Block,
    number: int,
    index: int,
    batch: str | None,
    sent_at: str | None,
) -> None:
    call = block.id or f"r{number}.{index}"
    if call in reading.calls:
        return
    name = block.name or ""
    tool = canonical(name)
    pending = PendingCall(
        call=call,
        number=number,
        part=index,
        name=name,
        tool=tool,
        batch=batch,
        started_at=sent_at,
        copy_key=copy_key(line, index),
        arguments=_text(block.input),
    )
    if tool not in WITHOUT_FIELDS:
        given = read_input(block.input)
        if tool is Tool.SHELL:
            pending.command = given.command
        pending.path = given.file_path or given.notebook_path or given.path
        pending.given_lines = given_lines(given, tool)
    reading.calls[call] = pending
    reading.open[call] = pending


def _add_synthetic(
    reading: Reading, line: Line, message: ModelMessage, number: int, sent_at: str | None
) -> None:
    """Text the client wrote in the model's place: an error, or a filler on resuming."""
    error = None
    if line.is_api_error_message:
        error = (decode_text(line.error) if line.error else "") or "api_error"
    content = message.content
    blocks = [Block(type="text", text=content)] if isinstance(content, str) else content or []
    parts = tuple(
        Part(index, PartKind.TEXT, PartOrigin.UNKNOWN, block.text)
        for index, block in enumerate(blocks)
        if block.text
    )
    reading.add(
        Message(
            event_id(line, number),
            number,
            str(number),
            MessageKind.SYSTEM,
            Author.HARNESS,
            "model=<synthetic>",
            sent_at,
            parts,
            copy_key=copy_key(line),
            error=error,
        )
    )


def _text(raw: Raw) -> str | None:
    return str(raw, "utf-8", "replace") if raw else None

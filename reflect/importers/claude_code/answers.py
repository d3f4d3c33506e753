"""Assistant records: what the agent said, its calls, and the tokens of the answer.

The client writes one line per content block, all with the answer's id and usage (2.1.x); a line
with several blocks works as well.
"""

from reflect.importers.claude_code.calls import EDITING, WITHOUT_FIELDS, canonical, read_input
from reflect.importers.claude_code.decoding import decode_text
from reflect.importers.claude_code.identity import copy_key, event_id
from reflect.importers.claude_code.messages import Block, ModelMessage
from reflect.importers.claude_code.records import Line
from reflect.importers.claude_code.refusals import settle
from reflect.importers.claude_code.state import PendingCall, Reading
from reflect.importers.claude_code.usage import SYNTHETIC, answer_id
from reflect.model.frozen import maker
from reflect.model.session import Message, Part
from reflect.model.vocabulary import Author, MessageKind, PartKind, PartOrigin, Tool

WITHOUT_WORDS = frozenset(("redacted_thinking", "server_tool_use", "web_search_tool_result"))
"""Block types that are known and carry nothing reflect uses."""

_TEXT, _THOUGHT, _ASSISTANT = PartKind.TEXT, PartKind.REASONING, PartOrigin.ASSISTANT
_ANSWER, _REASONING, _AGENT = MessageKind.ANSWER, MessageKind.REASONING, Author.AGENT
_SHELL = Tool.SHELL

make_part, make_message = maker(Part[str]), maker(Message[str])


def read_answer(reading: Reading, line: Line, number: int) -> None:
    """Add the message and the calls of an assistant record."""
    message = line.message
    if message is None:
        return
    sent_at = reading.time(line.timestamp)
    model = message.model
    if model == SYNTHETIC:
        _add_synthetic(reading, line, message, number, sent_at)
        return
    if reading.carry.refusals:
        settle(reading)
    batch = message.id or answer_id(line, message)
    parts: list[Part[str]] = []
    spoken = reasoning = False
    content = message.content
    if isinstance(content, str):
        content = [Block(type="text", text=content)]
    for index, block in enumerate(content or ()):
        of = block.type
        if of == "tool_use":
            _add_call(reading, line, block, number, index, batch, sent_at)
        elif of == "text":
            if block.text:
                spoken = True
                parts.append(make_part(index, _TEXT, _ASSISTANT, block.text))
        elif of == "thinking":
            reasoning = True
            if block.thinking:
                parts.append(make_part(index, _THOUGHT, _ASSISTANT, block.thinking))
        elif of not in WITHOUT_WORDS:
            reading.unknown[f"block:{of}"] += 1
    reading.add(
        make_message(
            line.uuid or event_id(line, number),
            number,
            str(number),
            _REASONING if reasoning and not spoken else _ANSWER,
            _AGENT,
            "type=assistant",
            sent_at,
            tuple(parts),
            batch,
            model,
            reading.usage.of(message),
            None,
            None,
            copy_key(line),
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
    name, arguments = block.name or "", block.input
    tool = canonical(name)
    pending = PendingCall(
        call, number, index, name, tool, batch, sent_at, copy_key(line, index),
        arguments=str(arguments, "utf-8", "replace") if arguments else None,
    )  # fmt: skip
    if tool not in WITHOUT_FIELDS:
        given = read_input(arguments)
        if tool is _SHELL:
            pending.command = given.command
        pending.path = given.file_path or given.notebook_path or given.path
        if tool in EDITING:
            pending.edit = given
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

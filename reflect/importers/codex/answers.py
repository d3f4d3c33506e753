"""What the agent says and calls: response items of the model.

Events and items repeat all of it (``agent_message``, ``AgentMessage``, ``agent_reasoning``); they
are not read.
"""

import re

from reflect.importers.codex import calls
from reflect.importers.codex.calls import CallInput
from reflect.importers.codex.decoding import BRACKET, content_items, first_byte
from reflect.importers.codex.records import Line, Payload
from reflect.importers.codex.results import item_text
from reflect.importers.codex.state import PendingCall, Reading
from reflect.model.session import Message, Part
from reflect.model.vocabulary import Author, CallStatus, MessageKind, PartKind, PartOrigin, Tool

OWN_ID = re.compile(r"[\w.:-]{0,160}[A-Za-z0-9]{8}")
"""An id that no other call will have: providers of one's own count calls anew in each response."""

PROVIDER_CALLS = frozenset(
    ("web_search_call", "tool_search_call", "image_generation_call", "local_shell_call")
)
"""Calls that are items of their own; only the last has an output behind it."""


def read_answer(
    reading: Reading, line: Line, payload: Payload, number: int, sent_at: str | None
) -> None:
    """An assistant message."""
    summary = line.metadata is not None and line.metadata.compaction_output
    parts = tuple(
        Part(index, PartKind.TEXT, PartOrigin.ASSISTANT, text)
        for index, item in enumerate(content_items(payload.content))
        if (text := item_text(item))
    )
    if not summary:
        worked(reading)
    reading.add(
        Message(
            reading.event(number),
            number,
            str(number),
            MessageKind.INJECTED if summary else MessageKind.ANSWER,
            Author.HARNESS if summary else Author.AGENT,
            "compaction_output" if summary else "role=assistant",
            sent_at,
            () if summary else parts,
            model=None if summary else reading.model,
        )
    )


def read_reasoning(reading: Reading, payload: Payload, number: int, sent_at: str | None) -> None:
    """A reasoning item: its summary, or only that there was one when it is encrypted."""
    raw = payload.summary if first_byte(payload.summary) == BRACKET else payload.content
    pieces = content_items(raw) or content_items(payload.content)
    text = "\n\n".join(piece.text for piece in pieces if piece.text)
    parts = (Part(0, PartKind.REASONING, PartOrigin.ASSISTANT, text),) if text else ()
    worked(reading)
    reading.add(
        Message(
            reading.event(number),
            number,
            str(number),
            MessageKind.REASONING,
            Author.AGENT,
            "reasoning",
            sent_at,
            parts,
            model=reading.model,
        )
    )


def read_call(reading: Reading, payload: Payload, number: int, sent_at: str | None) -> None:
    """A call of the model, of any of the forms."""
    kind = payload.type or ""
    if kind == "function_call":
        given = calls.read_function(payload.name or "", payload.namespace, payload.arguments)
    elif kind == "custom_tool_call":
        given = calls.read_custom(payload.name or "", payload.input)
    else:
        given = calls.read_action(kind, payload.action)
    worked(reading)
    call = _pending(reading, payload.call_id or payload.id, number, sent_at, given)
    reading.calls[call.event] = call
    if kind in PROVIDER_CALLS and kind != "local_shell_call":
        failed = payload.status in ("failed", "incomplete")
        call.status = CallStatus.ERROR if failed else CallStatus.OK
        call.result_number = number
        return
    reading.open[call.call] = call


def worked(reading: Reading) -> None:
    """The agent said or did something in this turn."""
    reading.carry.turn_worked = reading.carry.content = True
    reading.carry.early.clear()
    reading.early.clear()


def _pending(
    reading: Reading, call_id: str | None, number: int, sent_at: str | None, given: CallInput
) -> PendingCall:
    carry = reading.carry
    carry.batch = carry.batch or number
    event = f"r{number}"
    # What an orphan holds may be its parent's: named after its line, it goes when that is back.
    if not carry.orphan and call_id and OWN_ID.fullmatch(call_id) and call_id not in reading.calls:
        event = call_id
    return PendingCall(
        call=call_id or event,
        event=event,
        number=number,
        name=given.name,
        tool=given.tool,
        batch=f"r{carry.batch}",
        started_at=sent_at,
        process=given.process,
        command=given.command if given.tool is Tool.SHELL else None,
        path=given.path,
        arguments=given.arguments,
        lines=given.lines,
    )

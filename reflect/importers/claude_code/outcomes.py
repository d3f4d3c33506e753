"""Tool results joined to their calls, and the human's decisions that stand inside results."""

from reflect.importers.claude_code.calls import EDITING, patched_lines
from reflect.importers.claude_code.context import is_event, permission
from reflect.importers.claude_code.identity import copy_key
from reflect.importers.claude_code.messages import Block, ToolUseResult
from reflect.importers.claude_code.records import Line
from reflect.importers.claude_code.refusals import refused
from reflect.importers.claude_code.results import (
    OK,
    PERSISTED,
    Ending,
    ending,
    persisted_name,
    result_text,
    size_in_bytes,
)
from reflect.importers.claude_code.state import PendingCall, Reading
from reflect.model.session import ContextItem, Message, Part
from reflect.model.vocabulary import (
    Author,
    CallStatus,
    ContextKind,
    MessageKind,
    PartKind,
    PartOrigin,
    Tool,
)

_OK, _RUNNING, _TASK = CallStatus.OK, CallStatus.RUNNING, Tool.TASK


def read_result(
    reading: Reading,
    line: Line,
    number: int,
    index: int,
    block: Block,
    beside: ToolUseResult | None,
) -> None:
    """Join one result to its call; results come in any order, and in another record."""
    call_id = block.tool_use_id or ""
    text = result_text(block.content)
    end = ending(text, bool(block.is_error), line, beside)
    call = reading.open.get(call_id)
    if call is not None:
        _close(reading, call, line, number, text, end, beside)
    elif call_id not in reading.calls:
        reading.unknown["tool_result without a call"] += 1
    if end.refused:
        refused(reading, line, number, index, text, call_id)
    elif beside is not None and beside.answers:
        _add_answers(reading, line, number, index, call_id, beside.answers)
    name = call.name if call else ""
    decided = line.permission_decision is not None and is_event(line.permission_decision)
    if decided or name == "ExitPlanMode":
        _note_permission(reading, line, number, name, end, beside)


def _note_permission(
    reading: Reading, line: Line, number: int, name: str, end: Ending, beside: ToolUseResult | None
) -> None:
    record, seen_at = str(number), reading.time(line.timestamp)
    item = permission(line, name, record, seen_at)
    if item is None and name == "ExitPlanMode" and end.status is CallStatus.OK:
        approved = not (beside and beside.is_agent)
        detail = "plan approved" if approved else "plan approved by a program"
        item = ContextItem(ContextKind.PERMISSION, name, record, seen_at, detail=detail)
    if item is not None:
        reading.give([item])


def _close(
    reading: Reading,
    call: PendingCall,
    line: Line,
    number: int,
    text: str,
    end: Ending,
    beside: ToolUseResult | None,
) -> None:
    reading.touch(call)
    status = call.status = end.status
    if end is not OK or call.result_number is not None:
        # What a call has before its first result is what an untroubled end says.
        call.denied_by = end.denied_by
        call.exit_code, call.exit_source = end.exit_code, end.exit_source
    call.result_number = number
    call.ended_at = reading.time(line.timestamp)
    call.output = text
    if beside is not None:
        if beside.persisted_output_size:
            call.output_bytes = beside.persisted_output_size
        if call.tool is _TASK:
            call.child = beside.agent_id
    if text.startswith(PERSISTED):
        name = persisted_name(text, beside)
        whole = reading.side_file(name) if name else None
        if whole is not None:
            call.output, call.output_bytes = whole, size_in_bytes(whole)
    if status is _OK and call.tool in EDITING:
        changed = patched_lines(beside) or call.count_given() or (None, None)
        call.added_lines, call.removed_lines = changed
    if status is not _RUNNING and not end.refused:
        reading.open.pop(call.call)
        call.edit = None


def _add_answers(
    reading: Reading,
    line: Line,
    number: int,
    index: int,
    call_id: str,
    answers: dict[str, object],
) -> None:
    """What the human chose or wrote when the agent asked."""
    words = "\n".join(answer for answer in answers.values() if isinstance(answer, str))
    if not words or reading.subagent:
        return
    reading.add(
        Message(
            reading.event(line, number, index),
            number,
            str(number),
            MessageKind.ANSWER,
            Author.HUMAN,
            "AskUserQuestion",
            reading.time(line.timestamp),
            (Part(index, PartKind.TEXT, PartOrigin.USER, words),),
            replies_to=call_id or None,
            copy_key=copy_key(line),
        )
    )

"""Results joined to their calls: outputs, and items that tell the same better (0.171).

An item may come before the output, after it, or after the turn: a command that is still running
when the client exits is killed and then noted as failed with exit code -1, which is no failure.
"""

from reflect.importers.codex.calls import changed_lines
from reflect.importers.codex.decoding import parsed, word
from reflect.importers.codex.records import FileChange, Item, Payload
from reflect.importers.codex.results import Ending, ending, output_text, size_in_bytes
from reflect.importers.codex.state import PendingCall, Reading
from reflect.model.session import Message, Part
from reflect.model.vocabulary import (
    Author,
    CallStatus,
    DeniedBy,
    ExitSource,
    MessageKind,
    PartKind,
    PartOrigin,
    Tool,
)

KILLED = -1
"""Exit code of a process that the client stopped."""


def read_output(reading: Reading, payload: Payload, number: int, sent_at: str | None) -> None:
    """The output of a call; the call is found by its id."""
    reading.carry.batch = 0
    call = reading.open.get(payload.call_id or "")
    if call is None:
        reading.unknown["output:without_call"] += 1
        return
    text, success = output_text(payload.output)
    end = ending(text, call.tool, success, reading.carry.sandboxed)
    item_code = call.exit_code
    _close(reading, call, end, number, sent_at)
    if item_code is not None and end.status is not CallStatus.RUNNING:
        call.exit_code, call.exit_source = item_code, ExitSource.FIELD
        if end.status in (CallStatus.OK, CallStatus.ERROR, CallStatus.UNKNOWN):
            call.status = CallStatus.ERROR if item_code else CallStatus.OK
    if end.process is not None:
        call.process = end.process
    if call.name == "write_stdin":
        _end_process(reading, call, end, sent_at)
    if call.tool is Tool.TASK:
        answer = parsed(text)
        call.child = word(answer.get("agent_id")) if isinstance(answer, dict) else None
    if end.denied_by is DeniedBy.HUMAN:
        _add_refusal(reading, call, number, sent_at)
    elif call.tool is Tool.ASK and end.status is CallStatus.OK:
        _add_answers(reading, call, text, number, sent_at)


def read_item(reading: Reading, item: Item, number: int, sent_at: str | None) -> None:
    """An item that tells how a call ended."""
    call = reading.open.get(item.id or "") or _known(reading, item.id)
    if call is None:
        return
    if item.type == "CommandExecution":
        _read_command(reading, call, item, sent_at)
    elif item.type == "FileChange":
        if item.changes:
            reading.touch(call)
            call.lines = _diff_lines(item.changes)
            if call.status is CallStatus.OK:
                call.added_lines, call.removed_lines = call.lines
    elif item.type == "McpToolCall":
        if item.status == "failed" and call.call in reading.open:
            call.exit_code = None
            call.status = CallStatus.ERROR
    elif item.type == "CollabAgentToolCall":
        reading.touch(call)
        call.child = next(iter(item.receiver_thread_ids or ()), None)
        if item.status == "failed" and call.status is CallStatus.OK:
            call.status = CallStatus.ERROR


def end_open_calls(reading: Reading, status: CallStatus) -> None:
    """The turn is over: calls that never got a result do not get one any more."""
    for call in list(reading.open.values()):
        if call.result_number is None:
            call.status = status
            reading.touch(call)
            reading.open.pop(call.call)


def _close(
    reading: Reading, call: PendingCall, end: Ending, number: int, sent_at: str | None
) -> None:
    failed = call.status is CallStatus.ERROR and end.status is CallStatus.OK
    reading.touch(call)
    call.status, call.denied_by = end.status, end.denied_by
    if failed:
        # The item of an MCP call said so; its output has no sign of it.
        call.status = CallStatus.ERROR
    call.exit_code, call.exit_source = end.exit_code, end.exit_source
    call.result_number = number
    call.ended_at = sent_at
    call.output, call.output_bytes = end.output, size_in_bytes(end.output)
    if call.status is CallStatus.OK and call.lines is not None:
        call.added_lines, call.removed_lines = call.lines
    if end.status is not CallStatus.RUNNING:
        reading.open.pop(call.call)


def _read_command(reading: Reading, call: PendingCall, item: Item, sent_at: str | None) -> None:
    if call.result_number is None:
        call.exit_code = item.exit_code
        return
    if call.status is not CallStatus.RUNNING or item.exit_code is None:
        return
    if item.exit_code == KILLED:
        return
    reading.touch(call)
    call.exit_code, call.exit_source = item.exit_code, ExitSource.FIELD
    call.status = CallStatus.ERROR if item.exit_code else CallStatus.OK
    call.ended_at = sent_at
    if item.aggregated_output:
        call.output = item.aggregated_output
        call.output_bytes = size_in_bytes(item.aggregated_output)
    reading.open.pop(call.call, None)


def _end_process(reading: Reading, poll: PendingCall, end: Ending, sent_at: str | None) -> None:
    """A background process has ended: the call that started it knows its exit code now."""
    if end.exit_code is None or poll.process is None:
        return
    # The poll itself worked; the exit code is that of the process.
    poll.status = CallStatus.OK
    poll.exit_code, poll.exit_source = None, ExitSource.ABSENT
    for call in list(reading.open.values()):
        if call.process == poll.process and call.status is CallStatus.RUNNING:
            reading.touch(call)
            call.status = CallStatus.ERROR if end.exit_code else CallStatus.OK
            call.exit_code, call.exit_source = end.exit_code, ExitSource.PARSED
            call.ended_at = sent_at
            reading.open.pop(call.call)


def _known(reading: Reading, call_id: str | None) -> PendingCall | None:
    return reading.calls.get(call_id or "")


def _diff_lines(changes: dict[str, FileChange]) -> tuple[int, int]:
    added = removed = 0
    for change in changes.values():
        if change.unified_diff is not None:
            more, less = changed_lines(change.unified_diff)
        else:
            lines = len((change.content or "").splitlines())
            more, less = (0, lines) if change.type == "delete" else (lines, 0)
        added, removed = added + more, removed + less
    return added, removed


def _add_refusal(reading: Reading, call: PendingCall, number: int, sent_at: str | None) -> None:
    """The human said No at a prompt for approval."""
    asked = reading.carry.subagent is None
    reading.add(
        Message(
            reading.event(number),
            number,
            str(number),
            MessageKind.REFUSAL,
            Author.HUMAN if asked else Author.HARNESS,
            "rejected by user",
            sent_at,
            (),
            replies_to=call.event,
        )
    )


def _add_answers(
    reading: Reading, call: PendingCall, text: str, number: int, sent_at: str | None
) -> None:
    """What the human chose or wrote when the agent asked (``request_user_input``)."""
    given = parsed(text)
    answers = given.get("answers") if isinstance(given, dict) else None
    if not isinstance(answers, dict) or reading.carry.subagent is not None:
        return
    words: list[str] = []
    for answer in answers.values():
        chosen = answer.get("answers") if isinstance(answer, dict) else answer
        chosen = chosen if isinstance(chosen, list) else [chosen]
        words += [word for word in chosen if isinstance(word, str) and word.strip()]
    if not words:
        return
    reading.add(
        Message(
            reading.event(number),
            number,
            str(number),
            MessageKind.ANSWER,
            Author.HUMAN,
            "request_user_input",
            sent_at,
            (Part(0, PartKind.TEXT, PartOrigin.USER, "\n".join(words)),),
            replies_to=call.event,
        )
    )

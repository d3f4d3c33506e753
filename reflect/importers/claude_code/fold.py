"""One transcript, record by record, in the order of the file.

The tree of ``parentUuid`` is not followed: it forks at parallel tool calls and is cut at every
compaction, so that following the last leaf loses messages (4 of 13 answers in a short session).
"""

from reflect.importers.claude_code.answers import read_answer
from reflect.importers.claude_code.context import compaction, given, hooks_of
from reflect.importers.claude_code.decoding import decode_line, decode_text
from reflect.importers.claude_code.header import (
    CUSTOM,
    GENERATED,
    LAST_PROMPT,
    note_between,
    note_message,
    note_prompt,
    set_title,
)
from reflect.importers.claude_code.identity import copy_key, event_id
from reflect.importers.claude_code.prompts import read_local_command, read_user
from reflect.importers.claude_code.queued import read_operation, read_queued_command
from reflect.importers.claude_code.records import Line
from reflect.importers.claude_code.state import Reading
from reflect.importers.claude_code.usage import ledger
from reflect.model.session import Message
from reflect.model.vocabulary import Author, BadRecord, MessageKind

WITHOUT_USE = frozenset(
    (
        "mode", "permission-mode", "file-history-snapshot", "file-history-delta", "agent-name",
        "agent-color", "agent-setting", "tools-used", "atis-latch", "api-request",
        "api-request-blob", "api-request-shape", "attribution-snapshot", "bridge-session",
        "content-replacement", "derived-from", "ended-by-model", "fork-context-ref",
        "history-suppression", "isolation-latch", "memory-mode", "pr-link", "relocated",
        "repl-mode", "session-owner", "tag", "worktree-state", "continued-in",
        "marble-origami-commit", "marble-origami-snapshot",
    )
)  # fmt: skip
"""Record types that are known and carry nothing reflect uses. ``api-request-blob`` holds whole
requests with ``message.role=user``: the type is looked at before anything else."""

KNOWN_SUBTYPES = frozenset(
    (
        "compact_boundary", "local_command", "turn_duration", "stop_hook_summary",
        "informational", "api_error", "microcompact_boundary", "away_summary", "api_metrics",
        "memory_saved", "bridge_status", "scheduled_task_fire",
    )
)  # fmt: skip


def read_line(reading: Reading, data: bytes, number: int) -> None:
    """Add one line of a transcript."""
    line, problem = decode_line(data)
    read_record(reading, line, problem, number)


def read_record(
    reading: Reading, line: Line | None, problem: BadRecord | None, number: int
) -> None:
    """Add what a line held, and count what was wrong with it."""
    if problem is not None:
        reading.count(problem)
    if line is None:
        return
    kind = line.type
    if (line.message is None or kind == "attachment") and problem is None and _is_hollow(line):
        reading.count(BadRecord.WRONG_SHAPE)
    if kind == "assistant":
        note_message(reading, line)
        read_answer(reading, line, number)
    elif kind == "user":
        _user(reading, line, number)
    elif kind == "attachment":
        note_message(reading, line)
        _attachment(reading, line, number)
    elif kind == "system":
        note_message(reading, line)
        _system(reading, line, number)
    elif kind == "progress":
        note_message(reading, line)
        reading.give(hooks_of(line, str(number), reading.time(line.timestamp)))
    else:
        note_between(reading, line)
        _other(reading, line, number)


def _is_hollow(line: Line) -> bool:
    """Whether what makes a record of this type is missing."""
    if line.type == "attachment":
        return line.attachment is None
    return line.message is None and line.type in ("user", "assistant")


def _user(reading: Reading, line: Line, number: int) -> None:
    first = reading.carry.first_type is None
    note_message(reading, line)
    before = len(reading.messages)
    read_user(reading, line, number)
    if len(reading.messages) == before:
        return
    for message in reading.messages[before:]:
        note_prompt(reading, line, message)
        if first and reading.subagent and message.text.strip() == "Warmup":
            reading.carry.warm_up = True


def _attachment(reading: Reading, line: Line, number: int) -> None:
    attachment = line.attachment
    if attachment is None:
        return
    if attachment.type == "queued_command":
        read_queued_command(reading, line, attachment, number)
        return
    items = given(attachment, str(number), reading.time(line.timestamp))
    if items is None:
        reading.unknown[f"attachment:{attachment.type}"] += 1
    else:
        reading.give(items)


def _system(reading: Reading, line: Line, number: int) -> None:
    record, sent_at = str(number), reading.time(line.timestamp)
    if line.subtype == "compact_boundary":
        reading.carry.summary_due = True
        reading.give([compaction(line, record, sent_at)])
        _add_system(reading, line, number, MessageKind.COMPACTION)
    elif line.subtype == "local_command":
        before = len(reading.messages)
        read_local_command(reading, line, number, decode_text(line.content) if line.content else "")
        for message in reading.messages[before:]:
            note_prompt(reading, line, message)
    elif line.subtype == "stop_hook_summary":
        reading.give(hooks_of(line, record, sent_at))
    elif line.subtype == "api_error":
        _add_system(reading, line, number, MessageKind.SYSTEM, "api_error")
    elif line.subtype not in KNOWN_SUBTYPES:
        reading.unknown[f"system:{line.subtype}"] += 1


def _add_system(
    reading: Reading, line: Line, number: int, kind: MessageKind, error: str | None = None
) -> None:
    reading.add(
        Message(
            event_id(line, number),
            number,
            str(number),
            kind,
            Author.HARNESS,
            f"subtype={line.subtype}",
            reading.time(line.timestamp),
            (),
            copy_key=copy_key(line),
            error=error,
        )
    )


def _other(reading: Reading, line: Line, number: int) -> None:
    kind = line.type
    if kind == "queue-operation":
        read_operation(reading, line, number)
    elif kind == "last-prompt":
        set_title(reading, line.last_prompt, LAST_PROMPT)
    elif kind == "custom-title":
        set_title(reading, line.custom_title, CUSTOM)
    elif kind == "ai-title":
        set_title(reading, line.ai_title, GENERATED)
    elif kind == "summary":
        if line.leaf_uuid and line.summary:
            reading.summaries[line.leaf_uuid] = line.summary
    elif kind == "cost-state":
        total = ledger(line)
        if total is not None:
            reading.carry.ledger = (
                total.input_uncached, total.cache_read, total.cache_write, total.output,
                total.reasoning or 0, total.cost,
            )  # fmt: skip
    elif kind is None:
        reading.bad[BadRecord.WRONG_SHAPE] += 1
    elif kind not in WITHOUT_USE:
        reading.unknown[kind] += 1

"""Tool parts: what was called, how it ended, what it returned.

The status of the record is not enough (measured on 1.18): a command that fails is ``completed``
with ``metadata.exit`` 1; a call with bad arguments or of a tool that does not exist is the tool
``invalid``, ``completed``; a command the user stopped is ``completed`` with ``exit`` null.
"""

import re

import msgspec

from reflect.importers.opencode import wordings
from reflect.importers.opencode.copies import copy_key
from reflect.importers.opencode.fields import Json, table, tables, utc, whole, words
from reflect.importers.opencode.records import ABORTED, StoredMessage
from reflect.model.frozen import maker
from reflect.model.session import ToolCall
from reflect.model.vocabulary import CallStatus, DeniedBy, ExitSource, Tool

_TOOLS = {
    "bash": Tool.SHELL,
    "shell": Tool.SHELL,
    "read": Tool.READ,
    "edit": Tool.EDIT,
    "multiedit": Tool.EDIT,
    "patch": Tool.EDIT,
    "apply_patch": Tool.EDIT,
    "write": Tool.WRITE,
    "glob": Tool.SEARCH,
    "grep": Tool.SEARCH,
    "list": Tool.SEARCH,
    "codesearch": Tool.SEARCH,
    "lsp": Tool.SEARCH,
    "webfetch": Tool.FETCH,
    "websearch": Tool.FETCH,
    "task": Tool.TASK,
    "todowrite": Tool.TODO,
    "todoread": Tool.TODO,
    "question": Tool.ASK,
    "skill": Tool.SKILL,
    "batch": Tool.OTHER,
    "invalid": Tool.OTHER,
    "plan_enter": Tool.OTHER,
    "plan_exit": Tool.OTHER,
}
"""OpenCode's own tools, 1.2 to 1.18 and the names that 2.x gives them."""

_SHELL, _OK = Tool.SHELL, CallStatus.OK
_ABSENT, _FIELD = ExitSource.ABSENT, ExitSource.FIELD

make_call = maker(ToolCall[str])

_encode = msgspec.json.Encoder().encode
_FILE_TOOLS = frozenset((Tool.READ, Tool.EDIT, Tool.WRITE))
_PATCHED_FILE = re.compile(r"^\*\*\* (?:Update|Add|Delete) File: (.+)$", re.MULTILINE)


def canonical(name: str) -> Tool:
    """The canonical tool; OpenCode calls the tools of MCP servers ``<server>_<tool>``."""
    known = _TOOLS.get(name)
    if known is not None:
        return known
    return Tool.MCP if "_" in name.strip("_") else Tool.OTHER


def read_call(
    part: Json,
    index: int,
    message: StoredMessage,
    position: int,
    *,
    by_human: bool = False,
    asks_nobody: bool = False,
    reverted: bool = False,
) -> ToolCall[str]:
    """Understand one tool part.

    Args:
        part: The part, in the shape of the first engine.
        index: Its place in its message.
        message: The message.
        position: Position of the message in the session.
        by_human: The user started it (``!cmd``, a command that runs as a subtask).
        asks_nobody: ``opencode run``, which refuses every request itself.
        reverted: The user took it back.
    """
    state = table(part.get("state"))
    given, ended = state.get("input"), state.get("status")
    arguments, metadata = table(given), table(state.get("metadata"))
    as_text = _as_text(arguments)
    called = name = words(part.get("tool")) or "unknown"
    if name == "invalid":
        name = words(arguments.get("tool")) or name
    tool = canonical(name)
    in_shell = tool is _SHELL
    exit_code = whole(metadata.get("exit")) if in_shell else None
    status, denied_by = _OK, None
    if ended != "completed" or called == "invalid" or (in_shell and exit_code != 0):
        status, denied_by = _outcome(called, state, exit_code, message.info, asks_nobody)
    output = words(state.get("error")) if ended == "error" else None
    output = output if output is not None else words(state.get("output"))
    added, removed = _changed_lines(metadata)
    time = table(state.get("time"))
    record, identifier = message.record, words(part.get("callID"))
    created = table(message.info.get("time")).get("created")
    return make_call(
        words(part.get("id")) or identifier or f"r{record}.{index}",
        position,
        record,
        index,
        name,
        tool,
        status,
        by_human,
        message.id,
        None if ended == "pending" or ended == "running" else record,
        words(arguments.get("command")) if in_shell else None,
        _path(arguments) if tool in _FILE_TOOLS else None,
        given if isinstance(given, str) else as_text,
        exit_code,
        _ABSENT if exit_code is None else _FIELD,
        denied_by,
        output,
        started_at=utc(time.get("start")),
        ended_at=utc(time.get("end")),
        child=words(metadata.get("sessionId")),
        copy_key=copy_key("call", created, f"{identifier or index} {name} {as_text}"),
        reverted=reverted,
        added_lines=added,
        removed_lines=removed,
    )


def feedback(part: Json) -> str | None:
    """The user's words in a refusal; None where there are none."""
    error = words(table(part.get("state")).get("error")) or ""
    _, found, reason = error.partition(wordings.FEEDBACK)
    return reason.strip() or None if found else None


def answers(part: Json) -> str | None:
    """The user's answers to a question, one line for each question; None where none was given."""
    if part.get("tool") != "question":
        return None
    given = table(table(part.get("state")).get("metadata")).get("answers")
    if not isinstance(given, list):
        return None
    lines = [
        ", ".join(choice for choice in answer if isinstance(choice, str))
        for answer in given
        if isinstance(answer, list)
    ]
    return "\n".join(line for line in lines if line) or None


def _outcome(
    name: str, state: Json, exit_code: int | None, info: Json, asks_nobody: bool
) -> tuple[CallStatus, DeniedBy | None]:
    match state.get("status"):
        case "completed":
            return _completed(name, state, exit_code), None
        case "error":
            return _failed(words(state.get("error")) or "", asks_nobody=asks_nobody)
        case "pending" | "running" | "streaming":
            if table(info.get("error")).get("name") == ABORTED:
                return CallStatus.ABORTED, None
            if isinstance(state.get("input"), str) and info.get("error") is not None:
                # Arguments that never became JSON: the turn ended before the call could run.
                return CallStatus.INVALID, None
            return CallStatus.RUNNING, None
    return CallStatus.UNKNOWN, None


def _completed(name: str, state: Json, exit_code: int | None) -> CallStatus:
    """How a call ended that is ``completed``: a command without the exit code 0, or ``invalid``."""
    if name == "invalid":
        return CallStatus.INVALID
    if exit_code is not None:
        return CallStatus.ERROR
    match table(state.get("metadata")).get("ended"):
        case "timeout":
            return CallStatus.ERROR
        case "killed":
            return CallStatus.ABORTED
    # The client's note stands at the end; what a command printed before could say anything.
    ending = (words(state.get("output")) or "")[-400:]
    if wordings.COMMAND_ABORTED in ending:
        return CallStatus.ABORTED
    if wordings.COMMAND_TIMED_OUT in ending:
        return CallStatus.ERROR
    return CallStatus.UNKNOWN


def _failed(error: str, *, asks_nobody: bool) -> tuple[CallStatus, DeniedBy | None]:
    if error.startswith(wordings.REJECTED):
        by_itself = asks_nobody and wordings.FEEDBACK not in error
        return CallStatus.DENIED, DeniedBy.CONFIG if by_itself else DeniedBy.HUMAN
    if error.startswith(wordings.QUESTION_DISMISSED):
        return CallStatus.DENIED, DeniedBy.CONFIG if asks_nobody else DeniedBy.HUMAN
    if error.startswith(wordings.RULE_DENIED):
        return CallStatus.DENIED, DeniedBy.RULE
    if error.startswith(wordings.EXECUTION_ABORTED):
        return CallStatus.ABORTED, None
    if error.startswith(wordings.UNKNOWN_TOOL):
        return CallStatus.INVALID, None
    return CallStatus.ERROR, None


def _path(arguments: Json) -> str | None:
    named = words(arguments.get("filePath")) or words(arguments.get("path"))
    if named is not None:
        return named
    patched = _PATCHED_FILE.search(words(arguments.get("patchText")) or "")
    return patched.group(1).strip() if patched else None


def _changed_lines(metadata: Json) -> tuple[int | None, int | None]:
    """Lines added and removed: ``filediff`` of an edit, ``files`` of a patch or second engine."""
    changed, edited = metadata.get("files"), metadata.get("filediff")
    if changed is None and edited is None:
        return None, None
    changes = tables(changed) or [table(edited)]
    added = [whole(change.get("additions")) for change in changes]
    removed = [whole(change.get("deletions")) for change in changes]
    return _sum(added), _sum(removed)


def _sum(numbers: list[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if known else None


def _as_text(arguments: Json) -> str:
    try:
        return _encode(arguments).decode()
    except (RecursionError, msgspec.MsgspecError, OverflowError):
        return "{}"

"""How a tool call ended: status, exit code, who refused it, and its whole output.

The client has one flag, ``is_error``; everything else stands in the text (2.0.56–2.1.332). Only
beginnings of texts count, so that the output of a command never looks like a refusal.
"""

import re

from reflect.importers.claude_code.messages import Block, ToolUseResult
from reflect.importers.claude_code.records import Line
from reflect.model.frozen import dataclass
from reflect.model.vocabulary import CallStatus, DeniedBy, ExitSource
from reflect.regex import compiled

REFUSED = (
    "The user doesn't want to proceed with this tool use.",
    "The agent proposed a plan that was rejected by the user.",
)
"""A human No at a prompt, or an Esc during a run; the record behind it tells which."""

STOPPED_ALONG = "The user doesn't want to take this action right now."
"""A sibling of a refused or interrupted call."""

_EXIT = compiled(r"Exit code (-?\d{1,10})\b")
_INTERRUPT = compiled(
    r"(?:Exit code -?\d{1,10}\n)?\[Request interrupted by user(?: for tool use)?\]"
)
_HOOK = compiled(
    r"(?:PreToolUse|PermissionRequest)(?::\S+)? hook (?:error|stopped|blocked|denied)|"
    r"(?:Hook|Execution) (?:PreToolUse\S* )?(?:denied|stopped|blocked)"
)
_RULE = compiled(
    r"Permission to use .{1,2000} has been denied|"
    r"Permission for this (?:action|tool use) (?:has been|was) denied|"
    r"File is in a directory that is denied by your permission settings|Blocked: ",
    re.DOTALL,
)
_ASKED_NOBODY = compiled(
    r"Claude requested permissions? to |"
    r"This (?:Bash )?command (?:contains|requires) .{0,2000}approv|"
    r"This \S{1,40} command .{0,2000}require approval",
    re.DOTALL,
)  # fmt: skip
_INVALID = compiled(r"InputValidationError|(?:Error: )?No such tool available")
_SIBLING = compiled(r"(?:Cancelled: parallel tool call|Sibling tool call errored)")
_TOOL_ERROR = "<tool_use_error>"
PERSISTED = "<persisted-output>"
"""Start of the text in place of an output that is kept in a file of its own."""

_PERSISTED = compiled(r"<persisted-output>.*?[Ff]ull output saved to: ([^\n]+)", re.DOTALL)
_BACKGROUND = "Command running in background with ID:"
_NOTICE = compiled(
    r"<tool-use-id>([^<]{1,200})</tool-use-id>.*?<status>(\w{1,40})</status>", re.DOTALL
)
NOTICE_LENGTH = 4096
"""Characters of a notification that are looked at; an agent's whole answer may follow."""

_NOTICE_EXIT = compiled(r"\bexit code (-?\d{1,10})\b")


@dataclass(frozen=True, slots=True)
class Ending:
    """How a call ended."""

    status: CallStatus
    """The status."""
    exit_code: int | None = None
    """Of a command."""
    exit_source: ExitSource = ExitSource.ABSENT
    """Where the exit code comes from."""
    denied_by: DeniedBy | None = None
    """Who refused it."""
    refused: bool = False
    """The text of a human No, or of an Esc during a run."""


OK = Ending(CallStatus.OK)
RUNNING = Ending(CallStatus.RUNNING)
ABORTED = Ending(CallStatus.ABORTED)
REFUSAL = Ending(CallStatus.DENIED, denied_by=DeniedBy.HUMAN, refused=True)


def ending(text: str, failed: bool, line: Line, result: ToolUseResult | None) -> Ending:
    """How a call ended, from the text of its result and the fields beside it."""
    if not failed:
        if (result is not None and result.background_task_id) or text.startswith(_BACKGROUND):
            return RUNNING
        if result is not None and result.interrupted:
            return ABORTED
        return OK
    text = text.removeprefix(_TOOL_ERROR)
    if text.startswith(REFUSED) or text.startswith(STOPPED_ALONG):
        return REFUSAL
    if _INTERRUPT.match(text):
        return ABORTED
    if found := _EXIT.match(text):
        return Ending(CallStatus.ERROR, int(found[1]), ExitSource.PARSED)
    return _refused_or_failed(text, line)


def _refused_or_failed(text: str, line: Line) -> Ending:
    decision = line.permission_decision
    source = decision.source if decision and decision.decision == "reject" else None
    if source == "hook" or _HOOK.match(text):
        return Ending(CallStatus.DENIED, denied_by=DeniedBy.HOOK)
    if _RULE.match(text):
        return Ending(CallStatus.DENIED, denied_by=DeniedBy.RULE)
    if source or line.tool_denial_kind or _ASKED_NOBODY.match(text):
        by_rule = line.tool_denial_kind == "permission-rule"
        return Ending(CallStatus.DENIED, denied_by=DeniedBy.RULE if by_rule else DeniedBy.CONFIG)
    if _INVALID.match(text):
        return Ending(CallStatus.INVALID)
    if _SIBLING.match(text):
        return ABORTED
    return Ending(CallStatus.ERROR)


def result_text(content: str | list[Block] | Block | None) -> str:
    """The words of a result: a string, or its text blocks; an image leaves its type and size."""
    if isinstance(content, str):
        return content
    return "\n".join(map(_block_text, content)) if isinstance(content, list) else ""


def _block_text(block: Block) -> str:
    if block.text is not None:
        return block.text
    if block.source is not None:
        media_type = block.source.media_type or "unknown type"
        return f"[{block.type}: {media_type}, {data_size(block)} bytes]"
    return f"[{block.type}]"


def data_size(block: Block) -> int:
    """Bytes of an image or document, from the length of its base64."""
    if block.source is None:
        return 0
    return max(0, memoryview(block.source.data).nbytes - 2) * 3 // 4


def size_in_bytes(text: str) -> int:
    """Bytes of a text in UTF-8; most outputs are ASCII and need no copy to be measured."""
    return len(text) if text.isascii() else len(text.encode(errors="replace"))


def persisted_name(text: str, result: ToolUseResult | None) -> str | None:
    """Name of the side file that holds an output too large for the transcript."""
    if not text.startswith(PERSISTED):
        return None
    found = _PERSISTED.match(text)
    path = (result.persisted_output_path if result else None) or (found[1] if found else "")
    name = path.replace("\\", "/").rsplit("/", 1)[-1].strip()
    return name if name.endswith(".txt") and not name.startswith(".") else None


def notice(text: str) -> tuple[str, Ending] | None:
    """The call a task notification speaks of and how its background command ended."""
    text = text[:NOTICE_LENGTH]
    found = _NOTICE.search(text)
    if found is None:
        return None
    code = _NOTICE_EXIT.search(text, found.end())
    exit_code = int(code[1]) if code else None
    source = ExitSource.PARSED if code else ExitSource.ABSENT
    if found[2] == "completed":
        status = CallStatus.ERROR if exit_code else CallStatus.OK
    elif found[2] in ("killed", "stopped", "cancelled"):
        status = CallStatus.ABORTED
    elif found[2] == "failed":
        status = CallStatus.ERROR
    else:
        return None
    return found[1], Ending(status, exit_code, source)

"""How a tool call ended: status, exit code, who refused it, and its whole output.

Rollouts have no flag for it; everything stands in the text of the output, in four forms (0.47 to
0.171), and in an item beside it (0.171). Only beginnings of texts count, so that the output of a
command never looks like a refusal. What says nothing is unknown, not success.
"""

import re
from collections.abc import Mapping

from msgspec import Raw

from reflect.importers.codex.decoding import (
    BRACE,
    QUOTE,
    any_value,
    content_items,
    first_byte,
    parsed,
    word,
)
from reflect.importers.codex.records import Content
from reflect.model.frozen import dataclass
from reflect.model.vocabulary import CallStatus, DeniedBy, ExitSource, Tool
from reflect.stores.typed_records import decode_string

REFUSED = ("exec command rejected by user", "patch rejected by user", "rejected by user")
"""A human No at a prompt for approval (0.47–0.171, source)."""

SANDBOX_SAYS = ("Read-only file system", "Operation not permitted")
"""What systems print when a sandbox stops a program: Linux, macOS."""

HEADING = ("Chunk ID: ", "Wall time: ", "Original token count: ", "Total output lines: ")
"""Beginnings of lines that the client puts before an output."""

EXIT_LINES = ("Process exited with code ", "Exit code: ")
RUNNING_LINE = "Process running with session ID "
OUTPUT_LINE = "Output:"

_ABORTED = re.compile(r"aborted by user(?: after [\d.]+s)?\s*\Z|aborted\s*\Z")
_NEVER = ("approval policy is Never; reject command", "approval required by policy")
_RULE = re.compile(
    r"(?:This action was rejected|`[^\n]{1,2000}` rejected: blocked by policy"
    r"|exec_command failed for [^\n]{1,2000}rejected: blocked|rejected: blocked by policy)"
)
_HOOK = re.compile(r"(?:[Cc]ommand|[Tt]ool call) blocked by (?:PreToolUse )?hook")
_INVALID = (
    "unsupported call: ",
    "unsupported custom tool call: ",
    "failed to parse function arguments:",
    "tool call arguments are invalid",
    "unknown tool",
)
_FAILED = re.compile(
    r"apply_patch verification failed|(?:[\w. -]{1,40}) failed(?: for |: )|execution error:"
    r"|tool call error|err: |Err\(|failed in sandbox|\w{1,40} is unavailable in "
    r"|request_user_input was cancelled|(?:Error|error): "
)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a call ended."""

    status: CallStatus
    """The status."""
    output: str
    """What it returned, without the client's heading."""
    exit_code: int | None = None
    """Of a command."""
    denied_by: DeniedBy | None = None
    """Who refused it."""
    process: str | None = None
    """Number of the process that goes on in the background."""

    @property
    def exit_source(self) -> ExitSource:
        """Where the exit code comes from."""
        return ExitSource.ABSENT if self.exit_code is None else ExitSource.PARSED


def ending(text: str, tool: Tool, success: bool | None, sandboxed: bool) -> Ending:
    """How a call ended, from the text of its output.

    Args:
        text: The whole output.
        tool: The canonical tool.
        success: What the client says beside the text; None when it says nothing.
        sandboxed: The command ran in a sandbox.
    """
    rest, code, process = _without_heading(text)
    if process is not None:
        return Ending(CallStatus.RUNNING, rest, process=process)
    if rest.startswith('{"output":'):
        inner = parsed(rest)
        if isinstance(inner, Mapping):
            rest, inner_code = _structured(inner)
            code = code if inner_code is None else inner_code
    if code is not None:
        if code and sandboxed and tool is Tool.SHELL and any(say in rest for say in SANDBOX_SAYS):
            return Ending(CallStatus.DENIED, rest, code, DeniedBy.SANDBOX)
        return Ending(CallStatus.ERROR if code else CallStatus.OK, rest, code)
    told = _told(rest)
    if told is not None:
        return told
    if success is not None:
        return Ending(CallStatus.OK if success else CallStatus.ERROR, rest)
    return Ending(CallStatus.UNKNOWN if tool is Tool.SHELL else CallStatus.OK, rest)


def _told(text: str) -> Ending | None:
    """What the client wrote in the place of an output."""
    if _ABORTED.match(text):
        return Ending(CallStatus.ABORTED, text)
    if text.strip() in REFUSED:
        return Ending(CallStatus.DENIED, text, denied_by=DeniedBy.HUMAN)
    if text.startswith(_NEVER):
        return Ending(CallStatus.DENIED, text, denied_by=DeniedBy.CONFIG)
    if _HOOK.match(text):
        return Ending(CallStatus.DENIED, text, denied_by=DeniedBy.HOOK)
    if _RULE.match(text):
        return Ending(CallStatus.DENIED, text, denied_by=DeniedBy.RULE)
    if text.startswith(_INVALID):
        return Ending(CallStatus.INVALID, text)
    if _FAILED.match(text):
        return Ending(CallStatus.ERROR, text)
    return None


def _without_heading(text: str) -> tuple[str, int | None, str | None]:
    """The output behind the client's heading, the exit code and the running process in it.

    A patch inside a command has two headings, one behind the other (0.171).
    """
    at, code, process = 0, None, None
    while True:
        end = text.find("\n", at)
        line = text[at:] if end < 0 else text[at:end]
        if line.startswith(EXIT_LINES):
            code = _number(line)
            if code is None:
                break
        elif line.startswith(RUNNING_LINE):
            process = line[len(RUNNING_LINE) :]
        elif not line.startswith(HEADING):
            if not at or line != OUTPUT_LINE:
                break
            if code is not None or process is not None:
                at += len(line) + (end >= 0)
                break
        at += len(line) + (end >= 0)
        if end < 0:
            break
    return text[at:], code, process


def _number(line: str) -> int | None:
    """The exit code at the end of a line."""
    digits = line.rsplit(" ", 1)[-1]
    return int(digits) if digits.removeprefix("-").isdigit() and len(digits) < 12 else None


def _structured(inner: Mapping[str, object]) -> tuple[str, int | None]:
    """Output and exit code of ``{"output", "metadata": {"exit_code"}}``."""
    metadata = inner.get("metadata")
    code = metadata.get("exit_code") if isinstance(metadata, Mapping) else None
    return word(inner.get("output")) or "", code if isinstance(code, int) else None


def output_text(raw: Raw) -> tuple[str, bool | None]:
    """The words of an output, and the success the client notes beside it; images leave a mark."""
    kind = first_byte(raw)
    if kind == QUOTE:
        return decode_string(raw), None
    if kind == BRACE:
        value = any_value(raw)
        if not isinstance(value, Mapping):
            return "", None
        success = value.get("success")
        content = value.get("content", value.get("output"))
        text = content if isinstance(content, str) else ""
        return text, success if isinstance(success, bool) else None
    return "\n".join(item_text(item) for item in content_items(raw)), None


def item_text(item: Content) -> str:
    """Words of a content item, or the mark of an image."""
    if item.text is not None:
        return item.text
    if item.image_url is not None:
        media_type, size = image(item)
        return f"[image: {media_type or 'unknown type'}, {size} bytes]"
    return f"[{item.type}]"


def image(item: Content) -> tuple[str | None, int]:
    """Media type and size of the image in a data URL."""
    url = item.image_url or ""
    head, comma, data = url.partition(";base64,")
    if not comma or not head.startswith("data:"):
        return None, 0
    return head.removeprefix("data:")[:100] or None, len(data.rstrip("=")) * 3 // 4


def size_in_bytes(text: str) -> int:
    """Bytes of a text in UTF-8."""
    return len(text) if text.isascii() else len(text.encode(errors="replace"))

"""Tool calls: canonical names, and what the input of a call says about command, path and lines."""

import msgspec
from msgspec import Raw, Struct

from reflect.importers.claude_code.messages import ToolUseResult
from reflect.model.vocabulary import Tool

TOOLS = {
    "Bash": Tool.SHELL,
    "BashOutput": Tool.OTHER,
    "KillShell": Tool.OTHER,
    "KillBash": Tool.OTHER,
    "PowerShell": Tool.SHELL,
    "Read": Tool.READ,
    "NotebookRead": Tool.READ,
    "Edit": Tool.EDIT,
    "MultiEdit": Tool.EDIT,
    "NotebookEdit": Tool.EDIT,
    "Write": Tool.WRITE,
    "Grep": Tool.SEARCH,
    "Glob": Tool.SEARCH,
    "LS": Tool.SEARCH,
    "LSP": Tool.SEARCH,
    "ToolSearch": Tool.SEARCH,
    "WebFetch": Tool.FETCH,
    "WebSearch": Tool.FETCH,
    "Task": Tool.TASK,
    "Agent": Tool.TASK,
    "SendMessage": Tool.TASK,
    "TodoWrite": Tool.TODO,
    "TodoRead": Tool.TODO,
    "TaskCreate": Tool.TODO,
    "TaskUpdate": Tool.TODO,
    "TaskList": Tool.TODO,
    "TaskGet": Tool.TODO,
    "AskUserQuestion": Tool.ASK,
    "ExitPlanMode": Tool.ASK,
    "EnterPlanMode": Tool.OTHER,
    "Skill": Tool.SKILL,
    "SlashCommand": Tool.SKILL,
}
"""Names of Claude Code 2.0.56, 2.1.197 and 2.1.332."""


class CallInput(Struct):
    """The fields of a tool's input that are looked at."""

    command: str | None = None
    """Of shell tools."""
    file_path: str | None = None
    """Of Read, Edit, Write."""
    notebook_path: str | None = None
    """Of notebook tools."""
    path: str | None = None
    """Of search tools."""
    old_string: str | None = None
    """Of Edit."""
    new_string: str | None = None
    """Of Edit."""
    content: str | None = None
    """Of Write."""


WITHOUT_FIELDS = frozenset((Tool.TASK, Tool.TODO, Tool.ASK, Tool.SKILL, Tool.FETCH))
"""Tools in whose input fields of these names mean something else."""

EDITING = (Tool.EDIT, Tool.WRITE)
"""Tools that change lines of a file."""

_decode_input = msgspec.json.Decoder(CallInput).decode


def canonical(name: str) -> Tool:
    """The canonical tool for a client's tool name."""
    tool = TOOLS.get(name)
    if tool is None:
        return Tool.MCP if name.startswith("mcp__") else Tool.OTHER
    return tool


def read_input(raw: Raw) -> CallInput:
    """The fields of a call's input; empty where they are missing or of another type."""
    try:
        return _decode_input(raw)
    except (msgspec.MsgspecError, RecursionError):
        return CallInput()


def patched_lines(result: ToolUseResult | None) -> tuple[int, int] | None:
    """Lines that the client's patch of an edit adds and removes; None without one."""
    if result is None or not result.structured_patch:
        return None
    signs = [line[:1] for hunk in result.structured_patch for line in hunk.lines]
    return signs.count("+"), signs.count("-")


def given_lines(given: CallInput, tool: Tool) -> tuple[int, int] | None:
    """Lines that the input of an edit adds and removes; None where it does not say."""
    if tool is Tool.WRITE and given.content is not None:
        return _lines(given.content), 0
    if given.old_string is None or given.new_string is None:
        return None
    return _lines(given.new_string), _lines(given.old_string)


def _lines(text: str) -> int:
    return len(text.splitlines())

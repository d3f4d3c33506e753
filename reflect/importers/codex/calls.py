"""Tool calls: canonical names, and what the input of a call says about command, path and lines."""

import re
import shlex
from collections.abc import Mapping

import msgspec
from msgspec import Raw

from reflect.importers.codex.decoding import any_value, first_byte, parsed, word
from reflect.model.frozen import dataclass
from reflect.model.vocabulary import Tool

TOOLS = {
    "shell": Tool.SHELL,
    "shell_command": Tool.SHELL,
    "exec_command": Tool.SHELL,
    "local_shell": Tool.SHELL,
    "local_shell_call": Tool.SHELL,
    "container.exec": Tool.SHELL,
    "unified_exec": Tool.SHELL,
    "write_stdin": Tool.OTHER,
    "apply_patch": Tool.EDIT,
    "read_file": Tool.READ,
    "view_image": Tool.READ,
    "list_dir": Tool.SEARCH,
    "grep_files": Tool.SEARCH,
    "tool_search": Tool.SEARCH,
    "tool_search_call": Tool.SEARCH,
    "web_search": Tool.FETCH,
    "web_search_call": Tool.FETCH,
    "update_plan": Tool.TODO,
    "request_user_input": Tool.ASK,
    "spawn_agent": Tool.TASK,
    "spawn_agents_on_csv": Tool.TASK,
    "send_input": Tool.TASK,
    "send_message": Tool.TASK,
    "followup_task": Tool.TASK,
    "assign_task": Tool.TASK,
    "resume_agent": Tool.TASK,
    "wait": Tool.TASK,
    "wait_agent": Tool.TASK,
    "close_agent": Tool.TASK,
    "list_agents": Tool.TASK,
    "list_mcp_resources": Tool.MCP,
    "list_mcp_resource_templates": Tool.MCP,
    "read_mcp_resource": Tool.MCP,
}
"""Names of Codex 0.47.0, 0.93.0, 0.124.0 and 0.171.0, and of real sessions before and between."""

SHELLS = frozenset(("bash", "sh", "zsh", "dash", "fish", "ksh", "pwsh", "powershell"))
SCRIPT_OPTIONS = frozenset(("-c", "-lc", "-ic", "-lic", "-command", "/c"))
BEGIN_PATCH = "*** Begin Patch"

_PATCHED_FILE = re.compile(r"^\*\*\* (?:Update|Add|Delete) File: (.+)$", re.MULTILINE)
_PATCH_ALONE = re.compile(
    r"\s*(?:cd [^\n;&|]{1,4096} && )?(?:apply_patch|applypatch)\b[^\n]{0,80}\n?"
    r".*\*\*\* End Patch\s*['\"]?\s*(?:\w{1,40}['\"]?)?\s*\Z",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class CallInput:
    """What is known of a call before it runs."""

    tool: Tool
    """The canonical tool."""
    name: str
    """The client's name of the tool."""
    arguments: str | None
    """The whole input as JSON text, or what stood in its place."""
    command: str | None = None
    """Of shell tools."""
    path: str | None = None
    """The file it reads or edits; the first of a patch."""
    lines: tuple[int, int] | None = None
    """Of a patch: lines it adds and removes."""
    process: str | None = None
    """Of ``write_stdin``: number of the process that goes on."""


def canonical(name: str, namespace: str | None) -> Tool:
    """The canonical tool for a client's tool name; tools of MCP servers bring a name space."""
    if (namespace or name).startswith("mcp__"):
        return Tool.MCP
    return TOOLS.get(name, Tool.OTHER)


def read_function(name: str, namespace: str | None, raw: Raw) -> CallInput:
    """A ``function_call``: its arguments are JSON in a string, or what the model made of it."""
    text = _arguments(raw)
    tool = canonical(name, namespace)
    full = f"{namespace}__{name}" if namespace and namespace.startswith("mcp__") else name
    given = parsed(text) if text else None
    if not isinstance(given, Mapping):
        return CallInput(tool, full, text)
    if tool is Tool.SHELL:
        return _shell(full, text, given.get("cmd", given.get("command")))
    if name == "write_stdin":
        number = given.get("session_id")
        process = str(number) if isinstance(number, int) else None
        return CallInput(tool, full, text, process=process)
    if tool is Tool.EDIT:
        return _patch(full, text, word(given.get("input")) or word(given.get("patch")) or "")
    path = word(given.get("path")) or word(given.get("file_path")) or word(given.get("dir_path"))
    return CallInput(tool, full, text, path=path)


def read_custom(name: str, raw: Raw) -> CallInput:
    """A ``custom_tool_call``: its input is any text; ``apply_patch`` is one."""
    given = any_value(raw)
    text = given if isinstance(given, str) else _json(given)
    arguments = _json({"input": text})
    if canonical(name, None) is Tool.EDIT:
        return _patch(name, arguments, text)
    return CallInput(canonical(name, None), name, arguments)


def read_action(name: str, raw: Raw) -> CallInput:
    """A call that is an item of its own: ``local_shell_call``, and the like."""
    given = any_value(raw)
    arguments = _json(given) if given is not None else None
    tool = canonical(name, None)
    if tool is Tool.SHELL and isinstance(given, Mapping):
        return _shell(name, arguments, given.get("command"))
    return CallInput(tool, name, arguments)


def shell_line(command: object) -> str | None:
    """The shell line of a command: ``["bash", "-lc", LINE]``, a string, or words."""
    if isinstance(command, str):
        return command
    if not isinstance(command, list) or not command:
        return None
    words = [item for item in command if isinstance(item, str)]
    if len(words) == 3 and len(words) == len(command):
        program = words[0].replace("\\", "/").rsplit("/", 1)[-1].lower().removesuffix(".exe")
        if program in SHELLS | {"cmd"} and words[1].lower() in SCRIPT_OPTIONS:
            return words[2]
    return shlex.join(words)


def changed_lines(patch: str) -> tuple[int, int]:
    """Lines that a patch or a unified diff adds and removes, headings left out."""
    text = f"\n{patch}"
    added = text.count("\n+") - text.count("\n+++ ")
    return added, text.count("\n-") - text.count("\n--- ")


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _arguments(raw: Raw) -> str | None:
    """The arguments as text; what is no string is kept as it stands."""
    if not first_byte(raw):
        return None
    try:
        return msgspec.json.decode(raw, type=str)
    except (msgspec.MsgspecError, RecursionError):
        return str(memoryview(raw), "utf-8", "replace")


def _shell(name: str, text: str | None, command: object) -> CallInput:
    """A shell call, or the edit that it is when it does nothing but apply a patch."""
    if (
        isinstance(command, list)
        and len(command) == 2
        and command[0] in ("apply_patch", "applypatch")
    ):
        return _patch(name, text, str(command[1]))
    line = shell_line(command)
    if line is not None and BEGIN_PATCH in line and _PATCH_ALONE.match(line):
        return _patch(name, text, line)
    return CallInput(Tool.SHELL, name, text, command=line)


def _patch(name: str, arguments: str | None, patch: str) -> CallInput:
    start = patch.find(BEGIN_PATCH)
    if start < 0:
        return CallInput(Tool.EDIT, name, arguments)
    patch = patch[start:]
    first = _PATCHED_FILE.search(patch)
    path = first[1].strip() if first else None
    return CallInput(Tool.EDIT, name, arguments, None, path, changed_lines(patch))

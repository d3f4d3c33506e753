"""Calls of tools in the notation of detector cases; see ``notation.py``."""

import json
import re
from collections.abc import Sequence
from typing import Any

from reflect.model.redacted import Redacted, seal
from reflect.model.session import ToolCall
from reflect.model.vocabulary import CallStatus, ExitSource, Tool

TOOLS = {
    "bash": ("bash", Tool.SHELL),
    "edit": ("edit", Tool.EDIT),
    "write": ("write", Tool.WRITE),
    "read": ("read", Tool.READ),
    "grep": ("grep", Tool.SEARCH),
    "glob": ("glob", Tool.SEARCH),
    "task": ("task", Tool.TASK),
    "ask": ("question", Tool.ASK),
    "plan": ("ExitPlanMode", Tool.OTHER),
    "fetch": ("webfetch", Tool.FETCH),
    "mcp": ("mcp__browser__click", Tool.MCP),
    "press": ("mcp__browser__press_key", Tool.MCP),
    "sql": ("mcp__postgres__query", Tool.MCP),
    "todo": ("todowrite", Tool.TODO),
}
PATH_TOOLS = (Tool.EDIT, Tool.WRITE, Tool.READ)


def time_of(position: int) -> str:
    """When the event at this place happened."""
    hours, rest = divmod(position * 10, 3600)
    return f"2026-11-02T{9 + hours:02d}:{rest // 60:02d}:{rest % 60:02d}Z"


def after(lines: Sequence[str], mark: str) -> list[str]:
    """What stands behind a mark on the lines that have it."""
    return [line[2:] for line in lines if line.startswith(mark)]


def _status(outcome: str) -> tuple[CallStatus, int | None]:
    if outcome in ("", "ok"):
        return CallStatus.OK, 0
    if outcome == "fails":
        return CallStatus.ERROR, 1
    if outcome.startswith("exit "):
        code = int(outcome.split()[1])
        return (CallStatus.OK if code == 0 else CallStatus.ERROR), code
    return CallStatus(outcome), None


def _listed(what: str) -> list[dict[str, str]]:
    points = (point.partition(":") for point in what.split(";"))
    states = {"open": "pending", "doing": "in_progress"}
    return [
        {"content": name.strip(), "status": states.get(state.strip(), state.strip())}
        for name, _, state in points
    ]


def _arguments(tool: Tool, what: str, lines: Sequence[str]) -> dict[str, Any]:
    removed, added = "\n".join(after(lines, "-")), "\n".join(after(lines, "+"))
    if tool is Tool.SHELL:
        return {"command": what}
    if tool is Tool.TODO:
        return {"todos": _listed(what)}
    if tool is Tool.EDIT:
        return {
            "filePath": what,
            "oldString": removed or "old = work()",
            "newString": added or "new = work()",
        }
    if tool is Tool.WRITE:
        return {"filePath": what, "content": added or "def work():\n    step()\n    return done()"}
    return {"filePath": what} if tool is Tool.READ else {"text": what}


def call_of(
    columns: list[str], lines: Sequence[str], position: int, batch: int, *, by_human: bool
) -> ToolCall[Redacted]:
    """The call that a line tells, with its result."""
    name, tool = TOOLS[columns[0]]
    outcome = ""
    if len(columns) > 2 and re.fullmatch(r"ok|fails|exit \d+|running|aborted|unknown", columns[-1]):
        outcome = columns.pop()
    what = "\n".join(["  ".join(columns[1:]), *after(lines, ">")])
    status, code = _status(outcome)
    output = "\n".join(after(lines, "|"))
    size = next((int(size) for size in after(lines, "~")), len(output.encode()))
    return ToolCall(
        call=f"c{position}",
        position=position,
        record=str(position + 1),
        part=0,
        name=name,
        tool=tool,
        status=status,
        by_human=by_human,
        batch=f"b{batch}",
        result_record=str(position + 1),
        command=seal(what) if tool is Tool.SHELL else None,
        path=seal(what) if tool in PATH_TOOLS else None,
        arguments=seal(json.dumps(_arguments(tool, what, lines))),
        exit_code=code if tool is Tool.SHELL else None,
        exit_source=ExitSource.FIELD if tool is Tool.SHELL else ExitSource.ABSENT,
        output=seal(output),
        output_bytes=size,
        started_at=time_of(position),
        ended_at=time_of(position),
    )

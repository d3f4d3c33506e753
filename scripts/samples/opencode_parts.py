"""Tool parts as OpenCode 1.18.33 stores them in the table ``part``."""

from collections.abc import Mapping
from typing import Any

from samples.difference import counts, unified
from samples.identity import descending, hexadecimal
from samples.playback import Call

MODEL = {"providerID": "anthropic", "modelID": "claude-opus-5-5"}
_NAMES = {
    "read": "read",
    "edit": "edit",
    "write": "write",
    "run": "bash",
    "search": "grep",
    "task": "task",
    "ask": "question",
}
_REFUSED = (
    "The user rejected permission to use this specific tool call with the following feedback: "
)
_ABORTED = "(no output)\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>"


def child_id(call: Call) -> str:
    """Id of the session that a task started."""
    return descending("ses", call.started, f"child {call.key}")


def tool_part(call: Call, root: str, parent_session: str) -> dict[str, Any]:
    """One tool part: call and result."""
    return {
        "type": "tool",
        "tool": _NAMES[call.tool],
        "callID": f"call_{hexadecimal(call.key, 17)}",
        "state": {
            **_state(call, root, parent_session),
            "time": {"start": call.started, "end": call.ended},
        },
    }


def _state(call: Call, root: str, parent_session: str) -> dict[str, Any]:
    given = _input(call, root)
    options = call.step.options
    if "refused" in options:
        return {"status": "error", "input": given, "error": _REFUSED + options["refused"].strip()}
    if "hook" in options:
        return {"status": "error", "input": given, "error": options["hook"].strip()}
    output, metadata, title = _result(call, root, parent_session)
    return {
        "status": "completed",
        "input": given,
        "output": output,
        "metadata": {**metadata, "truncated": False},
        "title": title,
    }


def _input(call: Call, root: str) -> dict[str, Any]:
    step, options = call.step, call.step.options
    path = f"{root}/{step.value}"
    match call.tool:
        case "read":
            return {"filePath": path}
        case "edit":
            return {"filePath": path, "oldString": options["old"], "newString": options["new"]}
        case "write":
            return {"filePath": path, "content": options["text"]}
        case "run":
            return {"command": step.value}
        case "search":
            return {"pattern": step.value, "path": f"{root}/{options['in']}".rstrip("/")}
        case "task":
            return {
                "description": step.value,
                "prompt": options["prompt"].strip(),
                "subagent_type": options.get("agent", "general"),
            }
    choices = [{"label": label, "description": text} for label, text in options["from"]]
    question = {"question": step.value, "header": options["header"], "options": choices}
    return {"questions": [question]}


def _result(call: Call, root: str, parent: str) -> tuple[str, Mapping[str, Any], str]:
    """Output, metadata without ``truncated``, and title."""
    step, path = call.step, f"{root}/{call.step.value}"
    metadata: dict[str, Any]
    before, after = call.before or "", call.after or ""
    match call.tool:
        case "read":
            return _read(path, after, step.value)
        case "edit":
            patch = unified(path, before, after, 4)
            added, removed = counts(before, after)
            changed = {"file": path, "patch": patch, "additions": added, "deletions": removed}
            metadata = {"diagnostics": {}, "diff": patch, "filediff": changed}
            return "Edit applied successfully.", metadata, step.value
        case "write":
            metadata = {"diagnostics": {}, "filepath": path, "exists": False}
            return "Wrote file successfully.", metadata, step.value
        case "run":
            if "interrupted" in step.options:
                return _ABORTED, {"output": _ABORTED, "exit": None}, step.value
            printed = call.output or "(no output)"
            code = step.options.get("exit", 0)
            return printed, {"output": printed, "exit": code}, step.value
        case "search":
            return _search(call, root)
        case "task":
            child = child_id(call)
            output = (
                f'<task id="{child}" state="completed">\n<task_result>\n'
                f"{step.steps[-1].value}\n</task_result>\n</task>"
            )
            metadata = {"parentSessionId": parent, "sessionId": child, "model": MODEL}
            return output, metadata, step.value
    chosen = step.options["chosen"]
    output = (
        f'User has answered your questions: "{step.value}"="{chosen}".'
        " You can now continue with the user's answers in mind."
    )
    return output, {"answers": [[chosen]]}, "Asked 1 question"


def _read(path: str, text: str, title: str) -> tuple[str, Mapping[str, Any], str]:
    lines = text.splitlines()
    numbered = "\n".join(f"{number}: {line}" for number, line in enumerate(lines, 1))
    output = (
        f"<path>{path}</path>\n<type>file</type>\n<content>\n{numbered}\n\n"
        f"(End of file - total {len(lines)} lines)\n</content>"
    )
    shown = {
        "type": "file",
        "path": path,
        "text": "\n".join(lines),
        "lineStart": 1,
        "lineEnd": len(lines),
        "totalLines": len(lines),
        "truncated": False,
    }
    return output, {"preview": "\n".join(lines[:20]), "loaded": [], "display": shown}, title


def _search(call: Call, root: str) -> tuple[str, Mapping[str, Any], str]:
    found = [line.split(":", 2) for line in call.output.splitlines()]
    blocks = []
    for path in dict.fromkeys(path for path, _, _ in found):
        lines = [f"  Line {number}: {text}\n" for name, number, text in found if name == path]
        blocks.append(f"{root}/{path}:\n" + "\n".join(lines))
    output = f"Found {len(found)} matches\n" + "\n\n".join(blocks)
    return output, {"matches": len(found)}, call.step.value

"""Calls and results of tools as Claude Code 2.1.332 writes them into a transcript."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from samples.difference import hunks
from samples.identity import BASE58, drawn, hexadecimal
from samples.playback import Call

NAMES = {
    "read": "Read",
    "edit": "Edit",
    "write": "Write",
    "run": "Bash",
    "search": "Grep",
    "task": "Agent",
    "ask": "AskUserQuestion",
}
_REJECTED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was"
    " a file edit, the new_string was NOT written to the file)."
)
_STOP = " STOP what you are doing and wait for the user to tell you how to proceed."
_SAID = " To tell you how to proceed, the user said:\n"
_CURRENT = "(file state is current in your context — no need to Read it back)"
_BY_RULE = {
    "decision": "accept",
    "source": "config",
    "reasonType": "rule",
    "ruleSource": "userSettings",
}
_BY_USER = {
    "decision": "accept",
    "source": "user_temporary",
    "grantScope": "once",
    "reasonCode": "unknown",
}
_BY_HOOK = {
    "decision": "reject",
    "source": "hook",
    "reasonType": "hook",
    "reasonCode": "hook:PreToolUse",
}


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool gave back."""

    content: Any
    """``content`` of the ``tool_result`` block."""
    structured: Any
    """``toolUseResult`` of the record."""
    is_error: bool | None
    """``is_error`` of the block; None where the client leaves it out."""
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of the record."""


def call_id(call: Call) -> str:
    """Id of a tool call."""
    return "toolu_01" + drawn(call.key, 22, BASE58)


def agent_id(call: Call) -> str:
    """Id of a sub-agent: ``a`` and 16 hex digits."""
    return "a" + hexadecimal(call.key + "/agent", 16)


def task_output(call: Call, slug: str, session: str) -> str:
    """Where the client keeps the output of a task in the background."""
    return f"/tmp/claude-1000/{slug}/{session}/tasks/{agent_id(call)}.output"  # noqa: S108


def arguments(call: Call, root: str) -> dict[str, Any]:
    """``input`` of the ``tool_use`` block."""
    step, options = call.step, call.step.options
    path = f"{root}/{step.value}"
    match call.tool:
        case "read":
            return {"file_path": path}
        case "edit":
            return {
                "replace_all": False,
                "file_path": path,
                "old_string": options["old"],
                "new_string": options["new"],
            }
        case "write":
            return {"file_path": path, "content": options["text"]}
        case "run":
            return {"command": step.value, "description": options.get("about", "Run a command")}
        case "search":
            where = f"{root}/{options['in']}" if "in" in options else root
            return {"pattern": step.value, "path": where, "output_mode": "content"}
        case "task":
            return {
                "description": step.value,
                "subagent_type": options.get("agent", "general-purpose"),
                "prompt": options["prompt"].strip(),
            }
    return {"questions": [_question(call)]}


def result(call: Call, root: str, slug: str, session: str) -> Result:
    """What the tool gave back."""
    if call.stopped:
        return _stopped(call)
    path = f"{root}/{call.step.value}"
    before, after = call.before or "", call.after or ""
    match call.tool:
        case "read":
            return _read(path, after)
        case "edit":
            structured = {
                "filePath": path,
                "oldString": call.step.options["old"],
                "newString": call.step.options["new"],
                "originalFile": before,
                "structuredPatch": hunks(before, after, 3),
                "userModified": False,
                "replaceAll": False,
            }
            return _allowed(
                f"The file {path} has been updated successfully. {_CURRENT}", structured, _BY_USER
            )
        case "write":
            structured = {
                "type": "create",
                "filePath": path,
                "content": after,
                "structuredPatch": [],
                "originalFile": None,
                "userModified": False,
            }
            return _allowed(
                f"File created successfully at: {path} {_CURRENT}", structured, _BY_USER
            )
        case "run":
            return _run(call)
        case "search":
            lines = call.output.splitlines()
            return _allowed(
                call.output,
                {
                    "mode": "content",
                    "numFiles": 0,
                    "filenames": [],
                    "content": call.output,
                    "numLines": len(lines),
                    "totalLines": len(lines),
                },
            )
        case "task":
            return _task(call, slug, session)
    question, chosen = _question(call), call.step.options["chosen"]
    answered = f'"{question["question"]}"="{chosen}"'
    return _allowed(
        f"Your questions have been answered: {answered}."
        " You can now continue with these answers in mind.",
        {
            "questions": [question],
            "answers": {question["question"]: chosen},
            "annotations": {},
        },
        _BY_USER,
    )


def _allowed(content: Any, structured: Any, decision: Mapping[str, str] = _BY_RULE) -> Result:
    return Result(content, structured, None, {"permissionDecision": dict(decision)})


def _read(path: str, text: str) -> Result:
    lines = text.split("\n")
    return _allowed(
        "\n".join(f"{number}\t{line}" for number, line in enumerate(lines, 1)),
        {
            "type": "text",
            "file": {
                "filePath": path,
                "content": text,
                "numLines": len(lines),
                "startLine": 1,
                "totalLines": len(lines),
            },
        },
    )


def _run(call: Call) -> Result:
    printed = call.output.rstrip("\n")
    code = call.step.options.get("exit", 0)
    fields = {"sandboxed": False, "permissionDecision": _BY_RULE}
    if code:
        content = f"Exit code {code}\n{printed}"
        return Result(content, f"Error: {content}", True, fields)
    structured = {
        "stdout": printed,
        "stderr": "",
        "interrupted": False,
        "isImage": False,
        "noOutputExpected": False,
    }
    return Result(printed or "(Bash completed with no output)", structured, False, fields)


def _task(call: Call, slug: str, session: str) -> Result:
    agent, place = agent_id(call), task_output(call, slug, session)
    text = (
        "Async agent launched successfully. (This tool result is internal metadata — never quote or"
        " paste any part of it, including the agentId below, into a user-facing reply.)\n"
        f"agentId: {agent} (internal ID - do not mention to user.)\n"
        "The agent is working in the background. You will be notified automatically when it"
        f" completes.\noutput_file: {place}"
    )
    return _allowed(
        [{"type": "text", "text": text}],
        {
            "isAsync": True,
            "status": "async_launched",
            "agentId": agent,
            "description": call.step.value,
            "resolvedModel": "claude-opus-5-5",
            "prompt": call.step.options["prompt"].strip(),
            "outputFile": place,
            "canReadOutputFile": True,
            "canContinueAgent": True,
        },
    )


def _stopped(call: Call) -> Result:
    options = call.step.options
    if "hook" in options:
        text = f"PreToolUse:Bash hook error: [{options['by']}]: {options['hook'].strip()}\n"
        return Result(
            text,
            f"Error: {text}",
            True,
            {"toolDenialKind": "permission-rule", "permissionDecision": _BY_HOOK},
        )
    fields: dict[str, Any] = {"toolDenialKind": "user-rejected"}
    if "interrupted" in options:
        return Result(_REJECTED + _STOP, "User rejected tool use", True, fields)
    fields["toolDenialBeforeRun"] = True
    if options["refused"] is True:
        return Result(_REJECTED + _STOP, "User rejected tool use", True, fields)
    content = _REJECTED + _SAID + options["refused"].strip()
    return Result(content, f"Error: {content}", True, fields)


def _question(call: Call) -> dict[str, Any]:
    options = call.step.options
    return {
        "question": call.step.value,
        "header": options["header"],
        "options": [{"label": label, "description": text} for label, text in options["from"]],
        "multiSelect": False,
    }

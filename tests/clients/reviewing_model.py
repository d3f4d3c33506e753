"""Models behind OpenCode that are asked about sessions: one reads and answers, others misbehave."""

import json
from collections.abc import Callable
from typing import Any

from tests.clients.scripted_provider import Step

FORM_TOOL = "StructuredOutput"


def offered(request: Any) -> list[str]:
    """Names of the tools that a request offers."""
    return [tool["function"]["name"] for tool in request.get("tools") or ()]


def said(request: Any) -> tuple[str, list[str]]:
    """The rules of a request, and what the user says in it."""
    system = "\n".join(m["content"] for m in request["messages"] if m["role"] == "system")
    return system, [m["content"] for m in request["messages"] if m["role"] == "user"]


def reads(request: Any) -> Step:
    """Yes to every finding, with a quote; nothing to suggest."""
    return {"tools": [{"name": FORM_TOOL, "args": reply_to(request)}]}


def answers_in_words(request: Any) -> Step:
    """The same reply as plain text; a tool is never used."""
    return {"text": "{}" if offered(request) else json.dumps(reply_to(request))}


def reply_to(request: Any) -> dict[str, Any]:
    """The reply in the form that is asked for, told by the form or by the rules."""
    system, words = said(request)
    tools = [tool["function"]["parameters"] for tool in request.get("tools") or ()]
    form = json.dumps(tools) if tools else system[system.index('{"type"') :]
    if '"findings"' in form:
        return {"findings": []}
    if '"sentences"' in form:
        return {"sentences": ["The checks come first."]}
    if '"line"' in form:
        return {"line": "run the tests", "polarity": "require", "scope": "project"}
    lines = "\n".join(words).splitlines()
    events = [json.loads(line) for line in lines if line.startswith('{"id":')]
    pointed = [one for one in events if one.get("pointed_at") and one.get("text")]
    best = next((one for one in reversed(pointed) if one["kind"] == "human"), pointed[-1])
    quote = max(best["text"].splitlines(), key=len)[:60]
    return {"event_ids": [best["id"]], "quote": quote, "decision": "yes"}


def obeys(command: str) -> Callable[[Any], Step]:
    """Does what a text says that names a command, in every way; once it was refused, it replies."""
    task = {"description": "d", "prompt": command, "subagent_type": "general"}
    calls = [
        {"name": "bash", "args": {"command": command, "description": "work"}},
        {"name": "touching_touch", "args": {}},
        {"name": "task", "args": task},
    ]

    def step(request: Any) -> Step:
        tried = any(message["role"] == "tool" for message in request["messages"])
        if not tried and any(command in text for text in said(request)[1]):
            return {"tools": calls}
        return reads(request) if FORM_TOOL in offered(request) else {"text": "done"}

    return step


def waits(_: Any) -> Step:
    """Begins to speak and does not end."""
    return {"text": "{", "hang": 60}

"""Rows of the second engine (table ``session_message``), put into the shape of the first.

OpenCode 1.18 writes them for sessions made through ``/api/session``; 2.x writes nothing else. A
row has a type and an object; an answer has ``content`` instead of parts, a call has ``structured``
(2.x: ``metadata``) instead of ``metadata`` and its output in pieces.
"""

from reflect.importers.opencode import wordings
from reflect.importers.opencode.fields import Json, table, tables, words
from reflect.importers.opencode.records import ABORTED, StoredMessage

EVENTS = frozenset(("agent-switched", "model-switched", "location-switched", "idle"))
"""Row types that say that something happened; nobody's words."""

TYPES = EVENTS | {"user", "assistant", "system", "synthetic", "shell", "skill", "compaction"}
"""All row types known, 1.18 and 2.x."""


def translated(identifier: str, kind: str, data: Json) -> StoredMessage:
    """One row as a message of the first engine.

    Args:
        identifier: Id of the row.
        kind: Its type, one of ``TYPES``.
        data: Its object.
    """
    info: dict[str, object] = {"role": "user", "time": table(data.get("time")), "engine": 2}
    parts: list[Json]
    match kind:
        case "assistant":
            info |= _answer(data)
            parts = [_content(item) for item in tables(data.get("content"))]
        case "user":
            files = [_attached(file) for file in tables(data.get("files"))]
            parts = [{"type": "text", "text": data.get("text")}, *files]
        case "shell":
            parts = [_user_shell(data)]
        case "compaction" if data.get("status") != "failed":
            automatic = data.get("reason") == "auto" or data.get("auto") is True
            parts = [{"type": "compaction", "auto": automatic}]
            if words(data.get("summary")):
                parts.append({"type": "text", "text": data.get("summary"), "synthetic": True})
        case "synthetic" | "skill":
            parts = [{"type": "text", "text": data.get("text"), "synthetic": True}]
        case _:
            # A system row holds instruction text: neither words of a person nor evidence.
            info["role"] = "system" if kind == "system" else "event"
            if data.get("outcome") == "interrupted":
                info["error"] = {"name": ABORTED}
            parts = []
    return StoredMessage(identifier, identifier, info, tuple(parts))


def _answer(data: Json) -> dict[str, object]:
    model = table(data.get("model"))
    found: dict[str, object] = {
        "role": "assistant",
        "modelID": model.get("id"),
        "providerID": model.get("providerID"),
        "cost": data.get("cost"),
        "tokens": data.get("tokens"),
        "finish": data.get("finish"),
    }
    if isinstance(data.get("error"), dict):
        found["error"] = {"name": _error_name(table(data.get("error")))}
    return found


def _error_name(error: Json) -> str:
    """The name the first engine gives the error; 1.18 says ``unknown`` for each.

    2.x gives an error of the provider the status and the body of its response.
    """
    message = words(error.get("message")) or ""
    if message.startswith(wordings.TURN_INTERRUPTED) or error.get("type") == "aborted":
        return ABORTED
    answered = error.get("status") is not None or error.get("response") is not None
    if message.startswith(wordings.PROVIDER_FAILED) or answered:
        return "APIError"
    return "UnknownError"


def _content(item: Json) -> Json:
    if item.get("type") != "tool":
        return {"type": item.get("type"), "text": item.get("text")}
    state = table(item.get("state"))
    time = table(item.get("time"))
    return {
        "type": "tool",
        "id": item.get("id"),
        "callID": item.get("id"),
        "tool": item.get("name"),
        "state": {
            "status": state.get("status"),
            "input": state.get("input"),
            "output": _output(state),
            "error": words(state.get("error")) or table(state.get("error")).get("message"),
            "metadata": table(state.get("structured")) or table(state.get("metadata")),
            "time": {"start": time.get("ran") or time.get("created"), "end": time.get("completed")},
        },
    }


def _attached(file: Json) -> Json:
    """A file of 2.x holds its content beside its name."""
    content = words(file.get("data"))
    inside = {"url": f"data:;base64,{content}"} if content else {}
    named = {"filename": file.get("name")} if "name" in file else {}
    return {**file, **inside, **named, "type": "file"}


def _output(state: Json) -> str | None:
    """The pieces joined; the text of a ``read`` stands in ``structured.content`` alone."""
    pieces = [words(piece.get("text")) for piece in tables(state.get("content"))]
    texts = [piece for piece in pieces if piece is not None]
    if texts:
        return "\n".join(texts)
    return words(table(state.get("structured")).get("content"))


def _user_shell(data: Json) -> Json:
    """``!cmd`` of 2.x: one row holds command, exit and output."""
    time = table(data.get("time"))
    return {
        "type": "tool",
        "id": data.get("shellID"),
        "tool": "shell",
        "state": {
            "status": "running" if data.get("status") == "running" else "completed",
            "input": {"command": data.get("command")},
            "output": table(data.get("output")).get("output") or data.get("output"),
            "metadata": {"exit": data.get("exit"), "ended": data.get("status")},
            "time": {"start": time.get("created"), "end": time.get("completed")},
        },
    }

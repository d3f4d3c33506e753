"""Lines of a rollout in one word each, as the clients write them (0.47–0.171)."""

import json
from collections.abc import Mapping

Record = Mapping[str, object]


def meta(thread: str, **more: object) -> Record:
    """``session_meta``."""
    head = {"id": thread, "cwd": "/home/dev/shop", "cli_version": "0.124.0", **more}
    return {"type": "session_meta", "payload": {"originator": "codex-tui", "source": "cli", **head}}


def item(kind: str, **payload: object) -> Record:
    """A response item."""
    return {"type": "response_item", "payload": {"type": kind, **payload}}


def event(kind: str, **payload: object) -> Record:
    """An event."""
    return {"type": "event_msg", "payload": {"type": kind, **payload}}


def completed(kind: str, thread: str, **more: object) -> Record:
    """``item_completed`` (0.171)."""
    return event("item_completed", thread_id=thread, item={"type": kind, **more})


def user(*texts: str, provenance: str | None = None) -> Record:
    """A message with the role of the user."""
    content = [{"type": "input_text", "text": text} for text in texts]
    if provenance is None:
        return item("message", role="user", content=content)
    noted = {"content_item_metadata": [{"provenance": {"type": provenance}} for _ in texts]}
    return item(
        "message",
        role="user",
        content=content,
        internal_chat_message_metadata_passthrough=noted,
    )


def typed(text: str) -> list[Record]:
    """A prompt: the message and its event (to 0.124)."""
    return [user(text), event("user_message", message=text, images=[])]


def said(text: str) -> Record:
    """A message of the agent."""
    return item("message", role="assistant", content=[{"type": "output_text", "text": text}])


def called(name: str, call_id: str, arguments: object, **more: object) -> Record:
    """A call; arguments that are no string become JSON."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return item("function_call", name=name, call_id=call_id, arguments=text, **more)


def output(call_id: str, text: object) -> Record:
    """The output of a call."""
    return item("function_call_output", call_id=call_id, output=text)


def tokens(read: int, cached: int, written: int, total: int | None = None) -> dict[str, int]:
    """Tokens of a response or a total."""
    return {
        "input_tokens": read,
        "cached_input_tokens": cached,
        "output_tokens": written,
        "reasoning_output_tokens": 0,
        "total_tokens": read + written if total is None else total,
    }


def counted(
    total: Mapping[str, int], last: Mapping[str, int], window: int | None = 258_400
) -> Record:
    """``token_count``."""
    info = {
        "total_token_usage": total, "last_token_usage": last, "model_context_window": window,
    }  # fmt: skip
    return event("token_count", info=info)


NEW_PROCESS = event("token_count", info=None)
"""What a process writes first."""


def started(turn: str, trigger: str | None = None) -> Record:
    """``task_started``."""
    return event("task_started", turn_id=turn, turn_attribution={"turn_trigger": trigger})


def ended(turn: str, last: str | None = None, **more: object) -> Record:
    """``task_complete``."""
    return event("task_complete", turn_id=turn, last_agent_message=last, **more)

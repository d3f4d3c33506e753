"""One rollout, record by record, in the order of the file.

A turn stands in it twice: as what the model saw (``response_item``) and as what happened
(``event_msg``). Prompts, answers and calls are read from the first; events confirm prompts and
tell how calls and turns ended. An item of another thread is the mirror of a review's (0.171).
"""

from msgspec import UnsetType

from reflect.importers.codex.answers import PROVIDER_CALLS, read_answer, read_call, read_reasoning
from reflect.importers.codex.context import read_developer
from reflect.importers.codex.decoding import content_items
from reflect.importers.codex.header import read_context, read_meta
from reflect.importers.codex.outcomes import read_item, read_output
from reflect.importers.codex.prompts import read_event, read_item_event, read_user
from reflect.importers.codex.records import Item, Line, Payload, line_decoder, payload_decoder
from reflect.importers.codex.shells import USER_SHELL, read_shell_item
from reflect.importers.codex.state import Reading
from reflect.importers.codex.turns import (
    abort_turn,
    begin_turn,
    compacted,
    complete_turn,
    enter_review,
    error_event,
    overflow,
    rolled_back,
)
from reflect.importers.codex.usage import read_token_count, read_usage_record
from reflect.model.vocabulary import BadRecord
from reflect.stores.typed_records import decode_record

CALLS = PROVIDER_CALLS | {"function_call", "custom_tool_call"}
OUTPUTS = frozenset(("function_call_output", "custom_tool_call_output", "tool_search_output"))

RESPONSE_ITEMS = CALLS | OUTPUTS | {"message", "reasoning"}
"""Types of lines that are a response item without a ``payload`` around it (before 0.30)."""

ITEMS_WITHOUT_USE = frozenset(
    ("ghost_snapshot", "compaction", "compaction_summary", "compaction_trigger",
     "context_compaction", "other")
)  # fmt: skip
"""Response items that are known and carry nothing reflect uses."""

EVENTS_WITHOUT_USE = frozenset(
    (
        "agent_message", "agent_reasoning", "agent_reasoning_raw_content",
        "agent_reasoning_section_break", "context_compacted", "thread_settings_applied",
        "thread_name_updated", "patch_apply_begin", "patch_apply_end",
        "exec_command_begin", "mcp_tool_call_begin", "mcp_tool_call_end", "web_search_begin",
        "web_search_end", "plan_update", "plan_delta", "turn_diff", "warning", "background_event",
        "undo_started", "undo_completed", "view_image_tool_call", "image_generation_begin",
        "image_generation_end", "stream_error", "deprecation_notice", "session_configured",
        "model_reroute", "guardian_assessment", "item_started", "thread_goal_updated",
        "collab_agent_spawn_begin", "collab_agent_spawn_end", "collab_waiting_begin",
        "collab_waiting_end", "collab_close_begin", "collab_close_end",
        "collab_agent_interaction_begin", "collab_agent_interaction_end", "collab_resume_begin",
        "collab_resume_end", "dynamic_tool_call_request", "dynamic_tool_call_response",
        "hook_started", "hook_completed",
    )
)  # fmt: skip
"""Events that are known and carry nothing reflect uses, or nothing new."""

KNOWN_ITEMS = frozenset(
    (
        "AgentMessage", "Reasoning", "ContextCompaction", "ImageView", "ExitedReviewMode", "Plan",
        "WebSearch", "HookPrompt", "ImageGeneration", "DynamicToolCall", "SubAgentActivity",
    )
)  # fmt: skip

CALL_ITEMS = ("CommandExecution", "FileChange", "McpToolCall", "CollabAgentToolCall")

LINES_WITHOUT_USE = frozenset(("world_state", "inter_agent_communication", "state"))


def decode_line(reading: Reading, data: bytes) -> tuple[Line, Payload] | None:
    """One line and its payload; None when it holds nothing or nothing can be made of it."""
    line, problem = decode_record(data, line_decoder)
    reading.count(problem)
    return None if line is None else unfolded(line, data)


def unfolded(line: Line, data: bytes) -> tuple[Line, Payload] | None:
    """A line and its payload, which is the line itself in rollouts before 0.30."""
    payload = line.payload
    return _bare(line, data) if isinstance(payload, UnsetType) else (line, payload)


def read_line(reading: Reading, line: Line, payload: Payload, number: int) -> None:
    """Add one line of a rollout."""
    kind = line.type
    if kind == "event_msg" and payload.type in EVENTS_WITHOUT_USE:
        return
    sent_at = reading.time(line.timestamp)
    if kind == "response_item":
        _response_item(reading, line, payload, number, sent_at)
    elif kind == "event_msg":
        _event(reading, payload, number, sent_at)
    elif kind == "token_usage_record":
        read_usage_record(reading, payload, number, sent_at)
    elif kind == "turn_context":
        read_context(reading, payload)
    elif kind == "session_meta":
        read_meta(reading, payload)
    elif kind == "compacted":
        compacted(reading, number, sent_at)
    elif kind is None:
        reading.bad[BadRecord.WRONG_SHAPE] += 1
    elif kind not in LINES_WITHOUT_USE:
        reading.unknown[kind] += 1


def _bare(line: Line, data: bytes) -> tuple[Line, Payload] | None:
    """A line of a rollout before 0.30: the item itself, a head without a type, or a state."""
    if line.record_type is not None:
        return None
    payload, _ = decode_record(data, payload_decoder)
    if payload is None:
        return None
    if line.type is None and payload.id is not None:
        return Line("session_meta", line.timestamp), payload
    if line.type in RESPONSE_ITEMS:
        return Line("response_item", line.timestamp), payload
    return line, payload


def _response_item(
    reading: Reading, line: Line, payload: Payload, number: int, sent_at: str | None
) -> None:
    kind = payload.type
    if kind == "message":
        if payload.role == "assistant":
            read_answer(reading, line, payload, number, sent_at)
        elif payload.role == "user":
            read_user(reading, payload, number, sent_at)
        elif payload.role in ("developer", "system"):
            read_developer(reading, payload, number, sent_at)
        else:
            reading.unknown[f"role:{payload.role}"] += 1
    elif kind in OUTPUTS:
        read_output(reading, payload, number, sent_at)
    elif kind in CALLS:
        read_call(reading, payload, number, sent_at)
    elif kind == "reasoning":
        read_reasoning(reading, payload, number, sent_at)
    elif kind not in ITEMS_WITHOUT_USE:
        reading.unknown[f"item:{kind}"] += 1


def _event(reading: Reading, payload: Payload, number: int, sent_at: str | None) -> None:
    kind = payload.type
    if kind == "token_count":
        if read_token_count(reading, payload.info, number, sent_at):
            overflow(reading, number, sent_at)
    elif kind == "item_completed":
        if payload.item is not None and payload.thread_id in (None, reading.carry.native_id):
            _item(reading, payload.item, number, sent_at)
    elif kind == "user_message":
        read_event(reading, payload, number, sent_at)
    elif kind in ("task_started", "turn_started"):
        begin_turn(reading, payload)
    elif kind in ("task_complete", "turn_complete"):
        complete_turn(reading, payload, number, sent_at)
    elif kind == "turn_aborted":
        abort_turn(reading, payload, number, sent_at)
    elif kind == "entered_review_mode":
        enter_review(reading, payload.target, number, sent_at)
    elif kind == "exec_command_end":
        item = Item(
            "CommandExecution", payload.call_id, exit_code=payload.exit_code,
            aggregated_output=payload.aggregated_output, command=payload.command,
            source=USER_SHELL if bytes(payload.source) == b'"user_shell"' else None,
        )  # fmt: skip
        _item(reading, item, number, sent_at)
    elif kind == "thread_rolled_back":
        rolled_back(reading, payload.num_turns or 0)
    elif kind == "error":
        error_event(reading, payload, number, sent_at)
    elif kind == "exited_review_mode":
        reading.carry.reviewing = False
    else:
        reading.unknown[f"event:{kind}"] += 1


def _item(reading: Reading, item: Item, number: int, sent_at: str | None) -> None:
    kind = item.type
    if kind == "UserMessage":
        read_item_event(reading, content_items(item.content), number, sent_at)
    elif kind == "CommandExecution" and item.source == USER_SHELL:
        read_shell_item(reading, item, number, sent_at)
    elif kind in CALL_ITEMS:
        read_item(reading, item, number, sent_at)
    elif kind == "EnteredReviewMode":
        enter_review(reading, item.target, number, sent_at)
    elif kind == "ExitedReviewMode":
        reading.carry.reviewing = False
    elif kind not in KNOWN_ITEMS:
        reading.unknown[f"item:{kind}"] += 1

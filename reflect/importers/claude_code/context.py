"""What the session had been given: instruction files, skills, agents, tools, hooks, permissions.

None of it is conversation. The bodies of skills and the snapshots of system prompts
(``prompt_snapshot``, 35 KB each, 70 % of a short 2.1.332 session) are passed over.
"""

from collections.abc import Iterator

from reflect.importers.claude_code.decoding import decode_part
from reflect.importers.claude_code.records import (
    Attachment,
    InstructionFile,
    Line,
    PermissionDecision,
    ProgressData,
)
from reflect.model.session import ContextItem
from reflect.model.vocabulary import ContextKind

WITHOUT_USE = frozenset(
    (
        "environment", "model", "date", "session_context", "remote_session_change",
        "prompt_snapshot", "command_permissions", "plan_mode", "plan_mode_exit",
        "plan_mode_reentry", "auto_mode", "auto_mode_exit", "task_reminder", "todo_reminder",
        "silent_turn_reminder", "total_tokens_reminder", "file", "directory", "edited_text_file",
        "edited_image_file", "compact_file_reference", "selected_lines_in_ide",
        "opened_file_in_ide", "diagnostics", "output_style", "critical_system_reminder",
        "todo", "plan_file_reference", "invoked_skills", "task_status", "token_usage",
        "mcp_resource", "async_hook_response", "ultramemory", "already_read_file",
        "hook_system_message", "hook_stopped_continuation", "structured_output",
    )
)  # fmt: skip
"""Attachment types that are known and carry nothing reflect uses."""


Item = ContextItem[str]


def given(attachment: Attachment, record: str, seen_at: str | None) -> list[Item] | None:
    """What an attachment says the session was given; None when its type is unknown."""
    kind = attachment.type or ""
    if kind in WITHOUT_USE:
        return []
    if kind == "instructions":
        return list(_instructions(attachment.files or [], record, seen_at))
    if kind == "nested_memory":
        file, _ = decode_part(attachment.content, InstructionFile)
        return list(_instructions([file] if file else [], record, seen_at))
    if kind == "skill_listing":
        return _named(ContextKind.SKILL, attachment.names, record, seen_at)
    if kind == "agent_listing_delta":
        return _named(ContextKind.SUBAGENT, attachment.added_types, record, seen_at)
    if kind == "deferred_tools_delta":
        names = [n for n in attachment.added_names or () if n.startswith("mcp__")]
        return _named(ContextKind.MCP_TOOL, names, record, seen_at)
    if kind == "unknown_command_fallback":
        names = attachment.available_command_names or []
        return _named(ContextKind.COMMAND, names, record, seen_at)
    if kind.startswith("hook_"):
        name = attachment.command or attachment.hook_name or ""
        return [ContextItem(ContextKind.HOOK, name, record, seen_at, detail=attachment.hook_event)]
    return None


def hooks_of(line: Line, record: str, seen_at: str | None) -> list[Item]:
    """Hooks that a ``stop_hook_summary`` or a ``progress`` record says ran."""
    if line.hook_infos:
        return [
            ContextItem(ContextKind.HOOK, hook.command or "", record, seen_at, detail="Stop")
            for hook in line.hook_infos
        ]
    if line.data:
        data, _ = decode_part(line.data, ProgressData)
        if data is not None and data.type == "hook_progress":
            name, event = data.command or "", data.hook_event
            return [ContextItem(ContextKind.HOOK, name, record, seen_at, detail=event)]
    return []


def is_event(decision: PermissionDecision) -> bool:
    """Whether somebody decided; what the settings allow anyway is no event."""
    if decision.decision == "accept":
        return decision.source is not None and decision.source != "config"
    return decision.decision is not None


def permission(line: Line, tool: str, record: str, seen_at: str | None) -> Item | None:
    """Who let a call pass or not; None where it is no event."""
    decision = line.permission_decision
    if decision is None or not is_event(decision):
        return None
    detail = f"{decision.decision} {decision.source}" if decision.source else decision.decision
    return ContextItem(ContextKind.PERMISSION, tool, record, seen_at, detail=detail)


def compaction(line: Line, record: str, seen_at: str | None) -> Item:
    """Trigger and sizes of a compaction."""
    meta = line.compact_metadata
    return ContextItem(
        ContextKind.COMPACTION,
        (meta.trigger if meta else None) or "unknown",
        record,
        seen_at,
        size_before=meta.pre_tokens if meta else None,
        size_after=meta.post_tokens if meta else None,
    )


def _instructions(files: list[InstructionFile], record: str, seen_at: str | None) -> Iterator[Item]:
    for file in files:
        lines = tuple((file.content or "").split("\n"))
        yield ContextItem(ContextKind.INSTRUCTIONS, file.path or "", record, seen_at, lines)


def _named(
    kind: ContextKind, names: list[str] | None, record: str, seen_at: str | None
) -> list[Item]:
    return [ContextItem(kind, name, record, seen_at) for name in names or ()]

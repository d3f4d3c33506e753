"""The lines of a transcript as typed records: what the client writes, field by field.

Field names and meanings: Claude Code 2.0.56, 2.1.197 and 2.1.332 as recorded, and sessions of
2.0–2.1.40. Every field may be missing; unknown fields are passed over by the decoder without
being built.
"""

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from reflect.importers.claude_code.messages import Block, ModelMessage, ToolUseResult

_NOTHING = Raw()


class RecordOrigin(Struct, rename="camel"):
    """``origin`` of a user record (2.1.197 on)."""

    kind: str | None = None
    """``human``, ``task-notification`` …"""


class PermissionDecision(Struct, rename="camel"):
    """``permissionDecision`` beside a tool result (2.1.332)."""

    decision: str | None = None
    """``accept`` or ``reject``."""
    source: str | None = None
    """``config``, ``hook``, ``user_temporary``, ``user_permanent``, ``user_reject``."""
    reason_type: str | None = None
    """``rule``, ``hook`` …"""


class ForkedFrom(Struct, rename="camel"):
    """``forkedFrom`` of a copied record (written by /branch)."""

    session_id: str | None = None
    """Session it was copied from."""
    message_uuid: str | None = None
    """The original's uuid."""


class CompactMetadata(Struct, rename="camel"):
    """``compactMetadata`` of a ``compact_boundary``."""

    trigger: str | None = None
    """``manual`` or ``auto``."""
    pre_tokens: int | None = None
    """Tokens before."""
    post_tokens: int | None = None
    """Tokens after (2.1.197 on)."""


class ModelTotals(Struct, rename="camel"):
    """One model of ``cost-state.modelUsage``."""

    input_tokens: int = 0
    """Uncached input."""
    output_tokens: int = 0
    """Output, thinking included."""
    thinking_tokens: int = 0
    """Of the output."""
    cache_read_input_tokens: int = 0
    """Read from the cache."""
    cache_creation_input_tokens: int = 0
    """Written into the cache."""


class HookInfo(Struct, rename="camel"):
    """One hook of a ``stop_hook_summary``."""

    command: str | None = None
    """The hook's command."""


class ProgressData(Struct, rename="camel"):
    """``data`` of a ``progress`` record (before 2.1.197)."""

    type: str | None = None
    """``hook_progress``, ``bash_progress``, ``agent_progress`` …"""
    hook_event: str | None = None
    """``SessionStart`` …"""
    command: str | None = None
    """The hook's command."""


class InstructionFile(Struct):
    """One file of ``instructions`` (2.1.332), or the ``content`` of ``nested_memory``."""

    path: str | None = None
    """Where it is."""
    content: str | None = None
    """Its text."""


class Attachment(Struct, rename="camel"):
    """``attachment`` of a record, reduced to what is used."""

    type: str | None = None
    """What it is."""
    files: list[InstructionFile] | None = None
    """Of ``instructions``."""
    content: Raw = Raw()
    """Of ``nested_memory``: an :class:`InstructionFile`."""
    names: list[str] | None = None
    """Of ``skill_listing``."""
    added_types: list[str] | None = None
    """Of ``agent_listing_delta``."""
    added_names: list[str] | None = None
    """Of ``deferred_tools_delta``."""
    available_command_names: list[str] | None = None
    """Of ``unknown_command_fallback``."""
    hook_event: str | None = None
    """Of ``hook_*``."""
    hook_name: str | None = None
    """Of ``hook_*``."""
    command: str | None = None
    """Of ``hook_*``."""
    prompt: str | list[Block] | None = None
    """Of ``queued_command``."""
    command_mode: str | None = None
    """Of ``queued_command``: ``prompt``, ``task-notification`` …"""
    origin: RecordOrigin | None = None
    """Of ``queued_command``."""


class Line(Struct, rename="camel"):
    """One line of a transcript, decoded in one go: each pass over its bytes takes 1.5 ms a MB.

    Only what the type of the record or the tool decides stays undecoded. The first fields stand in
    the order in which the client writes them, since the decoder looks for a key behind the last.
    """

    is_sidechain: bool | None = None
    """Record of a sub-agent."""
    type: str | None = None
    """Record type; everything else depends on it."""
    message: ModelMessage | None = None
    """Of ``user`` and ``assistant``."""
    request_id: str | None = None
    """Of the request that gave an answer."""
    uuid: str | None = None
    """The record's own id; copied by forks."""
    timestamp: str | None = None
    """ISO-8601, UTC."""
    tool_use_result: ToolUseResult | str | list[Raw] | None = None
    """Beside a result of a tool; only the object is looked at."""
    permission_decision: PermissionDecision | None = None
    """Who let the call pass or not."""
    entrypoint: str | None = None
    """``cli``, ``sdk-cli``, ``claude-vscode`` …"""
    cwd: str | None = None
    """Working directory; changes with ``cd``."""
    session_id: str | None = None
    """Session; in a sub-agent's file the parent's."""
    version: str | None = None
    """Client version."""
    git_branch: str | None = None
    """Branch, ``HEAD`` when detached."""
    subtype: str | None = None
    """Of ``system``."""
    agent_id: str | None = None
    """In a sub-agent's file."""
    is_meta: bool | None = None
    """Written by the client for the model."""
    is_compact_summary: bool | None = None
    """Summary after a compaction."""
    prompt_source: str | None = None
    """``typed``, ``sdk``, ``system``."""
    origin: RecordOrigin | None = None
    """Who caused the record."""
    turn_origin: str | None = None
    """``human``, ``sdk``, ``task_notification``."""
    row_source: str | None = None
    """``local``, ``harness``, ``hook``, ``recorded``."""
    hook_text: bool | None = None
    """The text is a hook's output."""
    plan_content: Raw | UnsetType = UNSET
    """Present on the prompt that the client writes when a plan starts in a fresh context."""
    interrupted_message_id: str | None = None
    """On the marker behind an Esc during a run (2.1.197 on)."""
    tool_denial_before_run: bool | None = None
    """The refused call had not started (2.1.332)."""
    tool_denial_kind: str | None = None
    """``user-rejected`` (also without a human) or ``permission-rule``."""
    forked_from: ForkedFrom | None = None
    """Of a copied record."""
    attachment: Attachment | None = None
    """Of ``attachment``."""
    is_api_error_message: bool | None = None
    """A synthetic answer that reports an error of the provider."""
    error: Raw = _NOTHING
    """Name of that error, where it is a string."""
    operation: str | None = None
    """Of ``queue-operation``: ``enqueue``, ``dequeue``, ``remove``, ``popAll``."""
    content: Raw = _NOTHING
    """Of ``queue-operation`` and ``system``: a string."""
    reason: str | None = None
    """Of ``queue-operation``: why a prompt left the queue."""
    custom_title: str | None = None
    """Of ``custom-title``."""
    ai_title: str | None = None
    """Of ``ai-title``."""
    summary: str | None = None
    """Of ``summary``: a title."""
    leaf_uuid: str | None = None
    """Of ``summary``: the record it belongs to, maybe of another file."""
    last_prompt: str | None = None
    """Of ``last-prompt``."""
    compact_metadata: CompactMetadata | None = None
    """Of ``compact_boundary``."""
    total_cost_usd: float | None = msgspec.field(default=None, name="totalCostUSD")
    """Of ``cost-state``."""
    model_usage: dict[str, ModelTotals] | None = None
    """Of ``cost-state``."""
    hook_infos: list[HookInfo] | None = None
    """Of ``stop_hook_summary``."""
    data: Raw = _NOTHING
    """Of ``progress``: see :class:`ProgressData`."""

"""The lines of a rollout as typed records: what the client writes, field by field.

Field names and meanings: Codex 0.47.0, 0.93.0, 0.124.0 and 0.171.0 as recorded, and real sessions
of 0.2x (lines without ``payload``) and 0.100. Every field may be missing; unknown fields are
passed over by the decoder without being built.
"""

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

_NOTHING = Raw()


class Git(Struct):
    """``git`` of ``session_meta``."""

    branch: str | None = None
    """Branch at the start."""


class Tokens(Struct):
    """Tokens of one response, or a running total of them."""

    input_tokens: int | None = None
    """Read, cached ones included."""
    cached_input_tokens: int | None = None
    """Of the input: read from the cache."""
    cache_write_input_tokens: int | None = None
    """Of the input: written into the cache (0.171)."""
    output_tokens: int | None = None
    """Written, reasoning included."""
    reasoning_output_tokens: int | None = None
    """Of the output: reasoning."""
    total_tokens: int | None = None
    """As the client has it; holds estimates and fillers that nobody paid for."""


class TokenInfo(Struct):
    """``info`` of a ``token_count``."""

    total_token_usage: Tokens | None = None
    """Running total of the thread; begins at the parent's in a fork."""
    last_token_usage: Tokens | None = None
    """Of the last response; written again, unchanged, at the next request (0.47–0.124)."""
    model_context_window: int | None = None
    """Size of the model's window."""


class Provenance(Struct):
    """Where one content item comes from (0.171)."""

    type: str | None = None
    """``user``, ``harness``, ``agents_md``, ``skills``, ``tool`` …"""


class ContentMetadata(Struct):
    """What the client notes of one content item (0.171)."""

    provenance: Provenance | None = None
    """Where it comes from."""


class Passthrough(Struct):
    """``internal_chat_message_metadata_passthrough`` of a response item (0.171)."""

    turn_id: str | None = None
    """The turn."""
    content_item_metadata: list[ContentMetadata] | None = None
    """One for each content item."""


class LineMetadata(Struct):
    """``metadata`` beside a payload (0.171)."""

    compaction_output: bool | None = None
    """The message is the summary that a compaction asked for."""


class SandboxPolicy(Struct):
    """``sandbox_policy`` of a turn."""

    type: str | None = None
    """``read-only``, ``workspace-write``, ``danger-full-access``."""
    mode: str | None = None
    """Name of the same field in 0.47."""


class TurnAttribution(Struct):
    """``turn_attribution`` of ``task_started`` (0.171)."""

    turn_trigger: str | None = None
    """``user`` or ``exec``."""


class Content(Struct):
    """One content item of a message, a result or an item."""

    type: str | None = None
    """``input_text``, ``output_text``, ``input_image``, ``text``, ``local_image`` …"""
    text: str | None = None
    """The words."""
    image_url: str | None = None
    """A data URL; its data is never kept."""
    path: str | None = None
    """Of ``local_image``."""


class FileChange(Struct):
    """One file of a ``FileChange`` item."""

    type: str | None = None
    """``add``, ``update``, ``delete``."""
    unified_diff: str | None = None
    """Of an update."""
    content: str | None = None
    """Of an added or deleted file."""


class Item(Struct):
    """``item`` of ``item_completed`` (0.171, and rollouts it migrated)."""

    type: str | None = None
    """``UserMessage``, ``CommandExecution``, ``FileChange``, ``McpToolCall`` …"""
    id: str | None = None
    """Call id where it is a call's."""
    content: Raw = _NOTHING
    """Of messages: content items."""
    command: Raw = _NOTHING
    """Of ``CommandExecution``: words of the command."""
    source: str | None = None
    """Of ``CommandExecution``: ``unified_exec_startup``, ``user_shell`` …"""
    status: str | None = None
    """``completed``, ``failed``, ``declined``."""
    exit_code: int | None = None
    """Of ``CommandExecution``."""
    aggregated_output: str | None = None
    """Of ``CommandExecution``."""
    changes: dict[str, FileChange] | None = None
    """Of ``FileChange``: by path."""
    receiver_thread_ids: list[str] | None = None
    """Of ``CollabAgentToolCall``: the sub-agents."""
    target: Raw = _NOTHING
    """Of ``EnteredReviewMode``."""


class ReviewTarget(Struct):
    """``target`` of a review."""

    type: str | None = None
    """``uncommittedChanges``, ``baseBranch``, ``commit``, ``custom``."""
    instructions: str | None = None
    """Of ``custom``: the human's words."""


class Summary(Struct):
    """One piece of a reasoning item."""

    text: str | None = None
    """The words."""


class Payload(Struct):
    """``payload`` of any line; in rollouts before 0.30 the line itself."""

    type: str | None = None
    """Of ``response_item`` and ``event_msg``."""
    id: str | None = None
    """Thread of ``session_meta``, else the item's own."""
    timestamp: str | None = None
    """Of ``session_meta``: when the thread was made."""
    cwd: str | None = None
    """Of ``session_meta`` and ``turn_context``."""
    originator: str | None = None
    """Client: ``codex_exec``, ``codex-tui``, ``codex_cli_rs``, ``codex_vscode`` …"""
    cli_version: str | None = None
    """Version of the client that made the thread."""
    source: Raw = _NOTHING
    """``exec``, ``cli``, ``vscode``, or ``{"subagent": …}``."""
    parent_thread_id: str | None = None
    """Of sub-agents and reviews (0.171)."""
    forked_from_id: str | None = None
    """Of forks."""
    agent_nickname: str | None = None
    """Of sub-agents."""
    git: Git | None = None
    """Of ``session_meta``."""
    turn_id: str | None = None
    """Of events and ``turn_context``."""
    thread_id: str | None = None
    """Of ``item_completed``: items of a review are mirrored into its parent's file."""
    model: str | None = None
    """Of ``turn_context``."""
    sandbox_policy: SandboxPolicy | None = None
    """Of ``turn_context``."""
    role: str | None = None
    """Of ``message``: ``user``, ``assistant``, ``developer``."""
    content: Raw = _NOTHING
    """Of ``message`` and ``reasoning``."""
    summary: Raw = _NOTHING
    """Of ``reasoning``: a list; of ``turn_context``: a word."""
    name: str | None = None
    """Of calls."""
    namespace: str | None = None
    """Of calls: ``mcp__<server>`` …"""
    arguments: Raw = _NOTHING
    """Of ``function_call``: JSON in a string."""
    input: Raw = _NOTHING
    """Of ``custom_tool_call``: any text."""
    action: Raw = _NOTHING
    """Of ``local_shell_call`` and ``web_search_call``."""
    call_id: str | None = None
    """Of calls and outputs."""
    status: str | None = None
    """Of calls that the provider itself ran."""
    output: Raw = _NOTHING
    """Of outputs: a string, content items, or an object."""
    internal_chat_message_metadata_passthrough: Passthrough | None = None
    """Of response items (0.171)."""
    message: str | None = None
    """Of ``user_message``, ``error`` and ``compacted``."""
    images: list[Raw] | None = None
    """Of ``user_message``: data URLs."""
    local_images: list[Raw] | None = None
    """Of ``user_message``: paths."""
    info: TokenInfo | None = None
    """Of ``token_count``; null when a process starts."""
    usage: Tokens | None = None
    """Of ``token_usage_record``."""
    response_id: str | None = None
    """Of ``token_usage_record``."""
    reason: str | None = None
    """Of ``turn_aborted``: ``interrupted``, ``replaced``, ``review_ended``."""
    turn_attribution: TurnAttribution | None = None
    """Of ``task_started``."""
    error: Raw = _NOTHING
    """Of ``task_complete``."""
    last_agent_message: str | None = None
    """Of ``task_complete``."""
    codex_error_info: Raw = _NOTHING
    """Of ``error``."""
    item: Item | None = None
    """Of ``item_completed``."""
    target: Raw = _NOTHING
    """Of ``entered_review_mode``."""
    num_turns: int | None = None
    """Of ``thread_rolled_back``: prompts that the user took back."""
    command: Raw = _NOTHING
    """Of ``exec_command_end``: words of the command."""
    exit_code: int | None = None
    """Of ``exec_command_end``."""
    aggregated_output: str | None = None
    """Of ``exec_command_end``."""


class Line(Struct):
    """One line of a rollout."""

    type: str | None = None
    """``session_meta``, ``turn_context``, ``response_item``, ``event_msg``, ``compacted`` …"""
    timestamp: str | None = None
    """ISO-8601, UTC."""
    payload: Payload | UnsetType = UNSET
    """What it holds; missing in rollouts before 0.30."""
    metadata: LineMetadata | None = None
    """Beside response items (0.171)."""
    record_type: str | None = None
    """``state`` in rollouts before 0.30."""


class ErrorInfo(Struct):
    """``error`` of ``task_complete``."""

    message: str | None = None
    """A sentence."""
    codex_error_info: Raw = _NOTHING
    """A name, or an object with the name as its key."""


line_decoder = msgspec.json.Decoder(Line)
payload_decoder = msgspec.json.Decoder(Payload)

"""Messages of records and what is nested in them: content blocks, tokens, results of tools."""

from typing import Any

from msgspec import Raw, Struct

_NOTHING = Raw()


class ImageSource(Struct):
    """``source`` of an image or document block; the data itself is never kept."""

    media_type: str | None = None
    """MIME type."""
    data: Raw = _NOTHING
    """Base64; only its length is looked at."""


class Block(Struct):
    """One content block of a message, of any type."""

    type: str | None = None
    """``text``, ``thinking``, ``tool_use``, ``tool_result``, ``image`` …"""
    text: str | None = None
    """Of ``text``."""
    thinking: str | None = None
    """Of ``thinking``."""
    id: str | None = None
    """Of ``tool_use``."""
    name: str | None = None
    """Of ``tool_use``."""
    input: Raw = _NOTHING
    """Of ``tool_use``."""
    tool_use_id: str | None = None
    """Of ``tool_result``."""
    content: "str | list[Block] | Block | None" = None
    """Of ``tool_result``: string or blocks; of an error of the server's own tools an object."""
    is_error: bool | None = None
    """Of ``tool_result``."""
    source: ImageSource | None = None
    """Of ``image`` and ``document``."""


class OutputDetails(Struct):
    """``output_tokens_details`` (2.1.332)."""

    thinking_tokens: int | None = None
    """Of the output."""


class TokenUsage(Struct):
    """``usage`` of an answer; the same on every line of it."""

    input_tokens: int | None = None
    """Uncached input."""
    cache_creation_input_tokens: int | None = None
    """Written into the cache."""
    cache_read_input_tokens: int | None = None
    """Read from the cache."""
    output_tokens: int | None = None
    """Output; some versions wrote 1 on early lines."""
    output_tokens_details: OutputDetails | None = None
    """Thinking tokens."""


class ModelMessage(Struct):
    """``message`` of a ``user`` or ``assistant`` record."""

    id: str | None = None
    """Of an answer; shared by its lines."""
    model: str | None = None
    """Of an answer; ``<synthetic>`` when the client wrote it."""
    content: str | list[Block] | None = None
    """Text or blocks."""
    usage: TokenUsage | None = None
    """Of an answer."""


class ToolUseResult(Struct, rename="camel"):
    """``toolUseResult`` where it is an object, reduced to what is used."""

    interrupted: bool | None = None
    """A shell command was stopped."""
    background_task_id: str | None = None
    """The command goes on in the background."""
    persisted_output_path: str | None = None
    """File with the whole output."""
    persisted_output_size: int | None = None
    """Its bytes."""
    structured_patch: list["Hunk"] | None = None
    """Of an edit."""
    agent_id: str | None = None
    """Of a sub-agent."""
    status: str | None = None
    """``completed``, ``async_launched`` …"""
    answers: dict[str, Any] | None = None
    """Question → answer of AskUserQuestion."""
    is_agent: bool | None = None
    """Of ExitPlanMode: the plan was approved by a program."""


class Hunk(Struct):
    """One hunk of ``structuredPatch``."""

    lines: list[str] = []
    """Lines that begin with ``+``, ``-`` or a space."""

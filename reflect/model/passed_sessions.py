"""Sessions behind the door as columns: a sequence for each field of their messages and calls.

What is kept of a new session is columns in the end. With a value of each message, part and call in
between, the way to these took half as much time again, of small sessions three quarters.
"""

from collections.abc import Sequence

from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted, RedactedTexts
from reflect.model.session import RedactedSession, Usage
from reflect.model.vocabulary import (
    Author,
    CallStatus,
    ContextKind,
    DeniedBy,
    ExitSource,
    MessageKind,
    PartKind,
    PartOrigin,
    Tool,
)


@dataclass(frozen=True, slots=True)
class MessageColumns:
    """Fields of messages, each as in ``Message``; their parts stand apart."""

    event: RedactedTexts
    """Ids."""
    position: Sequence[int]
    """Orders."""
    record: RedactedTexts
    """Places in the source."""
    kind: Sequence[MessageKind]
    """What they are."""
    author: Sequence[Author]
    """Whose words."""
    reason: RedactedTexts
    """Names of signals."""
    sent_at: Sequence[str | None]
    """Times."""
    answer_id: RedactedTexts
    """Ids of answers."""
    model: RedactedTexts
    """Names of models."""
    usage: Sequence[Usage | None]
    """Tokens."""
    command: RedactedTexts
    """Names of slash commands."""
    replies_to: RedactedTexts
    """Ids of calls."""
    copy_key: RedactedTexts
    """Equal in forks."""
    error: RedactedTexts
    """Names of errors."""
    reverted: Sequence[bool]
    """Whether they were taken back."""
    automated: Sequence[bool]
    """Whether a program typed them."""


@dataclass(frozen=True, slots=True)
class PartColumns:
    """Fields of the parts of messages, each as in ``Part``."""

    index: Sequence[int]
    """Places in their records."""
    kind: Sequence[PartKind]
    """What they hold."""
    origin: Sequence[PartOrigin]
    """Where the words come from."""
    text: RedactedTexts
    """The words, cut."""
    native_id: RedactedTexts
    """Own ids."""
    media_type: RedactedTexts
    """Of files and images."""
    size: Sequence[int | None]
    """Bytes of files and images."""


@dataclass(frozen=True, slots=True)
class CallColumns:
    """Fields of tool calls, each as in ``ToolCall``."""

    call: RedactedTexts
    """Ids."""
    position: Sequence[int]
    """Orders."""
    record: RedactedTexts
    """Records of the calls."""
    part: Sequence[int]
    """Places in these."""
    name: RedactedTexts
    """Names of tools."""
    tool: Sequence[Tool]
    """The canonical tools."""
    status: Sequence[CallStatus]
    """How they ended."""
    by_human: Sequence[bool]
    """Whether the user ran them."""
    batch: RedactedTexts
    """Shared by calls issued together."""
    result_record: RedactedTexts
    """Records of the results."""
    command: RedactedTexts
    """Shell commands, cut."""
    path: RedactedTexts
    """Files."""
    arguments: RedactedTexts
    """Inputs, cut."""
    exit_code: Sequence[int | None]
    """Of commands."""
    exit_source: Sequence[ExitSource]
    """Where these come from."""
    denied_by: Sequence[DeniedBy | None]
    """Who refused."""
    output: RedactedTexts
    """Results, or their beginnings."""
    output_tail: RedactedTexts
    """Ends of long ones."""
    output_bytes: Sequence[int | None]
    """Sizes of the whole."""
    output_digest: Sequence[str | None]
    """Keyed hashes of the whole."""
    started_at: Sequence[str | None]
    """Times."""
    ended_at: Sequence[str | None]
    """Times."""
    child: RedactedTexts
    """Ids of sub-agents."""
    copy_key: RedactedTexts
    """Equal in forks."""
    reverted: Sequence[bool]
    """Whether they were taken back."""
    added_lines: Sequence[int | None]
    """Of edits."""
    removed_lines: Sequence[int | None]
    """Of edits."""


@dataclass(frozen=True, slots=True)
class ItemColumns:
    """Fields of what sessions had been given, each as in ``ContextItem``."""

    kind: Sequence[ContextKind]
    """What they are."""
    name: RedactedTexts
    """Paths and names."""
    record: RedactedTexts
    """Places in the source."""
    seen_at: Sequence[str | None]
    """Times."""
    lines: Sequence[tuple[Redacted, ...]]
    """Lines of instruction files."""
    digests: Sequence[tuple[str, ...]]
    """Keyed hashes of these."""
    size_before: Sequence[int | None]
    """Tokens before compactions."""
    size_after: Sequence[int | None]
    """Tokens after them."""
    detail: RedactedTexts
    """Words of the client."""


@dataclass(frozen=True, slots=True)
class PassedSessions:
    """Some sessions behind the door."""

    heads: Sequence[RedactedSession]
    """Each without messages, calls and context."""
    message_counts: Sequence[int]
    """How many messages each has."""
    messages: MessageColumns
    """Those of the first, of the second, and so on."""
    part_counts: Sequence[int]
    """How many parts each message has."""
    parts: PartColumns
    """In the order of the messages."""
    call_counts: Sequence[int]
    """How many calls each session has."""
    calls: CallColumns
    """In the order of the sessions."""
    item_counts: Sequence[int]
    """How many context items each session has."""
    items: ItemColumns
    """In the order of the sessions."""

"""What importers produce and the warehouse holds: sessions with messages, calls and context.

Every text field has the type ``TextT``: ``str`` when an importer yields it, ``Redacted`` once it
has passed the door (``reflect.redaction``); the warehouse takes the second only.
Times are ISO-8601 texts in UTC ending in ``Z`` (the appender takes them as they are, and parsing
them in Python costs 0.6 µs each). Unknown is ``None``, never 0 and never "ok".
"""

from typing import Generic

from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted, TextT
from reflect.model.vocabulary import (
    Author,
    CallStatus,
    ContextKind,
    DeniedBy,
    ExitSource,
    MessageKind,
    Origin,
    PartKind,
    PartOrigin,
    Relation,
    Tool,
)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one answer of a model: four disjoint counters."""

    input_uncached: int
    """Tokens read that came from no cache."""
    cache_read: int
    """Tokens read from the cache."""
    cache_write: int
    """Tokens written into the cache."""
    output: int
    """Tokens written, reasoning included."""
    reasoning: int | None = None
    """Of ``output``: reasoning; None where the client does not say."""
    cost: float | None = None
    """Money in the client's currency, as the client recorded it; None when it did not."""


@dataclass(frozen=True, slots=True)
class Part(Generic[TextT]):
    """One piece of a message."""

    index: int
    """0-based place inside its source record."""
    kind: PartKind
    """What it holds."""
    origin: PartOrigin
    """Where the words come from."""
    text: TextT
    """The words; empty for images."""
    native_id: str | None = None
    """The part's own id where the client writes one."""
    media_type: str | None = None
    """Of a file or image."""
    size: int | None = None
    """Bytes of a file or image."""


@dataclass(frozen=True, slots=True)
class Message(Generic[TextT]):
    """One message: a record of the source, or the human act found inside one."""

    event: str
    """Unique in its session: the record's own id where the client writes one, else
    ``r<record>`` or ``r<record>.<part>``."""
    position: int
    """Order in the session, shared with tool calls; grows, may have gaps."""
    record: str
    """Where it stands in its source: 1-based line, 0-based message index, or row id."""
    kind: MessageKind
    """What it is."""
    author: Author
    """Whose words it holds."""
    reason: str
    """Name of the signal that told author and kind, e.g. ``promptSource=typed``."""
    sent_at: str | None
    """When, UTC."""
    parts: tuple[Part[TextT], ...]
    """Its pieces in order; a refusal or interrupt without words has none."""
    answer_id: str | None = None
    """Id of the model's answer this belongs to; lines of one answer share it."""
    model: str | None = None
    """``provider/model`` or model name; None for synthetic text and for humans."""
    usage: Usage | None = None
    """Tokens of the whole answer; repeated on each line of it, counted once."""
    command: str | None = None
    """Name of a slash command, without the slash."""
    replies_to: str | None = None
    """Id of the tool call that a refusal or answer belongs to."""
    copy_key: str | None = None
    """Equal in a session and its forks: copies are counted once."""
    error: str | None = None
    """Name of a provider or client error that ended this message, no content."""
    reverted: bool = False
    """The user took it back."""
    automated: bool = False
    """The record itself says that a program typed it (SDK, ``-p``, ``run``)."""

    @property
    def text(self) -> str:
        """The words of all text parts, joined by newlines."""
        if len(self.parts) == 1:
            # Most have one, and a session is asked for all its words some ten times.
            only = self.parts[0]
            return only.text if only.kind is PartKind.TEXT else ""
        texts = [part.text for part in self.parts if part.kind is PartKind.TEXT and part.text]
        return texts[0] if len(texts) == 1 else "\n".join(texts)


@dataclass(frozen=True, slots=True)
class ToolCall(Generic[TextT]):
    """One call of a tool, with its result as far as it is known."""

    call: str
    """The call's own id; unique in its session and its event id."""
    position: int
    """Order in the session, shared with messages."""
    record: str
    """Record of the call."""
    part: int
    """0-based place of the call inside its record."""
    name: str
    """The client's name of the tool."""
    tool: Tool
    """The canonical tool."""
    status: CallStatus
    """How it ended."""
    by_human: bool = False
    """The user ran it (``!cmd``); not a call of the model."""
    batch: str | None = None
    """Calls issued together share it; they fail together."""
    result_record: str | None = None
    """Record of the result, None while it is missing."""
    command: TextT | None = None
    """Shell command, for shell tools."""
    path: TextT | None = None
    """The file it reads, edits or writes."""
    arguments: TextT | None = None
    """The whole input as JSON text, cut at 8 KB behind the door."""
    exit_code: int | None = None
    """Of a command."""
    exit_source: ExitSource = ExitSource.ABSENT
    """Where the exit code comes from."""
    denied_by: DeniedBy | None = None
    """Who refused it."""
    output: TextT | None = None
    """What it returned: all of it from an importer, the first 4 KB behind the door when longer
    than 8 KB."""
    output_tail: TextT | None = None
    """Set by the door: the last 4 KB of an output longer than 8 KB."""
    output_bytes: int | None = None
    """Size of the whole output in UTF-8 bytes; set by the door where an importer does not know
    it better."""
    output_digest: str | None = None
    """Set by the door: keyed hash of the whole output; equal results have equal ones."""
    started_at: str | None = None
    """When it started, UTC."""
    ended_at: str | None = None
    """When it ended, UTC."""
    child: str | None = None
    """Native id of the sub-agent session it started."""
    copy_key: str | None = None
    """As in ``Message``."""
    reverted: bool = False
    """The user took it back."""
    added_lines: int | None = None
    """Of an edit, where the client says or the arguments tell."""
    removed_lines: int | None = None
    """As ``added_lines``."""


@dataclass(frozen=True, slots=True)
class ContextItem(Generic[TextT]):
    """One thing the session had been given. Never a human word, never evidence."""

    kind: ContextKind
    """What it is."""
    name: TextT
    """File path, or name of the skill, command, agent or tool; trigger of a compaction."""
    record: str
    """Where it stands."""
    seen_at: str | None = None
    """When, UTC."""
    lines: tuple[TextT, ...] = ()
    """Lines of an instruction file."""
    digests: tuple[str, ...] = ()
    """Set by the door: keyed hash of each line."""
    size_before: int | None = None
    """Tokens before a compaction."""
    size_after: int | None = None
    """Tokens after it."""
    detail: str | None = None
    """An enum word of the client: hook event, permission decision."""


@dataclass(frozen=True, slots=True)
class Session(Generic[TextT]):
    """One session of an agent, or what was added to it since the last import."""

    agent: str
    """Name of the agent."""
    native_id: str
    """The session's own id."""
    relation: Relation
    """How it came to be, as far as its own records tell; forks are found by copied messages."""
    origin: Origin
    """Who drives it."""
    origin_reason: str
    """Name of the signal that told the origin."""
    title: TextT | None
    """As the client shows it."""
    directory: TextT | None
    """First working directory of the records."""
    git_root: TextT | None
    """Root of the repository where the records name it."""
    branch: TextT | None
    """First branch of the records."""
    client_version: str | None
    """Last version of the client that wrote it."""
    created_at: str | None
    """When the client made the session, UTC; may be later than copied messages."""
    path: TextT
    """Source file."""
    parent: str | None = None
    """Native id of the parent, where the records name it."""
    parent_call: str | None = None
    """Call of the parent that started it."""
    archived: bool = False
    """The client shows it as archived."""
    warm_up: bool = False
    """A start-up agent of the client: no session of the user, its tokens are real."""
    messages: tuple[Message[TextT], ...] = ()
    """In order."""
    calls: tuple[ToolCall[TextT], ...] = ()
    """In order."""
    context: tuple[ContextItem[TextT], ...] = ()
    """In order of records."""
    ledger_usage: Usage | None = None
    """The client's own running total, if it keeps one (includes compaction and aborted answers)."""
    continues: bool = False
    """True: only what was added. Messages and calls with known ids replace the stored ones, and
    None means: keep what is stored – title, directory, branch, parent and running total of the
    session; command, path, arguments, output, exit code … of a call whose result came later."""

    @property
    def key(self) -> str:
        """``agent:native id``."""
        return f"{self.agent}:{self.native_id}"


RawSession = Session[str]
RedactedSession = Session[Redacted]

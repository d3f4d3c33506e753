"""The closed word lists of the project; the manifest's schema is generated from them."""

from enum import StrEnum


class Agent(StrEnum):
    """Coding agents with a built-in importer; any other is ``other`` in a manifest."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    OPENCODE = "opencode"


class StoreKind(StrEnum):
    """How a store is laid out."""

    JSONL_TREE = "jsonl_tree"
    JSON_TREE = "json_tree"
    SQLITE = "sqlite"
    DOCUMENTS = "documents"
    HTTP = "http"


class Relation(StrEnum):
    """How a session came to be."""

    ROOT = "root"
    SUBAGENT = "subagent"
    FORK = "fork"
    REVIEW = "review"


class Origin(StrEnum):
    """Who drives a session. ``automated`` needs a positive signal."""

    HUMAN = "human"
    AUTOMATED = "automated"
    UNKNOWN = "unknown"


class Author(StrEnum):
    """Whose words a message holds."""

    HUMAN = "human"
    AGENT = "agent"
    PARENT_AGENT = "parent_agent"
    HARNESS = "harness"
    UNKNOWN = "unknown"


class MessageKind(StrEnum):
    """What a message is. ``answer`` is the agent's answer, or a human's answer to a question."""

    PROMPT = "prompt"
    COMMAND = "command"
    SHELL = "shell"
    STEER = "steer"
    ANSWER = "answer"
    REFUSAL = "refusal"
    INTERRUPT = "interrupt"
    REASONING = "reasoning"
    COMPACTION = "compaction"
    NOTIFICATION = "notification"
    INJECTED = "injected"
    SYSTEM = "system"


TURN_KINDS = (
    MessageKind.PROMPT,
    MessageKind.COMMAND,
    MessageKind.SHELL,
    MessageKind.STEER,
    MessageKind.ANSWER,
    MessageKind.REFUSAL,
    MessageKind.INTERRUPT,
)
"""Kinds of human acts; ``human_turns`` counts the first four."""

COUNTED_TURN_KINDS = TURN_KINDS[:4]
"""Kinds that ``human_turns`` counts."""


class PartKind(StrEnum):
    """What a part of a message holds."""

    TEXT = "text"
    REASONING = "reasoning"
    FILE = "file"
    IMAGE = "image"
    PATCH = "patch"
    PLAN = "plan"
    ATTACHMENT = "attachment"


class PartOrigin(StrEnum):
    """Where the words of a part come from; decides what may become a rule."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL_LOCAL = "tool_local"
    TOOL_EXTERNAL = "tool_external"
    FILE = "file"
    UNKNOWN = "unknown"


class Tool(StrEnum):
    """Canonical names of tools."""

    SHELL = "shell"
    READ = "read"
    EDIT = "edit"
    WRITE = "write"
    SEARCH = "search"
    FETCH = "fetch"
    TASK = "task"
    TODO = "todo"
    ASK = "ask"
    SKILL = "skill"
    MCP = "mcp"
    OTHER = "other"


class CallStatus(StrEnum):
    """How a tool call ended. A non-zero exit is ``error``."""

    OK = "ok"
    ERROR = "error"
    DENIED = "denied"
    ABORTED = "aborted"
    RUNNING = "running"
    INVALID = "invalid"
    UNKNOWN = "unknown"


class ExitSource(StrEnum):
    """Where an exit code was taken from."""

    FIELD = "field"
    PARSED = "parsed"
    ABSENT = "absent"


class DeniedBy(StrEnum):
    """Who refused a tool call."""

    HUMAN = "human"
    RULE = "rule"
    HOOK = "hook"
    SANDBOX = "sandbox"
    CONFIG = "config"


class ContextKind(StrEnum):
    """What the session had been given."""

    INSTRUCTIONS = "instructions"
    SKILL = "skill"
    COMMAND = "command"
    SUBAGENT = "subagent"
    MCP_TOOL = "mcp_tool"
    PERMISSION = "permission"
    COMPACTION = "compaction"
    HOOK = "hook"


class Act(StrEnum):
    """What a human turn does (codebook of the labelled sessions)."""

    NEW_REQUEST = "new_request"
    CORRECTION = "correction"
    FAILURE_REPORT = "failure_report"
    CHALLENGE = "challenge"
    REVIEW_PASTE = "review_paste"
    CLARIFICATION = "clarification"
    ANSWER = "answer"
    APPROVAL = "approval"
    REJECTION = "rejection"
    INTERRUPTION = "interruption"
    DISCUSS_ONLY = "discuss_only"
    OTHER = "other"


PUSHBACK = (Act.CORRECTION, Act.FAILURE_REPORT, Act.CHALLENGE, Act.REVIEW_PASTE)
"""Acts by which a human says that something was wrong."""


class Family(StrEnum):
    """The three families of codes."""

    COMMUNICATION_GAPS = "communication_gaps"
    AGENT_MISTAKES = "agent_mistakes"
    OPPORTUNITIES = "opportunities"


class Method(StrEnum):
    """Who found it."""

    RULE = "rule"
    MODEL = "model"
    BOTH = "both"


class Owner(StrEnum):
    """Who can change it."""

    DEVELOPER = "developer"
    AGENT = "agent"
    ENVIRONMENT = "environment"


class Stability(StrEnum):
    """How well the precision of a code is known."""

    STABLE = "stable"
    UNMEASURED = "unmeasured"
    EXPERIMENTAL = "experimental"
    OFF = "off"


COUNTED = (Stability.STABLE, Stability.UNMEASURED)
"""Codes measured as imprecise stay in the report's last part, and out of every count."""


class Polarity(StrEnum):
    """Direction of a recurrence key; opposite directions never merge."""

    REQUIRE = "require"
    FORBID = "forbid"
    PREFER = "prefer"
    NONE = "none"


class RemedyKind(StrEnum):
    """What could stop a pattern; ``nothing`` is an answer."""

    RULE = "rule"
    SKILL = "skill"
    COMMAND = "command"
    HOOK = "hook"
    PERMISSION = "permission"
    PLUGIN = "plugin"
    MCP = "mcp"
    CONFIG = "config"
    HABIT = "habit"
    NOTHING = "nothing"


class SkipReason(StrEnum):
    """Why a known session was not analysed; always reported in this order."""

    NOT_SELECTED = "not_selected"
    AUTOMATED = "automated"
    SUB_AGENT = "sub_agent"
    TOO_SHORT = "too_short"
    DUPLICATE = "duplicate"
    UNREADABLE = "unreadable"
    REVIEWING = "reviewing"


class RedactionKind(StrEnum):
    """Kinds of masked text, as in the place-holder ``⟨kind:name#1a2b3c4d⟩``."""

    TOKEN = "token"  # noqa: S105 - the name of a kind, not a secret
    PRIVATE_KEY = "private_key"
    CREDENTIALS = "credentials"
    SECRET = "secret"  # noqa: S105 - the name of a kind, not a secret
    UNREDACTABLE = "unredactable"


class BadRecord(StrEnum):
    """Why a record was passed over."""

    NOT_JSON = "not_json"
    NOT_AN_OBJECT = "not_an_object"
    TOO_LARGE = "too_large"
    TOO_DEEP = "too_deep"
    WRONG_SHAPE = "wrong_shape"
    NOT_UTF8 = "not_utf8"
    BROKEN_FRAME = "broken_frame"

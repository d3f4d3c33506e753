"""Sessions as importers read them, and the same behind the door."""

from reflect.model.session import (
    Message,
    Part,
    RawSession,
    RedactedSession,
    Session,
    ToolCall,
)
from reflect.model.vocabulary import (
    Author,
    CallStatus,
    MessageKind,
    Origin,
    PartKind,
    PartOrigin,
    Relation,
    Tool,
)
from reflect.redaction.door import Door

KEY = b"k" * 32
TOKEN = "gh" + "p_" + "0" * 28 + "EXAMPLE"
PASSWORD = "hunter2" + "-FAKE"
LOUD = "AK" + "IA" + "FAKE" * 4
SLACK = "xox" + "b-000000000000-EXAMPLE"
SHORT = "sk-" + "test-FAKE1234567890abcdef"
URL = "postgres://app:" + "hunter2" + "@db.example.com/app"


def message(text: str, **more: object) -> Message[str]:
    values: dict[str, object] = {
        "event": "e1",
        "position": 1,
        "record": "1",
        "kind": MessageKind.PROMPT,
        "author": Author.HUMAN,
        "reason": "promptSource=typed",
        "sent_at": "2026-11-29T10:00:00Z",
        "parts": (Part(0, PartKind.TEXT, PartOrigin.USER, text),),
    }
    return Message(**(values | more))  # type: ignore[arg-type]


def call(**more: object) -> ToolCall[str]:
    values: dict[str, object] = {
        "call": "c1",
        "position": 2,
        "record": "2",
        "part": 0,
        "name": "Bash",
        "tool": Tool.SHELL,
        "status": CallStatus.OK,
    }
    return ToolCall(**(values | more))  # type: ignore[arg-type]


def session(native_id: str = "s1", **more: object) -> RawSession:
    values: dict[str, object] = {
        "agent": "claude-code",
        "native_id": native_id,
        "relation": Relation.ROOT,
        "origin": Origin.HUMAN,
        "origin_reason": "typed",
        "title": None,
        "directory": "/home/alice/shop",
        "git_root": None,
        "branch": None,
        "client_version": "2.1.332",
        "created_at": None,
        "path": "/home/alice/.claude/projects/x.jsonl",
    }
    return Session(**(values | more))  # type: ignore[arg-type]


def passed(*sessions: RawSession) -> list[RedactedSession]:
    return Door(KEY, ("/home/alice",)).pass_sessions(sessions)

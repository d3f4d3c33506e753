"""Prompts typed while the agent worked: counted once, at the line where they were typed."""

from collections.abc import Callable
from typing import Any

from reflect.model.session import Message, RawSession
from reflect.model.source import UnitRead
from reflect.model.vocabulary import TURN_KINDS, Author, MessageKind

Read = Callable[..., UnitRead]


def user(content: str, **fields: object) -> dict[str, Any]:
    return {"type": "user", "message": {"role": "user", "content": content}, **fields}


def session(read: Read, *records: dict[str, Any]) -> RawSession:
    found = read(*records).session
    assert found is not None
    return found


def acts(found: RawSession) -> list[Message[str]]:
    return [m for m in found.messages if m.kind in TURN_KINDS and m.author is Author.HUMAN]


def test_cc27_a_queued_prompt_that_is_delivered_later_counts_once(read: Read) -> None:
    found = session(
        read,
        {"type": "queue-operation", "operation": "enqueue", "content": "and the tests?"},
        {"type": "queue-operation", "operation": "dequeue"},
        user("and the tests?"),
    )
    assert [(a.kind, a.record) for a in acts(found)] == [(MessageKind.PROMPT, "3")]


def test_cc27_a_prompt_typed_while_the_agent_works_stands_where_it_was_typed(read: Read) -> None:
    notice = {
        "prompt": "<task-notification>x</task-notification>",
        "commandMode": "task-notification",
    }
    found = session(
        read,
        user("start"),
        {"type": "queue-operation", "operation": "enqueue", "content": "use uv"},
        {"type": "attachment", "attachment": {"type": "queued_command", **notice}},
        {
            "type": "attachment",
            "uuid": "u9",
            "attachment": {"type": "queued_command", "prompt": "use uv", "commandMode": "prompt"},
        },
        {"type": "queue-operation", "operation": "remove"},
    )
    steer = acts(found)[1]
    assert (steer.kind, steer.record, steer.text) == (MessageKind.STEER, "2", "use uv")
    assert steer.copy_key == "u9"


def test_cc27_a_fork_knows_a_steer_from_its_attachment_only(read: Read) -> None:
    queued = {"type": "queued_command", "prompt": "use uv", "commandMode": "prompt"}
    found = session(read, user("start"), {"type": "attachment", "uuid": "u9", "attachment": queued})
    steer = acts(found)[1]
    assert (steer.kind, steer.text, steer.copy_key) == (MessageKind.STEER, "use uv", "u9")


def test_cc27_a_queued_prompt_that_was_taken_back_is_no_act(read: Read) -> None:
    found = session(
        read,
        user("start"),
        {"type": "queue-operation", "operation": "enqueue", "content": "use u"},
        {"type": "queue-operation", "operation": "popAll"},
    )
    assert [a.text for a in acts(found)] == ["start"]


def test_cc27_a_prompt_delivered_after_the_next_import_is_taken_back(read: Read) -> None:
    enqueued = {"type": "queue-operation", "operation": "enqueue", "content": "and the tests?"}
    found = session(read, user("start"), enqueued)
    assert [a.kind for a in acts(found)] == [MessageKind.PROMPT, MessageKind.STEER]
    dequeued = {"type": "queue-operation", "operation": "dequeue"}
    found = session(read, dequeued, user("and the tests?"))
    assert found.continues
    assert [(a.kind, a.record) for a in acts(found)] == [(MessageKind.PROMPT, "4")]
    (withdrawn,) = [m for m in found.messages if m.record == "2"]
    assert (withdrawn.event, withdrawn.author, withdrawn.parts) == ("r2", Author.HARNESS, ())

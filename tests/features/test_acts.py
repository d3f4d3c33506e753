"""Every act and every guard on small conversations, in many languages; see ``acts/*.yaml``.

A case is a list of steps (``human``, ``agent``, ``edit``, ``run``, ``refusal``, ...); the act of
the last human step is what it is about. An ``edit`` may say the ``old`` and the ``new`` text.
``act`` is the expected one, ``never`` lists acts it must not be, ``pushback`` says only whether it
is one.
"""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from reflect.features.acts import label
from reflect.model.redacted import seal
from reflect.model.session import Message, Part, RedactedSession, Session, ToolCall
from reflect.model.turn import Turn
from reflect.model.vocabulary import (
    PUSHBACK,
    Act,
    Author,
    CallStatus,
    MessageKind,
    Origin,
    PartKind,
    PartOrigin,
    Relation,
    Tool,
)

HUMAN_STEPS = {
    "human": MessageKind.PROMPT,
    "steer": MessageKind.STEER,
    "refusal": MessageKind.REFUSAL,
    "interrupt": MessageKind.INTERRUPT,
    "reply": MessageKind.ANSWER,
    "command": MessageKind.COMMAND,
    "shell": MessageKind.SHELL,
}
CALL_STEPS = {"edit": Tool.EDIT, "run": Tool.SHELL, "read": Tool.READ, "ask": Tool.ASK}


def session_of(steps: list[dict[str, Any]]) -> RedactedSession:
    """The session that a list of steps describes."""
    messages: list[Message[Any]] = []
    calls: list[ToolCall[Any]] = []
    for position, step in enumerate(steps, 1):
        name = next(iter(step))
        words = step[name] or ""
        if name in HUMAN_STEPS:
            messages.append(_message(position, HUMAN_STEPS[name], Author.HUMAN, words, step))
            if name == "shell":
                calls.append(_call(position, Tool.SHELL, words, step, by_human=True))
        elif name == "agent":
            messages.append(_message(position, MessageKind.ANSWER, Author.AGENT, words, step))
        elif name == "injected":
            messages.append(_message(position, MessageKind.INJECTED, Author.HARNESS, words, step))
        else:
            calls.append(_call(position, CALL_STEPS[name], words, step, by_human=False))
    return Session(
        agent="test",
        native_id="one",
        relation=Relation.ROOT,
        origin=Origin.HUMAN,
        origin_reason="test",
        title=None,
        directory=None,
        git_root=None,
        branch=None,
        client_version=None,
        created_at=None,
        path=seal("one.jsonl"),
        messages=tuple(messages),
        calls=tuple(calls),
    )


def _message(
    position: int, kind: MessageKind, author: Author, words: str, step: dict[str, Any]
) -> Message[Any]:
    origin = PartOrigin.USER if author is Author.HUMAN else PartOrigin.ASSISTANT
    parts = [Part(0, PartKind.TEXT, origin, seal(words))] if words else []
    parts += [
        Part(1 + number, PartKind.IMAGE, origin, seal(""), media_type="image/png", size=9)
        for number in range(step.get("images", 0))
    ]
    return Message(
        event=f"r{position}",
        position=position,
        record=str(position),
        kind=kind,
        author=author,
        reason="test",
        sent_at=None,
        parts=tuple(parts),
        reverted=step.get("reverted", False),
    )


def _call(
    position: int, tool: Tool, words: str, step: dict[str, Any], *, by_human: bool
) -> ToolCall[Any]:
    failed = step.get("fails", False)
    return ToolCall(
        call=f"c{position}",
        position=position,
        record=str(position),
        part=0,
        name=tool.value,
        tool=tool,
        status=CallStatus.ERROR if failed else CallStatus.OK,
        by_human=by_human,
        command=seal(words) if tool is Tool.SHELL else None,
        path=seal(words) if tool in (Tool.EDIT, Tool.READ) else None,
        arguments=seal(json.dumps({"old_string": step["old"], "new_string": step["new"]}))
        if "new" in step
        else None,
        exit_code=1 if failed else 0,
    )


def load_cases() -> list[Any]:
    folder = Path(__file__).parent / "acts"
    return [
        pytest.param(case, id=f"{file.stem}: {case['name']}")
        for file in sorted(folder.glob("*.yaml"))
        for case in yaml.safe_load(file.read_text("utf-8"))
    ]


@pytest.mark.parametrize("case", load_cases())
def test_case(case: dict[str, Any]) -> None:
    turns = label(session_of(case["steps"]))
    turn = turns[-1 + case.get("from_the_end", 0)]
    if "act" in case:
        assert turn.act is Act(case["act"]), turn
    if "pushback" in case:
        assert (turn.act in PUSHBACK) is case["pushback"], turn
    assert turn.act.value not in case.get("never", []), turn
    assert set(case.get("signals", [])) <= set(turn.signals), turn


def test_every_act_has_a_case() -> None:
    expected = {parameter.values[0].get("act") for parameter in load_cases()}
    assert {act.value for act in Act} <= expected


def test_one_turn_for_each_act_in_order_with_its_place() -> None:
    steps = [
        {"human": "add a flag --json"},
        {"agent": "I'll add it."},
        {"edit": "cli.py"},
        {"injected": "<system-reminder>no human wrote this, it is wrong</system-reminder>"},
        {"interrupt": ""},
        {"steer": "use argparse"},
        {"agent": "Done."},
    ]
    turns = label(session_of(steps))
    assert [(turn.record, turn.kind.value) for turn in turns] == [
        ("1", "prompt"),
        ("5", "interrupt"),
        ("6", "steer"),
    ]
    assert all(isinstance(turn, Turn) and 0 < turn.confidence <= 1 for turn in turns)
    assert all(turn.signals for turn in turns)
    assert {turn.session for turn in turns} == {"test:one"}


def test_a_session_without_a_human_has_no_turns() -> None:
    assert label(session_of([{"agent": "hello"}, {"edit": "a.py"}])) == ()
    assert label(session_of([])) == ()


def test_the_future_does_not_leak_beyond_the_next_answer() -> None:
    steps = [
        {"human": "rename the flag"},
        {"agent": "Done, renamed."},
        {"edit": "cli.py"},
        {"human": "show me the help text"},
        {"agent": "Here it is."},
    ]
    later = [{"human": "no, that's wrong, undo it"}, {"agent": "You're right, sorry."}]
    before = label(session_of(steps))
    after = label(session_of(steps + later))
    assert after[: len(before)] == before

"""Whose words a record holds, in the record forms of 2.0–2.1.332, hand-made."""

from collections.abc import Callable
from typing import Any

import pytest

from reflect.model.session import Message, RawSession
from reflect.model.source import UnitRead
from reflect.model.vocabulary import (
    TURN_KINDS,
    Author,
    CallStatus,
    DeniedBy,
    MessageKind,
    Origin,
    PartKind,
    PartOrigin,
)

Read = Callable[..., UnitRead]
REJECTED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was "
    "a file edit, the new_string was NOT written to the file). "
)
WAIT = REJECTED + "STOP what you are doing and wait for the user to tell you how to proceed."
MARKER = "[Request interrupted by user for tool use]"


def user(content: object, **fields: object) -> dict[str, Any]:
    return {"type": "user", "message": {"role": "user", "content": content}, **fields}


def call(tool: str, number: int, **given: object) -> dict[str, Any]:
    block = {"type": "tool_use", "id": f"t{number}", "name": tool, "input": given}
    message = {"id": f"m{number}", "role": "assistant", "model": "opus", "content": [block]}
    return {"type": "assistant", "message": message}


def result(number: int, text: object, error: bool = False, **fields: object) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": f"t{number}", "content": text, "is_error": error}
    return user([block], **fields)


def session(read: Read, *records: dict[str, Any]) -> RawSession:
    found = read(*records).session
    assert found is not None
    return found


def acts(found: RawSession) -> list[Message[str]]:
    return [m for m in found.messages if m.kind in TURN_KINDS and m.author is Author.HUMAN]


@pytest.mark.parametrize(
    "text",
    [
        "<command-name>/fix-issue</command-name>\n   {message}\n   {arguments}",
        "  \n{message}\n<command-name>/fix-issue</command-name>\n{arguments}",
    ],
)
def test_cc14_both_orders_of_a_commands_tags(read: Read, text: str) -> None:
    message = "<command-message>fix-issue</command-message>"
    echo = text.format(message=message, arguments="<command-args>123 high</command-args>")
    body = user([{"type": "text", "text": "Fix issue 123. Be quick."}], isMeta=True)
    (act,) = acts(session(read, user(echo), body))
    assert (act.kind, act.command, act.text) == (MessageKind.COMMAND, "fix-issue", "123 high")


def test_cc15_the_title_is_the_next_real_prompt(read: Read) -> None:
    echo = "<command-name>/clear</command-name><command-args></command-args>"
    found = session(read, user(echo), user("new topic"))
    assert [a.text for a in acts(found)] == ["new topic"]
    assert found.title == "new topic"


def test_cc17_old_versions_say_so_in_the_result(read: Read) -> None:
    found = session(
        read,
        call("Task", 1),
        result(1, MARKER, error=True),
        user([{"type": "text", "text": MARKER}]),
        call("Bash", 2, command="go test"),
        result(2, f"Exit code 137\n{MARKER}\n=== RUN", error=True),
    )
    assert [a.kind for a in acts(found)] == [MessageKind.INTERRUPT]
    assert [c.status for c in found.calls] == [CallStatus.ABORTED, CallStatus.ABORTED]


def test_cc18_words_inside_a_refusal_are_the_humans(read: Read) -> None:
    said = f"{REJECTED}To tell you how to proceed, the user said:\nuse uv, never pip"
    found = session(read, call("Bash", 1, command="pip install x"), result(1, said, error=True))
    (act,) = acts(found)
    assert (act.kind, act.text, act.replies_to) == (MessageKind.REFUSAL, "use uv, never pip", "t1")
    assert act.parts[0].origin is PartOrigin.USER
    assert found.calls[0].denied_by is DeniedBy.HUMAN


def test_cc18_one_no_that_fills_three_records_is_one_act(read: Read) -> None:
    along = "The user doesn't want to take this action right now. STOP what you are doing."
    found = session(
        read,
        call("Edit", 1, file_path="/a"),
        call("Bash", 2, command="ls"),
        result(1, WAIT, error=True, uuid="u1"),
        result(2, along, error=True, uuid="u2"),
        user([{"type": "text", "text": MARKER}], uuid="u3"),
    )
    assert [(a.kind, a.replies_to) for a in acts(found)] == [(MessageKind.REFUSAL, "t1")] * 3
    assert {c.denied_by for c in found.calls} == {DeniedBy.HUMAN}


def test_cc18_three_nos_with_words_are_three_acts(read: Read) -> None:
    said = f"{REJECTED}To tell you how to proceed, the user said:\nsame project?"
    records = [call("mcp__linear__create", n) for n in (1, 2, 3)]
    records += [result(n, said, error=True) for n in (1, 2, 3)]
    assert len({a.replies_to for a in acts(session(read, *records))}) == 3


def test_text_beside_a_result_is_a_steer(read: Read) -> None:
    both = result(1, "ok")
    both["message"]["content"].append({"type": "text", "text": "it is worktree 2"})
    found = session(read, call("Bash", 1, command="ls"), both)
    (act,) = acts(found)
    assert (act.kind, act.text, act.parts[0].index) == (MessageKind.STEER, "it is worktree 2", 1)
    assert found.calls[0].output == "ok"


def test_a_reminder_beside_a_result_is_not_human(read: Read) -> None:
    both = result(1, "ok")
    reminder = "<system-reminder>\nDo not forget.\n</system-reminder>"
    both["message"]["content"].append({"type": "text", "text": reminder})
    assert acts(session(read, call("Bash", 1, command="ls"), both)) == []


def test_cc36_sidechain_records_in_a_main_file_are_the_agents(read: Read) -> None:
    found = session(read, user("go"), user("Count the lines", isSidechain=True, uuid="u2"))
    assert [a.text for a in acts(found)] == ["go"]
    assert found.messages[1].author is Author.PARENT_AGENT


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<ide_opened_file>The user opened a.py</ide_opened_file>\nfix it", "fix it"),
        ("<ide_selection>x = 1</ide_selection>fix it", "fix it"),
        ("fix it\n<system-reminder>\nbe brief\n</system-reminder>", "fix it"),
        ("look:\n<system-reminder>\nx\n</system-reminder>\nfix it", "look:\nfix it"),
        ("why does <system-reminder>x</system-reminder> appear?", None),
        ("[Pasted text]\n<html><ide>\nfix it", None),
    ],
)
def test_cc39_wrappers_are_taken_off(read: Read, text: str, words: str | None) -> None:
    (act,) = acts(session(read, user(text)))
    assert (act.kind, act.text) == (MessageKind.PROMPT, words or text)


@pytest.mark.parametrize(
    "text",
    [
        f"why do I see {MARKER}?",
        "what does <command-name>/clear</command-name> do?",
        "the log says: Stop hook feedback:\nrun the tests",
        "explain <task-notification> to me",
        "is <bash-input>ls</bash-input> xml?",
    ],
)
def test_cc40_a_quoted_marker_stays_a_prompt(read: Read, text: str) -> None:
    (act,) = acts(session(read, user(text)))
    assert (act.kind, act.text) == (MessageKind.PROMPT, text)


def test_cc40_a_typed_record_may_hold_anything(read: Read) -> None:
    log = "Stop hook feedback:\nrun the tests\nwhat is this?"
    (act,) = acts(session(read, user(log, promptSource="typed", origin={"kind": "human"})))
    assert (act.kind, act.text) == (MessageKind.PROMPT, log)


@pytest.mark.parametrize(
    ("record", "kind"),
    [
        (user("Stop hook feedback:\nrun the tests", isMeta=True), MessageKind.INJECTED),
        (user("Operation stopped by hook: another session"), MessageKind.INJECTED),
        (user("<local-command-stdout>ok</local-command-stdout>"), MessageKind.SYSTEM),
        (user("Caveat: The messages below were generated by the user while running local commands"),
         MessageKind.SYSTEM),
        (user("<task-notification>done</task-notification>"), MessageKind.NOTIFICATION),
        (user("done", origin={"kind": "task-notification"}), MessageKind.NOTIFICATION),
        (user("This session is being continued from a previous conversation that ran out"),
         MessageKind.INJECTED),
        (user("Implement the following plan:\n\n# Plan: a"), MessageKind.INJECTED),
        (user("# Plan: a", planContent="# Plan: a"), MessageKind.INJECTED),
        (user("Unknown slash command: nope"), MessageKind.SYSTEM),
        (user("Base directory for this skill: /x"), MessageKind.INJECTED),
    ],
)  # fmt: skip
def test_what_the_harness_writes_is_no_act(
    read: Read, record: dict[str, Any], kind: MessageKind
) -> None:
    found = session(read, record)
    assert acts(found) == []
    assert (found.messages[-1].kind, found.messages[-1].author) == (kind, Author.HARNESS)


def test_a_carried_plan_is_the_agents_plan(read: Read) -> None:
    found = session(read, user("Implement the following plan:\n\n# Plan: a"))
    (part,) = found.messages[0].parts
    assert part.kind is PartKind.PLAN


def test_an_image_alone_is_a_prompt_without_words(read: Read) -> None:
    image = {
        "type": "image",
        "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"},
    }
    (act,) = acts(session(read, user([image])))
    assert (act.kind, act.text) == (MessageKind.PROMPT, "")
    assert (act.parts[0].kind, act.parts[0].media_type, act.parts[0].size) == (
        PartKind.IMAGE,
        "image/png",
        3,
    )


@pytest.mark.parametrize(
    ("fields", "origin"),
    [
        ({"promptSource": "typed"}, Origin.HUMAN),
        ({"entrypoint": "cli"}, Origin.HUMAN),
        ({"entrypoint": "sdk-cli", "promptSource": "sdk"}, Origin.AUTOMATED),
        ({"entrypoint": "sdk-py"}, Origin.AUTOMATED),
        ({"entrypoint": "claude-vscode", "promptSource": "sdk"}, Origin.UNKNOWN),
        ({}, Origin.UNKNOWN),
    ],
)
def test_cc35_who_drives_the_session(read: Read, fields: dict[str, str], origin: Origin) -> None:
    found = session(read, user("hello", **fields))
    assert found.origin is origin
    assert acts(found)[0].automated is (origin is Origin.AUTOMATED)


TITLES = (
    {"type": "custom-title", "customTitle": "custom"},
    {"type": "ai-title", "aiTitle": "ai"},
    {"type": "summary", "summary": "summary", "leafUuid": "u1"},
    {"type": "last-prompt", "lastPrompt": "last"},
)


@pytest.mark.parametrize("best", range(4))
@pytest.mark.parametrize("backwards", [False, True])
def test_cc42_the_best_source_of_a_title_wins_in_any_order(
    read: Read, best: int, backwards: bool
) -> None:
    titles = [dict(title) for title in TITLES[best:]]
    records = [user("first", uuid="u1"), *(titles[::-1] if backwards else titles)]
    assert session(read, *records).title == ("custom", "ai", "summary", "last")[best]


def test_cc42_a_summary_of_another_session_is_no_title(read: Read) -> None:
    foreign = {"type": "summary", "summary": "foreign", "leafUuid": "elsewhere"}
    assert session(read, foreign, user("first", uuid="u1")).title == "first"


def test_cc37_a_session_of_probes_has_no_act(read: Read) -> None:
    echo = "<command-name>/usage</command-name><command-args></command-args>"
    local = {"type": "system", "subtype": "local_command", "content": echo}
    assert acts(session(read, user(echo), local)) == []


def test_calls_that_never_ended_were_stopped_when_the_human_speaks(read: Read) -> None:
    still = session(read, user("wait"), call("Bash", 1, command="sleep 20"))
    assert still.calls[0].status is CallStatus.RUNNING
    later = session(read, user("stop waiting", uuid="u2"))
    assert later.calls[0].status is CallStatus.ABORTED

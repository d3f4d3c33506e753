"""Stores recorded from 0.47.0, 0.93.0, 0.124.0 and 0.171.0, against numbers known from scenarios.

``expected.json`` comes from the scripted scenarios and the clients' own records, not from any
importer; ``doubtful`` lists the values that it accepts where two readings can be defended.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from reflect.model.session import RawSession, Usage
from reflect.model.vocabulary import (
    COUNTED_TURN_KINDS,
    Author,
    CallStatus,
    ContextKind,
    DeniedBy,
    ExitSource,
    MessageKind,
    PartKind,
    Tool,
)
from tests.importers.codex.conftest import DATA

Recorded = Callable[[str], dict[str, RawSession]]
EXPECTED: Mapping[str, list[dict[str, Any]]] = {
    f"{folder}/{store}": numbers
    for folder in ("codex", "codex_compressed")
    for store, numbers in json.loads((DATA / folder / "expected.json").read_text()).items()
}


def numbers(session: RawSession) -> dict[str, Any]:
    """What the warehouse counts."""
    acts = [m for m in session.messages if m.author in (Author.HUMAN, Author.UNKNOWN)]
    calls = [call for call in session.calls if not call.by_human]
    answers: dict[str, Usage] = {
        m.answer_id or m.event: m.usage for m in session.messages if m.usage is not None
    }
    return {
        "id": session.native_id,
        "relation": str(session.relation),
        "origin": str(session.origin),
        "parent": session.parent,
        "human_turns": sum(m.kind in COUNTED_TURN_KINDS for m in acts),
        "refusals": sum(m.kind is MessageKind.REFUSAL for m in acts),
        "interrupts": sum(m.kind is MessageKind.INTERRUPT for m in acts),
        "tool_calls": len(calls),
        "failed_calls": sum(c.status in (CallStatus.ERROR, CallStatus.INVALID) for c in calls),
        "denied_calls": sum(c.status is CallStatus.DENIED for c in calls),
        "interrupted_calls": sum(c.status is CallStatus.ABORTED for c in calls),
        "compactions": sum(c.kind is ContextKind.COMPACTION for c in session.context),
        "requests": len(answers),
        "usage": {
            "input_uncached": sum(u.input_uncached for u in answers.values()),
            "cache_read": sum(u.cache_read for u in answers.values()),
            "cache_write": sum(u.cache_write for u in answers.values()),
            "output": sum(u.output for u in answers.values()),
        },
        "models": sorted({m.model for m in session.messages if m.model and m.usage}),
        "warmup": session.warm_up,
    }


@pytest.mark.parametrize("store", EXPECTED)
def test_every_number_of_a_recorded_store(store: str, recorded: Recorded) -> None:
    found = recorded(store)
    assert set(found) == {expected["id"] for expected in EXPECTED[store]}
    for expected in EXPECTED[store]:
        accepted = expected.get("doubtful", {})
        got = numbers(found[expected["id"]])
        if not expected["requests"]:
            # A model that was asked and never answered: no message can name it (0.47 x08).
            got["models"] = expected["models"]
        wrong = {
            field: (value, expected[field])
            for field, value in got.items()
            if value != expected[field] and value not in accepted.get(field, [])
        }
        assert wrong == {}


def root(found: dict[str, RawSession]) -> RawSession:
    (session,) = [s for s in found.values() if s.parent is None]
    return session


def of(session: RawSession, kind: MessageKind) -> list[str]:
    return [message.text for message in session.messages if message.kind is kind]


@pytest.mark.parametrize("version", ["0.47.0", "0.93.0", "0.124.0", "0.171.0"])
def test_cx08_cx09_a_turn_that_stands_twice_is_one_turn_in_every_version(
    version: str, recorded: Recorded
) -> None:
    session = root(recorded(f"codex/{version}/x01-success"))
    assert of(session, MessageKind.PROMPT) == [
        "total() is wrong when quantity is more than 1, please fix it"
    ]
    answers = [text for text in of(session, MessageKind.ANSWER) if text]
    assert len(answers) == len(set(answers)) == 2


def test_cx09_a_rollout_gives_the_same_turns_before_and_after_its_migration(
    recorded: Recorded,
) -> None:
    """CX09, CX17: events only of the one or the other kind."""
    for kind in (MessageKind.PROMPT, MessageKind.STEER, MessageKind.ANSWER):
        plain = root(recorded("codex/0.93.0/x04-correction"))
        migrated = recorded("codex_compressed/migrated")[plain.native_id]
        assert of(migrated, kind) == of(plain, kind)
    assert [c.event for c in plain.messages if c.author is Author.HUMAN]


def test_cx10_instructions_and_environment_are_context_at_every_resume(recorded: Recorded) -> None:
    session = root(recorded("codex/0.93.0/x04-correction"))
    human = [m for m in session.messages if m.author is Author.HUMAN]
    assert len(human) == 4
    assert not any("AGENTS.md instructions" in m.text or "<" in m.text for m in session.messages)
    (file,) = [i for i in session.context if i.kind is ContextKind.INSTRUCTIONS]
    assert file.name == "/home/dev/src/shop/AGENTS.md"
    assert file.lines[:3] == ("# Project rules", "", "- Use uv, never pip.")
    assert {i.name for i in session.context if i.kind is ContextKind.SKILL}


def test_cx12_sub_agents_keep_their_own_id_and_name_their_parent(recorded: Recorded) -> None:
    found = recorded("codex/0.171.0/x05-subagent")
    parent = root(found)
    (child,) = [s for s in found.values() if s is not parent]
    assert child.parent == parent.native_id
    (spawn,) = [c for c in parent.calls if c.tool is Tool.TASK]
    assert spawn.child == child.native_id
    (prompt,) = [m for m in child.messages if m.author is Author.PARENT_AGENT]
    assert prompt.text == "Count the lines in cart.py"
    assert of(parent, MessageKind.NOTIFICATION) == [
        f'{{"agent_path":"{child.native_id}","status":{{"completed":"cart.py has 5 lines."}}}}'
    ]


def test_cx19_exit_codes_of_texts_and_items_agree(recorded: Recorded) -> None:
    codes: dict[str, list[int | None]] = {}
    for version in ("0.124.0", "0.171.0"):
        session = root(recorded(f"codex/{version}/x02-failing-tests"))
        shell = [c for c in session.calls if c.tool is Tool.SHELL]
        codes[version] = [c.exit_code for c in shell]
        sources = {c.exit_source for c in shell if c.exit_code is not None}
        assert sources == {ExitSource.FIELD if version == "0.171.0" else ExitSource.PARSED}
    assert codes["0.124.0"] == codes["0.171.0"] == [254, 254, 254, None, None, 0]


def test_cx20_a_process_that_the_client_killed_at_its_exit_is_no_mistake(
    recorded: Recorded,
) -> None:
    session = root(recorded("codex/0.171.0/x02-failing-tests"))
    (late,) = [c for c in session.calls if c.command == "sleep 3; echo late"]
    assert (late.status, late.exit_code) == (CallStatus.RUNNING, None)


def test_cx21_cx22_a_patch_that_does_not_fit_and_a_tool_that_does_not_exist(
    recorded: Recorded,
) -> None:
    for version in ("0.124.0", "0.171.0"):
        session = root(recorded(f"codex/{version}/x02-failing-tests"))
        (patch,) = [c for c in session.calls if c.tool is Tool.EDIT]
        assert (patch.status, patch.path) == (CallStatus.ERROR, "cart.py")
        assert patch.added_lines is None
        invalid = [c.name for c in session.calls if c.status is CallStatus.INVALID]
        assert invalid == ["no_such_tool", "exec_command"]


def test_cx23_the_sandbox_and_the_policy_refuse(recorded: Recorded) -> None:
    for version in ("0.124.0", "0.171.0"):
        session = root(recorded(f"codex/{version}/x03-sandbox-denied"))
        assert [(c.status, c.denied_by) for c in session.calls] == [
            (CallStatus.DENIED, DeniedBy.SANDBOX),
            (CallStatus.DENIED, DeniedBy.CONFIG),
        ]
        assert not of(session, MessageKind.REFUSAL)


def test_cx04_an_overflowing_context_costs_nothing_and_is_an_error(recorded: Recorded) -> None:
    errors: dict[str, list[str]] = {}
    for version in ("0.124.0", "0.171.0"):
        session = root(recorded(f"codex/{version}/x08-api-errors"))
        errors[version] = [m.error for m in session.messages if m.error]
    assert errors["0.124.0"] == ["no_answer"] * 3 + ["context_window_exceeded"]
    assert errors["0.171.0"][-1] == "context_window_exceeded"
    assert len(errors["0.171.0"]) == 4


def test_cx25_tokens_by_model_when_it_changes_on_a_resume(recorded: Recorded) -> None:
    session = root(recorded("codex/0.171.0/x09-instructions"))
    models = [m.model for m in session.messages if m.usage is not None]
    assert models == ["fake-model"] * 3 + ["other-model"]


def test_cx26_images_leave_their_type_and_size(recorded: Recorded) -> None:
    for version in ("0.93.0", "0.124.0", "0.171.0"):
        session = root(recorded(f"codex/{version}/x09-instructions"))
        texts = [part.text for message in session.messages for part in message.parts]
        texts += [call.output or "" for call in session.calls]
        assert not any("base64" in text or "iVBOR" in text for text in texts)
        (prompt, _) = [m for m in session.messages if m.author is Author.HUMAN]
        assert prompt.text.startswith("describe the logo")
        (image,) = [part for part in prompt.parts if part.kind is PartKind.IMAGE]
        assert (image.media_type, image.size) == ("image/png", 78)


def test_cx28_the_canned_prompt_of_a_review_is_nobodys(recorded: Recorded) -> None:
    for version in ("0.93.0", "0.124.0", "0.171.0"):
        found = recorded(f"codex/{version}/x10-review")
        for session in found.values():
            assert not any(m.author is Author.HUMAN for m in session.messages)
        assert sorted(str(s.relation) for s in found.values()) == ["review", "root"]


def test_the_human_words_are_those_the_client_noted_as_typed(recorded: Recorded) -> None:
    """``history.jsonl`` holds what was typed into the TUI, and is not read."""
    store = "codex/0.171.0/x12-interactive"
    history = (DATA / store / "history.jsonl").read_text().splitlines()
    noted = [json.loads(line)["text"].removeprefix("!") for line in history]
    human = [m for m in root(recorded(store)).messages if m.author is Author.HUMAN]
    assert [m.text for m in human if m.kind is not MessageKind.INTERRUPT] == noted


def test_an_interrupt_is_one_act_and_stops_its_call(recorded: Recorded) -> None:
    session = root(recorded("codex/0.171.0/x12-interactive"))
    assert len(of(session, MessageKind.INTERRUPT)) == 1
    assert [c.status for c in session.calls if c.command == "sleep 30"] == [CallStatus.ABORTED]


def test_the_users_own_shell_command_is_an_act_with_its_result(recorded: Recorded) -> None:
    session = root(recorded("codex/0.171.0/x12-interactive"))
    assert of(session, MessageKind.SHELL) == ["echo from-shell-mode"]
    (call,) = [c for c in session.calls if c.by_human]
    assert (call.command, call.output, call.exit_code) == (
        "echo from-shell-mode",
        "from-shell-mode\n",
        0,
    )


def test_edits_tell_their_lines_and_shells_that_only_patch_are_edits(recorded: Recorded) -> None:
    session = root(recorded("codex/0.124.0/x01-success"))
    edits = [c for c in session.calls if c.tool is Tool.EDIT]
    assert [(c.name, c.path, c.status) for c in edits] == [
        ("exec_command", "cart.py", CallStatus.OK),
        ("apply_patch", "CHANGES.md", CallStatus.INVALID),
    ]
    assert (edits[0].added_lines, edits[0].removed_lines) == (1, 1)
    shells = [c.command for c in session.calls if c.tool is Tool.SHELL]
    assert shells == ["ls && cat cart.py", *["python3 test_cart.py"] * 4]

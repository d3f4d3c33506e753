"""Stores recorded from 2.0.56, 2.1.197 and 2.1.332, against numbers known from the scenarios.

``expected.json`` comes from the scripted scenarios and the clients' own ledgers, not from any
importer. Where the records leave it open, ``doubtful`` says why and which values hold.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from reflect.features.failures import fingerprint
from reflect.model.session import RawSession, RedactedSession, Usage
from reflect.model.vocabulary import (
    COUNTED_TURN_KINDS,
    TURN_KINDS,
    Author,
    CallStatus,
    ContextKind,
    DeniedBy,
    ExitSource,
    MessageKind,
    Tool,
)
from reflect.redaction.door import Door

Recorded = Callable[[str], dict[str, RawSession]]
DATA = Path(__file__).parents[2] / "data" / "claude_code"
EXPECTED: Mapping[str, list[dict[str, Any]]] = json.loads((DATA / "expected.json").read_text())


def owners(sessions: Mapping[str, RawSession]) -> dict[str, str]:
    """Which session each copied record belongs to: the one that was made first."""
    found: dict[str, str] = {}
    for session in sorted(sessions.values(), key=lambda s: (s.created_at or "", s.native_id)):
        keys = [m.copy_key for m in session.messages] + [c.copy_key for c in session.calls]
        for key in keys:
            if key is not None:
                found.setdefault(key, session.native_id)
    return found


def numbers(session: RawSession, sessions: Mapping[str, RawSession]) -> dict[str, Any]:
    """What the warehouse counts, copies and repeated lines of one answer left out."""
    owner = owners(sessions)
    mine = session.native_id
    own = [m for m in session.messages if owner.get(m.copy_key or "", mine) == mine]
    calls = [c for c in session.calls if owner.get(c.copy_key or "", mine) == mine]
    calls = [call for call in calls if not call.by_human]
    acts = [m for m in own if m.author in (Author.HUMAN, Author.UNKNOWN)]
    answers: dict[str, Usage] = {}
    for message in own:
        if message.usage is not None and message.answer_id is not None:
            held = answers.setdefault(message.answer_id, message.usage)
            if message.usage.output > held.output:
                answers[message.answer_id] = message.usage
    parents = {owner[m.copy_key] for m in session.messages if m.copy_key} - {mine}
    return {
        "id": mine,
        "relation": "fork" if parents else str(session.relation),
        "origin": str(session.origin),
        "parent": session.parent or next(iter(parents), None),
        "human_turns": sum(m.kind in COUNTED_TURN_KINDS for m in acts),
        "refusals": len({m.replies_to or m.event for m in acts if m.kind is MessageKind.REFUSAL}),
        "interrupts": len(
            {m.replies_to or m.event for m in acts if m.kind is MessageKind.INTERRUPT}
        ),
        "tool_calls": len(calls),
        "failed_calls": sum(c.status in (CallStatus.ERROR, CallStatus.INVALID) for c in calls),
        "denied_calls": sum(c.status is CallStatus.DENIED for c in calls),
        "interrupted_calls": sum(c.status is CallStatus.ABORTED for c in calls),
        "compactions": sum(m.kind is MessageKind.COMPACTION for m in own),
        "requests": len(answers),
        "usage": {
            "input_uncached": sum(u.input_uncached for u in answers.values()),
            "cache_read": sum(u.cache_read for u in answers.values()),
            "cache_write": sum(u.cache_write for u in answers.values()),
            "output": sum(u.output for u in answers.values()),
        },
        "models": sorted({m.model for m in own if m.model and m.usage}),
        "warmup": session.warm_up,
    }


@pytest.mark.parametrize("store", EXPECTED)
def test_every_number_of_a_recorded_store(store: str, recorded: Recorded) -> None:
    sessions = recorded(store)
    got = {name: numbers(session, sessions) for name, session in sessions.items()}
    wanted = {row["id"]: dict(row) for row in EXPECTED[store]}
    for name, row in wanted.items():
        row.pop("unattributed", None)
        for field, doubt in row.pop("doubtful", {}).items():
            assert got[name][field] in doubt["accept"]
            row[field] = got[name][field]
    assert got == wanted


def only(sessions: dict[str, RawSession]) -> RawSession:
    (session,) = [s for s in sessions.values() if s.parent is None]
    return session


def test_cc01_cc11_one_answer_on_several_lines_keeps_its_blocks_in_order(
    recorded: Recorded,
) -> None:
    session = only(recorded("2.1.197/c01-success"))
    answer = session.messages[1].answer_id
    lines = [m for m in session.messages if m.answer_id == answer]
    assert [m.kind for m in lines[:2]] == [MessageKind.REASONING, MessageKind.ANSWER]
    assert len(lines) == 4
    assert {m.usage for m in lines} == {lines[0].usage}
    batch = [c for c in session.calls if c.batch == answer]
    assert [c.tool for c in batch] == [Tool.SHELL, Tool.READ]
    assert all(c.result_record is not None for c in session.calls)


def test_cc21_exit_codes_and_calls_that_were_never_made(recorded: Recorded) -> None:
    session = only(recorded("2.1.332/c02-failing-commands"))
    shell = [c for c in session.calls if c.tool is Tool.SHELL and c.status is CallStatus.ERROR]
    assert [c.exit_code for c in shell] == [254, 254, 254, 143]
    assert {c.exit_source for c in shell} == {ExitSource.PARSED}
    assert [c.name for c in session.calls if c.status is CallStatus.INVALID] == [
        "NoSuchTool",
        "Read",
    ]


def behind_the_door(session: RawSession) -> RedactedSession:
    (passed,) = Door(b"k" * 32, ()).pass_sessions([session])
    return passed


def test_cc21_errors_of_one_class_have_one_fingerprint(recorded: Recorded) -> None:
    session = behind_the_door(only(recorded("2.1.332/c02-failing-commands")))
    failed = [c for c in session.calls if c.status in (CallStatus.ERROR, CallStatus.INVALID)]
    classes = [(c.name, fingerprint(c)) for c in failed[3:]]
    edit, again, missing, _, unknown, invalid = classes
    assert edit == again
    assert len({edit, missing, unknown, invalid}) == 4


def test_cc20_the_same_failing_command_three_times_is_told_as_such(recorded: Recorded) -> None:
    session = only(recorded("2.1.197/c02-failing-commands"))
    failing = [c.command for c in session.calls if c.exit_code == 254]
    assert len(failing) == 3
    assert len(set(failing)) == 2


def test_cc05_cc06_a_resume_goes_on_and_a_fork_copies(recorded: Recorded) -> None:
    for version in ("2.1.197", "2.1.332"):
        sessions = recorded(f"{version}/c04-correction")
        original, fork = sorted(sessions.values(), key=lambda s: s.created_at or "")
        keys = {m.copy_key for m in original.messages}
        own = [m for m in fork.messages if m.copy_key not in keys and m.kind in TURN_KINDS]
        assert [m.text for m in own if m.author is Author.HUMAN] == [
            "try a different approach in a fork"
        ]
        assert {c.copy_key for c in fork.calls} == {c.copy_key for c in original.calls}


def test_cc24_a_persisted_output_is_read_from_its_side_file(recorded: Recorded) -> None:
    call = only(recorded("2.1.332/c02-failing-commands")).calls[-1]
    assert call.output is not None
    assert call.output == "line\n" * 400
    assert call.output_bytes == 2000


def test_cc04_synthetic_lines_have_no_model_and_no_tokens(recorded: Recorded) -> None:
    session = only(recorded("2.1.197/c09-api-errors"))
    errors = [m.error for m in session.messages if m.error]
    assert len(errors) == 4
    assert "rate_limit" in errors
    synthetic = [m for m in session.messages if m.reason == "model=<synthetic>"]
    assert all(m.model is None and m.usage is None for m in synthetic)
    assert all(m.author is Author.HARNESS for m in synthetic)


def test_cc09_cc10_sub_agents_are_linked_and_say_nothing_human(recorded: Recorded) -> None:
    sessions = recorded("2.1.332/c05-subagent")
    root = only(sessions)
    children = [s for s in sessions.values() if s.parent == root.native_id]
    assert {c.child for c in root.calls} == {s.native_id for s in children}
    assert {s.parent_call for s in children} == {c.call for c in root.calls}
    assert all(s.messages[0].author is Author.PARENT_AGENT for s in children)
    notices = [m for m in root.messages if m.kind is MessageKind.NOTIFICATION]
    assert len(notices) == 2
    assert {m.author for m in notices} == {Author.HARNESS}


def test_cc12_cc13_a_compaction_is_an_event_not_a_prompt(recorded: Recorded) -> None:
    session = only(recorded("2.1.197/c06-compact"))
    (item,) = [c for c in session.context if c.kind is ContextKind.COMPACTION]
    assert (item.name, item.size_before) == ("manual", 1352)
    (command,) = [m for m in session.messages if m.kind is MessageKind.COMMAND]
    assert (command.command, command.text) == ("compact", "keep the decision about cents")
    positions = [m.position for m in session.messages]
    assert positions == sorted(positions)


def test_cc14_arguments_are_the_words_of_a_command(recorded: Recorded) -> None:
    for version in ("2.1.197", "2.1.332"):
        session = only(recorded(f"{version}/c10-slash-commands"))
        said = [(m.command, m.text) for m in session.messages if m.kind is MessageKind.COMMAND]
        assert ("fix-issue", "123 high") in said
        assert ("release-notes", "v2") in said


def test_cc16_the_users_shell_command_is_an_act_and_a_call(recorded: Recorded) -> None:
    (session,) = [s for s in recorded("2.1.332/c16-interactive").values() if len(s.calls) > 1]
    (shell,) = [m for m in session.messages if m.kind is MessageKind.SHELL]
    (call,) = [c for c in session.calls if c.by_human]
    assert shell.text == call.command == "echo from-shell-mode"
    assert call.output == "from-shell-mode"


def test_cc17_cc18_an_esc_and_a_no_are_told_apart(recorded: Recorded) -> None:
    for version in ("2.1.197", "2.1.332"):
        sessions = recorded(f"{version}/c16-interactive").values()
        (session,) = [s for s in sessions if len(s.calls) > 1]
        acts = {
            (m.kind, m.replies_to)
            for m in session.messages
            if m.kind in (MessageKind.REFUSAL, MessageKind.INTERRUPT)
        }
        waited, written = [c for c in session.calls if not c.by_human]
        assert acts == {(MessageKind.INTERRUPT, waited.call), (MessageKind.REFUSAL, written.call)}
        assert waited.status is CallStatus.ABORTED
        assert (written.status, written.denied_by) == (CallStatus.DENIED, DeniedBy.HUMAN)


def test_cc18_nobody_was_asked_in_a_headless_run(recorded: Recorded) -> None:
    session = only(recorded("2.1.332/c03-permission-denied"))
    assert [c.denied_by for c in session.calls] == [
        DeniedBy.CONFIG,
        DeniedBy.RULE,
        DeniedBy.CONFIG,
        DeniedBy.RULE,
    ]


def test_cc19_a_hook_that_blocks_is_no_human(recorded: Recorded) -> None:
    session = only(recorded("2.1.197/c12-hooks"))
    assert session.calls[0].denied_by is DeniedBy.HOOK
    acts = [m for m in session.messages if m.kind in TURN_KINDS and m.author is Author.HUMAN]
    assert [m.text for m in acts] == ["push the branch"]
    hooks = {c.detail for c in session.context if c.kind is ContextKind.HOOK}
    assert {"SessionStart", "UserPromptSubmit", "PostToolUse"} <= hooks


def test_cc23_cc22_images_leave_type_and_size(recorded: Recorded) -> None:
    session = only(recorded("2.1.197/c14-media-mcp"))
    image = session.calls[0]
    assert image.output == "[image: image/png, 78 bytes]"
    assert [c.tool for c in session.calls[1:3]] == [Tool.MCP, Tool.MCP]
    assert session.calls[1].output == "stock: 7"
    background = session.calls[3]
    assert (background.status, background.exit_code) == (CallStatus.OK, 0)


def test_cc25_the_first_directory_is_the_sessions(recorded: Recorded) -> None:
    directories = {s.directory for s in recorded("2.1.197/c11-multi-dir").values()}
    assert directories == {"/home/dev/src/shop", "/home/dev/src/lib"}


def test_cc32_separators_of_unicode_stay_in_a_text(recorded: Recorded) -> None:
    session = only(recorded("2.1.332/c15-secret-and-unicode"))
    assert any("\u2028" in m.text for m in session.messages)


def test_cc33_instructions_and_skills_are_context_not_conversation(recorded: Recorded) -> None:
    session = only(recorded("2.1.332/c03-permission-denied"))
    (rules,) = [c for c in session.context if c.kind is ContextKind.INSTRUCTIONS]
    assert rules.name == "/home/dev/src/shop/CLAUDE.md"
    assert "- Use uv, never pip." in rules.lines
    assert any(c.kind is ContextKind.SKILL for c in session.context)
    assert any(c.kind is ContextKind.SUBAGENT for c in session.context)
    assert not any("Use uv" in m.text for m in session.messages)


def test_cc38_answers_and_approvals_stand_in_results(recorded: Recorded) -> None:
    session = only(recorded("2.1.332/c17-tui-plan"))
    (answer,) = [m for m in session.messages if m.reason == "AskUserQuestion"]
    assert (answer.kind, answer.author, answer.text) == (
        MessageKind.ANSWER,
        Author.HUMAN,
        "Percent",
    )
    decisions = [c.detail for c in session.context if c.kind is ContextKind.PERMISSION]
    assert decisions == ["accept user_temporary", "accept user_temporary"]


def test_cc41_the_clients_own_total_is_kept(recorded: Recorded) -> None:
    total = only(recorded("2.1.332/c07-autocompact")).ledger_usage
    assert total is not None
    assert (total.input_uncached, total.output) == (4024 + 5024, 160 + 480)


def test_cc15_titles_of_recorded_sessions(recorded: Recorded) -> None:
    titles = {s.title for s in recorded("2.1.332/c16-interactive").values()}
    assert titles == {"cart work"}
    assert only(recorded("2.1.332/c03-permission-denied")).title == "clean the build folder"

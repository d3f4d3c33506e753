"""Whose words a message holds, in threads made by hand."""

from pathlib import Path

import pytest

from reflect.model.session import RawSession
from reflect.model.vocabulary import Author, CallStatus, ContextKind, MessageKind, Origin, Tool
from tests.importers.codex.conftest import THREAD, only, write
from tests.importers.codex.lines import (
    called,
    completed,
    ended,
    event,
    item,
    meta,
    output,
    said,
    started,
    typed,
    user,
)

AGENTS = "# AGENTS.md instructions for /home/dev/shop\n\n<INSTRUCTIONS>\nUse uv.\n</INSTRUCTIONS>"
ENVIRONMENT = "<environment_context>\n  <cwd>/home/dev/shop</cwd>\n</environment_context>"


def human(session: RawSession) -> list[tuple[str, str]]:
    return [(m.record, m.text) for m in session.messages if m.author is Author.HUMAN]


@pytest.mark.parametrize(
    "text",
    [
        AGENTS,
        ENVIRONMENT,
        f"{AGENTS}\n\n{ENVIRONMENT}",
        "<user_instructions>\n\nUse uv.\n\n</user_instructions>",
        "<turn_aborted>\nThe user interrupted the previous turn on purpose.\n</turn_aborted>",
        '<subagent_notification>\n{"agent_path":"a"}\n</subagent_notification>',
        "<user_action>\n<context>User initiated a review task.</context>\n</user_action>",
        '<codex_internal_context source="goal">\nGo on.\n</codex_internal_context>',
        "<goal_context>Go on.</goal_context>",
        "<recommended_plugins>none</recommended_plugins>",
        "<skill>\n<name>deploy</name>\nbody\n</skill>",
        "<permissions instructions>\nAsk first.\n</permissions instructions>",
        "Another language model started to solve this problem and produced a summary of it.",
    ],
)
def test_cx10_what_the_client_writes_is_nobodys_prompt(home: Path, text: str) -> None:
    """Without any event, as in an export: the form alone decides."""
    write(home, user(text), user("what is in cart.py?"), said("A cart."))
    assert [words for _, words in human(only(home)) if words] == ["what is in cart.py?"]


def test_cx10_words_behind_a_wrapper_in_the_same_block_are_kept(home: Path) -> None:
    write(home, user(f"{ENVIRONMENT}\n\nfix the total"), user(AGENTS, "and the tax"))
    assert human(only(home)) == [("1", "fix the total"), ("2", "and the tax")]


@pytest.mark.parametrize(
    "text",
    [
        "why do I see <turn_aborted> in my log?",
        "<environment_context> is not closed here, what is it for?",
        "the file says:\n# AGENTS.md instructions for nothing",
        "<div>make this a section</div>",
    ],
)
def test_cx10_a_prompt_that_quotes_a_wrapper_stays_a_prompt(home: Path, text: str) -> None:
    write(home, meta(THREAD), *typed(text), said("I see."))
    assert human(only(home)) == [("2", text)]


def test_cx08_the_message_is_the_record_and_the_event_confirms_it(home: Path) -> None:
    write(home, meta(THREAD), *typed("fix the total"), said("Fixed."), *typed("and the tax"))
    assert human(only(home)) == [("2", "fix the total"), ("5", "and the tax")]


def test_a_message_without_its_event_is_the_clients_own(home: Path) -> None:
    write(
        home,
        meta(THREAD),
        *typed("fix the total"),
        user("A note that a later version of the client adds."),
        said("Fixed."),
        *typed("and the tax"),
        user("One more at the end."),
    )
    assert human(only(home)) == [("2", "fix the total"), ("6", "and the tax")]


def test_an_event_before_its_message_gives_one_prompt(home: Path) -> None:
    write(
        home,
        meta(THREAD),
        event("user_message", message="fix the total"),
        user("fix the total"),
        said("Fixed."),
    )
    assert human(only(home)) == [("2", "fix the total")]


def test_the_same_words_twice_are_two_prompts(home: Path) -> None:
    write(home, meta(THREAD), *typed("go on"), said("Done."), *typed("go on"), said("Done."))
    assert human(only(home)) == [("2", "go on"), ("5", "go on")]


def test_cx09_provenance_decides_where_it_is_given(home: Path) -> None:
    write(
        home,
        meta(THREAD),
        user("text of a hook", provenance="harness"),
        user("fix the total", provenance="user"),
        completed("UserMessage", THREAD, content=[{"type": "text", "text": "fix the total"}]),
        said("Fixed."),
    )
    assert human(only(home)) == [("3", "fix the total")]


def test_words_typed_into_an_editor_stand_behind_its_context(home: Path) -> None:
    text = (
        "# Context from my IDE setup:\n\n## Active file: cart.py\n\n"
        "## My request for Codex:\nfix the total\n"
    )
    write(home, meta(THREAD, originator="codex_vscode"), *typed(text), said("Fixed."))
    assert human(only(home)) == [("2", "fix the total")]


def test_a_prompt_in_an_open_turn_steers_it(home: Path) -> None:
    write(
        home,
        meta(THREAD),
        started("a"),
        *typed("fix the total"),
        said("Looking."),
        *typed("only in cart.py"),
        said("Fixed."),
        ended("a", "Fixed."),
        started("b"),
        *typed("thanks"),
    )
    kinds = [m.kind for m in only(home).messages if m.author is Author.HUMAN]
    assert kinds == [MessageKind.PROMPT, MessageKind.STEER, MessageKind.PROMPT]


def test_an_interrupt_is_one_act_in_whatever_order_it_is_told(home: Path) -> None:
    marker = "<turn_aborted>\nThe user interrupted the previous turn.\n</turn_aborted>"
    write(
        home,
        meta(THREAD),
        started("a"),
        *typed("wait"),
        called("exec_command", "call_1234567890ab", {"cmd": "sleep 9"}),
        event("turn_aborted", turn_id="a", reason="interrupted"),
        user(marker),
        started("b"),
        *typed("tell me"),
        user(marker),
        event("turn_aborted", turn_id="b", reason="interrupted"),
        started("c"),
        *typed("again"),
        event("turn_aborted", turn_id="c", reason="replaced"),
    )
    session = only(home)
    acts = [m.record for m in session.messages if m.kind is MessageKind.INTERRUPT]
    assert acts == ["6", "11"]
    assert [c.status for c in session.calls] == [CallStatus.ABORTED]


def test_a_human_no_is_a_refusal_of_its_call(home: Path) -> None:
    write(
        home,
        meta(THREAD),
        *typed("deploy it"),
        called("shell", "call_1234567890ab", {"command": ["bash", "-lc", "make deploy"]}),
        output("call_1234567890ab", "exec command rejected by user"),
    )
    session = only(home)
    (refusal,) = [m for m in session.messages if m.kind is MessageKind.REFUSAL]
    assert (refusal.author, refusal.replies_to) == (Author.HUMAN, session.calls[0].call)
    assert session.calls[0].status is CallStatus.DENIED


def test_an_answer_to_a_question_of_the_agent_is_the_humans(home: Path) -> None:
    write(
        home,
        meta(THREAD),
        *typed("plan it"),
        called("request_user_input", "call_1234567890ab", {"questions": [{"id": "mode"}]}),
        output("call_1234567890ab", '{"answers":{"mode":{"answers":["Whole file","use tabs"]}}}'),
    )
    session = only(home)
    assert human(session)[1:] == [("5", "Whole file\nuse tabs")]
    assert session.calls[0].tool is Tool.ASK


def test_the_echo_of_a_shell_command_alone_is_one_act(home: Path) -> None:
    echo = (
        "<user_shell_command>\n<command>\nls\n</command>\n<result>\nExit code: 2\n"
        "Duration: 0.1 seconds\nOutput:\nno such file\n</result>\n</user_shell_command>"
    )
    write(home, meta(THREAD), user(echo), *typed("why?"))
    session = only(home)
    assert [m.kind for m in session.messages] == [MessageKind.SHELL, MessageKind.PROMPT]
    (call,) = session.calls
    assert (call.by_human, call.command, call.exit_code, call.output) == (
        True,
        "ls",
        2,
        "no such file",
    )


def test_cx11_developer_messages_and_the_world_state_are_not_conversation(home: Path) -> None:
    skills = "## Skills\n- deploy: Ships it. (file: /home/dev/.codex/skills/deploy/SKILL.md)"
    write(
        home,
        meta(THREAD, base_instructions={"text": "You are an agent."}),
        item("message", role="developer", content=[{"type": "input_text", "text": skills}]),
        {"type": "world_state", "payload": {"state": {"agents_md": {"text": "Use uv."}}}},
        *typed("fix it"),
    )
    session = only(home)
    assert [m.text for m in session.messages] == ["fix it"]
    assert [(i.kind, i.name) for i in session.context] == [(ContextKind.SKILL, "deploy")]


def test_cx27_encrypted_reasoning_is_only_known_to_have_been(home: Path) -> None:
    write(
        home,
        meta(THREAD),
        *typed("fix it"),
        item("reasoning", summary=[], encrypted_content="c2VjcmV0"),
        item("reasoning", summary=[{"type": "summary_text", "text": "Looking."}]),
    )
    thoughts = [m for m in only(home).messages if m.kind is MessageKind.REASONING]
    assert [[part.text for part in m.parts] for m in thoughts] == [[], ["Looking."]]


def test_a_review_with_instructions_holds_the_humans_words(home: Path) -> None:
    write(
        home,
        meta(THREAD),
        event("entered_review_mode", target={"type": "custom", "instructions": "look at tax"}),
        event("user_message", message="look at tax"),
        event("exited_review_mode", review_output=None),
    )
    (message,) = only(home).messages
    assert (message.kind, message.command, message.text) == (
        MessageKind.COMMAND,
        "review",
        "look at tax",
    )


@pytest.mark.parametrize(
    ("head", "origin"),
    [
        ({"originator": "codex_exec", "source": "exec"}, Origin.AUTOMATED),
        ({"originator": "codex-tui", "source": "vscode"}, Origin.HUMAN),
        ({"originator": "Codex Desktop", "source": "vscode"}, Origin.HUMAN),
        ({"originator": None, "source": "vscode"}, Origin.HUMAN),
        ({"originator": "another_tool", "source": "vscode"}, Origin.UNKNOWN),
        ({"originator": "another_tool", "source": "unknown"}, Origin.UNKNOWN),
    ],
)
def test_who_drives_a_thread(home: Path, head: dict[str, object], origin: Origin) -> None:
    write(home, meta(THREAD, **head), *typed("fix it"))
    session = only(home)
    assert session.origin is origin
    assert session.messages[0].automated is (origin is Origin.AUTOMATED)


def test_a_person_who_goes_on_with_an_automated_thread_makes_it_theirs(home: Path) -> None:
    write(
        home,
        meta(THREAD, originator="codex_exec", source="exec"),
        started("a", "exec"),
        *typed("fix it"),
        started("b", "user"),
        *typed("no, the other one"),
    )
    session = only(home)
    assert session.origin is Origin.HUMAN
    assert [m.automated for m in session.messages] == [True, False]

"""Who wrote a user message: each way OpenCode has of making text look like the human's."""

from typing import Any

from reflect.importers.opencode.records import StoredMessage, StoredSession
from reflect.importers.opencode.session import understood
from reflect.model.session import Message, RawSession
from reflect.model.vocabulary import (
    TURN_KINDS,
    Author,
    CallStatus,
    DeniedBy,
    MessageKind,
    Origin,
    PartKind,
)

START = 1_771_214_900_000
Json = dict[str, Any]


def identifier(prefix: str, moment: int) -> str:
    """An id as OpenCode makes it at a moment."""
    return f"{prefix}_{((moment << 12) + 1) % (1 << 48):012x}001abcdefghijklm"


def said(text: str, moment: int, *, ahead: int = 0, **fields: object) -> Json:
    """A text part; ``ahead`` is how long before the record its id was made."""
    return {"type": "text", "text": text, "id": identifier("prt", moment - ahead), **fields}


def user(minute: int, *parts: Json, ahead: int = 0) -> StoredMessage:
    moment = START + minute * 60_000
    name = identifier("msg", moment - ahead)
    info = {"role": "user", "time": {"created": moment}, "agent": "build"}
    return StoredMessage(name, name, info, parts)


def prompt(minute: int, text: str, *, ahead: int = 0, **fields: object) -> StoredMessage:
    moment = START + minute * 60_000
    return user(minute, said(text, moment, ahead=ahead, **fields), ahead=ahead)


def command(minute: int, text: str) -> StoredMessage:
    """The client made the message, the server its text: an expanded command."""
    moment = START + minute * 60_000
    return user(minute, said(text, moment), ahead=7)


def answer(
    minute: int, *parts: Json, parent: StoredMessage | None = None, **fields: object
) -> StoredMessage:
    moment = START + minute * 60_000
    name = identifier("msg", moment)
    info = {
        "role": "assistant",
        "time": {"created": moment, "completed": moment + 30_000},
        "parentID": parent.id if parent else None,
        **fields,
    }
    return StoredMessage(name, name, info, parts)


def tool(name: str, state: Json, number: int = 1) -> Json:
    return {"type": "tool", "tool": name, "id": f"prt_call{number}", "state": state}


def read(*messages: StoredMessage, **info: object) -> RawSession:
    fields = {"version": "1.18.33", "time": {"created": START - 1000}, **info}
    return understood(StoredSession("ses_one", fields, messages), "/store")[0]


def turns(session: RawSession) -> list[Message[str]]:
    humans = (Author.HUMAN, Author.UNKNOWN)
    return [m for m in session.messages if m.kind in TURN_KINDS and m.author in humans]


def shown(session: RawSession) -> list[tuple[str, str]]:
    return [(turn.kind.value, turn.text) for turn in turns(session)]


TYPED = prompt(0, "hello", ahead=5)
TEMPLATE = "Use the skill.\n\nProcess:\n\n1. Look\n2. Commit\n\nReturn:\n\n- the list\n- the rest"


def test_typed_text_is_a_prompt_and_synthetic_text_is_not() -> None:
    session = read(
        user(
            0,
            said("Use it for the file.", START),
            said("Called the Read tool with the following input: {}", START, synthetic=True),
            said("def main(): ...", START, synthetic=True),
            {"type": "file", "id": "prt_f", "mime": "text/plain", "filename": "a.py", "url": ""},
        ),
        prompt(1, "Continue if you have next steps", synthetic=True),
        prompt(2, "shown by a plugin", ignored=True),
        prompt(3, "<system-reminder>\nplan mode\n</system-reminder>"),
    )
    assert shown(session) == [("prompt", "Use it for the file.")]
    kinds = [part.kind for part in session.messages[0].parts]
    assert kinds == [PartKind.TEXT, PartKind.ATTACHMENT, PartKind.ATTACHMENT, PartKind.FILE]
    assert {m.author for m in session.messages[1:]} == {Author.HARNESS}


def test_an_image_without_words_is_a_prompt() -> None:
    image = {
        "type": "file",
        "id": "prt_i",
        "mime": "image/png",
        "url": "data:image/png;base64,AAAA",
    }
    session = read(user(0, image))
    (turn,) = turns(session)
    assert (turn.kind, turn.text) == (MessageKind.PROMPT, "")
    assert [(p.kind, p.size, p.text) for p in turn.parts] == [(PartKind.IMAGE, 3, "")]


def test_users_own_command_is_a_turn_and_no_call_of_the_model() -> None:
    notice = prompt(0, "The following tool was executed by the user", synthetic=True)
    state = {"status": "completed", "input": {"command": "git log"}, "output": "x", "metadata": {}}
    session = read(notice, answer(1, tool("bash", state), parent=notice))
    assert shown(session) == [("shell", "git log")]
    (call,) = session.calls
    assert call.by_human
    assert (call.status, call.exit_code) == (CallStatus.UNKNOWN, None)
    assert session.messages[1].model is None


def test_expanded_command_holds_the_words_behind_the_template() -> None:
    session = read(TYPED, command(1, f"{TEMPLATE}\n\nand only the docs, please"))
    assert shown(session) == [("prompt", "hello"), ("command", "and only the docs, please")]
    template = session.messages[-1]
    assert (template.kind, template.author) == (MessageKind.INJECTED, Author.HARNESS)
    assert template.text == TEMPLATE


def test_template_alone_is_nobodys_words() -> None:
    session = read(TYPED, command(1, TEMPLATE))
    assert shown(session) == [("prompt", "hello")]
    assert session.messages[1].reason == "command_template"


def test_built_in_command_is_named() -> None:
    text = (
        "Please analyze this codebase and create an AGENTS.md file containing:\n1. Commands\n\n"
        "If there's already an AGENTS.md, improve it if it's located in /home/demo"
    )
    session = read(TYPED, command(1, text))
    assert shown(session) == [("prompt", "hello")]
    assert session.messages[1].command == "init"


def test_without_a_typed_id_in_the_session_nothing_is_taken_for_a_command() -> None:
    # A later client leaves the ids of texts to the server: then they tell nothing.
    session = read(command(0, TEMPLATE))
    assert shown(session) == [("prompt", TEMPLATE)]
    assert session.origin is Origin.UNKNOWN


def test_the_client_of_1_2_names_every_typed_text() -> None:
    assert shown(read(command(0, TEMPLATE), version="1.2.5")) == []


def test_text_sent_by_a_program_into_a_session_of_the_client_has_no_known_author() -> None:
    session = read(TYPED, prompt(1, "keep going"))
    assert [turn.author for turn in turns(session)] == [Author.HUMAN, Author.UNKNOWN]
    assert session.origin is Origin.HUMAN


def test_subtask_command_is_a_turn_although_it_has_no_text() -> None:
    part = {"type": "subtask", "id": "prt_s", "prompt": "Audit deploy.py.", "command": "audit"}
    asked = user(0, part)
    state = {"status": "completed", "input": {}, "metadata": {"sessionId": "ses_child"}}
    session = read(asked, answer(1, tool("task", state), parent=asked))
    assert shown(session) == [("command", "Audit deploy.py.")]
    assert turns(session)[0].command == "audit"
    assert (session.calls[0].by_human, session.calls[0].child) == (True, "ses_child")


def test_user_message_of_a_child_is_the_parent_agents() -> None:
    session = read(prompt(0, "Search the code."), parentID="ses_parent")
    assert shown(session) == []
    assert session.messages[0].author is Author.PARENT_AGENT
    assert (session.origin, session.parent) == (Origin.AUTOMATED, "ses_parent")


def test_what_the_user_types_into_a_child_is_the_users() -> None:
    session = read(
        prompt(0, "Search."), prompt(1, "Stop, wrong folder", ahead=5), parentID="ses_parent"
    )
    assert shown(session) == [("prompt", "Stop, wrong folder")]


def test_a_child_is_stopped_with_its_parent_by_one_interrupt() -> None:
    stopped = {"name": "MessageAbortedError", "data": {"message": "Aborted"}}
    assert shown(read(answer(0, error=stopped))) == [("interrupt", "")]
    child = read(answer(0, error=stopped), parentID="ses_parent")
    assert shown(child) == []
    assert child.messages[0].error == "MessageAbortedError"


def test_compaction_request_and_its_replayed_prompt_are_not_human() -> None:
    request = user(2, {"type": "compaction", "auto": True, "overflow": True, "id": "prt_c"})
    session = read(
        prompt(0, "Do it all."),
        request,
        answer(3, summary=True, parent=request),
        prompt(4, "Do it all."),
        prompt(6, "Do it all."),
    )
    assert shown(session) == [("prompt", "Do it all."), ("prompt", "Do it all.")]
    assert [m.reason for m in session.messages if m.author is Author.HARNESS] == [
        "compaction",
        "compaction_replay",
    ]


def test_a_prompt_before_the_answer_is_complete_is_steering() -> None:
    quick = user(0, said("Use pnpm", START + 20_000))
    moved = StoredMessage(
        quick.id, quick.id, {**quick.info, "time": {"created": START + 20_000}}, quick.parts
    )
    session = read(answer(0), moved, prompt(2, "Thanks"))
    assert [turn.kind for turn in turns(session)] == [MessageKind.STEER, MessageKind.PROMPT]


def test_a_prompt_after_an_interrupt_is_no_steering() -> None:
    stopped = answer(0, error={"name": "MessageAbortedError", "data": {}})
    late = StoredMessage(
        stopped.id,
        stopped.id,
        {**stopped.info, "time": {"created": START, "completed": START + 60_500}},
        (),
    )
    session = read(late, prompt(1, "Only one paragraph"))
    assert [turn.kind for turn in turns(session)] == [MessageKind.INTERRUPT, MessageKind.PROMPT]
    assert turns(session)[0].record == late.record


RUN = [
    {"permission": name, "pattern": "*", "action": "deny"}
    for name in ("question", "plan_enter", "plan_exit")
]
REJECTION = {
    "status": "error",
    "input": {"command": "rm -rf build"},
    "error": "The user rejected permission to use this specific tool call.",
}


def test_run_is_automated_and_its_quotes_are_its_own() -> None:
    texts = ['"Fix it in one line."\n', '"say \\"hi\\" twice"', '"a b" "c d"', "plain"]
    session = read(*(prompt(i, text) for i, text in enumerate(texts)), permission=RUN)
    assert [turn.text for turn in turns(session)] == [
        "Fix it in one line.",
        'say "hi" twice',
        '"a b" "c d"',
        "plain",
    ]
    assert (session.origin, session.origin_reason) == (Origin.AUTOMATED, "run_permissions")
    assert shown(read(prompt(0, '"quoted by a person"'))) == [("prompt", '"quoted by a person"')]


def test_run_refuses_by_itself() -> None:
    session = read(answer(0, tool("bash", REJECTION)), permission=RUN)
    assert turns(session) == []
    assert session.calls[0].denied_by is DeniedBy.CONFIG


def test_one_no_to_several_waiting_calls_is_one_refusal() -> None:
    reason = "The user rejected permission to use this specific tool call with the following "
    spoken = {**REJECTION, "error": f"{reason}feedback: Keep build/."}
    silent = read(answer(0, tool("bash", REJECTION, 1), tool("bash", REJECTION, 2)))
    assert [(t.kind, t.parts) for t in turns(silent)] == [(MessageKind.REFUSAL, ())]
    session = read(answer(0, tool("bash", REJECTION, 1), tool("bash", spoken, 2)))
    (turn,) = turns(session)
    assert (turn.text, turn.replies_to, turn.parts[0].index) == ("Keep build/.", "prt_call2", 1)
    assert [c.denied_by for c in session.calls] == [DeniedBy.HUMAN, DeniedBy.HUMAN]


def test_answers_to_questions_are_turns_of_their_own() -> None:
    state = {
        "status": "completed",
        "input": {"questions": []},
        "metadata": {"answers": [["Docs", "Tests"], ["yes"]]},
    }
    session = read(answer(0, tool("question", state)))
    assert shown(session) == [("answer", "Docs, Tests\nyes")]
    assert turns(session)[0].position > session.calls[0].position


def test_title_without_what_the_harness_added() -> None:
    title = "Make it better. <system-reminder> # Plan Mode"
    assert read(TYPED, title=title).title == "Make it better."

"""What a model is shown of a session, and what it is never shown."""

from dataclasses import replace
from typing import Any

import pytest
from notation import read_tree

from reflect.classifier import events
from reflect.classifier.events import of_root, of_tree
from reflect.model.finding import Evidence
from reflect.model.redacted import seal
from reflect.model.review import SessionTree
from reflect.model.session import ContextItem, Part
from reflect.model.vocabulary import Author, ContextKind, MessageKind, PartKind, PartOrigin


def tree(text: str) -> SessionTree:
    return read_tree(text)[0]


def told(text: str) -> list[tuple[str, str]]:
    return [(event.kind.value, event.text) for event in of_root(tree(text))]


WORK = """
user  fix the total
agent  I look at it.
bash  pytest -q  fails
| E  assert 1 == 2
injected  <system-reminder>never say this</system-reminder>
compaction  a summary of everything
refused  not like this
interrupt
agent  Done.
"""


def test_who_said_what_in_order() -> None:
    assert told(WORK) == [
        ("human", "fix the total"),
        ("agent", "I look at it."),
        ("call", "pytest -q\n[… result …]\nnot like this"),
        ("harness", ""),
        ("human", "not like this"),
        ("human", ""),
        ("agent", "Done."),
    ]


def test_recorded_facts_stand_beside_the_words() -> None:
    marks = [dict(event.marks) for event in of_root(tree(WORK))]
    assert marks[0] == {"act": "prompt"}
    assert marks[2] == {"tool": "bash", "status": "denied", "refused_by": "human"}
    assert [m.get("act") for m in marks[3:6]] == ["compaction", "refusal", "interrupt"]
    failed = of_root(tree("user  x\nbash  make  exit 2\n| no rule"))[1]
    assert failed.marks == {"tool": "bash", "status": "error", "exit": 2}
    mine = of_root(tree("user  x\nyou  bash  git status  ok"))[1]
    assert mine.marks == {"tool": "bash", "by": "human"}


HIDDEN = "never shown to anybody"


@pytest.mark.parametrize(
    ("kind", "author"),
    [
        (MessageKind.REASONING, Author.AGENT),
        (MessageKind.ANSWER, Author.HARNESS),
        (MessageKind.INJECTED, Author.HARNESS),
        (MessageKind.SYSTEM, Author.HARNESS),
        (MessageKind.COMPACTION, Author.HARNESS),
        (MessageKind.COMPACTION, Author.AGENT),
    ],
)
def test_words_of_the_client_and_thoughts_are_never_shown(
    kind: MessageKind, author: Author
) -> None:
    found = tree("user  fix it\nagent  Done.")
    part = Part(0, PartKind.TEXT, PartOrigin.UNKNOWN, seal(HIDDEN))
    said = replace(found.root.messages[1], event="x", kind=kind, author=author, parts=(part,))
    rules = ContextItem(ContextKind.INSTRUCTIONS, seal("AGENTS.md"), "1", lines=(seal(HIDDEN),))
    root = replace(found.root, messages=(*found.root.messages, said), context=(rules,))
    assert HIDDEN not in repr(of_tree(SessionTree(root)))


def test_what_was_taken_back_is_not_shown() -> None:
    found = tree("user  fix it\nbash  rm -rf build\nagent  Done.\nuser  thanks")
    first, answer, last = found.root.messages
    root = replace(
        found.root,
        messages=(replace(first, reverted=True), replace(answer, reverted=True), last),
        calls=(replace(found.root.calls[0], reverted=True),),
    )
    assert [event.text for event in of_root(SessionTree(root))] == ["thanks"]


def test_a_notification_is_one_short_line() -> None:
    found = tree("user  fix it\nagent  Done.")
    part = Part(0, PartKind.TEXT, PartOrigin.UNKNOWN, seal("word " * 200))
    note = MessageKind.NOTIFICATION
    said = replace(found.root.messages[1], kind=note, author=Author.HARNESS, parts=(part,))
    shown = of_root(SessionTree(replace(found.root, messages=(found.root.messages[0], said))))
    assert [event.kind.value for event in shown] == ["human", "harness"]
    assert len(shown[1].text) <= events.NOTE + 30


@pytest.mark.parametrize(
    ("line", "most"),
    [
        ("user  {}", events.HUMAN),
        ("agent  {}", events.AGENT),
        ("bash  make\n| {}", len("make\n[… result …]\n") + events.RESULT_OK),
        ("bash  make  fails\n| {}", len("make\n[… result …]\n") + events.RESULT_FAILED),
        ("bash  {}", events.INPUT),
        ("task  {}\n| {}", len("\n[… result …]\n") + events.INPUT + events.AGENT),
    ],
)
def test_long_texts_are_shortened_by_kind(line: str, most: int) -> None:
    text = "begin " + "word " * 3000 + "end"
    shown = of_root(tree("user  x\n" + line.format(text, text)))[-1].text
    cuts = shown.count("characters …]")
    assert most - 60 * cuts <= len(shown) <= most + 30 * cuts
    assert shown.endswith(("end", 'end"}'))
    assert "begin" in shown


def said(text: str, **more: Any) -> SessionTree:
    """A session of one message, with these words and fields."""
    found = tree("user  x").root
    parts = (Part(0, PartKind.TEXT, PartOrigin.UNKNOWN, seal(text)), *more.pop("beside", ()))
    message = replace(found.messages[0], parts=parts, **more)
    return SessionTree(replace(found, messages=(message,)))


def test_a_paste_from_a_terminal_loses_its_padding() -> None:
    assert of_root(said("a" + " " * 80 + "\n  b\n"))[0].text == "a\n  b\n"


def test_a_command_and_what_is_attached_are_named() -> None:
    image = Part(1, PartKind.IMAGE, PartOrigin.USER, seal(""))
    (event,) = of_root(said("167", kind=MessageKind.COMMAND, command="review", beside=(image,)))
    assert event.marks == {"act": "command", "command": "review", "attached": "image"}
    assert event.text == "167"


def test_an_answer_that_an_error_ended_is_shown_and_an_empty_one_is_not() -> None:
    answer: dict[str, Any] = {"kind": MessageKind.ANSWER, "author": Author.AGENT}
    (event,) = of_root(said("", error="MessageAbortedError", **answer))
    assert (event.kind.value, event.marks) == ("agent", {"error": "MessageAbortedError"})
    assert of_root(said(" ", **answer)) == ()


def test_what_an_agent_tells_a_sub_agent_is_no_word_of_the_human() -> None:
    (event,) = of_root(said("look for callers", author=Author.PARENT_AGENT))
    assert event.kind.value == "agent"
    assert event.marks == {"by": "the agent that started this sub-agent"}


def test_lines_that_an_edit_added_and_removed_are_told() -> None:
    found = tree("user  x\nedit  cart.py")
    call = replace(found.root.calls[0], added_lines=7, removed_lines=None)
    shown = of_root(SessionTree(replace(found.root, calls=(call,))))
    assert shown[1].marks == {"tool": "edit", "added": 7, "removed": 0}


def test_what_a_file_holds_is_not_shown_but_what_was_changed_is() -> None:
    shown = told(
        "user  x\nread  /r/cart.py\n| all of the file\nedit  cart.py\n- old\n+ new\n| Done"
    )
    assert shown[1] == ("call", "/r/cart.py")
    assert shown[2] == ("call", 'cart.py\noldString": "old", "newString": "new"}')


def test_a_search_says_what_was_looked_for() -> None:
    found = tree("user  x\ngrep  total")
    asked = seal('{"pattern":"total","path":"src"}')
    call = replace(found.root.calls[0], path=seal("src"), arguments=asked)
    assert of_root(SessionTree(replace(found.root, calls=(call,))))[1].text == asked


def test_a_file_is_named_from_the_folder_of_the_session_on() -> None:
    assert told("user  x\nread  ~/shop/src/cart.py")[1] == ("call", "src/cart.py")
    assert told("user  x\nread  ~/shopping/cart.py")[1] == ("call", "~/shopping/cart.py")


DELEGATED = """
user  fix it
task  look for callers
| three callers
sub  bash  grep -rn total
sub  agent  Found three.
agent  Done.
"""


def test_of_a_sub_agent_the_root_shows_its_task_and_its_report() -> None:
    assert told(DELEGATED) == [
        ("human", "fix it"),
        ("call", '{"text": "look for callers"}\n[… result …]\nthree callers'),
        ("agent", "Done."),
    ]


def test_the_tree_shows_a_sub_agent_behind_the_call_that_started_it() -> None:
    shown = of_tree(tree(DELEGATED))
    assert [event.session.split(":")[1] for event in shown] == [
        "root",
        "root",
        "child1",
        "child1",
        "root",
    ]
    assert shown[2].text == "grep -rn total"
    assert [event.marks.get("in") for event in shown] == [
        None,
        None,
        "sub-agent",
        "sub-agent",
        None,
    ]


def test_a_sub_agent_may_itself_say_which_call_started_it() -> None:
    found = tree(DELEGATED)
    calls = tuple(replace(call, child=None) for call in found.root.calls)
    child = replace(found.children[0], parent="root", parent_call=calls[0].call)
    shown = of_tree(SessionTree(replace(found.root, calls=calls), (child,)))
    assert [event.session.split(":")[1] for event in shown][2] == "child1"


def test_a_sub_agent_that_nobody_started_stands_at_the_end() -> None:
    found = tree(DELEGATED)
    calls = tuple(replace(call, child=None) for call in found.root.calls)
    lost = SessionTree(replace(found.root, calls=calls), found.children)
    shown = [event.session.split(":")[1] for event in of_tree(lost)]
    assert shown == ["root", "root", "root", "child1", "child1"]


def cited(event: str, quote: str) -> Evidence:
    return Evidence(event, "opencode:root", "1", 0, seal(quote))


def test_a_quote_of_a_finding_is_shown_wherever_it_stands() -> None:
    long = "word " * 800
    found = tree(
        f"user  x\nagent  {long} it passes {long}\nread  a.py\n| {long} secret rule {long}"
    )
    assert "it passes" not in of_tree(found)[1].text
    shown = of_tree(found, [cited("m1", "it passes"), cited("c2", "secret rule")])
    assert "it passes" in shown[1].text
    assert "secret rule" in shown[2].text
    assert all(len(event.text) < 1000 for event in shown)


def test_a_field_that_a_finding_quotes_is_shown_beside_the_others() -> None:
    found = tree("user  x\nbash  pytest -q")
    call = replace(found.root.calls[0], arguments=seal('{"description":"runs the tests"}'))
    one = SessionTree(replace(found.root, calls=(call,)))
    assert of_tree(one)[1].text == "pytest -q"
    shown = of_tree(one, [cited("c1", '"description":"runs the tests"')])[1].text
    assert shown == 'pytest -q\n{"description":"runs the tests"}'


def test_names_of_people_are_not_shown() -> None:
    found = tree("user  write to ada@mail.example.com\nbash  cat /Users/ada/notes.txt  fails")
    shown = of_tree(found, [cited("c1", "cat /Users/ada/notes.txt")])
    assert [event.text for event in shown] == ["write to ⟨email⟩", "cat ⟨home⟩/notes.txt"]


def test_an_output_of_which_the_middle_is_unknown_says_so() -> None:
    found = tree("user  x\nbash  make")
    call = replace(
        found.root.calls[0],
        output=seal("begin " * 600),
        output_tail=seal(" end" * 900),
        output_bytes=100_000,
    )
    text = of_root(SessionTree(replace(found.root, calls=(call,))))[1].text
    result = text.split("[… result …]\n")[1]
    assert result.startswith("begin begin")
    assert result.endswith("end end")
    assert 99_000 < int(result.split("[… ")[1].split(" ")[0]) < 100_000

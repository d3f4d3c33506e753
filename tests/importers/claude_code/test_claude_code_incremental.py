"""Reading on: only what is new, and the same result as reading at once."""

import json
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from reflect.importers.claude_code import ClaudeCode
from reflect.model.session import Message, RawSession, ToolCall
from reflect.model.source import LedgerEntry, Source, Unit, UnitRead
from reflect.model.vocabulary import CallStatus, ExitSource, MessageKind

Read = Callable[..., UnitRead]
DATA = Path(__file__).parents[2] / "data" / "claude_code"


def user(content: object, **more: object) -> dict[str, Any]:
    return {"type": "user", "message": {"role": "user", "content": content}, **more}


def answer(message_id: str, text: str, output: int, **more: object) -> dict[str, Any]:
    usage = {"input_tokens": 3, "output_tokens": output}
    block = {"type": "text", "text": text}
    message = {"id": message_id, "model": "opus", "content": [block], "usage": usage}
    return {"type": "assistant", "message": message, **more}


def session(result: UnitRead) -> RawSession:
    assert result.session is not None
    return result.session


def together(stored: RawSession, new: RawSession) -> RawSession:
    """What is stored after both: known ids are replaced, None keeps what was there."""
    messages: dict[str, Message[str]] = {m.event: m for m in stored.messages}
    messages.update({m.event: m for m in new.messages})
    calls: dict[str, ToolCall[str]] = {c.call: c for c in stored.calls}
    for call in new.calls:
        old = calls.get(call.call)
        if old is not None:
            kept = {
                f.name: getattr(old, f.name)
                for f in fields(call)
                if getattr(call, f.name) is None and getattr(old, f.name) is not None
            }
            if call.exit_source is ExitSource.ABSENT:
                kept["exit_source"] = old.exit_source
            calls[call.call] = replace(call, **kept)
        else:
            calls[call.call] = call
    header = {
        name: getattr(new, name) or getattr(stored, name)
        for name in ("title", "directory", "branch", "ledger_usage", "parent", "parent_call")
    }
    return replace(
        new,
        messages=tuple(sorted(messages.values(), key=lambda m: (m.position, m.event))),
        calls=tuple(sorted(calls.values(), key=lambda c: (c.position, c.part))),
        context=(),
        continues=False,
        **header,
    )


def at_once(found: RawSession) -> RawSession:
    return together(replace(found, messages=(), calls=()), found)


def comparable(found: RawSession) -> RawSession:
    """Without the two traces a boundary may leave.

    Who refused a call that turned out to be stopped stays stored; and a queued prompt that was
    delivered later leaves an empty message.
    """
    return replace(
        found,
        messages=tuple(m for m in found.messages if m.reason != "delivered as a prompt"),
        calls=tuple(
            replace(c, denied_by=None) if c.status is CallStatus.ABORTED else c for c in found.calls
        ),
    )


RECORDINGS = sorted(
    path
    for name in (
        "2.1.332/c16-interactive",
        "2.1.197/c16-interactive",
        "2.1.332/c08-interrupt",
        "2.1.332/c05-subagent",
        "2.1.197/c14-media-mcp",
        "2.1.197/c06-compact",
    )
    for path in (DATA / name).rglob("*.jsonl")
)


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: f"{path.parts[-5]}-{path.stem[:12]}")
def test_reading_in_two_goes_is_reading_at_once(path: Path, tmp_path: Path) -> None:
    importer = ClaudeCode()
    copy = tmp_path / path.name
    source = Source("claude-code", importer.recognise(path).kind, tmp_path)  # type: ignore[union-attr]
    lines = path.read_bytes().splitlines(keepends=True)

    def read(count: int, earlier: LedgerEntry | None) -> UnitRead:
        with copy.open("wb" if earlier is None else "ab") as file:
            file.writelines(lines[:count] if earlier is None else lines[count:])
        size = copy.stat().st_size
        unit = Unit(path.name, copy, size, size, copy.stat().st_ino)
        return importer.read(source, unit, earlier)

    whole = session(read(len(lines), None))
    for cut in range(1, len(lines)):
        first = read(cut, None)
        second = read(cut, first.entry)
        if first.session is None:
            assert second.counts.records == len(lines)
            found = session(second)
        else:
            assert second.counts.records == len(lines) - cut
            assert session(second).continues
            found = together(first.session, session(second))
        assert comparable(at_once(found)) == comparable(at_once(whole)), cut


def test_cc29_a_line_cut_in_the_middle_waits(read: Read) -> None:
    record = json.dumps({**user("second"), "uuid": "u2"}).encode()
    first = read(user("first", uuid="u1"), record[:-9])
    assert [m.text for m in session(first).messages] == ["first"]
    assert not first.counts.bad
    second = read(record[-9:] + b"\n")
    assert [m.text for m in session(second).messages] == ["second"]
    assert second.counts.records == 1


def test_a_whole_record_without_a_line_end_counts_and_is_not_doubled(read: Read) -> None:
    record = json.dumps({**user("second"), "uuid": "u2"}).encode()
    first = read(user("first", uuid="u1"), record)
    assert [m.event for m in session(first).messages] == ["u1", "u2"]
    second = read(b"\n", user("third", uuid="u3"))
    assert [(m.event, m.record) for m in session(second).messages] == [("u2", "2"), ("u3", "3")]


def test_cc27_a_waiting_prompt_without_a_line_end_is_not_stored_before_its_delivery(
    read: Read,
) -> None:
    enqueued = {"type": "queue-operation", "operation": "enqueue", "content": "and the tests?"}
    line = json.dumps(enqueued).encode()
    first = read(user("start", uuid="u1"), line)
    assert [m.text for m in session(first).messages] == ["start"]
    dequeued = {"type": "queue-operation", "operation": "dequeue"}
    second = read(b"\n", dequeued, user("and the tests?", uuid="u2"))
    assert [m.event for m in session(second).messages if m.parts] == ["u2"]


def test_cc16_a_shell_command_cut_from_its_output_is_not_left_running(read: Read) -> None:
    first = session(read(user("<bash-input>ls</bash-input>", uuid="u1")))
    assert [c.status for c in first.calls] == [CallStatus.UNKNOWN]
    output = "<bash-stdout>a.py</bash-stdout><bash-stderr></bash-stderr>"
    second = session(read(user(output, uuid="u2")))
    assert [(c.status, c.output) for c in second.calls] == [(CallStatus.UNKNOWN, "a.py")]


def test_cc30_an_answer_that_goes_on_in_the_next_import(read: Read) -> None:
    first = session(read(user("go"), answer("m1", "one", 1, uuid="u1")))
    second = session(read(answer("m1", "two", 260, uuid="u2")))
    lines = [m for m in (*first.messages, *second.messages) if m.answer_id == "m1"]
    assert [m.event for m in lines] == ["u1", "u2"]
    assert max(m.usage.output for m in lines if m.usage) == 260


def test_cc03_lines_without_a_request_id_are_one_answer(read: Read) -> None:
    found = session(
        read(
            answer("m1", "one", 5, requestId="req1"),
            answer("m1", "two", 5),
            answer("", "three", 7, requestId="req2"),
            answer("", "four", 7, uuid="u4"),
        )
    )
    assert [m.answer_id for m in found.messages] == ["m1", "m1", "req2", "u4"]


def test_a_result_in_a_later_import_brings_the_call_again(read: Read) -> None:
    block = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "make"}}
    call = {"type": "assistant", "message": {"id": "m1", "model": "opus", "content": [block]}}
    read(user("go"), call)
    failed = {
        "type": "tool_result",
        "tool_use_id": "t1",
        "content": "Exit code 2",
        "is_error": True,
    }
    (late,) = session(read(user([failed]))).calls
    assert (late.call, late.record, late.part, late.name, late.batch) == (
        "t1",
        "2",
        0,
        "Bash",
        "m1",
    )
    assert (late.status, late.exit_code, late.result_record) == (CallStatus.ERROR, 2, "3")
    assert late.command is None


def test_a_carry_holds_no_words(read: Read) -> None:
    block = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "SECRETWORD"}}
    entry = read(
        {"type": "custom-title", "customTitle": "SECRETWORD"},
        user("SECRETWORD", uuid="u1", cwd="/SECRETWORD", gitBranch="SECRETWORD"),
        {"type": "assistant", "message": {"id": "m1", "model": "opus", "content": [block]}},
        {"type": "queue-operation", "operation": "enqueue", "content": "SECRETWORD"},
    ).entry
    assert "t1" in entry.carry
    assert "SECRETWORD" not in entry.carry


def test_what_is_stored_better_is_not_replaced_by_a_lesser_title(read: Read) -> None:
    assert session(read({"type": "ai-title", "aiTitle": "A"}, user("x", cwd="/a"))).title == "A"
    later = session(read({"type": "last-prompt", "lastPrompt": "y"}, user("y", cwd="/b")))
    assert (later.title, later.directory) == (None, None)
    assert session(read({"type": "custom-title", "customTitle": "C"}, user("z"))).title == "C"


def test_a_file_that_shrank_or_changed_is_read_whole(read: Read, transcript: Path) -> None:
    read(user("first", uuid="u1"), user("second", uuid="u2"))
    data = transcript.read_bytes()
    transcript.write_bytes(data.splitlines(keepends=True)[0])
    shrunk = session(read())
    assert (shrunk.continues, len(shrunk.messages)) == (False, 1)
    transcript.write_bytes(transcript.read_bytes().replace(b"first", b"FIRST"))
    changed = session(read(user("third", uuid="u3")))
    assert (changed.continues, [m.text for m in changed.messages]) == (False, ["FIRST", "third"])


def test_a_carry_of_another_version_is_not_used(read: Read, transcript: Path) -> None:
    importer = ClaudeCode()
    result = read(user("first"))
    source = importer.recognise(transcript.parents[2])
    assert source is not None
    (unit,) = importer.units(source)
    old = replace(result.entry, carry='{"version":0}')
    assert not session(importer.read(source, unit, old)).continues


def test_cc31_nothing_new_is_no_change(read: Read) -> None:
    read(user("first"))
    again = read()
    assert again.counts.records == 0
    assert session(again).messages == ()
    assert all(m.kind is not MessageKind.PROMPT for m in session(again).messages)

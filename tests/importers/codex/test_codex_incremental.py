"""Reading on: only what is new, with what the lines before it said still known."""

from collections.abc import Callable
from pathlib import Path

from reflect.model.session import RawSession
from reflect.model.source import UnitRead
from reflect.model.vocabulary import Author, BadRecord, CallStatus, MessageKind
from tests.importers.codex.conftest import PARENT, THREAD, TIME, encoded, write
from tests.importers.codex.lines import (
    called,
    counted,
    ended,
    event,
    meta,
    output,
    said,
    started,
    tokens,
    typed,
    user,
)

Read = Callable[..., UnitRead]
CALL = "call_1234567890ab"
ONE, TWO = tokens(1500, 1024, 60), tokens(3000, 2048, 120)


def session(read: UnitRead) -> RawSession:
    assert read.session is not None
    return read.session


def human(read: UnitRead) -> list[tuple[str, str, str]]:
    messages = session(read).messages
    return [(m.event, m.kind.value, m.text) for m in messages if m.author is Author.HUMAN]


def test_an_event_in_the_next_import_confirms_the_message_before_it(read: Read) -> None:
    first = read(meta(THREAD), *typed("fix it"), said("Fixed."), user("and the tax"))
    assert human(first) == [("r2", "prompt", "fix it")]
    second = read(event("user_message", message="and the tax"), said("Done."))
    assert human(second) == [("r5", "prompt", "and the tax")]


def test_a_first_message_whose_event_is_still_to_come_is_a_prompt(read: Read) -> None:
    assert human(read(meta(THREAD), user("fix it"))) == [("r2", "prompt", "fix it")]
    second = read(event("user_message", message="fix it"), said("Fixed."))
    assert human(second) == [("r2", "prompt", "fix it")]


def test_a_message_that_stays_without_an_event_is_taken_back(read: Read) -> None:
    assert human(read(meta(THREAD), user("a note of the client")))
    second = read(*typed("fix it"), said("Fixed."))
    assert human(second) == [("r3", "prompt", "fix it")]
    (note,) = [m for m in session(second).messages if m.event == "r2"]
    assert (note.author, note.kind) == (Author.HARNESS, MessageKind.INJECTED)


def test_a_message_whose_event_an_earlier_import_read_is_told_by_its_words(read: Read) -> None:
    first = read(meta(THREAD), event("user_message", message="fix it"))
    assert human(first) == [("r2", "prompt", "fix it")]
    second = session(read(user("a note of the client"), user("fix it"), said("Fixed.")))
    told = [(m.event, m.author, m.text) for m in second.messages]
    assert told == [("r3", Author.HARNESS, ""), ("r5", Author.AGENT, "Fixed.")]


def test_a_result_in_the_next_import_ends_the_call_of_this_one(read: Read) -> None:
    first = read(meta(THREAD), *typed("go"), called("exec_command", CALL, {"cmd": "make"}))
    assert session(first).calls[0].status is CallStatus.RUNNING
    second = session(read(output(CALL, "Exit code: 2\nOutput:\nboom\n")))
    assert second.continues
    (call,) = second.calls
    assert (call.call, call.status, call.exit_code, call.command) == (
        CALL,
        CallStatus.ERROR,
        2,
        None,
    )


def test_totals_go_on_over_an_import(read: Read) -> None:
    read(meta(THREAD), *typed("go"), counted(ONE, ONE))
    second = session(read(counted(ONE, ONE), counted(TWO, ONE)))
    assert sum(m.usage is not None for m in second.messages) == 1


def test_a_model_goes_on_over_an_import(read: Read) -> None:
    context = {"type": "turn_context", "payload": {"model": "gpt-5.2-codex"}}
    read(meta(THREAD), context, *typed("go"))
    assert session(read(said("Done."))).messages[0].model == "gpt-5.2-codex"


def test_a_turn_goes_on_over_an_import(read: Read) -> None:
    read(meta(THREAD), started("a"), *typed("fix it"), said("Looking."))
    assert human(read(*typed("only in cart.py")))[0][1] == "steer"
    read(ended("a", "Done."), started("b"))
    assert human(read(*typed("thanks")))[0][1] == "prompt"


def test_a_line_that_is_still_written_is_read_when_it_is_whole(read: Read) -> None:
    line = encoded([said("Fixed.")])
    read(meta(THREAD), *typed("fix it"), line[:40])
    second = read(line[40:])
    assert [m.text for m in session(second).messages] == ["Fixed."]
    assert not second.counts.bad


def test_a_whole_last_line_without_its_end_counts_once(read: Read) -> None:
    line = encoded([said("Fixed.")])
    first = read(meta(THREAD), *typed("fix it"), line[:-1])
    assert [m.event for m in session(first).messages][-1] == "r4"
    second = read(b"\n", said("Done."))
    assert [m.event for m in session(second).messages] == ["r4", "r5"]


def test_broken_lines_are_counted_and_passed_over(read: Read) -> None:
    first = read(
        meta(THREAD),
        b"{not json\n",
        b"[1]\n",
        b'{"type":"event_msg","payload":{"type":"token_count","info":"redacted"}}\n',
        *typed("fix it"),
        {"type": "a_later_record", "payload": {}},
        event("a_later_event"),
    )
    assert first.counts.bad == {
        BadRecord.NOT_JSON: 1,
        BadRecord.NOT_AN_OBJECT: 1,
        BadRecord.WRONG_SHAPE: 1,
    }
    assert first.counts.unknown == {"a_later_record": 1, "event:a_later_event": 1}
    assert [text for _, _, text in human(first)] == ["fix it"]


def test_a_rollback_of_what_an_earlier_import_read_reads_the_file_whole(read: Read) -> None:
    read(meta(THREAD), *typed("fix it"), said("Fixed."), *typed("no, that way"))
    second = session(read(event("thread_rolled_back", num_turns=1), *typed("this way")))
    assert not second.continues
    assert [m.text for m in second.messages if m.reverted] == ["no, that way"]


def test_a_copied_history_that_is_still_written_stays_the_parents(home: Path, read: Read) -> None:
    history = [meta(PARENT), started("turn-1"), *typed("fix it"), said("Fixed.")]
    write(home, *history, thread=PARENT)
    copied = [{**record, "timestamp": "2026-03-03T09:00:00.000Z"} for record in history]
    first = read(meta(THREAD, forked_from_id=PARENT), *copied[:3])
    assert first.session is None
    second = read(*copied[3:], started("turn-2"), *typed("and the tax"))
    assert [text for _, _, text in human(second)] == ["and the tax"]


def test_a_time_that_cannot_be_is_none(read: Read) -> None:
    first = read(
        meta(THREAD, timestamp="1970-01-01T00:00:00.000Z"),
        {**user("go"), "timestamp": "9999-01-01T00:00:00.000Z"},
        {**said("Done."), "timestamp": "2026-03-02T12:00:00+02:00"},
    )
    assert session(first).created_at is None
    assert [m.sent_at for m in session(first).messages] == [None, TIME]

"""Tokens of threads made by hand: what is counted once, and what is no spending at all."""

from pathlib import Path

from reflect.model.session import RawSession, Usage
from reflect.model.vocabulary import CallStatus, ContextKind, MessageKind
from tests.importers.codex.conftest import THREAD, Record, only, write
from tests.importers.codex.lines import (
    NEW_PROCESS,
    called,
    counted,
    ended,
    meta,
    said,
    started,
    tokens,
    typed,
)

ONE = tokens(1500, 1024, 60)
TWO = tokens(3000, 2048, 120)
NOTHING = tokens(0, 0, 0)


def spent(session: RawSession) -> list[Usage]:
    return [m.usage for m in session.messages if m.usage is not None]


def once(read: int = 1500, cached: int = 1024, written: int = 60) -> Usage:
    return Usage(read - cached, cached, 0, written, reasoning=0)


def record(response: str, usage: dict[str, int]) -> Record:
    return {"type": "token_usage_record", "payload": {"response_id": response, "usage": usage}}


def test_cx01_a_count_that_is_written_again_unchanged_counts_once(home: Path) -> None:
    write(
        home,
        meta(THREAD),
        *typed("go"),
        counted(ONE, ONE),
        counted(ONE, ONE),
        counted(TWO, ONE),
        counted(TWO, ONE),
    )
    assert spent(only(home)) == [once()] * 2


def test_cx02_cx06_a_new_process_may_count_from_zero_again(home: Path) -> None:
    write(
        home,
        meta(THREAD),
        *typed("go"),
        NEW_PROCESS,
        counted(ONE, ONE),
        *typed("on"),
        NEW_PROCESS,
        counted(ONE, ONE),
    )
    assert spent(only(home)) == [once()] * 2


def test_cx03_a_total_that_begins_at_the_parents_is_not_spent_again(home: Path) -> None:
    write(home, meta(THREAD), *typed("go"), counted(tokens(10_500, 7_168, 420), ONE))
    assert spent(only(home)) == [once()]


def test_cx04_cx05_fillers_and_estimates_have_no_parts(home: Path) -> None:
    filler = tokens(0, 0, 0, total=258_400)
    write(
        home,
        meta(THREAD),
        *typed("go"),
        counted(filler, filler),
        counted(tokens(1500, 1024, 60, total=259_960), ONE),
        counted(tokens(1500, 1024, 60, total=259_960), tokens(0, 0, 0, total=6_133)),
        counted(tokens(3000, 2048, 120, total=261_520), ONE),
    )
    assert spent(only(home)) == [once()] * 2


def test_cx05_the_compactions_own_answer_counts_once(home: Path) -> None:
    write(
        home,
        meta(THREAD),
        *typed("go"),
        counted(ONE, ONE),
        counted(TWO, ONE),
        {"type": "compacted", "payload": {"message": "Summary", "replacement_history": []}},
        counted(TWO, tokens(0, 0, 0, total=6_133)),
        said("Done."),
    )
    session = only(home)
    assert spent(session) == [once()] * 2
    (compaction,) = [i for i in session.context if i.kind is ContextKind.COMPACTION]
    assert compaction.size_before == 1_560
    assert not any("Summary" in m.text for m in session.messages)


def test_cx07_cached_tokens_stand_inside_the_input(home: Path) -> None:
    odd = {**tokens(1000, 1200, 50), "reasoning_output_tokens": 20}
    write(home, meta(THREAD), *typed("go"), counted(odd, odd))
    assert spent(only(home)) == [Usage(0, 1200, 0, 50, reasoning=20)]


def test_records_of_responses_go_before_running_totals(home: Path) -> None:
    write(
        home,
        meta(THREAD),
        *typed("go"),
        record("resp_1", ONE),
        counted(ONE, ONE),
        record("resp_2", ONE),
        record("resp_2", ONE),
        counted(TWO, ONE),
    )
    session = only(home)
    answers = {m.answer_id: m.usage for m in session.messages if m.usage is not None}
    assert answers == {f"{THREAD}/resp_1": once(), f"{THREAD}/resp_2": once()}


def test_a_thread_that_an_older_client_goes_on_with_counts_on(home: Path) -> None:
    write(
        home,
        meta(THREAD),
        *typed("go"),
        record("resp_1", ONE),
        counted(ONE, ONE),
        NEW_PROCESS,
        *typed("on"),
        counted(TWO, ONE),
    )
    assert spent(only(home)) == [once()] * 2


def test_tokens_that_are_not_told_are_not_zero(home: Path) -> None:
    write(home, meta(THREAD), *typed("go"), counted(NOTHING, NOTHING, None), said("Hm."))
    assert spent(only(home)) == []


def test_cx32_a_turn_that_never_ended_has_no_success(home: Path) -> None:
    write(home, meta(THREAD), started("a"), *typed("go"))
    session = only(home)
    assert [m.kind for m in session.messages] == [MessageKind.PROMPT]
    assert not session.calls


def test_cx32_a_call_without_its_end_is_unknown_once_the_human_speaks_again(home: Path) -> None:
    call = called("exec_command", "call_1234567890ab", {"cmd": "make"})
    write(home, meta(THREAD), started("a"), *typed("go"), call)
    assert only(home).calls[0].status is CallStatus.RUNNING
    write(home, meta(THREAD), started("a"), *typed("go"), call, started("b"), *typed("well?"))
    assert only(home).calls[0].status is CallStatus.UNKNOWN


def test_a_turn_that_ended_without_a_word_is_an_error(home: Path) -> None:
    """0.124 notes a failed request only so."""
    write(home, meta(THREAD), started("a"), *typed("go"), ended("a"))
    assert [m.error for m in only(home).messages] == [None, "no_answer"]


def test_the_error_of_a_turn_is_named_once(home: Path) -> None:
    error = {"message": "Too many.", "codex_error_info": {"usage_limit_exceeded": {"status": 429}}}
    write(home, meta(THREAD), started("a"), *typed("go"), ended("a", error=error))
    (_, failed) = only(home).messages
    assert (failed.error, failed.text) == ("usage_limit_exceeded", "Too many.")

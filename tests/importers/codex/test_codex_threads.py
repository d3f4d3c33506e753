"""Threads and their files: forks, copies of a history, archive, compression, names, old forms."""

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from reflect.model.session import RawSession
from reflect.model.vocabulary import Author, BadRecord, Origin, Relation
from tests.importers.codex.compressing import compress
from tests.importers.codex.conftest import (
    PARENT,
    THREAD,
    Record,
    name_of,
    only,
    read_all,
    sessions,
    write,
)
from tests.importers.codex.lines import (
    called,
    counted,
    meta,
    output,
    said,
    started,
    tokens,
    typed,
    user,
)

ONE, TWO = tokens(1500, 1024, 60), tokens(3000, 2048, 120)
HISTORY: list[Record] = [
    meta(PARENT),
    started("turn-1"),
    *typed("fix the total"),
    called("exec_command", "call_1234567890ab", {"cmd": "make test"}),
    output("call_1234567890ab", "Exit code: 1\nOutput:\n"),
    said("Fixed."),
    counted(ONE, ONE),
]
OWN: list[Record] = [started("turn-2"), *typed("and the tax"), said("Done."), counted(TWO, ONE)]


def human(session: RawSession) -> list[str]:
    return [m.text for m in session.messages if m.author is Author.HUMAN]


def requests(session: RawSession) -> int:
    return sum(m.usage is not None for m in session.messages)


def later(records: Iterable[Record]) -> list[Record]:
    """The records as a client copies them: with a new time."""
    return [{**record, "timestamp": "2026-03-03T09:00:00.000Z"} for record in records]


def test_cx13_a_copied_history_is_the_parents(home: Path) -> None:
    write(home, *HISTORY, thread=PARENT)
    write(home, meta(THREAD, forked_from_id=PARENT), *later(HISTORY), *OWN)
    fork = sessions(home)[THREAD]
    assert (fork.relation, fork.parent) == (Relation.FORK, PARENT)
    assert (human(fork), requests(fork), fork.calls) == (["and the tax"], 1, ())


def test_cx13_a_copied_history_without_turns_ends_where_the_parents_ends(home: Path) -> None:
    """0.47 has no ids of turns; the same words after the fork are the fork's own."""
    old = [record for record in HISTORY if record["payload"] != HISTORY[1]["payload"]]
    own = [*typed("fix the total"), said("Again."), counted(TWO, ONE)]
    write(home, *old, thread=PARENT)
    write(home, meta(THREAD, forked_from_id=PARENT), *later(old), *own)
    fork = sessions(home)[THREAD]
    assert (human(fork), requests(fork)) == (["fix the total"], 1)


def test_cx13_without_its_parent_all_is_kept_and_told(home: Path) -> None:
    write(home, meta(THREAD, forked_from_id=PARENT), *later(HISTORY), *OWN)
    (read,) = read_all(home).values()
    assert read.session is not None
    assert human(read.session) == ["fix the total", "and the tax"]
    assert read.counts.unknown == {"history:without_parent": 1}


@pytest.mark.parametrize("place", ["archived", "compressed"])
def test_cx14_a_parent_is_found_in_the_archive_and_compressed(home: Path, place: str) -> None:
    path = write(home, *HISTORY, thread=PARENT)
    if place == "archived":
        (home / "archived_sessions").mkdir()
        path.rename(home / "archived_sessions" / path.name)
    else:
        compress(path)
    write(home, meta(THREAD, forked_from_id=PARENT), *later(HISTORY), *OWN)
    assert human(sessions(home)[THREAD]) == ["and the tax"]


def test_cx14_a_fork_of_pages_holds_its_own_lines_only(home: Path) -> None:
    base = {"thread_id": PARENT, "end_ordinal_exclusive": 54}
    write(home, *HISTORY, thread=PARENT)
    write(home, meta(THREAD, forked_from_id=PARENT, history_base=base), *OWN)
    found = sessions(home)
    assert human(found[THREAD]) == ["and the tax"]
    assert (found[THREAD].parent, requests(found[THREAD])) == (PARENT, 1)


def test_cx12_threads_that_share_a_session_id_stay_apart(home: Path) -> None:
    spawn = {"subagent": {"thread_spawn": {"parent_thread_id": PARENT, "agent_role": "worker"}}}
    write(home, *HISTORY, thread=PARENT)
    head = meta(THREAD, session_id=PARENT, source=spawn, agent_nickname="Cicero")
    write(home, head, user("count the lines"), said("5"))
    child = sessions(home)[THREAD]
    assert (child.relation, child.parent, child.title) == (Relation.SUBAGENT, PARENT, "Cicero")
    assert (child.origin, human(child)) == (Origin.AUTOMATED, [])
    assert child.messages[0].author is Author.PARENT_AGENT


def test_cx15_a_compressed_rollout_gives_the_same_rows(home: Path) -> None:
    path = write(home, *HISTORY, thread=PARENT)
    plain = only(home)
    compress(path)
    packed = only(home)
    assert packed.messages == plain.messages
    assert packed.calls == plain.calls
    assert packed.path.endswith(".jsonl.zst")


def test_cx15_both_forms_at_once_are_one_session(home: Path) -> None:
    path = write(home, *HISTORY, thread=PARENT)
    compress(path, keep=True)
    assert only(home).path == str(path)


def test_cx15_a_broken_frame_is_counted_and_what_stands_before_it_is_read(home: Path) -> None:
    long = [*HISTORY, *[said(os.urandom(30_000).hex()) for _ in range(40)]]
    packed = compress(write(home, *long, thread=PARENT))
    packed.write_bytes(packed.read_bytes()[:-200_000])
    (read,) = read_all(home).values()
    assert read.counts.bad == {BadRecord.BROKEN_FRAME: 1}
    assert read.session is not None
    assert human(read.session) == ["fix the total"]


def test_cx16_an_archived_thread_says_so(home: Path) -> None:
    path = write(home, *HISTORY, thread=PARENT)
    assert not only(home).archived
    (home / "archived_sessions").mkdir()
    path.rename(home / "archived_sessions" / path.name)
    assert only(home).archived


def test_cx17_events_keep_their_names_when_ids_are_rewritten(home: Path) -> None:
    """``codex migrate-rollouts`` gives ids like ``item-1``: an event is named after its line."""
    write(home, *HISTORY, thread=PARENT)
    assert {m.event for m in only(home).messages} <= {f"r{line}" for line in range(1, 10)}


def test_cx18_the_day_is_that_of_the_records(home: Path) -> None:
    late = [{**record, "timestamp": "2026-03-03T00:30:00.000Z"} for record in typed("go on")]
    write(home, meta(THREAD, timestamp="2026-03-02T23:00:00.000Z"), *typed("begin"), *late)
    session = only(home)
    assert session.created_at == "2026-03-02T23:00:00.000Z"
    assert [(m.sent_at or "")[:10] for m in session.messages] == ["2026-03-02", "2026-03-03"]


def test_cx33_pages_are_one_thread(home: Path) -> None:
    first = write(home, *HISTORY, name=name_of(PARENT))
    write(home, *later(OWN), name=name_of(PARENT, "_b2"))
    session = only(home)
    assert (session.native_id, human(session)) == (PARENT, ["fix the total", "and the tax"])
    assert requests(session) == 2
    positions = [m.position for m in session.messages]
    assert positions == sorted(set(positions))
    assert session.path == str(first)


def test_cx34_rollouts_of_other_tools_have_no_model(home: Path) -> None:
    write(home, meta(THREAD, originator="another-tool", source="x"), *typed("go"), said("Done."))
    session = only(home)
    assert session.origin is Origin.UNKNOWN
    assert {m.model for m in session.messages} == {None}


def test_a_rollout_before_payloads_is_read(home: Path) -> None:
    """0.2x: a head without a type, states, and bare response items."""
    text = '{"output":"a\\n","metadata":{"exit_code":0}}'
    write(
        home,
        {"id": THREAD, "instructions": None, "git": {"branch": "main"}},
        {"record_type": "state"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "list"}]},
        {"type": "reasoning", "summary": [], "encrypted_content": "x"},
        {"type": "function_call", "name": "shell", "call_id": "call_1234567890ab",
         "arguments": '{"command":["bash","-lc","ls"]}'},
        {"type": "function_call_output", "call_id": "call_1234567890ab", "output": text},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "a"}]},
    )  # fmt: skip
    session = only(home)
    assert (session.native_id, session.branch, human(session)) == (THREAD, "main", ["list"])
    assert [(c.command, c.exit_code) for c in session.calls] == [("ls", 0)]

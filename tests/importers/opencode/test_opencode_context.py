"""What a session had been given, rows of the second engine, and what ids tell about time."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reflect.importers.opencode.clock import lead, made_by_client
from reflect.importers.opencode.copies import copy_key
from reflect.importers.opencode.fields import utc
from reflect.importers.opencode.records import StoredSession
from reflect.importers.opencode.second_engine import TYPES, translated
from reflect.importers.opencode.session import understood
from reflect.model.session import ContextItem, RawSession
from reflect.model.vocabulary import (
    Author,
    CallStatus,
    ContextKind,
    MessageKind,
    PartKind,
    Relation,
    Tool,
)

Build = Callable[..., Path]
Sessions = Callable[[Path], dict[str, RawSession]]
MANUAL, AUTOMATIC = "ses_dd801ed59ffezXTJYXPHgM8gpP", "ses_dd800c8caffe84gp5hu6tyPz3p"
COMMANDS = "ses_dd8013c37ffeeZcocq78aKKCN5"
RUN = "ses_dd800e2acffevhUwoivd1qZ4Nn"
LONG = "ses_dd800ffcdffeAKYBYF2OyNOHUx"
FORK, FORKED = "ses_dd801574cffeVfbsL74noR52WS", "ses_dd8016b02ffemlDPRwbRYX2MBv"


def of_kind(session: RawSession, kind: ContextKind) -> list[ContextItem[str]]:
    return [item for item in session.context if item.kind is kind]


def test_compactions_with_sizes(build_store: Build, sessions_of: Sessions) -> None:
    sessions = sessions_of(build_store("1.18.33"))
    (manual,) = of_kind(sessions[MANUAL], ContextKind.COMPACTION)
    assert (manual.name, manual.size_before, manual.size_after) == ("manual", 9600, 8264)
    (automatic,) = of_kind(sessions[AUTOMATIC], ContextKind.COMPACTION)
    assert (automatic.name, automatic.size_before, automatic.size_after) == (
        "automatic",
        125_000,
        8278,
    )


def test_skills_and_permissions(build_store: Build, sessions_of: Sessions) -> None:
    sessions = sessions_of(build_store("1.18.33"))
    assert [i.name for i in of_kind(sessions[COMMANDS], ContextKind.SKILL)] == ["release-notes"]
    rules = [(i.name, i.detail) for i in of_kind(sessions[RUN], ContextKind.PERMISSION)]
    assert rules == [("question *", "deny"), ("plan_enter *", "deny"), ("plan_exit *", "deny")]


def test_reasoning_is_no_answer(build_store: Build, sessions_of: Sessions) -> None:
    sessions = sessions_of(build_store("1.18.33"))
    parts = [p for s in sessions.values() for m in s.messages for p in m.parts]
    thought = [part.text for part in parts if part.kind is PartKind.REASONING]
    assert len(thought) == 2
    texts = [message.text for s in sessions.values() for message in s.messages]
    assert not any(reasoning in text for reasoning in thought for text in texts)


def test_long_output_stays_the_preview_that_is_stored(
    build_store: Build, sessions_of: Sessions
) -> None:
    (call,) = sessions_of(build_store("1.18.33"))[LONG].calls
    assert call.output is not None
    assert call.output.startswith("...output truncated...\n\nFull output saved to: ")
    assert call.output_bytes is None  # the door counts what it gets: all there is


def test_fork_copies_share_their_keys_with_the_originals(
    build_store: Build, sessions_of: Sessions
) -> None:
    sessions = sessions_of(build_store("1.18.33"))
    fork, original = sessions[FORK], sessions[FORKED]
    assert (fork.relation, original.relation) == (Relation.FORK, Relation.ROOT)
    assert [m.copy_key for m in fork.messages] == [m.copy_key for m in original.messages]
    assert [c.copy_key for c in fork.calls] == [c.copy_key for c in original.calls]
    assert {m.event for m in fork.messages}.isdisjoint(m.event for m in original.messages)
    keys = [m.copy_key for s in sessions.values() if s is not fork for m in s.messages]
    assert len(set(keys)) == len(keys)
    # What differs in one of role, moment or words is no copy.
    things = [
        ("user", 1, "a"),
        ("user", 1, "b"),
        ("user", 2, "a"),
        ("call", 1, "a"),
        ("use", 1, "ra"),
    ]
    assert len({copy_key(*thing) for thing in things}) == len(things)


def test_events_are_unique_and_order_is_kept(build_store: Build, sessions_of: Sessions) -> None:
    for store in ("1.18.33", "1.18.33-second-engine", "1.2.27"):
        for session in sessions_of(build_store(store, f"{store}/opencode.db")).values():
            events = [m.event for m in session.messages] + [c.call for c in session.calls]
            assert len(set(events)) == len(events)
            positions = [m.position for m in session.messages]
            assert positions == sorted(set(positions))
            places = {m.record: m.position for m in reversed(session.messages)}
            assert all(places[call.record] == call.position for call in session.calls)


def read(*rows: tuple[str, dict[str, Any]]) -> RawSession:
    time = {"created": 1_795_967_000_000}
    messages = tuple(
        translated(f"msg_{n}", kind, {"time": time, **data}) for n, (kind, data) in enumerate(rows)
    )
    return understood(StoredSession("ses_two", {"time": time}, messages), "/store")[0]


def test_instruction_text_of_the_second_engine_is_not_kept() -> None:
    session = read(("system", {"text": "You are a helpful"}), ("agent-switched", {"agent": "plan"}))
    assert [m.kind for m in session.messages] == [MessageKind.SYSTEM, MessageKind.NOTIFICATION]
    assert "helpful" not in repr(session)


def test_later_row_types_of_the_second_engine() -> None:
    shell = {"shellID": "sh_1", "command": "ls", "status": "exited", "exit": 2, "output": {}}
    image = {"mime": "image/png", "url": "data:image/png;base64,AA=="}
    session = read(
        ("user", {"text": "go", "files": [image]}),
        ("synthetic", {"text": "added"}),
        ("skill", {"skill": "x", "name": "x", "text": "body"}),
        ("shell", shell),
        ("compaction", {"reason": "auto", "summary": "so far"}),
    )
    assert [(m.kind, m.author) for m in session.messages] == [
        (MessageKind.PROMPT, Author.HUMAN),
        (MessageKind.INJECTED, Author.HARNESS),
        (MessageKind.INJECTED, Author.HARNESS),
        (MessageKind.SHELL, Author.HUMAN),
        (MessageKind.COMPACTION, Author.HARNESS),
    ]
    assert [part.kind for part in session.messages[0].parts] == [PartKind.TEXT, PartKind.IMAGE]
    (call,) = session.calls
    assert (call.by_human, call.status, call.exit_code, call.command) == (
        True,
        CallStatus.ERROR,
        2,
        "ls",
    )
    assert [item.name for item in session.context] == ["automatic"]


def test_calls_of_the_second_engine() -> None:
    structured = {"uri": "file:///a.py", "content": "import os"}
    tool = {
        "type": "tool",
        "id": "call_1",
        "name": "read",
        "state": {
            "status": "completed",
            "input": {"path": "/a.py"},
            "content": [],
            "structured": structured,
        },
        "time": {"created": 1, "ran": 1_795_967_000_123, "completed": 1_795_967_000_456},
    }
    (call,) = read(("assistant", {"content": [tool]})).calls
    assert (call.call, call.tool, call.path, call.output) == (
        "call_1",
        Tool.READ,
        "/a.py",
        "import os",
    )
    assert (call.started_at, call.ended_at) == (
        "2026-11-29T15:43:20.123Z",
        "2026-11-29T15:43:20.456Z",
    )


@pytest.mark.parametrize("kind", sorted(TYPES))
def test_empty_rows(kind: str) -> None:
    assert len(read((kind, {})).messages) == 1


def stamp(moment: int) -> str:
    return f"msg_{((moment << 12) + 5) % (1 << 48):012x}001abc"


@pytest.mark.parametrize("created", [1_771_214_900_942, (1 << 36) * 26, (1 << 36) * 26 + 1])
@pytest.mark.parametrize("ahead", [-50, -1, 0, 1, 2, 9])
def test_lead_of_an_id(created: int, ahead: int) -> None:
    # The stamp wraps around every 2**36 ms, about every two years.
    found = lead(stamp(created - ahead), created)
    assert found == ahead
    assert made_by_client(stamp(created - ahead), created) is (ahead >= 2)


def test_ids_that_tell_nothing() -> None:
    for name in (None, "", "call_18ec8f", "msg_xyz", "01M8KZXH0FVMHPH42X1JE068FS"):
        assert not made_by_client(name, 1_771_214_900_942)
    assert lead(stamp(1_771_214_900_942), "soon") is None


def test_moments() -> None:
    assert utc(1_795_967_354_858) == "2026-11-29T15:49:14.858Z"
    assert utc(1_795_967_354_008.0) == "2026-11-29T15:49:14.008Z"
    for wrong in (None, 0, -1, True, "1795967354858", 10**18, 1.5, float("nan")):
        assert utc(wrong) is None

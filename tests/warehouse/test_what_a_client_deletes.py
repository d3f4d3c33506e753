"""A session that lost messages in its store keeps them here, marked as reverted."""

import dataclasses
from pathlib import Path

import pytest

from reflect.model.redacted import Redacted, seal
from reflect.model.session import Message, Part, RedactedSession, Session
from reflect.model.source import LedgerEntry, ReadCounts
from reflect.model.vocabulary import (
    Author,
    MessageKind,
    Origin,
    PartKind,
    PartOrigin,
    Relation,
)
from reflect.warehouse import LoadedUnit, open_warehouse


def message(number: int, words: str) -> Message[Redacted]:
    return Message(
        event=f"msg_{number}",
        position=number,
        record=f"msg_{number}",
        kind=MessageKind.PROMPT,
        author=Author.HUMAN,
        reason="text",
        sent_at=f"2026-11-01T10:0{number}:00.000Z",
        parts=(Part(0, PartKind.TEXT, PartOrigin.USER, seal(words)),),
    )


def session(*numbers: int) -> RedactedSession:
    found = tuple(
        dataclasses.replace(message(number, f"words {number}"), position=place)
        for place, number in enumerate(numbers)
    )
    return Session(
        agent="opencode",
        native_id="ses_1",
        relation=Relation.ROOT,
        origin=Origin.HUMAN,
        origin_reason="test",
        title=None,
        directory=None,
        git_root=None,
        branch=None,
        client_version=None,
        created_at="2026-11-01T10:00:00.000Z",
        path=seal("~/opencode.db"),
        messages=found,
    )


def unit(one: RedactedSession, size: int) -> LoadedUnit:
    return LoadedUnit(
        "opencode",
        seal("~/opencode.db"),
        LedgerEntry("ses_1", size, size, 0),
        one,
        ReadCounts(),
    )


def test_reverted_messages_that_the_client_deleted_stay_in_their_place(tmp_path: Path) -> None:
    with open_warehouse(tmp_path / "w.duckdb", write=True) as warehouse:
        warehouse.load([unit(session(1, 2, 3), 3)])
        counts = warehouse.load([unit(session(1, 5), 2)])
        assert (counts.new, counts.changed) == (0, 1)
        kept = warehouse.session("opencode:ses_1").messages
        assert [m.event for m in kept] == ["msg_1", "msg_2", "msg_3", "msg_5"]
        assert [m.reverted for m in kept] == [False, True, True, False]
        assert [m.text for m in kept] == ["words 1", "words 2", "words 3", "words 5"]
        (row,) = warehouse.session_rows()
        assert row.human_turns == 4


def test_reading_it_again_changes_nothing(tmp_path: Path) -> None:
    with open_warehouse(tmp_path / "w.duckdb", write=True) as warehouse:
        warehouse.load([unit(session(1, 2, 3), 3)])
        warehouse.load([unit(session(1, 5), 2)])
        before = warehouse.session("opencode:ses_1")
        assert warehouse.load([unit(session(1, 5), 2)]).unchanged == 1
        assert warehouse.session("opencode:ses_1") == before


@pytest.mark.parametrize("ending", ["", ".1", ".shell", ".1.shell"])
def test_numbered_events_are_replaced(tmp_path: Path, ending: str) -> None:
    first = dataclasses.replace(
        session(1, 2),
        messages=tuple(
            dataclasses.replace(m, event=f"r{place + 7}{ending}")
            for place, m in enumerate(session(1, 2).messages)
        ),
    )
    with open_warehouse(tmp_path / "w.duckdb", write=True) as warehouse:
        warehouse.load([unit(first, 2)])
        warehouse.load([unit(session(1, 2), 3)])
        kept = warehouse.session("opencode:ses_1").messages
        assert [m.event for m in kept] == ["msg_1", "msg_2"]

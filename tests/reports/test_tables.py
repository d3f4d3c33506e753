"""Rows for a terminal: aligned, cut to the width, and without effect."""

import dataclasses
from collections.abc import Callable

import pytest
from inline_snapshot import external_file

from reflect.model.redacted import Redacted, seal
from reflect.model.review import Review
from reflect.model.rows import EventRow
from reflect.model.turn import Turn
from reflect.model.vocabulary import Act, Author, MessageKind
from reflect.reports import screen, tables
from reflect.warehouse import StoreRow

Redact = Callable[[str], Redacted]


def turn(session: str, record: str) -> Turn:
    return Turn(
        session=session,
        event="e",
        position=1,
        record=record,
        part=0,
        kind=MessageKind.PROMPT,
        author=Author.HUMAN,
        act=Act.CORRECTION,
        confidence=0.825,
        signals=("after_claim", "negation_first"),
    )


def event(cited: bool, text: str) -> EventRow:
    return EventRow(
        session="opencode:ses_1",
        event="msg_1",
        record="12",
        part=0,
        path=seal("~/store.db"),
        kind="prompt",
        author="human",
        sent_at="2026-11-28T14:03:00Z",
        text=seal(text),
        cited=cited,
    )


STORE = StoreRow(
    agent="opencode",
    path=seal("~/.local/share/opencode/opencode.db"),
    units=4,
    sessions=1234,
    missing=1,
    duplicates=0,
    first_started_at="2026-11-01T00:00:00Z",
    last_ended_at=None,
    bytes=3_400_000,
    bad={},
    unknown={},
    imported_at="2026-11-29T08:00:00Z",
)


def test_every_table_as_it_is_read(review: Review, redact: Redact) -> None:
    finding, pattern, session = review.findings[1], review.patterns[0], review.sessions[1]
    claim = "Right after the agent says it is done, the user says that something is wrong."
    events = [event(False, "do it"), event(True, "# Done!\n\x1b[2Jall green 完了")]
    parts = [
        tables.sessions(review.sessions, redact=redact),
        tables.turns([turn("opencode:ses_1", "7"), turn("x:y", "1204")], redact=redact),
        tables.stores([STORE], redact=redact),
        tables.imported(review.stores, redact=redact),
        tables.finding(finding, claim, events, redact=redact),
        tables.session(session, events, redact=redact),
        tables.pattern(pattern, claim, review.findings[:1], redact=redact),
    ]
    text = "\n\n".join(part.plain for part in parts) + "\n"
    assert text == external_file("../golden/tables.txt")


def test_no_line_is_wider_than_the_screen(review: Review, redact: Redact) -> None:
    long = dataclasses.replace(review.sessions[0], title=seal("完了 " * 80))
    for width in (80, 100):
        for line in tables.sessions([long], redact=redact, width=width).plain.split("\n"):
            assert screen.cells(line) <= width


@pytest.mark.parametrize("name", ["sessions", "turns", "stores", "imported"])
def test_nothing_is_said_in_a_sentence(name: str, redact: Redact) -> None:
    assert getattr(tables, name)([], redact=redact).plain.count("\n") == 0


def test_references_are_unique_and_as_short_as_may_be() -> None:
    ids = ["ses_4f2a9c81aaaa", "ses_4f2a9c81bbbb", "7c9e6679-7425", "abc", "ses_4f2a9c81aaaa"]
    short = tables.references(ids)
    assert short == {
        "ses_4f2a9c81aaaa": "ses_4f2a9c81a",
        "ses_4f2a9c81bbbb": "ses_4f2a9c81b",
        "7c9e6679-7425": "7c9e6679",
        "abc": "abc",
    }


def test_a_long_event_is_cut_and_says_so(review: Review, redact: Redact) -> None:
    text = tables.session(
        review.sessions[0], [event(True, "\n".join(map(str, range(60))))], redact=redact
    ).plain
    assert "… 20 more lines" in text

"""Sessions that pass the door as columns give the rows that they give one by one."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflect.model.session import ContextItem, Message, Part, RawSession, Session, ToolCall, Usage
from reflect.model.source import UnitRead
from reflect.model.vocabulary import (
    Author,
    CallStatus,
    ContextKind,
    DeniedBy,
    ExitSource,
    MessageKind,
    Origin,
    PartKind,
    PartOrigin,
    Relation,
    Tool,
)
from reflect.pipeline.finding_stores import StoreRequest, find
from reflect.pipeline.samples import prepare
from reflect.pipeline.unit_reader import PendingUnit, read
from reflect.redaction import batch
from reflect.redaction.cuts import SEARCHED
from reflect.redaction.door import Door
from reflect.warehouse.columns import Columns, columns
from reflect.warehouse.session_columns import session_columns
from reflect.warehouse.session_rows import session_rows

DATA = Path(__file__).parents[1] / "data"
KEY, HOMES = b"k" * 32, ("/home/alice",)
TOKEN = "gh" + "p_" + "0" * 28 + "EXAMPLE"
PASSWORD = "hunter2" + "-FAKE"
LONG = "größe 漢字 🎉\n" * 400

WORDS = st.sampled_from(
    ["", "plain", TOKEN, f"password: {PASSWORD}", PASSWORD, f"x {PASSWORD} y", "/home/alice/shop",
     "é 漢字 🎉", "\udc00 alone", LONG, LONG + TOKEN, "a" * (2 * SEARCHED) + TOKEN + LONG]
)  # fmt: skip
IDS = st.sampled_from(
    ["1", "2", "m1", "toolu_01AbCdEfGhIjKlMnOpQrStUv", "0123abcd-3333-4333-8444-555555555555",
     "no id", "", TOKEN, "é"]
)  # fmt: skip
TIMES = st.sampled_from(["2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05Z", "", "yesterday"])
NUMBERS = st.none() | st.integers(-(2**70), 2**70)
USAGE = st.none() | st.builds(
    Usage, *[st.integers(0, 2**60)] * 4, NUMBERS, st.none() | st.floats(allow_nan=True)
)
BY_TYPE: dict[Any, st.SearchStrategy[Any]] = {
    "event": IDS, "call": IDS, "record": IDS, "native_id": IDS, "batch": IDS, "child": IDS,
    "result_record": IDS, "answer_id": IDS, "replies_to": IDS, "copy_key": IDS, "parent": IDS,
    "sent_at": TIMES, "started_at": TIMES, "ended_at": TIMES,
}  # fmt: skip
PART = st.builds(
    Part[str], st.integers(0, 9), st.sampled_from(PartKind), st.sampled_from(PartOrigin), WORDS,
    st.none() | IDS, st.none() | WORDS, NUMBERS,
)  # fmt: skip
MESSAGE = st.builds(
    Message[str], IDS, st.integers(0, 99), IDS, st.sampled_from(MessageKind),
    st.sampled_from(Author), WORDS, st.none() | TIMES,
    st.lists(PART, max_size=3).map(tuple), st.none() | IDS, st.none() | WORDS, USAGE,
    st.none() | WORDS, st.none() | IDS, st.none() | IDS, st.none() | WORDS, st.booleans(),
    st.booleans(),
)  # fmt: skip
CALL = st.builds(
    ToolCall[str], IDS, st.integers(0, 99), IDS, st.integers(0, 9), WORDS, st.sampled_from(Tool),
    st.sampled_from(CallStatus), st.booleans(), st.none() | IDS, st.none() | IDS,
    st.none() | WORDS, st.none() | WORDS, st.none() | WORDS, NUMBERS,
    st.sampled_from(ExitSource), st.none() | st.sampled_from(DeniedBy), st.none() | WORDS,
    st.none(), NUMBERS, st.none(), st.none() | TIMES, st.none() | TIMES, st.none() | IDS,
    st.none() | IDS, st.booleans(), NUMBERS, NUMBERS,
)  # fmt: skip
ITEM = st.builds(
    ContextItem[str], st.sampled_from(ContextKind), WORDS, IDS, st.none() | TIMES,
    st.lists(WORDS, max_size=3).map(tuple), st.just(()), NUMBERS, NUMBERS, st.none() | WORDS,
)  # fmt: skip


def session(name: str, draw: st.DrawFn) -> RawSession:
    words = st.none() | WORDS
    return Session(
        "claude-code", name, draw(st.sampled_from(Relation)), draw(st.sampled_from(Origin)),
        draw(WORDS), draw(words), draw(words), draw(words), draw(words), draw(words),
        draw(st.none() | TIMES), draw(WORDS), draw(st.none() | IDS), draw(st.none() | IDS),
        draw(st.booleans()), draw(st.booleans()), tuple(draw(st.lists(MESSAGE, max_size=5))),
        tuple(draw(st.lists(CALL, max_size=4))), tuple(draw(st.lists(ITEM, max_size=2))),
        draw(USAGE),
    )  # fmt: skip


@st.composite
def batches(draw: st.DrawFn) -> list[RawSession]:
    return [session(f"s{number}", draw) for number in range(draw(st.integers(0, 4)))]


def as_columns(sessions: Sequence[RawSession]) -> dict[str, Columns]:
    """The tables of sessions that pass together."""
    made = session_columns(Door(KEY, HOMES).pass_together(sessions))
    return dict(made[0].together.tables) if made else {}


def one_by_one(sessions: Sequence[RawSession]) -> dict[str, Columns]:
    """The same of sessions that pass alone and become rows."""
    rows = [
        session_rows(passed) for one in sessions for passed in Door(KEY, HOMES).pass_sessions([one])
    ]
    tables = {
        "session": [row for one in rows for row in one.session],
        "message": [row for one in rows for row in one.messages],
        "part": [row for one in rows for row in one.parts],
        "tool_call": [row for one in rows for row in one.calls],
        "context_item": [row for one in rows for row in one.context],
    }
    return {name: columns(list(zip(*of, strict=True))) for name, of in tables.items()}


def values(tables: dict[str, Columns]) -> dict[str, Any]:
    """Without the columns of an empty table."""
    return {name: table.columns for name, table in tables.items() if table.length}


@settings(max_examples=50, deadline=None)
@given(batches())
def test_any_sessions_give_the_same_rows_together_and_alone(sessions: list[RawSession]) -> None:
    assert values(as_columns(sessions)) == values(one_by_one(sessions))


@settings(max_examples=20, deadline=None)
@given(batches())
def test_what_is_told_of_a_session_is_what_is_told_of_it_alone(sessions: list[RawSession]) -> None:
    made = session_columns(Door(KEY, HOMES).pass_together(sessions))
    alone = [session_rows(one) for one in Door(KEY, HOMES).pass_sessions(sessions)]
    assert [
        (one.key, one.parent, one.events, one.last_sent_at, one.instructions) for one in made
    ] == [(one.key, one.parent, one.events, one.last_sent_at, one.instructions) for one in alone]


def recorded(folder: Path) -> Iterator[list[RawSession]]:
    """The sessions of each recorded store and of the samples."""
    extra = (
        *prepare(folder).extra,
        f"codex={DATA / 'codex'}",
        f"claude-code={DATA / 'claude_code'}",
    )
    for importer, source in find(StoreRequest(extra=extra, discover=False)):
        outcomes = [
            read(importer, source, PendingUnit(unit, unit.name, None))
            for unit in importer.units(source)
        ]
        found = [one.session for one in outcomes if isinstance(one, UnitRead)]
        yield list({one.key: one for one in found if one is not None}.values())


@pytest.mark.parametrize("most", [0, 10**9], ids=["bulk", "one text after the other"])
def test_recorded_sessions_give_the_same_rows_together_and_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    counts = []
    for sessions in recorded(tmp_path / "samples"):
        monkeypatch.setattr(batch, "BULK_CHARACTERS", most)
        together = values(as_columns(sessions))
        monkeypatch.setattr(batch, "BULK_CHARACTERS", 10**9)
        assert together == values(one_by_one(sessions))
        counts.append(len(sessions))
    assert len(counts) == 4
    assert min(counts) > 3

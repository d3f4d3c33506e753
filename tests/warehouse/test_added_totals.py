"""What is counted of a session that grew, from what was counted before: as if counted anew."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from reflect.model.redacted import seal
from reflect.model.session import RedactedSession, Usage
from reflect.model.vocabulary import Author, CallStatus, ContextKind, MessageKind
from reflect.warehouse import Warehouse, grown_sessions, open_warehouse
from reflect.warehouse.added_totals import added_total
from reflect.warehouse.connection import Row
from reflect.warehouse.totals import counted
from tests.warehouse.warehouse_builders import (
    answer,
    at,
    call,
    context,
    load,
    message,
    session,
    tokens,
    unit,
)

KEY = "claude-code:a"


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> list[Row | None]:
    """What each addition gave: a row, or None where the session was counted anew."""
    given: list[Row | None] = []

    def noted(*arguments: Any) -> Row | None:
        given.append(added_total(*arguments))
        return given[-1]

    monkeypatch.setattr(grown_sessions, "added_total", noted)
    return given


def growing(**fields: Any) -> RedactedSession:
    """An addition that says nothing but these fields."""
    return session("a", **({"continues": True, "messages": (), "calls": ()} | fields))


def stored(warehouse: Warehouse) -> tuple[Row, Row]:
    """What is stored of the counts of the session, and what they are when counted anew."""
    connection = warehouse._connection
    (kept,) = connection.rows("FROM session_total WHERE session = ?", [KEY])
    (anew,) = counted(connection, [KEY])
    return kept, anew


def after(path: Path, begun: RedactedSession, *additions: RedactedSession) -> None:
    """Load a session and what is added to it; its counts must be right after each."""
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, begun)
        for addition in additions:
            warehouse.load([unit(addition)])
            kept, anew = stored(warehouse)
            assert kept == anew


def test_rows_that_are_only_added_are_not_counted_anew(path: Path, added: list[Row | None]) -> None:
    """The row ids by which DuckDB knows what a transaction has added are those we know."""
    more = growing(
        messages=(
            message("m4", 4, "and the other one"),
            message("m5", 5, "/review", kind=MessageKind.COMMAND),
            message("m6", 6, kind=MessageKind.SYSTEM, author=Author.HARNESS),
            answer("m9", 9, usage=tokens(7), answer_id="a9"),
        ),
        calls=(
            call("c7", 7),
            call("c8", 8, status=CallStatus.ERROR, exit_code=1),
            call("c8b", 8, status=CallStatus.DENIED, by_human=False),
            call("c9", 9, by_human=True),
            call("c90", 90, ended_at=None, output=None),
        ),
        context=(context(6, "deploy", kind=ContextKind.SKILL),),
    )
    late = growing(messages=(message("m93", 93), message("m92", 92, sent_at=at(1.5))))
    after(path, session("a"), more, growing(messages=(message("m91", 91),)), late)
    assert len(added) == 3
    assert None not in added


NOT_ADDED: dict[str, tuple[RedactedSession, RedactedSession]] = {
    "a row that comes again": (session("a"), growing(messages=(message("a-m1", 1, "other"),))),
    "a call that comes again": (session("a"), growing(calls=(call("a-c2", 2, exit_code=3),))),
    "a new title": (session("a"), growing(title=seal("New"), messages=(message("m4", 4),))),
    "an act that fills two records": (
        session("a"),
        growing(
            messages=(
                message("m4", 4, kind=MessageKind.REFUSAL, replies_to="c"),
                message("m5", 5, kind=MessageKind.REFUSAL, replies_to="c"),
            )
        ),
    ),
    "an interrupt": (
        session("a"),
        growing(messages=(message("m4", 4, kind=MessageKind.INTERRUPT),)),
    ),
    "a compaction": (
        session("a"),
        growing(
            messages=(message("m4", 4),), context=(context(4, "auto", kind=ContextKind.COMPACTION),)
        ),
    ),
    "nothing was sent before": (
        session("a", messages=(), calls=()),
        growing(messages=(message("m4", 4),)),
    ),
    "money": (
        session("a"),
        growing(messages=(answer("m4", 4, usage=Usage(1, 2, 3, 4, None, 0.1)),)),
    ),
}


@pytest.mark.parametrize("name", NOT_ADDED)
def test_what_cannot_be_added_is_counted_anew(
    path: Path, added: list[Row | None], name: str
) -> None:
    after(path, *NOT_ADDED[name])
    assert added == [None]


def test_an_answer_that_goes_on_is_counted_anew(path: Path, added: list[Row | None]) -> None:
    """A later line of a counted answer has more tokens."""
    later = answer("m4", 4, usage=tokens(90), answer_id="a-a1")
    after(path, session("a"), growing(messages=(later,)))
    assert added == []


def test_counts_of_an_earlier_version_are_made_anew_once(
    path: Path, added: list[Row | None]
) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, session("a"))
        assert warehouse.session_rows()
        warehouse._connection.rows("UPDATE session_total SET header_digest = NULL")
        for place in (4, 5):
            warehouse.load([unit(growing(messages=(message(f"m{place}", place),)))])
            kept, anew = stored(warehouse)
            assert kept == anew
    assert added[0] is None
    assert added[1] is not None


def test_two_additions_in_one_transaction(path: Path, added: list[Row | None]) -> None:
    """The rows of the first are those of the transaction too."""
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, session("a"))
        with warehouse.transaction():
            for place in (4, 5):
                warehouse.load([unit(growing(messages=(message(f"m{place}", place),)))])
        kept, anew = stored(warehouse)
    assert kept == anew
    assert [total is None for total in added] == [False, True]


@pytest.mark.parametrize("seed", range(40))
def test_any_growth_is_counted_as_if_anew(path: Path, seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - no secret
    copied = session(
        "b", messages=tuple(message(f"m{n}", n, copy_key=f"k{n}") for n in range(20, 24))
    )
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, copied, session("a"))
        last = 3
        for _ in range(5):
            rows = draw.randrange(1, 6)
            addition = drawn(draw, range(last, last + rows))
            last += rows
            warehouse.load([unit(addition)])
            kept, anew = stored(warehouse)
            assert kept == anew


def drawn(draw: random.Random, places: Sequence[int]) -> RedactedSession:
    """A growth of any kind."""
    messages, calls, items = [], [], []
    for place in places:
        sent_at = at(place + draw.choice((0, 0, 0, 0.001, -2)))
        kind = draw.choice((*MessageKind,))
        author = draw.choice((*Author,))
        told: dict[str, Any] = {"kind": kind, "author": author, "sent_at": sent_at}
        if draw.random() < 0.3:
            told["usage"] = tokens(draw.randrange(100))
            told["answer_id"] = f"a{place // 2}"
        if draw.random() < 0.2:
            told["copy_key"] = f"k{place}"
        if draw.random() < 0.1:
            told["sent_at"] = None
        messages.append(message(f"m{place}", place, draw.choice(("", "words")), **told))
        if draw.random() < 0.5:
            status = draw.choice((*CallStatus,))
            by_human = draw.random() < 0.2
            calls.append(
                call(f"c{place - draw.choice((0, 0, 1))}", place, status=status, by_human=by_human)
            )
        if draw.random() < 0.2:
            kind_of_item = draw.choice((*ContextKind,))
            items.append(context(place, f"item {place % 3}", kind=kind_of_item))
    return growing(messages=tuple(messages), calls=tuple(calls), context=tuple(items))

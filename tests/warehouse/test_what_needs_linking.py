"""A session that only grew is counted anew and nothing more; what moves is placed anew.

Whatever is skipped, the rows are those that linking everything anew gives.
"""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from reflect.model.session import RedactedSession
from reflect.model.vocabulary import CallStatus, ContextKind, MessageKind, Relation
from reflect.warehouse import linking, open_warehouse, totals
from reflect.warehouse.connection import Connection
from reflect.warehouse.linking import link_all
from tests.warehouse.warehouse_builders import (
    answer,
    at,
    call,
    context,
    dump,
    load,
    message,
    session,
    tokens,
)

PARENT = session("parent", messages=(message("p1", 1, "one", copy_key="p1"),), created_at=at(0))
ALONE = session("alone", messages=(message("a1", 1, "one", copy_key="a1"),), created_at=at(60))
CHILD = session("child", relation=Relation.SUBAGENT, parent="parent", created_at=at(70))
FORK = session(
    "fork",
    messages=(message("p1", 1, "one", copy_key="p1"), message("f1", 2, "two", copy_key="f1")),
    created_at=at(80),
)


def grown(session: RedactedSession, *keys: str) -> RedactedSession:
    """More of a session: a message for each copy key."""
    rows = tuple(message(f"{session.native_id}-{k}", 50, k, copy_key=k) for k in keys)
    return replace(session, messages=rows, calls=(), continues=True)


@pytest.fixture
def placed(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each linking, whether what is pending was placed anew."""
    told: list[bool] = []
    asked = linking._is_placed_anew

    def tell(connection: Connection) -> bool:
        told.append(asked(connection))
        return told[-1]

    monkeypatch.setattr(linking, "_is_placed_anew", tell)
    return told


@pytest.mark.parametrize(
    ("addition", "anew"),
    [
        pytest.param(grown(ALONE, "a2"), False, id="grew"),
        pytest.param(grown(ALONE, "a1"), False, id="a row comes again"),
        pytest.param(grown(CHILD, "c2"), False, id="a sub-agent grew"),
        pytest.param(grown(FORK, "f2"), False, id="a fork grew"),
        pytest.param(grown(FORK, "p1"), True, id="a fork copies a row twice"),
        pytest.param(grown(ALONE, "p1"), True, id="copies a row"),
        pytest.param(grown(PARENT, "a1"), True, id="its row is a copy in a younger session"),
        pytest.param(replace(grown(ALONE), parent="parent"), True, id="names a parent"),
        pytest.param(replace(grown(ALONE), relation=Relation.REVIEW), True, id="becomes a review"),
        pytest.param(session("new"), True, id="is new"),
        pytest.param(replace(CHILD, native_id="new"), True, id="is a new sub-agent"),
    ],
)
def test_only_what_moves_is_placed_anew(
    path: Path, placed: list[bool], addition: RedactedSession, anew: bool
) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, PARENT, ALONE, CHILD, FORK)
    placed.clear()
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, addition)
    assert any(placed) == anew
    as_linked = dump(path)
    with open_warehouse(path, write=True) as warehouse:
        link_all(warehouse._connection)
    assert dump(path) == as_linked


def test_a_copy_whose_original_loses_the_row_is_placed_anew(path: Path, placed: list[bool]) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, PARENT, replace(ALONE, messages=PARENT.messages))
    placed.clear()
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, replace(PARENT, messages=(message("p9", 1, "other", copy_key="p9"),)))
        rows = {row.id: (row.relation, row.human_turns) for row in warehouse.session_rows()}
    assert placed == [True]
    assert rows["parent"] == (Relation.ROOT, 2)
    as_linked = dump(path)
    with open_warehouse(path, write=True) as warehouse:
        link_all(warehouse._connection)
    assert dump(path) == as_linked


@pytest.mark.parametrize("many", [pytest.param(1, id="by DuckDB"), totals.MANY])
def test_sessions_that_are_replaced_leave_the_others_as_they_are(
    path: Path, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(totals, "MANY", many)
    compacted = replace(PARENT, context=(context(0, "auto", kind=ContextKind.COMPACTION),))
    fork = replace(
        FORK, context=(*compacted.context, context(2, "auto", kind=ContextKind.COMPACTION))
    )
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, ALONE, CHILD, session("empty", messages=(), calls=()))
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, compacted, fork)
        load(warehouse, replace(ALONE, messages=(message("a9", 1, "other", copy_key="a9"),)))
        rows = {row.id: (row.human_turns, row.compactions) for row in warehouse.session_rows()}
    assert rows == {
        "parent": (1, 1), "fork": (1, 1), "alone": (2, 0), "child": (1, 0), "empty": (0, 0),
    }  # fmt: skip
    as_linked = dump(path)
    with open_warehouse(path, write=True) as warehouse:
        link_all(warehouse._connection)
    assert dump(path) == as_linked


def drawn(draw: random.Random, loaded: RedactedSession) -> RedactedSession:
    """More of a session, in which ids, copy keys and answers often are those of other rows."""
    position = draw.randrange(100)
    few = [f"e{n}" for n in range(6)]
    key = draw.choice([None, None, f"{loaded.native_id}-{position}", *few[:2]])
    kind = draw.choice([MessageKind.PROMPT, MessageKind.REFUSAL, MessageKind.INTERRUPT])
    return replace(
        loaded,
        messages=(
            message(draw.choice(few), position, "more", kind=kind, copy_key=key),
            answer(
                f"a{position}",
                position,
                usage=tokens(draw.randrange(50)),
                answer_id=draw.choice([None, "x", "y"]),
                copy_key=draw.choice([None, f"{loaded.native_id}-a{position}"]),
            ),
        ),
        calls=(call(draw.choice(["c1", "c2"]), position, status=draw.choice(list(CallStatus))),),
        context=(context(position, "auto", kind=ContextKind.COMPACTION),),
        continues=True,
    )


@pytest.mark.parametrize("many", [pytest.param(1, id="by DuckDB"), totals.MANY])
@pytest.mark.parametrize("seed", range(4))
def test_whatever_grows_the_rows_are_those_of_linking_everything(
    path: Path, seed: int, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(totals, "MANY", many)
    draw = random.Random(seed)  # noqa: S311 - no secret
    sessions = [PARENT, ALONE, CHILD, FORK]
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, *sessions)
    for _ in range(6):
        with open_warehouse(path, write=True) as warehouse:
            load(warehouse, *(drawn(draw, one) for one in draw.sample(sessions, 2)))
        as_linked = dump(path)
        with open_warehouse(path, write=True) as warehouse:
            link_all(warehouse._connection)
        assert dump(path) == as_linked

"""What a load is told that was asked before it: it writes what it writes alone."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from reflect.model.session import RedactedSession
from reflect.pipeline.aside import Aside
from reflect.warehouse import LoadCounts, Warehouse, continuing, open_warehouse
from reflect.warehouse.beside import Beside
from tests.warehouse.warehouse_builders import (
    STORE,
    answer,
    call,
    dump,
    load,
    message,
    session,
    tokens,
    unit,
)

ONE = session(
    "one",
    messages=(message("m1", 1, "one"), answer("a1", 2, usage=tokens(3))),
    calls=(call("c1", 1, output=None, ended_at=None),),
)
MORE = replace(
    ONE,
    messages=(message("m1", 1, "two"), answer("a2", 3, usage=tokens(5))),
    calls=(call("c1", 1), call("c2", 3)),
    continues=True,
)


def asked(*names: str) -> Callable[[Beside], object]:
    return lambda reader: reader.read_ahead("claude-code", STORE, list(names))


def both(path: Path, tmp_path: Path, names: tuple[str, ...], *added: RedactedSession) -> None:
    """Load with and without asking ahead; what is stored must be equal."""
    alone = tmp_path / "alone.duckdb"
    for place in (path, alone):
        with open_warehouse(place, write=True) as warehouse:
            load(warehouse, ONE, session("two"))
        with open_warehouse(place, write=True) as warehouse, ExitStack() as stack:
            if place == path:
                aside = stack.enter_context(Aside(warehouse, asked(*names)))
                warehouse.expect_load(aside.answer)  # type: ignore[arg-type]
            for one in added:
                warehouse.load([unit(one)])
    assert dump(path) == dump(alone)


@pytest.mark.parametrize(
    "names", [("one.jsonl",), ("two.jsonl",), ("one.jsonl", "two.jsonl"), ("unknown",), ()]
)
def test_a_load_beside_it_gives_what_it_gives_alone(
    path: Path, tmp_path: Path, names: tuple[str, ...]
) -> None:
    both(path, tmp_path, names, MORE)


def test_only_the_next_load_is_told(path: Path, tmp_path: Path) -> None:
    """The second addition sees what the first has written."""
    again = replace(MORE, messages=(answer("a2", 3, usage=tokens(9)),), calls=(call("c2", 3),))
    both(path, tmp_path, ("one.jsonl",), MORE, again)


def test_it_is_used(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[int] = []
    those = continuing._those

    def counted(rows: list[tuple[object, ...]], names: list[str]) -> list[tuple[object, ...]]:
        used.append(len(rows))
        return those(rows, names)

    monkeypatch.setattr(continuing, "_those", counted)
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, ONE, session("two"))
    with open_warehouse(path, write=True) as warehouse:
        with Aside(warehouse, asked("one.jsonl")) as aside:
            warehouse.expect_load(aside.answer)  # type: ignore[arg-type]
            assert warehouse.load([unit(MORE)]) == LoadCounts(changed=1)
        assert used == [2, 1]
        assert warehouse.load([unit(MORE)]) == LoadCounts(unchanged=1)
    assert used == [2, 1]


def test_a_unit_that_is_flagged_ends_it(path: Path) -> None:
    def never() -> None:
        raise AssertionError("asked after a unit was flagged")

    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, ONE, session("two"))
        assert warehouse.session_rows()
        warehouse.expect_load(never)
        flag(warehouse)
        assert warehouse.load([unit(MORE)]) == LoadCounts(changed=1)


def flag(warehouse: Warehouse) -> None:
    assert warehouse.mark_missing("claude-code", STORE, frozenset({"one.jsonl"})) == 1

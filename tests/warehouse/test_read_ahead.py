"""What a load reads of a session that grew is read once before, and changes nothing."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from reflect.pipeline.aside import Aside
from reflect.warehouse import Warehouse, open_warehouse
from reflect.warehouse.beside import Beside, beside
from reflect.warehouse.connection import Connection
from reflect.warehouse.held_sessions import HeldSession, held_sessions
from tests.warehouse.warehouse_builders import STORE, answer, dump, load, message, session, tokens

ONE = session("one", messages=(message("m1", 1, "one"), answer("a1", 2, usage=tokens(3))))


def units(warehouse: Warehouse) -> list[str]:
    return sorted(warehouse.ledger("claude-code", STORE))


def test_it_leaves_everything_as_it_is(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, ONE, session("two"))
    before = dump(path)
    with open_warehouse(path, write=True) as warehouse:
        names = [*units(warehouse), "unknown"]
        assert len(names) == 3
        with Aside(warehouse, lambda r: r.read_ahead("claude-code", STORE, names)) as aside:
            aside.answer()
    assert dump(path) == before


def test_a_load_beside_it_gives_what_it_gives_alone(path: Path, tmp_path: Path) -> None:
    more = replace(ONE, messages=(answer("a2", 3, usage=tokens(5)),), continues=True)
    alone = tmp_path / "alone.duckdb"

    def ask(reader: Beside) -> None:
        reader.read_ahead("claude-code", STORE, units(reader))

    for place in (path, alone):
        with open_warehouse(place, write=True) as warehouse:
            load(warehouse, ONE)
        with open_warehouse(place, write=True) as warehouse, ExitStack() as stack:
            if place == path:
                stack.enter_context(Aside(warehouse, ask))
            load(warehouse, more)
    assert dump(path) == dump(alone)


def test_it_asks_about_the_sessions_of_the_units(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def held(connection: Connection, keys: Sequence[str]) -> dict[str, HeldSession]:
        asked.extend(keys)
        return held_sessions(connection, keys)

    monkeypatch.setattr("reflect.warehouse.read_ahead.held_sessions", held)
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, ONE, session("two"), session("three"))
    with open_warehouse(path, write=True) as warehouse:
        first, *others = units(warehouse)
        with beside(warehouse) as reader:
            reader.read_ahead("claude-code", STORE, [first])
            assert len(asked) == 1
            reader.read_ahead("claude-code", STORE, others)
        assert len(set(asked)) == 3

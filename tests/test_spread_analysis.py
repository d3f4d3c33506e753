"""Sessions analysed by several processes: the same results, whoever is faster or gone."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from reflect.config import Config
from reflect.pipeline import analysers, analysers_ahead, analysing, codes, finding_stores
from reflect.pipeline import processes as processes_of_ours
from reflect.pipeline.codes import Codes
from reflect.pipeline.importing import import_stores
from reflect.pipeline.processes import Processes
from reflect.pipeline.samples import prepare
from reflect.warehouse import Analysis, Warehouse, open_warehouse, sessions
from reflect.warehouse.connection import Connection

KEY = bytes(range(32))


@pytest.fixture
def running(tmp_path: Path) -> Codes:
    return codes.chosen(Config(), tmp_path / "config.toml")


@pytest.fixture
def warehouse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Warehouse]:
    """The sample sessions of three projects, imported and not analysed."""
    monkeypatch.setenv("REFLECT_HOME", str(tmp_path / "reflect"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(analysers, "BATCH_EVENTS", 40)
    monkeypatch.setattr(analysers, "SMALL_EVENTS", 40)
    with open_warehouse(tmp_path / "warehouse.duckdb", write=True) as opened:
        stores = finding_stores.find(prepare(tmp_path / "samples"))
        import_stores(opened, stores, KEY, lambda *_: None)
        yield opened


@pytest.fixture
def saved(monkeypatch: pytest.MonkeyPatch) -> list[Analysis]:
    """What is saved, in order."""
    found: list[Analysis] = []
    save = Warehouse.save_analysis

    def keep(self: Warehouse, rows: Sequence[Analysis]) -> None:
        found.extend(rows)
        save(self, rows)

    monkeypatch.setattr(Warehouse, "save_analysis", keep)
    return found


def analysed_by(
    processes: int,
    warehouse: Warehouse,
    running: Codes,
    saved: list[Analysis],
    monkeypatch: pytest.MonkeyPatch,
) -> list[Analysis]:
    """The results of everything, as if the codes were new."""
    saved.clear()
    monkeypatch.setattr(analysing, "process_count", lambda sessions: processes)
    fresh = replace(running, digest=f"{processes:032d}")
    assert analysing.analyse(warehouse, fresh, lambda *_: None) == len(saved)
    assert warehouse.stale_roots(fresh.digest) == []
    return [replace(one, code_digest=running.digest) for one in saved]


def test_processes_find_what_one_finds(
    warehouse: Warehouse,
    running: Codes,
    saved: list[Analysis],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alone = analysed_by(0, warehouse, running, saved, monkeypatch)
    assert sum(len(one.findings) for one in alone) > 20
    assert len({one.baseline_digest for one in alone}) > 3
    for count in (1, 2, 3):
        assert analysed_by(count, warehouse, running, saved, monkeypatch) == alone


def test_what_a_lost_process_leaves_is_done_here(
    warehouse: Warehouse,
    running: Codes,
    saved: list[Analysis],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alone = analysed_by(0, warehouse, running, saved, monkeypatch)
    monkeypatch.setattr(analysers_ahead, "MODULE", "reflect.there_is_no_such_module")
    assert analysed_by(2, warehouse, running, saved, monkeypatch) == alone


@pytest.mark.parametrize("saved_at_once", [1, 100])
def test_a_process_lost_in_the_middle_loses_nothing(
    saved_at_once: int,
    warehouse: Warehouse,
    running: Codes,
    saved: list[Analysis],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alone = analysed_by(0, warehouse, running, saved, monkeypatch)
    answer, asked = Processes.answer, []

    def failing(self: Processes, number: int) -> object:
        asked.append(number)
        return None if len(asked) == 9 else answer(self, number)

    monkeypatch.setattr(Processes, "answer", failing)
    monkeypatch.setattr(analysing, "SAVED_AT_ONCE", saved_at_once)
    found = analysed_by(2, warehouse, running, saved, monkeypatch)
    assert len(asked) >= 9
    assert {one.root: one for one in found} == {one.root: one for one in alone}
    assert len(found) == len(alone)


def test_few_sessions_are_read_first_where_processes_wait(
    warehouse: Warehouse, running: Codes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "SOON_EVENTS", 1)
    monkeypatch.setattr(sessions, "GROWTH", 1_000_000)
    asked: list[int] = []
    stored = sessions._stored

    def counting(connection: Connection, keys: Sequence[str], *, own: bool) -> object:
        asked.append(len(keys))
        return stored(connection, keys, own=own)

    monkeypatch.setattr(sessions, "_stored", counting)
    roots = warehouse.stale_roots(running.digest)
    at_once = list(warehouse.stored_trees(roots))
    assert len(asked) == 1
    assert list(warehouse.stored_trees(roots, some_soon=True)) == at_once
    assert asked[1:] == [1 + len(at_once[0].children), asked[0] - asked[1]]


def test_the_first_and_the_last_sessions_come_in_smaller_batches(
    warehouse: Warehouse, running: Codes, monkeypatch: pytest.MonkeyPatch
) -> None:
    trees = list(warehouse.stored_trees(warehouse.stale_roots(running.digest)))
    monkeypatch.setattr(analysers, "BATCH_EVENTS", 1_000_000)
    monkeypatch.setattr(analysers, "SMALL_EVENTS", 1)
    monkeypatch.setattr(analysers, "FIRST_SESSIONS", 2)
    monkeypatch.setattr(analysers, "LAST_SESSIONS", 3)
    batches = list(analysers.batches(iter(trees), len(trees)))
    assert [tree for batch in batches for tree in batch] == trees
    assert [len(batch) for batch in batches] == [1, 1, len(trees) - 5, 1, 1, 1]


@pytest.mark.parametrize(
    ("count", "cores", "processes"), [(99, 8, 0), (100, 1, 0), (100, 2, 2), (5_000, 16, 4)]
)
def test_processes_are_started_where_they_are_worth_it(
    count: int, cores: int, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes_of_ours, "core_count", lambda: cores)
    assert analysers_ahead.process_count(count) == processes

"""Analysers are started ahead where no session was analysed yet, used once, and never left."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from reflect.config import Config
from reflect.pipeline import analysers_ahead, analysing, codes, finding_stores
from reflect.pipeline import processes as processes_of_ours
from reflect.pipeline.analysers_ahead import analysers_ahead as ahead
from reflect.pipeline.codes import Codes
from reflect.pipeline.importing import import_stores
from reflect.pipeline.processes import Processes
from reflect.pipeline.samples import prepare
from reflect.warehouse import Warehouse, open_warehouse

KEY = bytes(range(32))


@pytest.fixture
def running(tmp_path: Path) -> Codes:
    return codes.chosen(Config(), tmp_path / "config.toml")


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Processes]:
    """All that are started, in order."""
    found: list[Processes] = []
    start = analysers_ahead._start

    def noted(running: Codes, count: int) -> Processes:
        found.append(start(running, count))
        return found[-1]

    monkeypatch.setattr(analysers_ahead, "_start", noted)
    return found


@pytest.fixture
def warehouse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Warehouse]:
    """The sample sessions, imported and not analysed; as if they were many, on two cores."""
    monkeypatch.setenv("REFLECT_HOME", str(tmp_path / "reflect"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(analysers_ahead, "WORTH_SESSIONS", 2)
    monkeypatch.setattr(processes_of_ours, "core_count", lambda: 2)
    with open_warehouse(tmp_path / "warehouse.duckdb", write=True) as opened:
        stores = finding_stores.find(prepare(tmp_path / "samples"))
        import_stores(opened, stores, KEY, lambda *_: None)
        # Linked, as the end of an import leaves it.
        assert opened.stale_roots("") != []
        yield opened


def ended(processes: Processes) -> bool:
    return all(process.returncode is not None for process in processes._processes)


def test_a_first_analysis_takes_those_that_were_started(
    warehouse: Warehouse, running: Codes, begun: list[Processes]
) -> None:
    sessions = len(warehouse.stale_roots(running.digest))
    with ahead(warehouse, running):
        assert len(begun) == 1
        assert analysing.analyse(warehouse, running, lambda *_: None) == sessions
        assert len(begun) == 1
        assert ended(begun[0])
    assert warehouse.stale_roots(running.digest) == []


def test_those_that_nobody_takes_end_with_the_block(
    warehouse: Warehouse, running: Codes, begun: list[Processes]
) -> None:
    with ahead(warehouse, running):
        assert not ended(begun[0])
    assert ended(begun[0])


def test_none_is_started_where_sessions_were_analysed(
    warehouse: Warehouse, running: Codes, begun: list[Processes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysing, "process_count", lambda _: 0)
    analysing.analyse(warehouse, running, lambda *_: None)
    with ahead(warehouse, running):
        assert begun == []
    with ahead(warehouse, replace(running, digest="of other codes")):
        assert len(begun) == 1


def test_none_is_started_for_few_sessions(
    warehouse: Warehouse, running: Codes, begun: list[Processes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysers_ahead, "WORTH_SESSIONS", 1_000)
    with ahead(warehouse, running):
        assert begun == []

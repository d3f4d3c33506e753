"""What a review needs later is loaded while an import writes; where none does, nothing is."""

import sys
import threading
from pathlib import Path

import pytest

import reflect.detectors
from reflect.config import Config
from reflect.pipeline import codes, loading_ahead, trial
from reflect.pipeline.loading_ahead import LoadingAhead
from reflect.warehouse.stored_trees import StoredSession, StoredTree

RUNNING = codes.chosen(Config(), Path("settings.toml"))
TREE = StoredTree(StoredSession((), (), (), (), ()), ())


def test_it_is_loaded_once_and_before_the_block_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[str] = []
    monkeypatch.setattr(
        LoadingAhead, "_load", lambda _: loads.append(threading.current_thread().name)
    )
    usual = sys.getswitchinterval()
    with LoadingAhead(RUNNING) as ahead:
        assert loads == []
        ahead.begin()
        ahead.begin()
    assert loads == ["loading"]
    assert sys.getswitchinterval() == usual


def test_nothing_is_loaded_where_nothing_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[str] = []
    monkeypatch.setattr(LoadingAhead, "_load", lambda _: loads.append("loaded"))
    with LoadingAhead(RUNNING):
        pass
    assert loads == []


def test_a_session_after_the_trial_finds_patterns_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trial.try_on(RUNNING)
    compiled: list[str] = []
    monkeypatch.setattr("re._compiler.compile", lambda pattern, _: compiled.append(pattern))
    trial.try_on(RUNNING)
    assert compiled == []


def test_no_tree_is_looked_at_before_all_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    going = threading.Event()
    loads: list[str] = []

    def load(_: LoadingAhead) -> None:
        assert going.wait(10)
        loads.append("loaded")

    monkeypatch.setattr(LoadingAhead, "_load", load)
    usual = sys.getswitchinterval()
    with LoadingAhead(RUNNING) as ahead:
        ahead.begin()
        trees = ahead.before(iter([]))
        assert loads == []
        going.set()
        assert list(trees) == []
        assert loads == ["loaded"]
        assert sys.getswitchinterval() == usual


def test_an_error_is_left_to_whoever_loads_it_next(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "reflect.detectors.registry", None)
    monkeypatch.delattr(reflect.detectors, "registry", raising=False)
    with LoadingAhead(RUNNING) as ahead:
        ahead.begin()
    assert capfd.readouterr().err == ""


def test_the_interval_is_restored_when_the_import_fails() -> None:
    usual = sys.getswitchinterval()
    with pytest.raises(ValueError, match="no disk"), LoadingAhead(RUNNING) as ahead:
        ahead.begin()
        raise ValueError("no disk")
    assert sys.getswitchinterval() == usual
    assert not any(one.name == "loading" for one in threading.enumerate())


def test_where_other_processes_analyse_the_report_is_loaded_with_the_first_tree(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loads: list[str] = []
    monkeypatch.setattr(LoadingAhead, "_load", lambda _: loads.append("analysis"))
    monkeypatch.setattr(loading_ahead, "_load_report", lambda: loads.append("report"))
    with LoadingAhead(RUNNING) as ahead:
        assert list(ahead.beside(iter([]))) == []
        assert loads == []
        assert len(list(ahead.beside(iter([TREE, TREE])))) == 2
    assert loads == ["report"]

"""What a review needs later is loaded while an import writes; where none does, nothing is."""

import sys
import threading

import pytest

import reflect.detectors
from reflect.pipeline import loading_ahead
from reflect.pipeline.loading_ahead import LoadingAhead


def test_it_is_loaded_once_and_before_the_block_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[str] = []
    monkeypatch.setattr(
        loading_ahead, "_load", lambda: loads.append(threading.current_thread().name)
    )
    usual = sys.getswitchinterval()
    with LoadingAhead() as ahead:
        assert loads == []
        ahead.begin()
        ahead.begin()
    assert loads == ["loading"]
    assert sys.getswitchinterval() == usual


def test_nothing_is_loaded_where_nothing_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[str] = []
    monkeypatch.setattr(loading_ahead, "_load", lambda: loads.append("loaded"))
    with LoadingAhead():
        pass
    assert loads == []


def test_an_error_is_left_to_whoever_loads_it_next(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "reflect.detectors.registry", None)
    monkeypatch.delattr(reflect.detectors, "registry", raising=False)
    with LoadingAhead() as ahead:
        ahead.begin()
    assert capfd.readouterr().err == ""


def test_the_interval_is_restored_when_the_import_fails() -> None:
    usual = sys.getswitchinterval()
    with pytest.raises(ValueError, match="no disk"), LoadingAhead() as ahead:
        ahead.begin()
        raise ValueError("no disk")
    assert sys.getswitchinterval() == usual
    assert not any(one.name == "loading" for one in threading.enumerate())

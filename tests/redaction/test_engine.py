"""The search by polars' engine alone gives what polars' public module gives, or is not used."""

import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType

import polars
import pytest

from reflect.redaction import engine

TEXTS = ["a token", "", "Token=x\ny", "ünïcode ⟨x⟩", "tokens " * 1000, "no"]
EXPRESSIONS = ["token", r"(?i)^token", r"⟨\w⟩$", "", r"[^\x00-\x7f]"]


@pytest.fixture(autouse=True)
def _asked_anew() -> Iterator[None]:
    engine._engine.cache_clear()
    yield
    engine._engine.cache_clear()


def test_places_of_hits() -> None:
    searched = engine.texts(TEXTS)
    assert searched.hits(EXPRESSIONS) == [[0, 4], [2, 4], [3], [0, 1, 2, 3, 4, 5], [3]]


def test_a_choice_of_the_texts() -> None:
    chosen = engine.texts(TEXTS).at([4, 3, 0])
    assert chosen.hits(["token", "⟨"]) == [[0, 2], [1]]
    assert chosen.at([]).hits(["token"]) == [[]]


def test_nothing_is_asked_of_no_texts() -> None:
    assert engine.texts([]).hits(["token"]) == [[]]


@pytest.mark.parametrize("there", [None, ModuleType("of_tomorrow")])
def test_an_engine_that_is_elsewhere_is_met_by_the_public_module(
    monkeypatch: pytest.MonkeyPatch, there: ModuleType | None
) -> None:
    monkeypatch.setitem(sys.modules, "_polars_runtime_32", there)
    searched = engine.texts(TEXTS)
    assert isinstance(searched, engine._Public)
    assert polars.__name__ in sys.modules
    assert searched.hits(EXPRESSIONS) == [[0, 4], [2, 4], [3], [0, 1, 2, 3, 4, 5], [3]]
    assert searched.at([4, 3, 0]).hits(["token", "⟨"]) == [[0, 2], [1]]


def test_an_engine_that_misses_a_hit_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine._Direct, "hits", lambda _self, asked: [[] for _ in asked])
    assert isinstance(engine.texts(TEXTS), engine._Public)


def test_a_search_loads_no_data_frames() -> None:
    code = (
        "import sys; from reflect.redaction.bulk import suspects; "
        "assert suspects(['password: hunter2hunter2']); print('polars' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_the_public_module_still_works_behind_the_engine() -> None:
    code = (
        "from reflect.redaction import engine; assert engine.texts(['a']).hits(['a']) == [[0]]; "
        "import polars; print(polars.Series(['a', 'b']).str.contains('b').to_list())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[False, True]\n"

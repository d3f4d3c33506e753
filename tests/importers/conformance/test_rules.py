"""Each rule fails an importer that breaks it: a check that cannot fail is worth nothing."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from reflect.importers.conformance import Rule, check
from reflect.model.source import Source
from reflect.model.vocabulary import StoreKind
from tests.importers.conformance.breaking import BROKEN
from tests.importers.conformance.broken_reading import Appending
from tests.importers.conformance.broken_sessions import MakesUpIds, WritesLocalTimes
from tests.importers.conformance.worked_example import Pi

DATA = Path(__file__).parents[2] / "data" / "pi"
TYPED = (
    "Run the two sample commands, then tell me what failed.",
    "No, that is wrong. Run it again.",
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home of pi with the sessions of both versions in two folders."""
    place = tmp_path / "home"
    for version in ("0.73.1", "1.6.0"):
        shutil.copytree(DATA / version, place, dirs_exist_ok=True)
    return place


def test_what_is_not_broken_keeps_every_rule(home: Path) -> None:
    assert check(Pi(), home, typed=TYPED * 2) == []
    assert check(Appending(), home, typed=TYPED * 2) == []


@pytest.mark.parametrize(("rule", "broken"), BROKEN, ids=[one.__name__ for _, one in BROKEN])
def test_a_broken_importer_is_told(rule: Rule, broken: type[Pi], home: Path) -> None:
    found = check(broken(), home, typed=TYPED * 2)
    assert rule in {violation.rule for violation in found}
    assert all(violation.what for violation in found)


def test_a_source_that_is_no_file_is_checked_by_what_it_yields(home: Path) -> None:
    source = Source("pi", StoreKind.JSONL_TREE, home)
    assert check(Pi(), source, typed=TYPED * 2) == []
    found = {violation.rule for violation in check(MakesUpIds(), source)}
    assert found == {Rule.STABLE_IDS}
    assert Rule.TIMES_ARE_UTC in {v.rule for v in check(WritesLocalTimes(), source)}


def test_every_rule_can_be_broken() -> None:
    assert {rule for rule, _ in BROKEN} == set(Rule)


def test_the_store_itself_is_only_read(home: Path) -> None:
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    for _, broken in BROKEN[:9]:
        check(broken(), home)
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before


def test_the_kit_needs_no_test_runner() -> None:
    loaded = (
        "import sys, reflect.importers.conformance; print(sorted(set(sys.modules)"
        " & {'pytest', 'hypothesis', 'duckdb', 'polars', 'httpx'}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", loaded], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"

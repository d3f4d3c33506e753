"""Readers are started ahead where a first import will want them, used once, and never left."""

from pathlib import Path

import pytest

from reflect import paths
from reflect.importers.claude_code import ClaudeCode
from reflect.pipeline import readers
from reflect.pipeline.finding_stores import Store
from reflect.pipeline.processes import Processes
from reflect.pipeline.readers import Readers
from reflect.pipeline.readers_ahead import readers_ahead, taken
from reflect.pipeline.unit_reader import PassedUnit, PendingUnit

KEY = b"k" * 32


@pytest.fixture
def stores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Store]:
    """One store with one session."""
    monkeypatch.setenv("REFLECT_HOME", str(tmp_path / "reflect"))
    monkeypatch.setattr(readers, "WORTH_BYTES", 100)
    monkeypatch.setattr(readers, "reader_count", lambda: 2)
    folder = tmp_path / ".claude" / "projects" / "-work"
    folder.mkdir(parents=True)
    record = '{"type":"user","uuid":"u1","sessionId":"s","message":{"role":"user","content":"hi"}}'
    (folder / "00000001-3333-4333-8444-555555555555.jsonl").write_text(f"{record}\n" * 2)
    source = ClaudeCode().recognise(tmp_path / ".claude")
    assert source is not None
    return [(ClaudeCode(), source)]


def test_a_first_import_takes_those_that_were_started(stores: list[Store]) -> None:
    ((importer, source),) = stores
    pending = [PendingUnit(unit, unit.name, None) for unit in importer.units(source)]
    with readers_ahead(stores, KEY), Readers(KEY, paths.home_spellings()) as made:
        assert made.take_on([(importer, source, pending)])
        assert taken() is None
        found = made.read(importer, source)
        assert found is not None
        assert [type(one) for piece in found for one in piece] == [PassedUnit]


def test_those_that_nobody_takes_end_with_the_block(
    stores: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Processes] = []
    start = readers.started

    def started(opening: tuple[bytes, tuple[str, ...]]) -> Processes:
        begun.append(start(opening))
        return begun[0]

    monkeypatch.setattr(readers, "started", started)
    with readers_ahead(stores, KEY):
        assert len(begun) == 1
    assert all(process.returncode is not None for process in begun[0]._processes)
    assert taken() is None


@pytest.mark.parametrize("why", ["a warehouse", "little to read", "one core", "no store"])
def test_none_is_started_where_none_may_be_wanted(
    stores: list[Store], monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    if why == "a warehouse":
        paths.warehouse_file().parent.mkdir()
        paths.warehouse_file().touch()
    elif why == "little to read":
        monkeypatch.setattr(readers, "WORTH_BYTES", 10_000)
    elif why == "one core":
        monkeypatch.setattr(readers, "reader_count", lambda: 1)
    chosen = [] if why == "no store" else stores
    with readers_ahead(chosen, KEY):
        assert taken() is None

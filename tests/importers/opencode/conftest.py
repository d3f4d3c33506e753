"""Recorded stores of OpenCode, built from SQL dumps, and a way to read them."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from reflect.importers.opencode import OpenCode
from reflect.model.session import RawSession
from reflect.model.source import UnitRead

DATA = Path(__file__).parents[2] / "data" / "opencode"

PLACEHOLDERS = {
    "@{github}": "ghp" + "_" + "0" * 28 + "EXAMPLE",
    "@{slack}": "xoxb" + "-" + "0" * 12 + "-EXAMPLE",
    "@{password}": "hunter" + "2",
    "@{aws_key}": "AKIA" + "IOSFODNN7EXAMPLE",
    "@{aws_secret}": "wJalrXUtnFEMI" + "/K7MDENG/" + "bPxRfiCYEXAMPLEKEY",
}
"""Fake secrets of one recorded session, put together here so that no scanner stumbles."""


@pytest.fixture
def build_store(tmp_path: Path) -> Callable[..., Path]:
    """Make a database from a dump: ``build_store("1.18.33", name="opencode.db")``."""

    def build(recorded: str, name: str = "opencode.db") -> Path:
        script = (DATA / f"store-{recorded}.sql").read_text(encoding="utf-8")
        for mark, value in PLACEHOLDERS.items():
            script = script.replace(mark, value)
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(script)
        connection.close()
        return path

    return build


@pytest.fixture
def read_all() -> Callable[[Path], list[UnitRead]]:
    """Read every unit of the source that a path is."""

    def read(path: Path) -> list[UnitRead]:
        importer = OpenCode()
        source = importer.recognise(path)
        assert source is not None
        found = [importer.read(source, unit, None) for unit in importer.units(source)]
        importer.close()
        return found

    return read


@pytest.fixture
def sessions_of(
    read_all: Callable[[Path], list[UnitRead]],
) -> Callable[[Path], dict[str, RawSession]]:
    """The sessions of a store by id; no record of it may be bad or unknown."""

    def read(path: Path) -> dict[str, RawSession]:
        found = {}
        for unit in read_all(path):
            assert not unit.counts.bad
            assert not unit.counts.unknown
            assert unit.session is not None
            found[unit.session.native_id] = unit.session
        return found

    return read

"""Recorded stores of OpenCode, built from SQL dumps, and a way to read them."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from reflect.importers.opencode import OpenCode
from reflect.model.session import RawSession
from reflect.model.source import UnitRead

DATA = Path(__file__).parents[2] / "data" / "opencode"

RECORDED_NS = 1_770_000_000_000_000_000
"""Modification time of the files of a tree that a test builds."""

PLACEHOLDERS = {
    "@{github}": "ghp" + "_" + "0" * 28 + "EXAMPLE",
    "@{slack}": "xoxb" + "-" + "0" * 12 + "-EXAMPLE",
    "@{password}": "hunter" + "2",
    "@{aws_key}": "AKIA" + "IOSFODNN7EXAMPLE",
    "@{aws_secret}": "wJalrXUtnFEMI" + "/K7MDENG/" + "bPxRfiCYEXAMPLEKEY",
}
"""Fake secrets of one recorded session, put together here so that no scanner stumbles."""


def aged_copy(source: str, target: str) -> None:
    """Copy a file; the copy seems to have been written long ago."""
    shutil.copyfile(source, target)
    os.utime(target, ns=(RECORDED_NS, RECORDED_NS))


@pytest.fixture
def build_store(tmp_path: Path) -> Callable[..., Path]:
    """Make a store from what was recorded: ``build_store("1.18.33", name="opencode.db")``.

    A database from its dump; the trees of files of 0.5.29 and 1.1.65 as they were written.
    """

    def build(recorded: str, name: str | None = None) -> Path:
        tree = DATA / f"tree-{recorded}"
        if tree.is_dir():
            place = tmp_path / (name or "data")
            # Files a client has just written would be those of a session that goes on.
            return Path(shutil.copytree(tree, place, dirs_exist_ok=True, copy_function=aged_copy))
        name = name or "opencode.db"
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

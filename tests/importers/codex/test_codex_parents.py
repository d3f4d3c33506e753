"""Forks that hold a copy of a parent which is out of sight for a moment, or for good."""

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from reflect.importers import unchanged
from reflect.importers.codex import Codex
from reflect.model.source import LedgerEntry, Unit, UnitRead
from reflect.model.vocabulary import Author
from tests.importers.codex.compressing import compress
from tests.importers.codex.conftest import PARENT, THREAD, Record, encoded, write
from tests.importers.codex.lines import called, meta, output, said, started, typed

CALL = "call_1234567890ab"
HISTORY: list[Record] = [
    meta(PARENT),
    started("turn-1"),
    *typed("fix the total"),
    called("exec_command", CALL, {"cmd": "make test"}),
    output(CALL, "Exit code: 1\nOutput:\n"),
    said("Fixed."),
]
OWN: list[Record] = [started("turn-2"), *typed("and the tax"), said("Done.")]
FORK = [meta(THREAD, forked_from_id=PARENT), *HISTORY, *OWN]


def read(home: Path, earlier: LedgerEntry | None = None) -> tuple[Unit, UnitRead]:
    """The fork, as a new process reads it."""
    importer = Codex()
    (source,) = importer.discover({"CODEX_HOME": str(home)})
    (unit,) = [unit for unit in importer.units(source) if THREAD in unit.name]
    return unit, importer.read(source, unit, earlier)


def human(read: UnitRead) -> list[str]:
    assert read.session is not None
    return [m.text for m in read.session.messages if m.author is Author.HUMAN]


@pytest.mark.parametrize("way", ["archived", "compressed"])
def test_a_parent_that_moves_after_the_listing_is_found(home: Path, way: str) -> None:
    parent = write(home, *HISTORY, thread=PARENT)
    write(home, *FORK)
    importer = Codex()
    (source,) = importer.discover({"CODEX_HOME": str(home)})
    (unit,) = [unit for unit in importer.units(source) if THREAD in unit.name]
    if way == "archived":
        (home / "archived_sessions").mkdir()
        parent.rename(home / "archived_sessions" / parent.name)
    else:
        compress(parent)
    found = importer.read(source, unit, None)
    assert (human(found), found.counts.unknown) == (["and the tax"], {})
    assert unchanged(unit, found.entry)


def test_a_fork_is_read_again_until_its_parent_is_back(home: Path) -> None:
    write(home, *FORK)
    unit, first = read(home)
    assert human(first) == ["fix the total", "and the tax"]
    assert not unchanged(unit, first.entry)
    write(home, *HISTORY, thread=PARENT)
    unit, second = read(home, first.entry)
    assert human(second) == ["and the tax"]
    assert second.session is not None
    assert (second.session.continues, second.session.calls) == (False, ())
    assert unchanged(unit, second.entry)


def test_what_may_be_the_parents_is_named_after_its_line(home: Path) -> None:
    """An archive keeps what has an id of its own when it is read no more."""
    write(home, *FORK)
    _, orphan = read(home)
    assert orphan.session is not None
    assert [call.call for call in orphan.session.calls] == ["r6"]
    write(home, *HISTORY, thread=PARENT)
    write(home, *FORK, called("exec_command", CALL, {"cmd": "make test"}))
    _, fork = read(home)
    assert fork.session is not None
    assert [call.call for call in fork.session.calls] == [CALL]


def test_a_fork_whose_parent_was_deleted_long_ago_is_read_once(home: Path) -> None:
    path = write(home, *FORK)
    before = time.time() - 7200
    os.utime(path, (before, before))
    unit, found = read(home)
    assert human(found) == ["fix the total", "and the tax"]
    assert unchanged(unit, found.entry)


def test_a_fork_that_grows_is_read_whole_when_its_parent_is_back(home: Path) -> None:
    path = write(home, *FORK)
    _, first = read(home)
    write(home, *HISTORY, thread=PARENT)
    with path.open("ab") as file:
        file.write(encoded(typed("thanks")))
    _, second = read(home, replace(first.entry, mtime_ns=1))
    assert human(second) == ["and the tax", "thanks"]


def test_a_parent_that_is_half_compressed_is_waited_for(home: Path) -> None:
    packed = compress(write(home, *HISTORY, thread=PARENT))
    whole = packed.read_bytes()
    packed.write_bytes(whole[: len(whole) // 2])
    write(home, *FORK)
    unit, first = read(home)
    assert not unchanged(unit, first.entry)
    packed.write_bytes(whole)
    unit, second = read(home, first.entry)
    assert human(second) == ["and the tax"]
    assert unchanged(unit, second.entry)

"""A database that is listed by another thread."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from reflect.errors import BadData
from reflect.importers import ListsAhead
from reflect.importers.opencode import OpenCode
from reflect.model.source import Source
from reflect.model.vocabulary import StoreKind

Build = Callable[..., Path]


def test_what_is_listed_ahead_is_what_is_listed(build_store: Build) -> None:
    database = build_store("1.2.27", "home/opencode.db")
    importer = OpenCode()
    (source,) = importer.discover({"HOME": str(database.parent)})
    assert isinstance(importer, ListsAhead)
    expected = importer.units(source)
    assert expected
    importer.list_ahead(source)
    assert importer.units(source) == expected
    # The database that was listed by another thread is opened anew by this one.
    assert importer.read(source, expected[0], None).session is not None


def test_it_is_listed_anew_the_next_time(build_store: Build) -> None:
    database = build_store("1.2.27", "home/opencode.db")
    importer = OpenCode()
    (source,) = importer.discover({"HOME": str(database.parent)})
    importer.list_ahead(source)
    before = importer.units(source)
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE session SET time_updated = time_updated + 60000")
    connection.close()
    assert importer.units(source) != before


def test_what_goes_wrong_is_met_where_the_units_are_asked_for(tmp_path: Path) -> None:
    broken = tmp_path / "opencode.db"
    broken.write_bytes(b"SQLite format 3\0 and nothing else")
    importer = OpenCode()
    source = Source(importer.agent, StoreKind.SQLITE, broken)
    importer.list_ahead(source)
    with pytest.raises(BadData):
        importer.units(source)

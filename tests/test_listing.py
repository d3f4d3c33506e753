"""Stores that are listed before the archive is open."""

from pathlib import Path

import pytest

from reflect.errors import NotPermitted, ReflectError
from reflect.importers.claude_code import ClaudeCode
from reflect.model.source import Server, Source, Unit
from reflect.model.vocabulary import StoreKind
from reflect.pipeline.listing import Listing


class Counted(ClaudeCode):
    """Counts how often it lists."""

    def __init__(self, error: ReflectError | None = None) -> None:
        self.times = 0
        self.error = error

    def units(self, source: Source) -> list[Unit]:
        self.times += 1
        if self.error is not None:
            raise self.error
        return [Unit(f"{self.times}.jsonl", "a.jsonl", 1, 2)]


def source(tmp_path: Path, **fields: object) -> Source:
    return Source("claude-code", StoreKind.JSONL_TREE, tmp_path, **fields)  # type: ignore[arg-type]


def test_what_was_listed_is_given_once(tmp_path: Path) -> None:
    importer, place = Counted(), source(tmp_path)
    listing = Listing([(importer, place)])
    assert importer.times == 1
    assert listing.units(importer, place)[0] == [Unit("1.jsonl", "a.jsonl", 1, 2)]
    assert listing.units(importer, place)[0] == [Unit("2.jsonl", "a.jsonl", 1, 2)]


def test_an_error_is_met_where_the_units_are_asked_for(tmp_path: Path) -> None:
    importer, place = Counted(NotPermitted("no")), source(tmp_path)
    listing = Listing([(importer, place)])
    with pytest.raises(NotPermitted):
        listing.units(importer, place)


def test_a_server_is_asked_in_its_turn(tmp_path: Path) -> None:
    importer, place = Counted(), source(tmp_path, server=Server("http://127.0.0.1:1"))
    listing = Listing([(importer, place)])
    assert importer.times == 0
    listing.units(importer, place)
    assert importer.times == 1

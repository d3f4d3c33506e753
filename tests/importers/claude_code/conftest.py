"""A transcript that grows, and the stores recorded from real clients."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from reflect.importers.claude_code import ClaudeCode
from reflect.model.session import RawSession
from reflect.model.source import LedgerEntry, UnitRead

RECORDED = Path(__file__).parents[2] / "data" / "claude_code"
SESSION = "0c0ffee0-0000-4000-8000-000000000001"


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    """The file of the session that ``read`` grows."""
    path = tmp_path / "config" / "projects" / "-home-dev-shop" / f"{SESSION}.jsonl"
    path.parent.mkdir(parents=True)
    return path


@pytest.fixture
def read(transcript: Path) -> Callable[..., UnitRead]:
    """Append records (objects or raw bytes) and import what is new since the last call."""
    importer = ClaudeCode()
    (source,) = importer.discover({"CLAUDE_CONFIG_DIR": str(transcript.parents[2])})
    entries: dict[str, LedgerEntry] = {}

    def append_and_read(
        *records: Mapping[str, object] | bytes, path: Path = transcript
    ) -> UnitRead:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            for record in records:
                if isinstance(record, bytes):
                    file.write(record)
                else:
                    line = {"sessionId": SESSION, "timestamp": "2026-03-02T10:00:00.000Z", **record}
                    file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
        (unit,) = [unit for unit in importer.units(source) if unit.path == path]
        result = importer.read(source, unit, entries.get(unit.name))
        entries[unit.name] = result.entry
        return result

    return append_and_read


@pytest.fixture(scope="session")
def recorded() -> Callable[[str], dict[str, RawSession]]:
    """Read a recorded store, e.g. ``2.1.332/c16-interactive``: sessions by their own id."""
    importer = ClaudeCode()

    def read_store(name: str) -> dict[str, RawSession]:
        (source,) = importer.discover({"CLAUDE_CONFIG_DIR": str(RECORDED / name)})
        found: dict[str, RawSession] = {}
        for unit in importer.units(source):
            result = importer.read(source, unit, None)
            assert not result.counts.bad
            assert not result.counts.unknown
            if result.session is not None:
                found[result.session.native_id] = result.session
        return found

    return read_store

"""A rollout that grows, and the stores recorded from real clients."""

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

from reflect.importers.codex import Codex
from reflect.model.session import RawSession
from reflect.model.source import LedgerEntry, UnitRead

DATA = Path(__file__).parents[2] / "data"
THREAD = "01a00000-0000-7000-8000-000000000001"
PARENT = "01a00000-0000-7000-8000-0000000000aa"
TIME = "2026-03-02T10:00:00.000Z"

Record = Mapping[str, object]


def name_of(thread: str = THREAD, page: str = "", ending: str = ".jsonl") -> str:
    """File name of a rollout."""
    return f"rollout-2026-03-02T11-00-00-{thread}{page}{ending}"


def encoded(records: Iterable[Record | bytes]) -> bytes:
    """Records as lines; bytes as they are."""
    lines = []
    for record in records:
        if isinstance(record, bytes):
            lines.append(record)
        else:
            lines.append(json.dumps({"timestamp": TIME, **record}, ensure_ascii=False).encode())
            lines.append(b"\n")
    return b"".join(lines)


def write(home: Path, *records: Record | bytes, thread: str = THREAD, name: str = "") -> Path:
    """A rollout below ``sessions``."""
    path = home / "sessions" / "2026" / "03" / "02" / (name or name_of(thread))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encoded(records))
    return path


def read_all(home: Path) -> dict[str, UnitRead]:
    """Every thread of a Codex home, read whole, by the name of its unit."""
    importer = Codex()
    (source,) = importer.discover({"CODEX_HOME": str(home)})
    return {unit.name: importer.read(source, unit, None) for unit in importer.units(source)}


def sessions(home: Path) -> dict[str, RawSession]:
    """Every session of a Codex home by its own id."""
    reads = read_all(home).values()
    return {read.session.native_id: read.session for read in reads if read.session is not None}


def only(home: Path) -> RawSession:
    """The one session of a Codex home."""
    (session,) = sessions(home).values()
    return session


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty Codex home."""
    path = tmp_path / "codex"
    path.mkdir()
    return path


@pytest.fixture
def read(home: Path) -> Callable[..., UnitRead]:
    """Append records to the rollout and import what is new since the last call."""
    importer = Codex()
    entries: dict[str, LedgerEntry] = {}

    def append_and_read(*records: Record | bytes, thread: str = THREAD) -> UnitRead:
        path = home / "sessions" / "2026" / "03" / "02" / name_of(thread)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.write(encoded(records))
        (source,) = importer.discover({"CODEX_HOME": str(home)})
        (unit,) = [unit for unit in importer.units(source) if unit.path == path]
        result = importer.read(source, unit, entries.get(unit.name))
        entries[unit.name] = result.entry
        return result

    return append_and_read


@pytest.fixture(scope="session")
def recorded() -> Callable[[str], dict[str, RawSession]]:
    """Read a recorded store, e.g. ``codex/0.171.0/x12-interactive``: sessions by their own id."""

    def read_store(name: str) -> dict[str, RawSession]:
        found: dict[str, RawSession] = {}
        for result in read_all(DATA / name).values():
            assert not result.counts.bad
            assert not result.counts.unknown
            assert result.session is not None
            found[result.session.native_id] = result.session
        return found

    return read_store

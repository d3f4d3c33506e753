"""Imports beside a process that writes, again and again: nothing is lost, and nothing doubled."""

import json
import os
import random
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reflect.importers import Importer
from reflect.model.review import SessionRow
from reflect.model.session import RedactedSession
from reflect.pipeline.importing import import_stores
from reflect.warehouse import Warehouse, open_warehouse

HERE = Path(__file__).parent
KEY = bytes(range(32))
SEEDS = range(
    (first := int(os.environ.get("REFLECT_FIRST_SEED", "0"))),
    first + int(os.environ.get("REFLECT_INTERLEAVINGS", "2")),
)
"""The rounds to play. ``REFLECT_FIRST_SEED=17 REFLECT_INTERLEAVINGS=1`` plays one again."""


@dataclass(frozen=True)
class Content:
    """All that is told of the sessions of a warehouse."""

    rows: list[SessionRow]
    sessions: dict[str, RedactedSession]


class Writing:
    """The process that writes."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def begin(self, **job: Any) -> None:
        """Give it a job; without one, let it go on."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()

    def says(self) -> str:
        """``done``, ``wait`` (until it is told to go on), or nothing."""
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], 0)
        if not ready:
            return ""
        said = self._process.stdout.readline().strip()
        assert said in ("done", "wait"), f"the writer ended: {self._process.poll()}"
        return said


@contextmanager
def writing(program: str) -> Iterator[Writing]:
    """A process that runs one of the writers of this folder."""
    with subprocess.Popen(
        [sys.executable, str(HERE / program)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Writing(process)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(60) == 0


def imported(warehouse: Warehouse, importer: Importer, home: Path) -> None:
    """Import once what the agent keeps below a home, found as on any machine."""
    stores = [(importer, source) for source in importer.discover({"HOME": str(home)})]
    import_stores(warehouse, stores, KEY, lambda *_: None)


def content(warehouse: Warehouse) -> Content:
    """What is stored, without what only tells when it was imported."""
    rows = warehouse.session_rows()
    return Content(rows, {row.key: warehouse.session(row.key) for row in rows})


def differences(found: object, wanted: object) -> list[tuple[str, object, object]]:
    """The fields of two values that differ; of messages, calls and context those that do."""
    told: list[tuple[str, object, object]] = []
    for name in getattr(wanted, "__slots__", ()):
        left, right = getattr(found, name), getattr(wanted, name)
        if left != right and isinstance(left, tuple):
            only = [item for item in left if item not in right]
            told.append((name, only, [item for item in right if item not in left]))
        elif left != right:
            told.append((name, left, right))
    return told


def check_equal(found: Content, wanted: Content, said: str) -> None:
    """Two warehouses tell the same of the same sessions; ``said`` is told where they do not."""
    assert [row.key for row in found.rows] == [row.key for row in wanted.rows], said
    pairs: list[tuple[object, object]] = [*zip(found.rows, wanted.rows, strict=True)]
    pairs += [(found.sessions[key], session) for key, session in wanted.sessions.items()]
    told = [difference for pair in pairs for difference in differences(*pair)]
    assert not told, f"{said}: {told}"


def check_uniqueness(warehouse: Warehouse) -> None:
    """No session is there twice, and no event in a session."""
    found = content(warehouse)
    assert len({(row.agent, row.id) for row in found.rows}) == len(found.rows)
    for session in found.sessions.values():
        events = [m.event for m in session.messages] + [c.call for c in session.calls]
        assert len(events) == len(set(events))


def play(
    writer: Writing, importer: Importer, seed: int, place: Path, empty: Path, **job: Any
) -> int:
    """One round: imports while the writer is at work, one after it, and the same as a clean one.

    Args:
        writer: Gets the seed and the job.
        importer: Finds its stores with ``place / "home"`` as home.
        seed: Decides everything that is left to chance, but not the time an import takes.
        place: A folder for this round alone, with a home in it.
        empty: An empty warehouse.
        job: What else to tell the writer.

    Returns:
        How many imports met the writer at work.
    """
    chance = random.Random(seed)  # noqa: S311 - when to import, no secret
    print("seed", seed, flush=True)  # noqa: T201 - shown when a round fails
    grown, clean = place / "grown.duckdb", place / "clean.duckdb"
    for path in (grown, clean):
        shutil.copyfile(empty, path)
        path.chmod(0o600)
    met = 0
    with open_warehouse(grown, write=True) as warehouse:
        writer.begin(seed=seed, **job)
        while (said := writer.says()) != "done":
            imported(warehouse, importer, place / "home")
            met += 1
            if said == "wait":
                writer.begin()
            if chance.random() < 0.3:
                check_uniqueness(warehouse)
        imported(warehouse, importer, place / "home")
        check_uniqueness(warehouse)
        found = content(warehouse)
    with open_warehouse(clean, write=True) as warehouse:
        imported(warehouse, importer, place / "home")
        wanted = content(warehouse)
    check_equal(found, wanted, f"seed {seed}")
    return met

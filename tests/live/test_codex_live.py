"""Rollouts of Codex that grow, move, are compressed and rewritten while they are imported."""

import json
import random
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from codex_rollouts import threads
from interleaving import (
    HERE,
    SEEDS,
    Content,
    Writing,
    check_equal,
    check_uniqueness,
    content,
    imported,
    writing,
)

from reflect.config import Config
from reflect.importers.codex import Codex
from reflect.pipeline import codes
from reflect.pipeline.analysing import analyse
from reflect.pipeline.codes import Codes
from reflect.warehouse import StoredFinding, open_warehouse

COUNTED = (
    "human_turns", "refusals", "interrupts", "tool_calls", "failed_calls", "denied_calls",
    "compactions",
)  # fmt: skip
KILLED = 0.1
"""How often the import after a step that waits for one is killed."""

LONGEST_LIFE = 0.25
"""Seconds after which an import that is to die is killed at the latest; the first takes as long."""


class Round:
    """One round: a store that changes, and an archive that follows it."""

    def __init__(self, seed: int, place: Path, empty: Path, running: Codes) -> None:
        self.seed = seed
        self.home = place / "home"
        self.archive = place / "grown.duckdb"
        self.clean = place / "clean.duckdb"
        self.running = running
        self.chance = random.Random(f"imports of {seed}")  # noqa: S311 - a game, no secret
        self.met = self.killed = 0
        self.importer = Codex()
        (self.home / ".codex").mkdir(parents=True)
        for path in (self.archive, self.clean):
            shutil.copyfile(empty, path)
            path.chmod(0o600)

    def play(self, writer: Writing) -> None:
        """Import beside the writer until it is done."""
        print("seed", self.seed, flush=True)  # noqa: T201 - shown when a round fails
        writer.begin(seed=self.seed, folder=str(self.home / ".codex"))
        while self.follow(writer) != "done":
            self.die()

    def follow(self, writer: Writing) -> str:
        """Imports in one process, one after the other; gives what made it end."""
        with open_warehouse(self.archive, write=True) as warehouse:
            while True:
                imported(warehouse, self.importer, self.home)
                self.met += 1
                if self.chance.random() < 0.05:
                    check_uniqueness(warehouse)
                if self.chance.random() < 0.05:
                    analyse(warehouse, self.running, lambda *_: None)
                said = writer.says()
                if said == "wait":
                    writer.begin()
                if said == "done" or (said == "wait" and self.chance.random() < KILLED):
                    return said

    def die(self) -> None:
        """An import that is killed in the middle of whatever it does."""
        program = [sys.executable, str(HERE / "dying_import.py"), str(self.archive), str(self.home)]
        with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "begins\n"
            time.sleep(self.chance.uniform(0, LONGEST_LIFE))
            process.kill()
        self.killed += process.returncode < 0

    def results(self, archive: Path) -> tuple[Content, list[StoredFinding]]:
        """What an archive tells of the store at rest."""
        with open_warehouse(archive, write=True) as warehouse:
            imported(warehouse, self.importer, self.home)
            analyse(warehouse, self.running, lambda *_: None)
            # Numbers are given in the order of finding.
            found = [replace(one, number=0) for one in warehouse.findings()]
            return content(warehouse), sorted(found, key=lambda one: one.id)

    def names(self) -> dict[str, str]:
        """The last name of each thread that has one."""
        index = self.home / ".codex" / "session_index.jsonl"
        lines = index.read_text(encoding="utf-8").splitlines() if index.exists() else []
        return {one["id"]: one["thread_name"] for one in map(json.loads, lines)}

    def check(self) -> None:
        """What followed the store is what was read of it at rest, and that is what was written."""
        found, findings = self.results(self.archive)
        wanted, of_clean = self.results(self.clean)
        check_equal(found, wanted, f"seed {self.seed}")
        assert findings == of_clean, f"seed {self.seed}"
        known = {thread.id: thread.numbers for thread in threads(self.seed)}
        names = self.names()
        assert {row.id for row in found.rows} == set(known)
        for row in found.rows:
            assert row.title == names.get(row.id, row.title), f"seed {self.seed}: {row.id}"
            numbers = known[row.id]
            told = {name: getattr(row, name) for name in COUNTED}
            told["usage"] = {name: getattr(row.usage, name) for name in numbers["usage"]}
            doubtful = numbers.get("doubtful", {})
            wrong = {
                name: (value, numbers[name])
                for name, value in told.items()
                if value != numbers[name] and value not in doubtful.get(name, [])
            }
            assert not wrong, f"seed {self.seed}: {row.id} {wrong}"
            assert (row.relation, row.missing) == (numbers["relation"], False)


@pytest.fixture
def running(tmp_path: Path) -> Codes:
    """All codes."""
    return codes.chosen(Config(), tmp_path / "config.toml")


def test_rollouts_that_change_while_they_are_read(
    tmp_path: Path, empty_warehouse: Path, running: Codes
) -> None:
    met = killed = 0
    with writing("codex_writer.py") as writer:
        for seed in SEEDS:
            one = Round(seed, tmp_path / f"round-{seed}", empty_warehouse, running)
            one.play(writer)
            one.check()
            met, killed = met + one.met, killed + one.killed
    # Below one a round nothing was interleaved, and the rounds have shown nothing.
    assert met >= len(SEEDS)
    assert killed or len(SEEDS) < 20

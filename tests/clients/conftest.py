"""One OpenCode server for all tests of the real program, and sessions that were played on it.

Where the program is not found, every test is skipped with that reason.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parents[2]))  # tests.clients.playing and its neighbours

from tests.clients.opencode_program import OpenCodeServer, configure, environment, program
from tests.clients.playing import Played, Scenario, play, scenarios
from tests.clients.scripted_provider import TITLE_MODEL, ScriptedProvider

MISSING = "OpenCode is not installed: make test-clients installs it, OPENCODE_BIN names another"
BINARY = program(os.environ)
"""Looked up here: each test runs without the variables that name places."""

PLAYED = (
    "aborted_answer",
    "forked_and_reverted",
    "refused_command",
    "repeated_failure",
    "second_engine",
    "subagent_task",
    "unverified_claim",
)
"""Scenarios whose sessions no test changes. The others belong to the test that names them."""

FILES = {
    "shop/cart.py": "def total(prices):\n    return sum(prices)\n",
    "shop/report.py": "import cart\n\n\ndef show(prices):\n    print(cart.total(prices))\n",
    "shop/test_cart.py": (
        "import unittest\n\nfrom cart import total\n\n\nclass Total(unittest.TestCase):\n"
        "    def test_exactly_100(self):\n        self.assertEqual(total([50, 50]), 100)\n\n"
        "    def test_discount(self):\n        self.assertEqual(total([100, 100]), 180)\n"
    ),
    "tools/deploy.py": "import time\n\n\ndef retry(call):\n    return call()\n",
    "tools/build/app.whl": "artefact\n",
    "tools/build/cache.tmp": "x\n",
    "notes/todo.md": "- [ ] back-ups\n- [ ] renew certificates\n",
}
REPOSITORIES = ("shop", "tools")
"""Folders under git; ``notes`` is none."""

Reflect = Callable[..., Any]


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three projects under ``work`` and an empty ``home``."""
    place = tmp_path_factory.mktemp("opencode").resolve()
    (place / "home").mkdir()
    for name, text in FILES.items():
        file = place / "work" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for name in REPOSITORIES:
        folder = place / "work" / name
        who = ("-c", "user.name=Dev", "-c", "user.email=dev@example.com")
        for words in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-q", "-m", "Start")):
            subprocess.run(("git", *who, *words), cwd=folder, check=True)
    return place


@pytest.fixture(scope="session")
def scripts(place: Path) -> dict[str, Scenario]:
    """All scenarios, for the folders of this run."""
    return scenarios(place / "work")


@pytest.fixture(scope="session")
def provider(scripts: dict[str, Scenario]) -> Iterator[ScriptedProvider]:
    """The provider that speaks the steps of every scenario."""
    provider = ScriptedProvider({name: one.steps for name, one in scripts.items()})
    yield provider
    provider.close()


@pytest.fixture(scope="session")
def server(
    place: Path, scripts: dict[str, Scenario], provider: ScriptedProvider
) -> Iterator[OpenCodeServer]:
    """The server; it runs, and holds its database open, until the last test has ended."""
    if BINARY is None:
        pytest.skip(MISSING)
    home = place / "home"
    configure(home, provider.url, scripts, TITLE_MODEL)
    environ = environment(home, home / "reflect")
    server = OpenCodeServer(BINARY, place / "work", environ, place / "server.log")
    try:
        server.wait_until_healthy()
        yield server
    finally:
        server.end()


@pytest.fixture(scope="session")
def played(
    server: OpenCodeServer, scripts: dict[str, Scenario], provider: ScriptedProvider
) -> dict[str, Played]:
    """The sessions of ``PLAYED``: one after the other in a folder, the folders side by side.

    Every script was spoken to its end, and not a step more was asked for.
    """
    chosen = sorted((scripts[name] for name in PLAYED), key=lambda one: (one.folder, one.name))
    folders = [list(group) for _, group in groupby(chosen, lambda one: one.folder)]
    with ThreadPoolExecutor(len(folders)) as pool:
        found = pool.map(lambda group: [play(server, one) for one in group], folders)
        played = {one.scenario.name: one for group in found for one in group}
    assert {name: provider.asked[name] for name in PLAYED} == {
        name: len(one.scenario.steps) for name, one in played.items()
    }
    server.wait_until_quiet()
    return played


@pytest.fixture(scope="session")
def run_reflect(server: OpenCodeServer) -> Reflect:
    """``run_reflect("import", archive=folder)``: run it on the server's home; its JSON answer."""

    def run(*words: str, archive: Path) -> Any:
        done = subprocess.run(
            [sys.executable, "-m", "reflect", *words, "--format", "json"],
            cwd=server.home,
            env={**server.environ, "REFLECT_HOME": str(archive)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        answer: Any = json.loads(done.stdout)
        return answer

    return run


@pytest.fixture
def reflect(run_reflect: Reflect, tmp_path: Path) -> Reflect:
    """``reflect("import")``: the same, in an archive of this test."""
    return partial(run_reflect, archive=tmp_path / "archive")


@dataclass(frozen=True, slots=True)
class Told:
    """What ``reflect`` tells of the store while the server runs, and what OpenCode tells."""

    store: dict[str, Any]
    """The store in the answer of ``reflect import``."""
    review: dict[str, Any]
    """``reflect review`` of all sessions."""
    sessions: dict[str, dict[str, Any]]
    """``reflect sessions`` by id."""
    turns: list[dict[str, Any]]
    """``reflect turns``."""
    listed: dict[str, dict[str, Any]]
    """OpenCode's own list of sessions by id."""


@pytest.fixture(scope="session")
def told(
    server: OpenCodeServer,
    played: dict[str, Played],
    run_reflect: Reflect,
    tmp_path_factory: pytest.TempPathFactory,
) -> Told:
    """One import and one review of everything that was played, for the tests that only look."""
    assert played
    reflect = partial(run_reflect, archive=tmp_path_factory.mktemp("told"))
    (store,) = reflect("import")["stores"]
    review = reflect("review", "--include-automated", "--last", "100")
    sessions = {row["id"]: row for row in reflect("sessions")["sessions"]}
    return Told(store, review, sessions, reflect("turns")["turns"], server.sessions())

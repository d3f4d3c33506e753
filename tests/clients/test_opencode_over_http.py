"""The real OpenCode asked over HTTP: what its database gives, with and without a password.

Every server here is one of its own on a copy of the store that was played.
"""

import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from tests.clients.conftest import BINARY, Reflect, Told
from tests.clients.multiplied import multiply
from tests.clients.opencode_program import OpenCodeServer, environment
from tests.clients.playing import Played

pytestmark = pytest.mark.clients

PASSWORD = "correct" + "-horse-battery"
COPIES = 30
"""Of the store that is killed in the middle: some 300 sessions."""


@pytest.fixture
def copied(server: OpenCodeServer, told: Told, tmp_path: Path) -> Path:
    """A home with a copy of the store that was played."""
    assert told.sessions
    home = tmp_path / "home"
    target = home / ".local" / "share" / "opencode" / "opencode.db"
    target.parent.mkdir(parents=True)
    with (
        closing(sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy)
    return home


@pytest.fixture
def serve(copied: Path, tmp_path: Path) -> Iterator[Callable[..., OpenCodeServer]]:
    """Start a server on the copy: ``serve(password)``."""
    with ExitStack() as running:

        def start(password: str = "") -> OpenCodeServer:
            assert BINARY is not None
            environ = environment(copied, copied / "reflect")
            if password:
                environ["OPENCODE_SERVER_PASSWORD"] = password
            other = OpenCodeServer(BINARY, tmp_path, environ, tmp_path / "log")
            running.callback(other.end)
            other.wait_until_healthy()
            return other

        yield start


def asked(archive: Path, *words: str, code: int = 0, **environ: str) -> dict[str, Any]:
    """``reflect import`` of one server into an archive; what it says of it."""
    done = subprocess.run(
        [sys.executable, "-m", "reflect", "import", "--no-discover", *words, "--format", "json"],
        env={**environment(archive, archive), **environ},
        capture_output=True,
        text=True,
    )
    assert done.returncode == code, done.stderr
    (store,) = json.loads(done.stdout)["stores"]
    return dict(store)


@pytest.fixture(scope="session")
def from_disk(
    told: Told, run_reflect: Reflect, tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, Any], list[Any]]:
    """Sessions by id, and turns, of an archive that was imported from the database alone."""
    assert told.sessions
    archive = tmp_path_factory.mktemp("from_disk")
    run_reflect("import", archive=archive)
    return held(run_reflect, archive)


def held(run_reflect: Reflect, archive: Path) -> tuple[dict[str, Any], list[Any]]:
    """All that an archive tells of sessions and turns, but for the store they come from."""
    rows = run_reflect("sessions", "--limit", "1000", archive=archive)["sessions"]
    turns = run_reflect("turns", archive=archive)["turns"]
    sessions = {row["id"]: row for row in rows}
    assert len(sessions) == len(rows)
    for row in (*rows, *turns):
        del row["path"]
    return sessions, turns


def test_a_server_gives_what_its_database_gives(
    server: OpenCodeServer,
    from_disk: tuple[dict[str, Any], list[Any]],
    run_reflect: Reflect,
    tmp_path: Path,
) -> None:
    words = ("import", "--no-discover", "--server", server.url)
    (store,) = run_reflect(*words, archive=tmp_path)["stores"]
    assert (store["path"], store["error"]) == (server.url, None)
    assert (store["bad_records"], store["unknown_records"]) == ({}, {})
    assert held(run_reflect, tmp_path) == from_disk
    (again,) = run_reflect(*words, archive=tmp_path)["stores"]
    assert again["files"]["read"] == 0


def test_a_review_finds_the_same(
    server: OpenCodeServer, told: Told, run_reflect: Reflect, tmp_path: Path
) -> None:
    words = ("--no-discover", "--server", server.url, "--include-automated", "--last", "100")
    review = run_reflect("review", *words, archive=tmp_path)
    assert review["coverage"] == told.review["coverage"]
    assert findings(review) == findings(told.review)


def findings(review: Any) -> list[Any]:
    """What was found and where it stands; not in which file."""
    return [
        (
            found["session"],
            found["code"],
            [(one["event"], one["quote"]) for one in found["evidence"]],
        )
        for found in review["findings"]
    ]


def test_a_session_in_both_is_one(
    server: OpenCodeServer,
    from_disk: tuple[dict[str, Any], list[Any]],
    run_reflect: Reflect,
    tmp_path: Path,
) -> None:
    stores = run_reflect("import", "--server", server.url, archive=tmp_path)["stores"]
    assert len(stores) == 2
    assert held(run_reflect, tmp_path) == from_disk


def test_the_second_engine_tells_what_changed(
    server: OpenCodeServer, played: dict[str, Played], told: Told
) -> None:
    """``time.updated`` stays as it was made: the fact that its newest message is looked at for."""
    listed = told.listed[played["second_engine"].ids["root"]]
    assert listed["time"]["updated"] == listed["time"]["created"]
    assert server.running()


def test_with_the_password_without_and_with_another(
    serve: Callable[..., OpenCodeServer], told: Told, tmp_path: Path
) -> None:
    other = serve(PASSWORD)
    words = ("--server", other.url)
    archive = tmp_path / "archive"
    without = asked(archive, *words, code=4)
    assert "wants a password: set OPENCODE_SERVER_PASSWORD" in without["error"]
    wrong = asked(archive, *words, code=4, OPENCODE_SERVER_PASSWORD="wrong" + PASSWORD)
    assert "refuses the password" in wrong["error"]
    right = asked(archive, *words, OPENCODE_SERVER_PASSWORD=PASSWORD)
    assert (right["error"], right["sessions"]["new"]) == (None, len(told.sessions))
    kept = b"".join(file.read_bytes() for file in archive.rglob("*") if file.is_file())
    assert PASSWORD.encode() not in kept


def test_killed_in_the_middle(
    copied: Path, serve: Callable[..., OpenCodeServer], tmp_path: Path
) -> None:
    sessions = multiply(copied / ".local/share/opencode/opencode.db", COPIES)
    other = serve()
    with tunnel(other, ends_at=100) as url:
        store = asked(tmp_path / "archive", "--server", url, code=4)
    assert not other.running()
    missing = store["files"]["unreadable"]
    assert 0 < missing <= sessions - 90
    assert store["files"]["read"] == store["sessions"]["new"] == sessions - missing
    assert f"{url} does not answer: start the server" in store["error"]
    # Those under way when it died were cut off, the others never answered; each is accounted for.
    more = sum(int(number) for number in re.findall(r"and (\d+) more", store["error"]))
    assert len(re.findall(r"ses_\w+", store["error"])) + more == missing


class tunnel:  # noqa: N801 - used like a function
    """Forwards a port as an SSH tunnel does; ends the server at some number of messages."""

    def __init__(self, server: OpenCodeServer, ends_at: int) -> None:
        self._server, self._ends_at, self._asked = server, ends_at, 0
        self._counting = threading.Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))

    def __enter__(self) -> str:
        threading.Thread(target=self._accept, daemon=True).start()
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def __exit__(self, *_: object) -> None:
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            try:
                port = int(self._server.url.rpartition(":")[2])
                far = socket.create_connection(("127.0.0.1", port))
            except OSError:
                near.close()
                continue
            threading.Thread(target=self._forward, args=(near, far, True), daemon=True).start()
            threading.Thread(target=self._forward, args=(far, near, False), daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket, asking: bool) -> None:
        with source, target:
            try:
                while data := source.recv(65536):
                    if asking and data.startswith(b"GET /session/") and self._is_over():
                        self._server.end()
                    target.sendall(data)
                target.shutdown(socket.SHUT_WR)
            except OSError:
                return

    def _is_over(self) -> bool:
        with self._counting:
            self._asked += 1
            return self._asked == self._ends_at


def start_server(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """``reflect import --start-server`` in a home of its own, without a terminal."""
    assert BINARY is not None
    folder = home / "bin"
    folder.mkdir(exist_ok=True)
    shutil.rmtree(home / "reflect", ignore_errors=True)
    if not (folder / "opencode").exists():
        (folder / "opencode").symlink_to(BINARY)
    environ = environment(home, home / "reflect")
    return subprocess.run(
        [sys.executable, "-m", "reflect", "import", "--start-server", *words, "--format", "json"],
        env={**environ, "PATH": f"{folder}{os.pathsep}{environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


def programs_of(home: Path) -> list[str]:
    """Running processes with a home (Linux)."""
    mark = f"HOME={home}\0".encode()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_text().replace("\0", " "))
        except OSError:
            continue
    return found


def test_a_server_of_its_own(copied: Path, told: Told) -> None:
    done = start_server(copied, "--no-discover")
    assert done.returncode == 0, done.stderr
    assert "may load plugins and upgrade its store" in done.stderr
    (store,) = json.loads(done.stdout)["stores"]
    assert (store["error"], store["sessions"]["new"]) == (None, len(told.sessions))
    assert programs_of(copied) == []


def test_an_older_store_is_not_upgraded_without_a_yes(copied: Path) -> None:
    database = copied / ".local/share/opencode/opencode.db"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE session SET version = '1.2.27'")
        connection.commit()
    before = database.read_bytes()
    done = start_server(copied)
    assert done.returncode == 2
    assert "older than OpenCode 1.18" in done.stderr
    assert database.read_bytes() == before

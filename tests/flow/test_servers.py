"""The command and a server: imported once, missed when it dies, never told a password."""

import json
import os
import pty
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from answering_server import DATA, FAILED, Answering, answering, recorded
from program import Program

Serve = Callable[..., Answering]
PASSWORD = "correct" + "-horse-battery"
LIST = "/experimental/session"


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Run a server with recorded answers."""
    with ExitStack() as running:

        def start(port: int = 0, **changes: Any) -> Answering:
            holds = Answering(recorded("1.18.33"), **changes)
            return running.enter_context(answering(holds, port))

        yield start


@pytest.fixture
def stand_in(program: Program) -> Callable[[str], Path]:
    """Put a program ``opencode`` of some version on the path; the folder it writes to."""

    def install(version: str) -> Path:
        place = program.home / "bin" / "opencode"
        place.parent.mkdir()
        script = Path(__file__).with_name("opencode_stand_in.py")
        place.write_text(
            f'#!/bin/sh\nexec "{sys.executable}" "{script}" {version} "{place.parent}" "$@"\n',
            encoding="utf-8",
        )
        place.chmod(0o755)
        return place.parent

    return install


def database(program: Program) -> None:
    file = program.home / ".local" / "share" / "opencode" / "opencode.db"
    file.parent.mkdir(parents=True)
    connection = sqlite3.connect(file)
    connection.executescript((DATA / "store-1.18.33.sql").read_text(encoding="utf-8"))
    connection.close()


def imported(program: Program, *words: str, code: int = 0) -> dict[str, Any]:
    (store,) = program.json("import", "--no-discover", *words, code=code)["stores"]
    return dict(store)


def report_of(answer: Any) -> str:
    """The report, its Markdown escapes taken out."""
    return Path(answer["report"]).read_text(encoding="utf-8").replace("\\", "")


def test_only_what_changed_is_asked_for_again(program: Program, serve: Serve) -> None:
    holds = serve()
    number = len(holds.answers[LIST])
    first = imported(program, "--server", holds.url)
    assert (first["path"], first["error"], first["files"]["read"]) == (holds.url, None, number)
    holds.asked.clear()
    changed = holds.answers[LIST][3]
    changed["time"]["updated"] += 1
    second = imported(program, "--server", holds.url)
    assert second["files"] == {"seen": number, "read": 1, "unchanged": number - 1, "unreadable": 0}
    assert [path for path in holds.paths if path.endswith("/message")] == [
        f"/session/{changed['id']}/message"
    ]


def test_a_server_that_is_not_asked_is_not_gone(program: Program, serve: Serve) -> None:
    holds = serve()
    imported(program, "--server", holds.url)
    holds.end()
    program.run("import")
    rows = program.json("sessions", "--limit", "100")["sessions"]
    assert {row["missing"] for row in rows} == {False}
    store = imported(program, "--server", holds.url, code=4)
    assert "does not answer: start the server" in store["error"]
    (row,) = program.json("stores")["stores"]
    assert row["missing"] == 0


def test_a_session_of_a_database_and_a_server_is_one(program: Program, serve: Serve) -> None:
    holds = serve()
    database(program)
    stores = program.json("import", "--server", holds.url)["stores"]
    assert len(stores) == 2
    rows = program.json("sessions", "--limit", "100")["sessions"]
    assert len(rows) == len({row["id"] for row in rows}) == len(holds.answers[LIST])


def test_a_named_server_stays_the_same_store_at_another_port(
    program: Program, serve: Serve
) -> None:
    first = serve()
    imported(program, "--server", f"laptop={first.url}")
    first.end()
    second = serve()
    store = imported(program, "--server", f"laptop={second.url}")
    assert store["path"] == "server:laptop"
    assert store["files"]["read"] == 0


def test_several_servers_are_several_stores(program: Program, serve: Serve) -> None:
    one, two = serve(), serve(password=PASSWORD)
    for holds, keep in ((one, slice(0, 9)), (two, slice(9, None))):
        holds.answers[LIST] = holds.answers[LIST][keep]
    answer = program.json(
        *("import", "--no-discover", "--server", f"one={one.url}", "--server", f"two={two.url}"),
        code=4,
    )
    first, second = answer["stores"]
    assert (first["path"], first["error"]) == ("server:one", None)
    assert "OPENCODE_SERVER_PASSWORD_TWO" in second["error"]
    assert f"--server two={two.url}" in second["error"]


def test_a_server_killed_in_the_middle(program: Program, serve: Serve) -> None:
    holds = serve()
    names = sorted(row["id"] for row in holds.answers[LIST])

    def dying(handler: Any) -> None:
        threading.Thread(target=holds.end).start()
        handler.close_connection = True

    for name in names[12:]:
        holds.odd[f"/session/{name}/message"] = dying
    answer = program.json("review", "--no-discover", "--last", "50", "--server", holds.url, code=4)
    report = report_of(answer)
    assert holds.url in report
    assert "import again" in report
    assert names[12] in report
    assert answer["coverage"]["skipped"]["unreadable"] == len(names) - 12
    held = {row["id"] for row in program.json("sessions", "--limit", "100")["sessions"]}
    assert held == set(names[:12])
    # What is missing comes with the next import, and nothing else is read again.
    again = serve(int(holds.url.rpartition(":")[2]))
    store = imported(program, "--server", again.url)
    assert store["files"]["read"] == len(names) - 12


def test_what_a_server_refuses_stands_in_the_report(program: Program, serve: Serve) -> None:
    holds = serve(password=PASSWORD)
    answer = program.json("review", "--no-discover", "--server", holds.url, code=4)
    report = report_of(answer)
    assert "wants a password: set OPENCODE_SERVER_PASSWORD, and name the server" in report
    told = program.run("doctor", "--no-discover", "--server", holds.url, code=5).stdout
    assert f"→ set OPENCODE_SERVER_PASSWORD, and name the server: --server {holds.url}" in told


def test_one_session_that_fails_is_named(program: Program, serve: Serve) -> None:
    holds = serve()
    name = holds.answers[LIST][5]["id"]
    holds.odd[f"/session/{name}/message"] = lambda handler: handler.json(FAILED, 500)
    store = imported(program, "--server", holds.url, code=4)
    assert name in store["error"]
    assert store["files"]["unreadable"] == 1


def test_the_password_is_kept_nowhere(
    program: Program, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    holds = serve(password=PASSWORD)
    file = program.home / "password"
    file.write_text(PASSWORD, encoding="utf-8")
    file.chmod(0o600)
    words = ("--no-discover", "--server", holds.url, "--server-password-file", str(file))
    done = program.run("review", "--last", "50", "--format", "md", *words)
    assert PASSWORD not in done.stdout + done.stderr
    assert PASSWORD.encode() not in program.everything()
    refused = program.run("import", "--server", f"http://u:{PASSWORD}@127.0.0.1:1", code=2)
    assert PASSWORD not in refused.stdout + refused.stderr
    assert "OPENCODE_SERVER_PASSWORD" in refused.stderr


def start(program: Program, *words: str, terminal: int | None = None) -> Any:
    environ = {**program.environ, "PATH": f"{program.home / 'bin'}:{os.environ['PATH']}"}
    return subprocess.Popen(
        [sys.executable, "-m", "reflect", "import", "--start-server", *words, "--format", "json"],
        stdin=subprocess.DEVNULL if terminal is None else terminal,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environ,
        cwd=program.home,
    )


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_server_is_started_and_stopped(program: Program, stand_in: Callable[[str], Path]) -> None:
    folder = stand_in("1.18.33")
    database(program)
    process = start(program, "--no-discover")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert "may load plugins and upgrade its store" in err
    (store,) = json.loads(out)["stores"]
    assert (store["path"], store["sessions"]["new"]) == ("server:started", 23)
    told = json.loads((folder / "started.json").read_text(encoding="utf-8"))
    assert (folder / "ended").exists()
    assert not runs(told["pid"])
    assert told["words"][:3] == ["serve", "--hostname", "127.0.0.1"]
    assert told["words"][4] != "4096"
    assert len(told["password"]) >= 32
    assert told["password"] not in " ".join(told["words"]) + out + err
    assert told["password"].encode() not in program.everything()
    assert not Path(told["folder"]).exists()


def test_a_store_older_than_the_program_needs_a_yes(
    program: Program, stand_in: Callable[[str], Path]
) -> None:
    folder = stand_in("1.19.0")
    database(program)
    process = start(program)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "older than OpenCode 1.19.0" in err
    assert not (folder / "started.json").exists()
    for said, code in ((b"n\n", 2), (b"y\n", 0)):
        ours, theirs = pty.openpty()
        process = start(program, "--no-discover", terminal=theirs)
        os.write(ours, said)
        _, err = process.communicate(timeout=60)
        os.close(ours)
        os.close(theirs)
        assert process.returncode == code, err
        assert (folder / "started.json").exists() == (code == 0)


def test_a_signal_ends_the_started_server_too(
    program: Program, stand_in: Callable[[str], Path]
) -> None:
    folder = stand_in("1.18.33")
    database(program)
    process = start(program)
    deadline = time.monotonic() + 30
    while not (folder / "started.json").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    told = json.loads((folder / "started.json").read_text(encoding="utf-8"))
    assert not runs(told["pid"])


def test_without_the_program_nothing_is_started(program: Program) -> None:
    process = subprocess.run(
        [sys.executable, "-m", "reflect", "import", "--start-server"],
        capture_output=True,
        text=True,
        env={**program.environ, "PATH": str(program.home)},
        cwd=program.home,
    )
    assert process.returncode == 2
    assert "--server URL" in process.stderr

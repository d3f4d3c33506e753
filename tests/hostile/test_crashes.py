"""A review that is killed, out of disk, or not alone: the next one is whole."""

import json
import random
import resource
import signal
import subprocess
import sys
import time
from typing import Any

import pytest
from program import Program


@pytest.fixture
def busy(store: Any) -> Any:
    """A store of 30 sessions: enough for a review to be met at any step."""
    for number in range(30):
        call = f"toolu_{number}"
        run = {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": "make test"}}
        records = [
            store.prompt(f"repair part {number}"),
            store.answer(run),
            store.result(call, "Exit code 2\nno such target", error=True),
            store.prompt("No, that still fails. Use pytest."),
        ]
        name = f"{number:08d}-2222-4333-8444-555555555555"
        text = "".join(
            json.dumps(record | {"sessionId": name, "timestamp": f"2026-11-02T10:0{place}:00.000Z"})
            + "\n"
            for place, record in enumerate(records)
        )
        (store.folder / f"{name}.jsonl").write_text(text)
    return store


def sessions(program: Program) -> Any:
    return program.json("sessions")["sessions"]


def test_a_review_that_is_killed_is_completed_by_the_next(program: Program, busy: Any) -> None:
    words = ("review", "--last", "100", *busy.flags)
    begun = time.monotonic()
    program.run(*words)
    longest = time.monotonic() - begun
    expected = sessions(program)
    other = Program(program.home.parent / "killed")
    other.home.mkdir()
    chance = random.Random(3)  # noqa: S311 - when to kill
    for _ in range(3):
        process = other.start(*words)
        time.sleep(chance.uniform(0.1, longest))
        process.send_signal(signal.SIGKILL)
        process.wait()
        other.run("audit", "verify")
    other.run(*words)
    assert sessions(other) == expected
    assert other.run("audit", "verify").stdout.startswith("OK")
    left = {file.name for file in other.data.rglob("*") if file.is_file()}
    assert not [name for name in left if name.endswith((".tmp", ".wal")) or ".new-" in name]


def test_a_full_disk_is_told_and_spoils_nothing(program: Program, busy: Any) -> None:
    words = ("review", "--last", "100", *busy.flags)
    for limit in (0, 31, 4_000, 300_000, 800_000):

        def limited(most: int = limit) -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

        done = subprocess.run(
            [sys.executable, "-m", "reflect", *words],
            capture_output=True,
            text=True,
            # Python 3.11 would leave a module that it compiles cut off, for all who start later.
            env={**program.environ, "PYTHONDONTWRITEBYTECODE": "1"},
            cwd=program.home,
            preexec_fn=limited,
        )
        assert done.returncode == 74, (limit, done.stderr)
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 2, done.stderr
        assert not list(program.data.rglob("*.tmp"))
    program.run(*words)
    assert len(sessions(program)) == 30
    program.run("audit", "verify")


def test_processes_at_once_wait_or_say_that_they_are_busy(program: Program, busy: Any) -> None:
    review = ("review", "--last", "9", *busy.flags)
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "reflect", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=program.environ,
            cwd=program.home,
        )
        for words in (review, ("import", *busy.flags), review, ("doctor", "--no-discover"))
    ]
    for process in started:
        _, said = process.communicate()
        assert process.returncode in (0, 75), said
        assert b"defect" not in said
    program.run(*review)
    assert len(sessions(program)) == 30
    program.run("audit", "verify")

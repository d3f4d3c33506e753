"""Processes that are killed, that wait for each other, and disks that are full."""

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from reflect.errors import Busy, ExitCode, StorageFailed
from reflect.warehouse import open_warehouse
from tests.warehouse.loader_process import made
from tests.warehouse.warehouse_builders import STORE, dump, load, session, unit

LOADER = Path(__file__).parent / "loader_process.py"

HOLDER = """
import sys, time
from pathlib import Path
from reflect.warehouse import open_warehouse
with open_warehouse(Path(sys.argv[1]), write=sys.argv[2] == "write"):
    print("open", flush=True)
    time.sleep(float(sys.argv[3]))
"""


def loader(path: Path, sessions: int, size: int) -> subprocess.Popen[str]:
    command = [sys.executable, str(LOADER), str(path), str(sessions), str(size)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def holder(path: Path, mode: str, seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", HOLDER, str(path), mode, str(seconds)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    return process


def ended(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def whole_sessions(path: Path) -> set[str]:
    """Names of the sessions in a warehouse, each checked to be whole and in the ledger."""
    with open_warehouse(path, write=False) as warehouse:
        rows = warehouse.session_rows()
        ledger = warehouse.ledger("claude-code", STORE)
        assert {f"{row.id}.jsonl" for row in rows} == set(ledger)
        connection = warehouse._connection
        for table in ("message", "part", "tool_call"):
            counted = connection.rows(f"SELECT session, count(*) FROM {table} GROUP BY session")  # noqa: S608
            assert dict(counted) == {row.key: 30 for row in rows}
        for row in rows:
            number = int(row.id[1:])
            is_copy = number % 2 == 1 and f"s{number - 1:03d}.jsonl" in ledger
            assert row.messages == (0 if is_copy else 30)
        return {row.id for row in rows}


def test_twenty_kills_leave_no_half_session(path: Path) -> None:
    """Killed at random moments of open, load, link and close; the last run completes."""
    chosen = random.Random(11)  # noqa: S311 - moments, no secret
    sessions, size = 900, 4
    seen: set[str] = set()
    grew = 0
    for _ in range(20):
        process = loader(path, sessions, size)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(chosen.uniform(0, 0.2))
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        found = whole_sessions(path)
        assert seen <= found
        grew += seen < found
        seen = found
    # On a busy machine most kills fall before the first transaction; a few must meet a load.
    assert grew >= 3, "the kills did not meet a load"
    assert len(seen) < sessions
    process = loader(path, sessions, size)
    out, _ = process.communicate(timeout=120)
    assert out.splitlines()[-1] == "done"
    assert len(whole_sessions(path)) == sessions
    killed = dump(path)
    other = path.with_name("other.duckdb")
    with open_warehouse(other, write=True) as warehouse:
        load(warehouse, *(made(n) for n in range(sessions)))
    assert dump(other) == killed


def test_a_kill_while_the_file_is_made_leaves_nothing_or_a_whole_one(new_path: Path) -> None:
    chosen = random.Random(5)  # noqa: S311 - moments, no secret
    for _ in range(5):
        command = [sys.executable, "-c", HOLDER, str(new_path), "write", "9"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, text=True)
        time.sleep(chosen.uniform(0.2, 0.9))
        ended(process)
        with open_warehouse(new_path, write=True) as warehouse:
            assert warehouse.session_rows() == []
        assert [each.name for each in new_path.parent.iterdir() if ".new-" in each.name] == []
        new_path.unlink()


@pytest.mark.parametrize("held", ["write", "read"])
def test_the_second_process_waits_and_then_names_the_first(path: Path, held: str) -> None:
    first = holder(path, held, 30)
    try:
        begun = time.monotonic()
        with pytest.raises(Busy) as told, open_warehouse(path, write=True, wait=0.5):
            pass
        assert 0.5 <= time.monotonic() - begun < 10
    finally:
        ended(first)
    pattern = rf"reflect is busy: another process \(PID {first.pid}\) holds {re.escape(str(path))}"
    assert re.match(pattern, told.value.message)
    assert told.value.exit_code is ExitCode.BUSY
    assert int(told.value.exit_code) == 75


def test_a_reader_waits_for_a_writer_and_gets_in(path: Path) -> None:
    first = holder(path, "write", 0.5)
    try:
        with pytest.raises(Busy), open_warehouse(path, write=False, wait=0):
            pass
        with open_warehouse(path, write=False, wait=20) as warehouse:
            assert warehouse.session_rows() == []
    finally:
        ended(first)


def test_readers_do_not_wait_for_each_other(path: Path) -> None:
    first = holder(path, "read", 30)
    try:
        with open_warehouse(path, write=False, wait=0) as warehouse:
            assert warehouse.session_rows() == []
    finally:
        ended(first)


def test_a_reader_links_what_a_killed_writer_left(path: Path) -> None:
    code = f"""
import os, sys
sys.path.append({str(LOADER.parents[2])!r})
from pathlib import Path
from tests.warehouse.warehouse_builders import session, unit
from reflect.warehouse import open_warehouse
with open_warehouse(Path({str(path)!r}), write=True) as warehouse:
    warehouse.load([unit(session("a"))])
    os._exit(9)
"""
    assert subprocess.run([sys.executable, "-c", code]).returncode == 9
    assert path.with_name(f"{path.name}.wal").exists()
    with open_warehouse(path, write=False) as warehouse:
        assert [(row.id, row.human_turns) for row in warehouse.session_rows()] == [("a", 1)]


FULL_DISK = """
import resource, sys
sys.path.append(sys.argv[2])
from pathlib import Path
from tests.warehouse.loader_process import made
from tests.warehouse.warehouse_builders import unit
from reflect.errors import ReflectError
from reflect.warehouse import open_warehouse
path, limit = Path(sys.argv[1]), int(sys.argv[3])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    with open_warehouse(path, write=True) as warehouse:
        for first in range(10, 400, 20):
            warehouse.load([unit(made(n)) for n in range(first, first + 20)])
except ReflectError as error:
    print(error.message)
    sys.exit(int(error.exit_code))
"""


@pytest.mark.parametrize("room", [0, 50_000, 200_000, 400_000, 700_000])
def test_a_full_disk_is_told_and_what_was_saved_stays(path: Path, room: int) -> None:
    """The log or the checkpoint meets the limit: exit 74, and the warehouse opens again."""
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, *(made(n) for n in range(10)))
    limit = str(path.stat().st_size + room)
    command = [sys.executable, "-c", FULL_DISK, str(path), str(LOADER.parents[2]), limit]
    # Python 3.11 would leave a module that it compiles cut off, for all who start later.
    environ = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    told = subprocess.run(command, capture_output=True, text=True, env=environ)
    assert (told.returncode, told.stderr) == (ExitCode.STORAGE, "")
    assert str(path) in told.stdout
    assert "bytes" in told.stdout
    assert "word" not in told.stdout
    assert {f"s{n:03d}" for n in range(10)} <= whole_sessions(path)


def test_a_failure_on_the_way_keeps_nothing_of_the_batch(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever write fails, the batch is undone as a whole and the next one works."""
    from reflect.warehouse.connection import Connection

    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, session("a"))
    before = dump(path)
    append = Connection.append
    for fails in range(12):
        left = iter(range(fails))

        def failing(self: Connection, table: str, rows: object) -> None:
            if next(left, None) is None:  # noqa: B023
                raise StorageFailed("no more")
            append(self, table, rows)  # type: ignore[arg-type]

        monkeypatch.setattr(Connection, "append", failing)
        with open_warehouse(path, write=True) as warehouse:
            try:
                load(warehouse, session("a", title=None), session("b"))
            except StorageFailed:
                failed = True
            else:
                failed = False
        monkeypatch.undo()
        if not failed:
            break
        assert dump(path) == before
    assert fails >= 6
    with open_warehouse(path, write=True) as warehouse:
        assert warehouse.load([unit(session("a", title=None))]).unchanged == 1

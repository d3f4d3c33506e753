"""An import so large that other processes read for it: the same rows, and nobody left behind."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from program import Program

from reflect.pipeline.readers import WORTH_BYTES
from reflect.warehouse import open_warehouse

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/environ").exists() or len(os.sched_getaffinity(0)) < 2,
    reason="needs /proc and two cores",
)

TOKEN = "gh" + "p_" + "Zx81" * 9
SESSIONS = 12


@pytest.fixture
def large(store: Any) -> Any:
    """Twelve sessions of 2.2 MB, the last line of each cut off."""
    for number in range(SESSIONS):
        name = f"{number:08d}-3333-4333-8444-555555555555"
        records = [store.prompt(f"repair part {number} with {TOKEN}")]
        for place in range(8):
            call = f"toolu_{number}_{place}"
            run = {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": "make"}}
            output = f"part {number} step {place}: ok\n" * 14_000 + TOKEN
            records += [store.answer(run), store.result(call, output)]
        text = "".join(
            json.dumps(record | {"sessionId": name, "timestamp": f"2026-11-02T10:{at:02d}:00.000Z"})
            + "\n"
            for at, record in enumerate(records)
        )
        (store.folder / f"{name}.jsonl").write_text(text + '{"type":"assist')
    size = sum(file.stat().st_size for file in store.folder.iterdir())
    assert size > WORTH_BYTES
    return store


TABLES = {
    "session": "* EXCLUDE (path)",
    "message": "*",
    "part": "*",
    "tool_call": "*",
    "context_item": "*",
}


def tables(program: Program) -> dict[str, list[Any]]:
    """Every row that an import writes, but for where the store lies."""
    with open_warehouse(program.data / "warehouse.duckdb", write=False) as warehouse:
        return {
            table: warehouse.sql(f"SELECT {columns} FROM {table} ORDER BY ALL", 10_000)[1]  # noqa: S608
            for table, columns in TABLES.items()
        }


def reader_processes(program: Program) -> list[int]:
    """Readers that run on this machine of the test."""
    home = f"HOME={program.home}\0".encode()
    found = []
    for entry in Path("/proc").iterdir():
        try:
            environ, words = (entry / "environ").read_bytes(), (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if home in environ and b"reader_process" in words:
            found.append(int(entry.name))
    return found


def met(program: Program, process: subprocess.Popen[bytes]) -> list[int]:
    """The readers of an import that runs, as soon as there are some."""
    while process.poll() is None:
        found = reader_processes(program)
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError("no reader was started")


def gone(program: Program) -> bool:
    """Whether the last reader ends by itself, in half a minute at most."""
    for _ in range(300):
        if not reader_processes(program):
            return True
        time.sleep(0.1)
    return False


@pytest.fixture
def expected(large: Any, program: Program, tmp_path: Path) -> dict[str, list[Any]]:
    """What one process alone imports; the key that masks and hashes is given to ``program`` too."""
    alone = Program(tmp_path / "alone")
    alone.home.mkdir()
    code = (
        "import os, sys; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))});"
        "from reflect.cli import main; sys.argv[0] = 'reflect'; main()"
    )
    subprocess.run(
        [sys.executable, "-c", code, "import", *large.flags],
        check=True,
        capture_output=True,
        env=alone.environ,
    )
    program.data.mkdir(mode=0o700)
    shutil.copy2(alone.data / "audit.key", program.data)
    return tables(alone)


def test_readers_give_what_one_process_gives(
    program: Program, large: Any, expected: dict[str, list[Any]]
) -> None:
    answer = program.json("import", *large.flags)
    (counts,) = answer["stores"]
    assert counts["sessions"]["new"] == SESSIONS
    assert len(expected["tool_call"]) == SESSIONS * 8
    assert tables(program) == expected
    assert TOKEN.encode() not in program.everything()
    assert reader_processes(program) == []


def test_what_a_killed_reader_had_to_read_is_read_without_it(
    program: Program, large: Any, expected: dict[str, list[Any]]
) -> None:
    process = program.start("import", *large.flags)
    first, *_ = met(program, process)
    os.kill(first, signal.SIGKILL)
    assert process.wait() == 0
    assert tables(program) == expected


def test_no_reader_outlives_an_import_that_is_killed(
    program: Program, large: Any, expected: dict[str, list[Any]]
) -> None:
    process = program.start("import", *large.flags)
    met(program, process)
    process.kill()
    process.wait()
    assert gone(program)
    program.run("import", *large.flags)
    assert tables(program) == expected


def test_a_reader_runs_nothing_of_the_folder_it_is_started_in(
    program: Program, large: Any, expected: dict[str, list[Any]]
) -> None:
    mark = program.home / "was-run"
    for name in ("polars.py", "msgspec.py", "pickle.py", "tomllib.py", "sqlite3.py"):
        (program.home / name).write_text(f"open({str(mark)!r}, 'w').close()\n")
    command = [sys.executable, "-P", "-m", "reflect", "import", *large.flags]
    process = subprocess.Popen(
        command, env=program.environ, cwd=program.home, stdout=subprocess.DEVNULL
    )
    met(program, process)
    assert process.wait() == 0
    assert not mark.exists()
    assert tables(program) == expected

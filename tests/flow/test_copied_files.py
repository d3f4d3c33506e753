"""A restored home: the same files under other numbers are told by their ends and not read again."""

import errno
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from program import Program

from reflect.model.source import LedgerEntry
from reflect.stores import files

DATA = Path(__file__).parents[1] / "data"
STORES = {
    "claude-code": [DATA / "claude_code" / "2.1.332"],
    "codex": [DATA / "codex" / "0.171.0" / name for name in ("x01-success", "x04-correction")],
}
SECOND = 1_000_000_000


@pytest.fixture(params=sorted(STORES))
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A store of some sessions."""
    place = tmp_path / str(request.param)
    for store in STORES[request.param]:
        shutil.copytree(store, place, dirs_exist_ok=True)
    return place


def transcripts(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.jsonl"))


def copied(folder: Path) -> None:
    """The folder as a copy of itself: the same times, other inodes."""
    before = {path: path.stat() for path in transcripts(folder)}
    aside = folder.with_name(f"{folder.name}-before")
    folder.rename(aside)
    shutil.copytree(aside, folder)
    assert all(path.stat().st_ino != status.st_ino for path, status in before.items())
    assert all(path.stat().st_mtime_ns == status.st_mtime_ns for path, status in before.items())


def imported(program: Program, folder: Path) -> dict[str, Any]:
    (row,) = program.json("import", "--no-discover", str(folder))["stores"]
    found: dict[str, Any] = row
    return found


def everything(program: Program) -> list[Any]:
    return [program.json("sessions")["sessions"], program.json("turns")["turns"]]


def test_copies_are_not_read_again(program: Program, folder: Path) -> None:
    first = imported(program, folder)
    before = everything(program)
    assert first["files"]["read"] == first["files"]["seen"] > 1
    copied(folder)
    again = imported(program, folder)
    assert (again["files"]["read"], again["bytes"]) == (0, 0)
    assert again["files"]["unchanged"] == first["files"]["seen"]
    assert everything(program) == before
    numbers = program.json("sql", "SELECT inode FROM ledger ORDER BY inode")["rows"]
    inodes = {path.stat().st_ino for path in folder.rglob("*")}
    assert numbers
    assert all(inode in inodes for (inode,) in numbers)


def test_a_copy_may_have_lost_the_fraction_of_a_second(program: Program, folder: Path) -> None:
    imported(program, folder)
    copied(folder)
    for path in transcripts(folder):
        seconds = path.stat().st_mtime_ns // SECOND * SECOND
        os.utime(path, ns=(seconds, seconds))
    assert imported(program, folder)["files"]["read"] == 0
    assert imported(program, folder)["files"]["read"] == 0


@pytest.mark.parametrize("place", [20, -20])
def test_another_file_with_the_same_size_and_time_is_read(
    place: int, program: Program, folder: Path
) -> None:
    imported(program, folder)
    copied(folder)
    for path in transcripts(folder):
        status, content = path.stat(), bytearray(path.read_bytes())
        content[place] ^= 1
        path.write_bytes(content)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    files = imported(program, folder)["files"]
    assert files["read"] > 1
    assert files["unchanged"] == 0


def test_a_copy_that_grew_is_read(program: Program, folder: Path) -> None:
    imported(program, folder)
    copied(folder)
    path = transcripts(folder)[-1]
    with path.open("a") as file:
        file.write("{}\n")
    assert imported(program, folder)["files"]["read"] == 1


def test_a_copy_that_cannot_be_read_is_no_copy(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> bool:
        raise OSError(errno.EIO, "input/output error")

    path = transcripts(folder)[0]
    entry = LedgerEntry(path.name, 1, 1, 1, offset=1)
    monkeypatch.setattr(files, "holds_what_was_read", broken)
    assert not files.is_copy(path, folder, entry)
    assert not files.is_copy(folder / "gone.jsonl", folder, entry)

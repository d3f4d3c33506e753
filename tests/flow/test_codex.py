"""Codex rollouts with the real command: moved, compressed, rewritten, they stay one session."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from program import Program

DATA = Path(__file__).parents[1] / "data"
THREAD = "01a227f8-90e9-7260-a69b-ade54c6e3db0"
"""Recorded from 0.93.0; later compressed, and migrated by 0.171.0, by the real client."""


@pytest.fixture
def codex(program: Program) -> Path:
    """A Codex home with that thread."""
    home = program.home / ".codex"
    shutil.copytree(DATA / "codex" / "0.93.0" / "x04-correction", home)
    return home


def rollout(home: Path) -> Path:
    (path,) = home.rglob(f"rollout-*{THREAD}*")
    return path


def imported(program: Program) -> dict[str, Any]:
    """Import; the answer for the store."""
    (row,) = program.json("import")["stores"]
    answer: dict[str, Any] = row
    return answer


def numbers(program: Program) -> dict[str, Any]:
    """The one session, without the place it lies in."""
    (row,) = program.json("sessions")["sessions"]
    return {name: value for name, value in row.items() if name != "path"}


def turns(program: Program) -> list[str]:
    return [row["act"] for row in program.json("turns")["turns"]]


def test_cx16_a_move_into_the_archive_and_back(program: Program, codex: Path) -> None:
    imported(program)
    before, acts, path = numbers(program), turns(program), rollout(codex)
    archive = codex / "archived_sessions"
    archive.mkdir()
    away = path.rename(archive / path.name)
    assert imported(program)["sessions"]["new"] == 0
    assert (numbers(program), turns(program)) == (before, acts)
    (row,) = program.json("sessions")["sessions"]
    assert row["path"].endswith(f"archived_sessions/{path.name}")
    away.rename(path)
    assert imported(program)["sessions"]["new"] == 0
    assert (numbers(program), turns(program)) == (before, acts)
    assert before["usage"] == {
        "input_uncached": 2856, "cache_read": 6144, "cache_write": 0, "output": 360,
    }  # fmt: skip


def test_cx15_a_compression_between_two_imports(program: Program, codex: Path) -> None:
    imported(program)
    before, acts, path = numbers(program), turns(program), rollout(codex)
    packed = next((DATA / "codex_compressed" / "compressed").rglob(f"*{THREAD}*.zst"))
    shutil.copy(packed, path.with_name(packed.name))
    assert imported(program)["files"]["read"] == 0
    path.unlink()
    again = imported(program)["sessions"]
    assert (again["new"], again["changed"], again["missing"]) == (0, 1, 0)
    assert (numbers(program), turns(program)) == (before, acts)


def test_cx17_a_migration_in_place(program: Program, codex: Path) -> None:
    imported(program)
    before, acts, path = numbers(program), turns(program), rollout(codex)
    packed = next((DATA / "codex_compressed" / "migrated").rglob(f"*{THREAD}*.zst"))
    shutil.copy(packed, path.with_name(packed.name))
    path.unlink()
    again = imported(program)["sessions"]
    assert (again["new"], again["changed"], again["missing"]) == (0, 1, 0)
    assert (numbers(program), turns(program)) == (before, acts)


def test_a_rollout_that_grows_is_read_from_its_last_line(program: Program, codex: Path) -> None:
    path = rollout(codex)
    data = path.read_bytes()
    half = data.index(b"\n", len(data) // 2) + 1
    path.write_bytes(data[:half])
    assert imported(program)["bytes"] == half
    with path.open("ab") as file:
        file.write(data[half:])
    second = imported(program)
    assert (second["bytes"], second["sessions"]["changed"]) == (len(data) - half, 1)
    grown, acts = numbers(program), turns(program)
    shutil.rmtree(program.data)
    imported(program)
    assert (numbers(program), turns(program)) == (grown, acts)


def test_a_name_that_stands_only_in_the_index_reaches_a_thread_that_rests(
    program: Program, codex: Path
) -> None:
    shutil.copytree(DATA / "codex" / "0.93.0" / "x01-success", codex, dirs_exist_ok=True)

    def titles() -> dict[str, str]:
        return {row["id"]: row["title"] for row in program.json("sessions")["sessions"]}

    imported(program)
    first, acts = titles(), turns(program)
    for name in ("The cart", "The till"):
        with (codex / "session_index.jsonl").open("a") as index:
            index.write(f'{{"id":"{THREAD}","thread_name":"{name}","updated_at":""}}\n')
        answer = imported(program)
        assert (answer["files"]["read"], answer["bytes"]) == (1, 0)
        assert (titles(), turns(program)) == ({**first, THREAD: name}, acts)
        assert imported(program)["files"]["read"] == 0


def test_a_rollout_that_loses_its_end_loses_nothing_here(program: Program, codex: Path) -> None:
    imported(program)
    before, acts, path = numbers(program), turns(program), rollout(codex)
    data = path.read_bytes()
    with path.open("r+b") as file:
        file.truncate(len(data) // 2)
    assert imported(program)["sessions"]["missing"] == 0
    assert (numbers(program), turns(program)) == (before, acts)
    with path.open("ab") as file:
        file.write(data[len(data) // 2 :])
    imported(program)
    assert (numbers(program), turns(program)) == (before, acts)


def test_a_compression_that_is_cut_loses_nothing_here(program: Program, codex: Path) -> None:
    imported(program)
    before, acts, path = numbers(program), turns(program), rollout(codex)
    packed = next((DATA / "codex_compressed" / "compressed").rglob(f"*{THREAD}*.zst"))
    cut = path.with_name(packed.name)
    cut.write_bytes(packed.read_bytes()[:-3000])
    path.unlink()
    failed = program.run("import", code=4)
    assert "what was imported of it before is kept" in failed.stdout + failed.stderr
    assert (numbers(program), turns(program)) == (before, acts)
    shutil.copy(packed, cut)
    assert imported(program)["sessions"]["missing"] == 0
    assert (numbers(program), turns(program)) == (before, acts)


def test_a_rollout_that_is_deleted_stays_in_the_archive_of_reflect(
    program: Program, codex: Path
) -> None:
    imported(program)
    rollout(codex).unlink()
    imported(program)
    assert numbers(program)["missing"] is True
    assert numbers(program)["human_turns"] == 4


def test_coverage_of_a_thread_with_a_sub_agent_and_a_review_adds_up(program: Program) -> None:
    home = program.home / ".codex"
    for name in ("x05-subagent", "x10-review", "x12-interactive"):
        shutil.copytree(DATA / "codex" / "0.171.0" / name, home, dirs_exist_ok=True)
    answer = program.json("review", "--last", "5", "--include-automated")
    coverage = answer["coverage"]
    assert coverage["found"] == 5
    assert coverage["found"] == coverage["analysed"] + sum(coverage["skipped"].values())
    assert coverage["skipped"]["sub_agent"] == 2


def test_the_command_names_the_store(program: Program, codex: Path) -> None:
    assert "codex" in program.run("doctor").stdout
    imported(program)
    assert str(codex.name) in program.run("stores").stdout
    found = program.run("import", "--no-discover", f"--store=codx={codex}", code=2)
    assert "did you mean codex=" in found.stderr

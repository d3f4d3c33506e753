"""Odd, damaged and foreign files where reflect keeps its own things."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

Reflect = Callable[..., tuple[int, str, str]]


def test_the_archive_may_lie_in_any_folder_a_person_makes(
    reflect: Reflect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("with space", "ünï'q\"", "a#b%41;c", "line\nbreak", "relative/deep"):
        monkeypatch.setenv("REFLECT_HOME", name)
        code, out, said = reflect("review", "--no-discover")
        assert (code, said.startswith("No sessions")) == (0, True), (name, said)
        assert "found 0" in out
        assert (tmp_path / name / "warehouse.duckdb").is_file()


@pytest.mark.parametrize(("name", "code"), [("a?b", 65), ("a\\b", 65), ("file/x", 2), ("file", 2)])
def test_a_place_that_cannot_be_is_told(
    reflect: Reflect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: int
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("REFLECT_HOME", str(tmp_path / name))
    ended, out, said = reflect("review", "--no-discover")
    assert (ended, out) == (code, "")
    assert "next:" in said
    assert "defect" not in said


def damage(file: Path, how: str) -> None:
    whole = file.read_bytes()
    file.unlink()
    match how:
        case "empty":
            file.touch()
        case "cut":
            file.write_bytes(whole[:3000])
        case "flipped":
            file.write_bytes(whole[:4096] + bytes(b ^ 255 for b in whole[4096:5000]) + whole[5000:])
        case "words":
            file.write_text("not an archive")
        case "sqlite":
            connection = sqlite3.connect(file)
            connection.execute("create table session(id)")
            connection.close()
        case "folder":
            file.mkdir()
        case "pipe":
            os.mkfifo(file)


@pytest.mark.parametrize("how", ["empty", "cut", "flipped", "words", "sqlite", "folder", "pipe"])
def test_a_damaged_archive_is_named_and_left_alone(
    reflect: Reflect, hermetic: Path, how: str
) -> None:
    reflect("review", "--no-discover")
    file = hermetic / "reflect" / "warehouse.duckdb"
    damage(file, how)
    before = file.stat()
    for words in (("review", "--no-discover"), ("sessions",), ("sql", "select 1")):
        code, out, said = reflect(*words)
        assert (code, out) == (65, ""), said
        assert f"{file} is damaged" in said
    code, out, _ = reflect("doctor", "--no-discover")
    assert code == 5
    assert "is damaged" in out
    assert file.stat().st_ino == before.st_ino


@pytest.mark.parametrize(
    ("how", "code"), [("empty", 5), ("long", 5), ("loose", 77), ("link", 5), ("pipe", 5)]
)
def test_a_key_that_is_not_ours_is_refused_and_doctor_says_so(
    reflect: Reflect, hermetic: Path, how: str, code: int
) -> None:
    reflect("review", "--no-discover")
    key = hermetic / "reflect" / "audit.key"
    match how:
        case "empty":
            key.write_bytes(b"")
        case "long":
            key.write_bytes(bytes(100))
        case "loose":
            key.chmod(0o644)
        case "link":
            key.rename(key.with_name("other"))
            key.symlink_to("other")
        case "pipe":
            key.unlink()
            os.mkfifo(key, 0o600)
    assert reflect("review", "--no-discover")[0] == code
    assert reflect("audit", "verify")[0] == code
    ended, out, _ = reflect("doctor", "--no-discover")
    assert ended == 5
    assert "audit.key" in out


def test_without_its_key_nothing_can_be_proved(reflect: Reflect, hermetic: Path) -> None:
    reflect("review", "--no-discover")
    (hermetic / "reflect" / "audit.key").unlink()
    code, out, _ = reflect("audit", "verify")
    assert code == 5
    assert out.startswith("NOKEY")


def test_a_key_half_made_by_a_killed_process_is_swept(reflect: Reflect, hermetic: Path) -> None:
    folder = hermetic / "reflect"
    folder.mkdir(mode=0o700)
    (folder / "audit.key.new-1").write_bytes(b"half")
    assert reflect("review", "--no-discover")[0] == 0
    assert [file.name for file in folder.glob("audit.key*")] == ["audit.key"]

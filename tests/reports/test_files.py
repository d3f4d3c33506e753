"""Our own files: private from birth, whole or not at all, only redacted text."""

import errno
import os
import stat
from pathlib import Path

import pytest

from reflect.errors import InternalError, NotPermitted, StorageFailed
from reflect.model.redacted import seal
from reflect.reports import files


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def loose_umask() -> object:
    """The modes must hold without help of the umask."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_a_report_is_private_from_the_folder_down(tmp_path: Path) -> None:
    folder = tmp_path / "reports" / "2026"
    path = files.write_private(folder, "run_1.md", seal("# é\n"))
    assert path.read_text(encoding="utf-8") == "# é\n"
    assert (mode(path), mode(folder), mode(folder.parent)) == (0o600, 0o700, 0o700)
    assert list(folder.iterdir()) == [path]


def test_unredacted_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InternalError):
        files.write_private(tmp_path, "run_1.md", "plain")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["../x.md", "a/b.md", "run.md.sh", "run", ".md", "con.md", "x."])
def test_unsafe_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InternalError):
        files.write_private(tmp_path / "inside", name, seal("x"))
    assert not (tmp_path / "x.md").exists()


def test_a_report_is_never_overwritten(tmp_path: Path) -> None:
    path = files.write_private(tmp_path, "run_1.md", seal("first"))
    with pytest.raises(StorageFailed):
        files.write_private(tmp_path, "run_1.md", seal("second"))
    assert path.read_text(encoding="utf-8") == "first"


def test_a_link_in_place_of_a_file_is_replaced_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine", encoding="utf-8")
    (tmp_path / "out.json").symlink_to(victim)
    path = files.write_output(tmp_path / "out.json", seal("{}"))
    assert victim.read_text(encoding="utf-8") == "mine"
    assert not path.is_symlink()
    assert mode(path) == 0o600


def test_a_link_in_place_of_the_temporary_file_is_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine", encoding="utf-8")
    (tmp_path / ".run_1.md.tmp").symlink_to(victim)
    files.write_private(tmp_path, "run_1.md", seal("new"))
    assert victim.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("call", ["fsync", "rename", "open"])
@pytest.mark.parametrize(
    ("number", "error"), [(errno.ENOSPC, StorageFailed), (errno.EACCES, NotPermitted)]
)
def test_a_failure_leaves_no_half_file(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    call: str,
    number: int,
    error: type[Exception],
) -> None:
    (tmp_path / "out.md").write_text("old", encoding="utf-8")

    def fails(*_args: object, **_options: object) -> None:
        raise OSError(number, "injected")

    monkeypatch.setattr(os, call, fails)
    with pytest.raises(error) as raised:
        files.write_output(tmp_path / "out.md", seal("new text"))
    monkeypatch.undo()
    assert str(tmp_path) in str(raised.value)
    assert (tmp_path / "out.md").read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out.md"]


def test_a_folder_is_no_output(tmp_path: Path) -> None:
    with pytest.raises(StorageFailed):
        files.write_output(tmp_path, seal("x"))


def test_what_is_no_file_keeps_its_place(tmp_path: Path) -> None:
    """Somebody who may write in ``/dev`` would replace ``/dev/stdout`` for the whole machine."""
    os.mkfifo(tmp_path / "pipe")
    for name, target in (
        ("to-pipe", "pipe"),
        ("null", "/dev/null"),
        ("stdout", "/proc/self/fd/1"),
        ("mac", "fd/1"),
    ):
        (tmp_path / name).symlink_to(target)
    before = sorted(tmp_path.iterdir())
    for path in before:
        with pytest.raises(StorageFailed, match="is no file"):
            files.write_output(path, seal("x"))
        assert path.is_symlink() or path.is_fifo()
    assert sorted(tmp_path.iterdir()) == before


def test_a_file_in_place_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "reports").write_text("", encoding="utf-8")
    with pytest.raises(StorageFailed, match="reports"):
        files.write_private(tmp_path / "reports" / "2026", "run_1.md", seal("x"))

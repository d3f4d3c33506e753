"""What is kept is what would be made: other bytes, a damaged file or no room make it anew."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import reflect
from reflect import derived
from reflect.derived import can_keep, kept, kept_before


class Maker:
    """Counts how often it was asked."""

    def __init__(self, result: bytes) -> None:
        self.result = result
        self.asked = 0

    def __call__(self) -> bytes:
        self.asked += 1
        return self.result


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the result is kept."""
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    monkeypatch.setattr(derived, "__file__", str(tmp_path / "derived.py"))
    (tmp_path / "derived.py").write_text("# here")
    monkeypatch.setattr(derived, "_place", lambda name: tmp_path / "__pycache__" / f"{name}.kept")
    yield tmp_path / "__pycache__" / "sample.kept"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    file = tmp_path / "source.toml"
    file.write_text("a = 1")
    return file


def test_the_same_bytes_are_read_once(place: Path, source: Path) -> None:
    make = Maker(b"made")
    assert [kept("sample", [source], make) for _ in range(3)] == [b"made"] * 3
    assert make.asked == 1
    assert [each.name for each in place.parent.iterdir()] == ["sample.kept"]


def test_other_bytes_of_the_same_size_and_time_make_it_anew(place: Path, source: Path) -> None:
    import os

    kept("sample", [source], Maker(b"old"))
    state = source.stat()
    source.write_text("a = 2")
    os.utime(source, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert kept("sample", [source], Maker(b"new")) == b"new"
    assert place.exists()


def test_a_source_more_another_salt_name_or_python_make_it_anew(
    place: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = source.with_name("more.toml")
    more.write_text("a = 1")
    kept("sample", [source], Maker(b"1"))
    assert kept("sample", [source, more], Maker(b"2")) == b"2"
    assert kept("sample", [more], Maker(b"3")) == b"3"
    assert kept("sample", [source], Maker(b"4"), salt="other") == b"4"
    assert kept("another", [source], Maker(b"5"), salt="other") == b"5"
    monkeypatch.setattr("sys.version", "another")
    assert kept("sample", [source], Maker(b"6"), salt="other") == b"6"


@pytest.mark.parametrize("cut", [0, 10, 40, 64, 66])
def test_a_damaged_file_makes_it_anew(place: Path, source: Path, cut: int) -> None:
    kept("sample", [source], Maker(b"made"))
    whole = place.read_bytes()
    place.write_bytes(whole[:cut])
    assert kept("sample", [source], Maker(b"again")) == b"again"
    place.write_bytes(whole[:cut] + b"\xff" + whole[cut + 1 :])
    assert kept("sample", [source], Maker(b"again")) == b"again"


def test_where_nothing_may_be_written_it_is_made_each_time(
    place: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = Maker(b"made")
    place.parent.write_text("no folder")
    assert [kept("sample", [source], make) for _ in range(2)] == [b"made"] * 2
    place.parent.unlink()
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert [kept("sample", [source], make) for _ in range(2)] == [b"made"] * 2
    assert make.asked == 4
    assert not place.exists()


@pytest.mark.parametrize(
    "file",
    [
        "pipeline/measured.toml",
        "recommendations/remedies.toml",
        *(f"redaction/rules/{name}.toml" for name in ("vendors", "shapes", "words")),
    ],
)
def test_a_kept_toml_file_says_what_it_says(file: str, tmp_path: Path) -> None:
    source = Path(reflect.__file__).parent / file
    written = tomllib.loads(source.read_text(encoding="utf-8"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.dont_write_bytecode", False)
        patch.setattr(derived, "_place", lambda name: tmp_path / f"{name}.kept")
        assert [derived.toml(source) for _ in range(2)] == [written] * 2
        assert len(list(tmp_path.iterdir())) == 1


def test_it_lies_where_python_keeps_byte_code() -> None:
    found = derived._place("sample")
    assert found.parent.name == "__pycache__"
    assert found.name.startswith("sample.")


def test_what_was_kept_of_no_source_is_there_for_the_same_salt_alone(place: Path) -> None:
    assert kept_before("sample", salt="a") is None
    assert kept("sample", [], Maker(b"made"), salt="a") == b"made"
    assert kept_before("sample", salt="a") == b"made"
    assert kept_before("sample", salt="b") is None
    place.write_bytes(place.read_bytes()[:-1])
    assert kept_before("sample", salt="a") is None


def test_whether_something_would_be_kept(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert can_keep("sample")
    place.parent.mkdir()
    assert can_keep("sample")
    monkeypatch.setattr("os.access", lambda _path, _mode: False)
    assert not can_keep("sample")
    monkeypatch.undo()
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert not can_keep("sample")

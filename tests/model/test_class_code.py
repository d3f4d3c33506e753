"""Kept code does what compiled code does; what is damaged is compiled anew."""

import builtins
import marshal
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from reflect import derived
from reflect.model import class_code

SOURCE = "def add(one, other=1):\n return one + other\n"


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Sources that were compiled. Nothing is kept yet."""
    sources: list[str] = []
    real = builtins.compile

    def counted(source: str, *words: Any) -> CodeType:
        sources.append(source)
        made: CodeType = real(source, *words)
        return made

    monkeypatch.setattr("sys.dont_write_bytecode", False)
    monkeypatch.setattr(derived, "_place", lambda _: tmp_path / "kept")
    monkeypatch.setattr("atexit.register", lambda _: None)
    monkeypatch.setattr(class_code, "compile", counted, raising=False)
    forget(monkeypatch)
    return sources


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the next process."""
    for name, value in (("_kept", {}), ("_read", []), ("_added", [])):
        monkeypatch.setattr(class_code, name, value)


def three() -> int:
    names: dict[str, Any] = {}
    exec(class_code.code(SOURCE), names)  # noqa: S102 - ours
    found: int = names["add"](2)
    return found


def test_a_source_is_compiled_once_for_all_processes(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        assert three() == 3
        class_code._save()
        forget(monkeypatch)
    assert compiled == [SOURCE]


@pytest.mark.parametrize(
    "content",
    [b"", b"damaged", marshal.dumps(1), marshal.dumps({SOURCE: 1}), marshal.dumps({SOURCE: b"1"}),
     marshal.dumps({SOURCE: marshal.dumps(1)})],
)  # fmt: skip
def test_what_is_damaged_is_compiled_anew(compiled: list[str], content: bytes) -> None:
    derived.keep(class_code.NAME, content, salt=class_code.SALT)
    assert three() == 3
    assert compiled == [SOURCE]


def test_nothing_is_kept_where_nothing_may_be_written(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert three() == three() == 3
    assert (compiled, class_code._added) == ([SOURCE] * 2, [])

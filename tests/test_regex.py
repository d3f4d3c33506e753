"""Kept expressions match as compiled ones do, and hold no word of a session."""

import marshal
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from reflect import derived, regex

ROOT = Path(__file__).parent.parent
EXPRESSIONS = [
    (r"(?i)\b(?P<verb>push|pull)\w*(?: (?P<what>\S+))?", 0),
    (r"^\s*[-*•] (.+)$", re.M),
    (r"[一-龠]+|[^\W\d_]{2,}", 0),
    (r"(?<!и)\u0306|a(?=b).c", re.S | re.I),
    ("plain", re.A),
]
TEXTS = ["Push main", "no PULLing\n- one\n• two", "设计 und größer", "AB\nc a\u0306", "plain", ""]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where expressions are kept; nothing is, and nothing was asked for."""
    kept = tmp_path / "kept"
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    monkeypatch.setattr(derived, "_place", lambda _: kept)
    for name, value in (("_kept", {}), ("_made", {}), ("_added", [])):
        monkeypatch.setattr(regex, name, value)
    monkeypatch.setattr("atexit.register", lambda _: None)
    yield kept


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the next process."""
    for name, value in (("_kept", {}), ("_made", {}), ("_added", [])):
        monkeypatch.setattr(regex, name, value)


def assert_as_compiled() -> None:
    for expression, flags in EXPRESSIONS:
        ours, theirs = regex.compiled(expression, flags), re.compile(expression, flags)
        assert (ours.pattern, ours.flags) == (theirs.pattern, theirs.flags)
        assert (ours.groups, ours.groupindex) == (theirs.groups, theirs.groupindex)
        for text in TEXTS:
            found = [(m.span(), m.groupdict(), m.lastgroup) for m in ours.finditer(text)]
            assert found == [(m.span(), m.groupdict(), m.lastgroup) for m in theirs.finditer(text)]


def test_what_is_kept_matches_as_what_is_compiled(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_as_compiled()
    regex._save()
    forget(monkeypatch)
    monkeypatch.setattr(regex, "_code", None)
    assert_as_compiled()
    assert regex._added == []


def test_it_is_made_once_in_a_process(place: Path) -> None:
    assert regex.compiled("once") is regex.compiled("once")
    assert regex.compiled("once") is not regex.compiled("once", re.I)


@pytest.mark.parametrize("content", [b"", b"damaged", marshal.dumps({("plain", 256): 1})])
def test_what_is_damaged_is_compiled_anew(
    place: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    derived.keep(regex.NAME, content, salt=regex._salt())
    assert_as_compiled()


def test_code_that_the_engine_refuses_is_compiled_anew(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flags, words, *rest = regex._code("plain", 256)
    odd = {("plain", 256): (flags, b"\xff" * len(words), *rest)}
    derived.keep(regex.NAME, marshal.dumps(odd), salt=regex._salt())
    assert regex.compiled("plain", 256).search("so plain")


def test_another_python_compiles_as_ever(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def moved(*_: object) -> None:
        raise AttributeError

    monkeypatch.setattr(regex, "_code", moved)
    assert_as_compiled()


def test_a_wrong_expression_is_told_as_ever(place: Path) -> None:
    with pytest.raises(re.error):
        regex.compiled("(")


def test_nothing_is_kept_where_python_keeps_nothing(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert_as_compiled()
    assert regex._added == []


def test_no_word_of_a_session_is_kept(tmp_path: Path) -> None:
    """A review, in a process that keeps its byte code apart, of sessions with a telling name."""
    environment = {
        key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"
    } | {
        "HOME": str(tmp_path / "quokkahome"),
        "REFLECT_HOME": str(tmp_path / "reflect"),
        "PYTHONPYCACHEPREFIX": str(tmp_path / "cache"),
    }
    session = tmp_path / "quokkahome" / ".claude" / "projects" / "-quokkaproject" / "s.jsonl"
    session.parent.mkdir(parents=True)
    source = next((ROOT / "sample_sessions").rglob("*.jsonl"))
    lines = source.read_text(encoding="utf-8")
    session.write_text(lines.replace('"content":"', '"content":"quokkaword '), encoding="utf-8")
    command = [sys.executable, "-m", "reflect", "review", "--last", "5", "--include-automated"]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    (kept,) = (tmp_path / "cache").rglob("regex*.kept")
    content = kept.read_bytes()
    assert b"segfault" in content
    assert b"quokka" not in content.lower()

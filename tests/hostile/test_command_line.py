"""Flags, streams and encodings nobody should use end in a sentence and an exit code."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from program import Program

Reflect = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize(
    "since",
    ["99999999d", "9" * 40 + "d", "²d", "d", "", "0001-01-01", "9999-12-31T23:59:59-23:59"],
)
def test_an_impossible_time_is_told(reflect: Reflect, since: str) -> None:
    code, out, said = reflect("review", "--no-discover", "--since", since)
    assert (code, out) == (2, "")
    assert "not a time" in said or "before all times" in said


@pytest.mark.parametrize(
    "words",
    [
        ("review", "--last", "0"),
        ("review", "--last", "9" * 30),
        ("sessions", "--limit", "9" * 30),
        ("sql", "select 1", "--limit", "9" * 30),
        ("review", "--store", "claude-code=~nobody-is-called-so/x"),
        ("import", "x" * 5000),
        ("import", "a\nb"),
        ("show", ""),
        ("explain", "\x1b[2J"),
    ],
)
def test_nonsense_is_a_wrong_use(reflect: Reflect, words: tuple[str, ...]) -> None:
    code, out, said = reflect(*words)
    assert (code, out) == (2, "")
    assert "defect" not in said


def test_an_error_steers_no_terminal(reflect: Reflect) -> None:
    code, _, said = reflect("review", "--store", "claude-code=/nowhere/\x1b]0;mine\x07\u202e")
    assert code == 2
    assert "/nowhere/\\x1b]0;mine\\x07\\u202e" in said


def test_a_defect_tells_its_place_and_no_word_of_a_session(
    reflect: Reflect, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("words of a session")

    monkeypatch.setattr("reflect.pipeline.health.check", broken)
    code, out, said = reflect("doctor")
    assert code == 1
    assert "ValueError in cli/doctor.py:" in said
    assert "words of a session" not in out + said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    "query",
    [
        "select interval '9999999 years'",
        "select cast('a word of a session' as integer)",
        "select * from read_text('/etc/hostname')",
        "select * from glob('/*')",
        "select $1",
        "copy (select 1) to 'x.csv'",
        "attach 'x.db'",
        "select 1; drop table session",
        "set threads = 1",
        "install httpfs",
        "checkpoint",
        ";",
    ],
)
def test_sql_reads_the_archive_and_nothing_else(
    reflect: Reflect, query: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    reflect("review", "--no-discover")
    code, out, said = reflect("sql", query)
    assert (code, out) == (2, "")
    assert "a word of a session" not in said
    assert not list(tmp_path.glob("x.*"))


def test_the_result_of_sql_steers_no_terminal(reflect: Reflect) -> None:
    reflect("review", "--no-discover")
    code, out, _ = reflect("sql", "select chr(27) || '[2J' || chr(155) || chr(8238) as \"\x1b[1m\"")
    assert code == 0
    assert "\\x1b[2J\\x9b\\u202e" in out
    assert "\x1b" not in out


def test_every_character_can_be_written_on_any_terminal(program: Program) -> None:
    for encoding in ("ascii", "latin-1"):
        done = subprocess.run(
            [sys.executable, "-m", "reflect", "doctor", "--no-discover"],
            capture_output=True,
            env=program.environ | {"PYTHONIOENCODING": encoding, "REFLECT_HOME": "/tmp/é\u2192"},
            cwd=program.home,
        )
        assert b"Traceback" not in done.stderr
        assert b"\\u2192" in done.stdout


def test_a_width_of_nothing_still_prints(reflect: Reflect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "0")
    code, out, _ = reflect("review", "--no-discover")
    assert code == 0
    assert "found 0" in out


@pytest.mark.parametrize(
    ("stream", "words", "code"),
    [
        (">/dev/full", "explain", 74),
        (">/dev/full", "--help", 74),
        ("2>/dev/full", "show nothing", 2),
        (">&- 2>&- <&-", "review --no-discover", 0),
        ("2>&-", "show nothing", 2),
        ("| true", "review --no-discover --format json", 0),
    ],
)
def test_a_stream_that_takes_nothing(program: Program, stream: str, words: str, code: int) -> None:
    if not os.path.exists("/dev/full"):  # noqa: PTH110 - a device
        pytest.skip("no /dev/full here")
    command = f"{sys.executable} -m reflect {words} {stream}"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        capture_output=True,
        text=True,
        env=program.environ,
        cwd=program.home,
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr

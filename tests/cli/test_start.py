"""The first moments: help is light, errors are sentences with a next command and an exit code."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = (
    "duckdb",
    "_duckdb",
    "polars",
    "_polars_runtime_32",
    "httpx",
    "jinja2",
    "rich",
    "msgspec",
    "sqlite3",
)


def reflect(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "reflect", *words],
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "HOME": str(home), "REFLECT_HOME": str(home / "reflect")},
        cwd=home,
    )


def test_help_imports_nothing_heavy(hermetic: Path) -> None:
    code = (
        "import sys, contextlib\n"
        "sys.argv = ['reflect', '--help']\n"
        "from reflect.cli import main\n"
        "with contextlib.suppress(SystemExit): main()\n"
        f"print('LOADED', [m for m in {HEAVY!r} if m in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "HOME": str(hermetic)},
        cwd=hermetic,
    )
    assert "reflect review" in done.stdout
    assert done.stdout.splitlines()[-1] == "LOADED []"


@pytest.mark.parametrize(
    ("words", "code", "said", "hint"),
    [
        (("sessions",), 2, "nothing was imported yet", "reflect review"),
        (("show", "F-1"), 2, "nothing was imported yet", "reflect demo"),
        (("explain", "claim-without-check"), 2, "no code is called", "reflect explain claim_"),
        (("review", "--last", "2", "--since", "7d"), 2, "exclude each other", "--last"),
        (("review", "--since", "soon"), 2, "not a time", "7d"),
        (("review", "--store", "nonsense"), 2, "write AGENT=PATH", "--store"),
        (("review", "--store", "opencod=/tmp"), 2, "no importer for opencod", "opencode=/tmp"),
        (("import", "/does/not/exist"), 2, "does not exist", "check the path"),
        (("review", "--agent", "claude"), 2, "no importer", "did you mean claude-code?"),
        (("sessions", "--agent", "opencod"), 2, "no importer", "did you mean opencode?"),
    ],
)
def test_an_error_names_the_cause_and_the_next_command(
    hermetic: Path, words: tuple[str, ...], code: int, said: str, hint: str
) -> None:
    done = reflect(hermetic, *words)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert hint in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_file_that_holds_no_sessions_is_bad_data(hermetic: Path) -> None:
    file = hermetic / "notes.txt"
    file.write_text("hello\n")
    done = reflect(hermetic, "import", str(file))
    assert done.returncode == 65
    assert "holds no sessions" in done.stderr


def test_an_empty_machine_is_no_error(hermetic: Path) -> None:
    done = reflect(hermetic, "review")
    assert done.returncode == 0, done.stderr
    assert "nothing worth changing yet" in done.stdout
    assert "reflect demo" in done.stdout + done.stderr


def test_a_wrong_setting_names_the_nearest_key(hermetic: Path) -> None:
    place = hermetic / "reflect"
    place.mkdir(mode=0o700)
    (place / "reflect.toml").write_text("[review]\nlsat = 3\n")
    done = reflect(hermetic, "review")
    assert done.returncode == 2
    assert "did you mean last?" in done.stderr


def test_the_exit_code_of_the_doctor_says_whether_something_is_wrong(hermetic: Path) -> None:
    assert reflect(hermetic, "doctor").returncode == 0
    place = hermetic / "reflect"
    place.mkdir(mode=0o755)
    place.chmod(0o755)
    done = reflect(hermetic, "doctor")
    assert done.returncode == 5
    assert "chmod 700" in done.stdout


def test_a_demo_left_by_another_version_does_not_stop_the_next(hermetic: Path) -> None:
    place = hermetic / "reflect" / "demo"
    place.mkdir(parents=True, mode=0o700)
    (place / "warehouse.duckdb").write_bytes(b"made by another version")
    (place / "warehouse.duckdb.wal").write_bytes(b"its log")
    done = reflect(hermetic, "demo")
    assert done.returncode == 0, done.stderr
    assert "Change first: " in done.stdout

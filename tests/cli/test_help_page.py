"""The page of ``--help``: complete, within its width, the same on every terminal of that width."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from reflect.cli import REFLECT
from reflect.cli.commands import Command, every
from reflect.cli.help_page import page
from reflect.cli.parameters import Argument, Option

EVERY = pytest.mark.parametrize("command", every(REFLECT), ids=lambda command: command.name)
NOT_NEEDED = ("typer", "argparse", "inspect", "dataclasses", "shutil", "difflib", "reflect.config")


@EVERY
@pytest.mark.parametrize("width", [50, 64, 78])
def test_a_page_names_what_is_taken_and_keeps_to_its_width(command: Command, width: int) -> None:
    text = page(command, width)
    assert text.startswith(f"Usage: {command.name} [OPTIONS]")
    assert "-h, --help" in text
    assert text.endswith(("exit.\n", "...\n", ".\n"))
    for one in command.parameters:
        if isinstance(one.asked, Argument):
            assert f"\n  {one.asked.metavar}" in text.replace("[", "")
        else:
            assert all(end in text for flag in one.asked.flags for end in flag.split("/"))
        assert one.asked.help.split()[0] in text
    for below in command.commands:
        assert f"\n  {below.word} " in text
    examples = [line for line in command.help.splitlines() if line.startswith(" ")]
    wrapped = [line for line in text.splitlines() if line.strip() not in map(str.strip, examples)]
    flags = max((len(f) for o in command.parameters if isinstance(o.asked, Option)
                 for f in o.asked.flags), default=0) + 12  # fmt: skip
    assert max(map(len, wrapped)) <= max(width, flags)


def test_defaults_ranges_and_choices_are_told() -> None:
    pages = {c.name: " ".join(page(c, 78).split()) + " " for c in every(REFLECT)}
    assert "[default: 1000; 1<=x<=1000000]" in pages["reflect sql"]
    assert "--format <text|md|json>" in pages["reflect review"]
    assert "[default: discover]" in pages["reflect import"]
    assert "[default: (no)]" in pages["reflect review"]
    assert "REF F-12, P-3, or a session. [required]" in pages["reflect show"]
    assert "Usage: reflect import [OPTIONS] [PATH]... Import" in pages["reflect import"]


def run(home: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "reflect", *words],
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "HOME": str(home), **more},
        cwd=home,
    )


def test_a_page_is_as_wide_as_the_screen_and_no_wider_than_80(hermetic: Path) -> None:
    (review,) = (one for one in every(REFLECT) if one.name == "reflect review")
    for columns, width in (("60", 58), ("80", 78), ("300", 78), ("20", 50), ("none", 78)):
        done = run(hermetic, "review", "--help", COLUMNS=columns)
        assert done.stdout == page(review, width)


def test_without_a_word_the_page_is_talk_and_no_result(hermetic: Path) -> None:
    for words in ((), ("audit",)):
        done = run(hermetic, *words)
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.startswith("Usage: reflect")


def test_the_version_is_printed(hermetic: Path) -> None:
    done = run(hermetic, "--version")
    assert done.returncode == 0
    assert done.stdout.startswith("reflect 0.")


def test_help_waits_for_nothing_that_it_does_not_need(hermetic: Path) -> None:
    code = (
        "import sys, contextlib\n"
        "sys.argv = ['reflect', 'review', '--help']\n"
        "from reflect.cli import main\n"
        "with contextlib.suppress(SystemExit): main()\n"
        f"print([m for m in {NOT_NEEDED!r} if m in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "HOME": str(hermetic)},
        cwd=hermetic,
    )
    assert done.stdout.splitlines()[-1] == "[]"

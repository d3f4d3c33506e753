"""Commands without their shell, and commands that are edits, in threads made by hand."""

import json
from pathlib import Path

import pytest

from reflect.model.vocabulary import Tool
from tests.importers.codex.conftest import THREAD, only, write
from tests.importers.codex.lines import called, meta, output, typed

CALL = "call_1234567890ab"
PATCH = "*** Begin Patch\n*** Add File: a.py\n+x\n*** End Patch"


@pytest.mark.parametrize(
    ("name", "arguments", "command"),
    [
        ("shell", {"command": ["bash", "-lc", "npm test"]}, "npm test"),
        ("shell", {"command": ["/bin/zsh", "-lc", "npm test"]}, "npm test"),
        ("shell", {"command": ["powershell.exe", "-Command", "npm test"]}, "npm test"),
        ("shell", {"command": ["git", "commit", "-m", "two words"]}, "git commit -m 'two words'"),
        ("shell_command", {"command": "npm test"}, "npm test"),
        ("exec_command", {"cmd": "npm test", "yield_time_ms": 500}, "npm test"),
    ],
)
def test_commands_are_told_without_their_shell(
    home: Path, name: str, arguments: dict[str, object], command: str
) -> None:
    write(home, meta(THREAD), *typed("go"), called(name, CALL, arguments))
    assert only(home).calls[0].command == command


@pytest.mark.parametrize(
    "command",
    [
        ["apply_patch", PATCH],
        ["bash", "-lc", f"apply_patch <<'EOF'\n{PATCH}\nEOF\n"],
        ["bash", "-lc", f"cd shop && apply_patch <<'EOF'\n{PATCH}\nEOF"],
    ],
)
def test_a_shell_that_only_applies_a_patch_is_an_edit(home: Path, command: list[str]) -> None:
    write(
        home,
        meta(THREAD),
        *typed("go"),
        called("shell", CALL, {"command": command}),
        output(CALL, json.dumps({"output": "Success.", "metadata": {"exit_code": 0}})),
    )
    (call,) = only(home).calls
    assert (call.tool, call.path, call.added_lines, call.removed_lines) == (
        Tool.EDIT,
        "a.py",
        1,
        0,
    )


def test_a_shell_that_patches_and_tests_stays_a_command(home: Path) -> None:
    line = f"apply_patch <<'EOF'\n{PATCH}\nEOF\nmake"
    write(home, meta(THREAD), *typed("go"), called("exec_command", CALL, {"cmd": line}))
    assert only(home).calls[0].tool is Tool.SHELL

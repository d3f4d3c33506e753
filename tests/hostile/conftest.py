"""A machine of its own, and one small store whose every word can be chosen."""

import json
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from program import Program

from reflect.cli import main

Record = dict[str, Any]
SESSION = "11111111-2222-4333-8444-555555555555"


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The command on an empty machine."""
    home = tmp_path / "machine"
    home.mkdir()
    return Program(home)


@pytest.fixture
def reflect(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Run the command in this process: exit code, standard output, standard error."""

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["reflect", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capfd.readouterr()
        return int(ended.value.code or 0), said.out, said.err

    return run


class Store:
    """A store of Claude Code; records are added to one transcript in their order."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "projects" / "-home-dev-x"
        self.folder.mkdir(parents=True)
        self.file = self.folder / f"{SESSION}.jsonl"
        self._number = count(1)

    @property
    def flags(self) -> tuple[str, str]:
        """The flags that name this store and no other."""
        return f"--store=claude-code={self.root}", "--no-discover"

    def record(self, kind: str, **fields: Any) -> Record:
        """One record with the fields that every record has."""
        number = next(self._number)
        return {
            "type": kind,
            "uuid": f"00000000-0000-4000-8000-{number:012d}",
            "timestamp": f"2026-11-02T10:{number:02d}:00.000Z",
            "sessionId": SESSION,
            "isSidechain": False,
            "cwd": "/home/dev/x",
            "version": "2.1.332",
            "entrypoint": "cli",
            "userType": "external",
        } | fields

    def prompt(self, text: str) -> Record:
        """A typed prompt."""
        return self.record(
            "user",
            promptSource="typed",
            origin={"kind": "human"},
            message={"role": "user", "content": text},
        )

    def answer(self, *blocks: Record) -> Record:
        """An answer of the agent."""
        number = next(self._number)
        message = {"id": f"msg_{number}", "role": "assistant", "model": "m", "content": blocks}
        return self.record("assistant", message=message)

    def result(self, call: str, text: str, *, error: bool = False, whole: Any = None) -> Record:
        """The result of a call."""
        block = {"type": "tool_result", "tool_use_id": call, "content": text, "is_error": error}
        return self.record(
            "user", toolUseResult=whole, message={"role": "user", "content": [block]}
        )

    def write(self, *records: Record) -> None:
        """Write the transcript anew."""
        self.file.write_text("".join(json.dumps(record) + "\n" for record in records))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty store."""
    return Store(tmp_path / "claude")

"""The question on a terminal: what is told before it, what a no and Ctrl-C leave."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from program import Program
from provider_setup import REVIEW, set_up
from reading_model import agrees
from scripted_model import Asked, Step, scripted

PATIENCE = 120.0
"""Seconds until a command on a loaded machine has failed."""


class Terminal:
    """The command with a terminal of its own for questions; its answer goes to a file."""

    def __init__(self, program: Program, *words: str) -> None:
        self.answer = program.home / "answer.json"
        here, there = pty.openpty()
        self.here = here
        self.shown = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "reflect", *words, "--format", "json", "-o", str(self.answer)],
            stdin=there,
            stdout=there,
            stderr=there,
            env=program.environ | {"TERM": "xterm", "COLUMNS": "100"},
            cwd=program.home,
            start_new_session=True,
        )
        os.close(there)

    def until(self, words: str) -> None:
        """Read until these words are shown."""
        end = time.monotonic() + PATIENCE
        while words not in self.shown:
            assert time.monotonic() < end, self.shown
            if not self._read():
                raise AssertionError(self.shown)

    def ended(self) -> int:
        """Read to the end; the exit code."""
        while self._read():
            pass
        return self.process.wait(PATIENCE)

    def json(self) -> Any:
        """What was written."""
        return json.loads(self.answer.read_text())

    def _read(self) -> bool:
        ready, _, _ = select.select([self.here], [], [], PATIENCE)
        if not ready:
            return False
        try:
            read = os.read(self.here, 4096)
        except OSError:  # the other end is closed
            return False
        self.shown += read.decode(errors="replace")
        return bool(read)


def test_a_yes_sends_what_was_told(program: Program, samples: list[str]) -> None:
    with scripted(agrees) as server:
        set_up(program, server.url)
        terminal = Terminal(program, *REVIEW, *samples, "--model", "here")
        terminal.until("[y/N]")
        assert server.asked == []
        told = terminal.shown
        assert "made-up-1 of the provider here, on localhost, would be asked" in told
        assert "secrets masked in these sessions" in told
        os.write(terminal.here, b"y\n")
        assert terminal.ended() == 0
        assert f"{len(server.asked)} requests about 6 sessions" in told
    assert terminal.json()["model"]["consent"] == "interactive"


@pytest.mark.parametrize("said", [b"n\n", b"\n", b"perhaps\n", b"\xff\n"])
def test_anything_but_a_yes_sends_nothing(
    program: Program, samples: list[str], said: bytes
) -> None:
    with scripted(agrees) as server:
        set_up(program, server.url)
        terminal = Terminal(program, *REVIEW, *samples, "--model", "here")
        terminal.until("[y/N]")
        os.write(terminal.here, said)
        assert terminal.ended() == 0
        assert server.asked == []
    answer = terminal.json()
    assert answer["findings"]
    assert answer["model"]["stopped"] == "you did not agree, so nothing was sent"


def test_what_was_typed_before_the_question_is_no_yes(program: Program, samples: list[str]) -> None:
    with scripted(agrees) as server:
        set_up(program, server.url)
        terminal = Terminal(program, *REVIEW, *samples, "--model", "here")
        os.write(terminal.here, b"y\n" * 3)
        terminal.until("[y/N]")
        os.write(terminal.here, b"n\n")
        assert terminal.ended() == 0
        assert server.asked == []


def test_ctrl_c_at_the_question_ends_the_command(program: Program, samples: list[str]) -> None:
    with scripted(agrees) as server:
        set_up(program, server.url)
        terminal = Terminal(program, *REVIEW, *samples, "--model", "here")
        terminal.until("[y/N]")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.ended() == 130
        assert server.asked == []


def slow_after(number: int) -> Callable[[Asked], Step]:
    """A model that answers so many requests at once and hangs at the next."""
    seen: list[Asked] = []

    def script(asked: Asked) -> Step:
        seen.append(asked)
        return Step(hang=True) if len(seen) > number else agrees(asked)

    return script


def test_ctrl_c_while_asking_keeps_what_was_answered(program: Program, samples: list[str]) -> None:
    with scripted(slow_after(3)) as server:
        set_up(program, server.url)
        terminal = Terminal(
            program, *REVIEW, *samples, "--model", "here", "--yes-send-to", "localhost"
        )
        end = time.monotonic() + PATIENCE
        while len(server.asked) < 4:
            assert time.monotonic() < end
            time.sleep(0.02)
        time.sleep(0.3)
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.ended() == 0
    answer = terminal.json()
    assert "you stopped it" in answer["model"]["stopped"]
    assert 1 <= len(answer["model"]["verdicts"]) <= 3
    assert answer["findings"]
    manifest = json.loads(Path(answer["manifest"]).read_text())
    assert len(manifest["prompts"]) >= 3

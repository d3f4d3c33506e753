"""Programs of other people that a user asked us to start, ended by their process id."""

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from reflect.errors import Unreachable

END_SECONDS = 10.0
"""How long a program is given to end by itself."""


def first_line(words: Sequence[str], environ: Mapping[str, str], seconds: float) -> str:
    """What a program prints first; empty when it fails.

    Raises:
        Unreachable: it cannot be started, or does not end in time.
    """
    try:
        done = subprocess.run(  # noqa: S603 - the words are ours, no shell reads them
            words,
            env=dict(environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        raise Unreachable(
            f"{words[0]} does not run", hint="check that it works by itself"
        ) from None
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    return lines[0].strip() if lines and done.returncode == 0 else ""


class Program:
    """A program that runs in a session of its own, so that it and all it starts can be ended."""

    def __init__(self, words: Sequence[str], environ: Mapping[str, str], folder: Path) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the words are ours, no shell reads them
                words,
                cwd=folder,
                env=dict(environ),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError:
            raise Unreachable(f"{words[0]} does not run",
                              hint="check that it works by itself") from None  # fmt: skip

    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def end(self) -> None:
        """Ask it to end, and end it when it does not."""
        for wish in (signal.SIGTERM, signal.SIGKILL):
            # Its own group: a launcher may have started the program proper.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, wish)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(END_SECONDS)
                if not self._group_lives():
                    return

    def _group_lives(self) -> bool:
        try:
            os.killpg(self._process.pid, 0)
        except OSError:
            return False
        return True


@contextmanager
def running(words: Sequence[str], environ: Mapping[str, str], folder: Path) -> Iterator[Program]:
    """Run a program until the block is left, also by a signal that ends us."""
    program = Program(words, environ, folder)
    earlier = {number: signal.getsignal(number) for number in _ENDING}
    try:
        for number in _ENDING:
            signal.signal(number, _leave)
        yield program
    finally:
        program.end()
        for number, handler in earlier.items():
            signal.signal(number, handler)


_ENDING = (signal.SIGTERM, signal.SIGHUP)


def _leave(number: int, _frame: object) -> None:
    raise SystemExit(128 + number)

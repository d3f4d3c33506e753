"""One key at a time from a terminal; one line at a time from a pipe."""

import sys
from collections.abc import Iterator

ESCAPE = b"\x1b"
"""Begins what a key without a letter sends."""

END = b"\x04"
"""Ctrl-D, which cbreak hands out as a key."""


def keys() -> Iterator[str]:
    """The keys that are pressed, in lower case, until the input ends.

    A terminal gives each key at once and does not show it; the settings of the terminal are put
    back before each key is handed out, so that an error or Ctrl-C leaves it as it was. From a
    pipe the first letter of each line is the key.
    """
    if not sys.stdin.isatty():
        for line in sys.stdin:
            yield line.strip()[:1].lower()
        return
    while True:
        key = _one()
        if not key:
            return
        yield key


def _one() -> str:
    """The next key; empty at the end of the input."""
    import os
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        # Keys typed ahead stay: the default throws them away.
        tty.setcbreak(terminal, termios.TCSADRAIN)
        pressed = os.read(terminal, 1)
        if pressed == ESCAPE:
            _skip_sequence(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
    return "" if pressed == END else pressed.decode("utf-8", "replace").lower()


def _skip_sequence(terminal: int) -> None:
    """Read what follows ESC: an arrow is ESC [ A, and its A is no key that was pressed."""
    import os
    import select

    def follows() -> bool:
        return bool(select.select([terminal], [], [], 0)[0])

    if not follows() or os.read(terminal, 1) not in (b"[", b"O"):
        return
    while follows():
        if b"@" <= os.read(terminal, 1) <= b"~":
            return

"""Lines for a terminal: wrapped by columns, styled only when nothing had to be masked.

Every datum is sanitised when it becomes a line; the whole text passes the redactor once more
before it becomes a screen. Markup is never parsed. rich is asked for what only it knows: how wide
a sign of another script is, and what a terminal takes.
"""

import os
import sys
from collections.abc import Callable, Iterable, Sequence

from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted, require
from reflect.reports import sinks

Redact = Callable[[str], Redacted]
"""The redactor's function for one finished text."""

LEAST_WIDTH = 40

LEAST_ROOM = 12
"""Columns of the last column of a table, however narrow the screen."""

LONGEST_DROPPED = 16
"""Characters of a broken word that are left out; a longer one (a path, a CJK text) is kept."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a screen."""

    text: str
    """Its words, sanitised; may be wider than the screen only where it must be copied whole."""
    style: str = ""
    """A style of rich: ``bold``, ``dim`` …"""
    optional: bool = False
    """May be left out where the screen is full."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A finished screen."""

    lines: tuple[Line, ...]
    """Redacted; without styles where the redactor had to act."""

    @property
    def plain(self) -> str:
        """Its words, without a line break at the end."""
        return "\n".join(line.text for line in self.lines)


def wrapped(text: str, width: int, style: str = "", indent: int = 0) -> list[Line]:
    """The text in as many lines as it needs, broken at spaces, all but the first indented."""
    width = max(width, LEAST_WIDTH)
    lines: list[str] = []
    line = ""
    for word in sinks.terminal(text).replace("\n", " ").split(" "):
        joined = f"{line} {word}" if line else word
        if line and cells(joined) > width:
            lines.append(line)
            joined = " " * indent + word
        line = joined
    return [Line(one, style) for one in [*lines, line]]


def cells(text: str) -> int:
    """Columns the text takes: 2 for a wide character."""
    if text.isascii() and text.isprintable():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def cut(text: str, width: int) -> str:
    """The text on one line, shortened to so many columns with ``…``."""
    line = sinks.one_line(text)
    if cells(line) <= width:
        return line
    while line and cells(line) > width - 1:
        line = line[: min(len(line) - 1, width - 1)]
    words, space, rest = line.rpartition(" ")
    whole = words if space and len(rest) < LONGEST_DROPPED else line
    return whole.rstrip() + "…"


def columns(rows: Sequence[Sequence[str]], width: int | None, headers: Sequence[str]) -> list[Line]:
    """Rows as columns two spaces apart; the last is cut at the width, kept whole without one.

    A column whose rows are all numbers is aligned to the right.
    """
    headers = [sinks.one_line(name) for name in headers]  # of a statement they may say anything
    shown = [[sinks.one_line(value) for value in row] for row in rows]
    widths = [max(cells(v) for v in column) for column in zip(headers, *shown, strict=True)]
    numeric = [all(_is_number(v) for v in column) for column in zip(*shown, strict=True)]
    lines = [Line(_row(headers, widths, numeric, width), "dim")]
    return lines + [Line(_row(row, widths, numeric, width)) for row in shown]


def _is_number(value: str) -> bool:
    return value.replace(",", "").isdecimal() or value in ("", "–")


def _row(row: Sequence[str], widths: list[int], numeric: Sequence[bool], width: int | None) -> str:
    placed = []
    for place, value in enumerate(row):
        space = " " * (widths[place] - cells(value))
        placed.append(space + value if numeric and numeric[place] else value + space)
    before = "  ".join(placed[:-1])
    last = placed[-1] if numeric and numeric[-1] else row[-1]
    room = cells(last) if width is None else max(LEAST_ROOM, width - cells(before) - 2)
    shown = last if cells(last) <= room else cut(last, room)
    return f"{before}  {shown}".rstrip()


def fitted(lines: Sequence[Line], most: int) -> list[Line]:
    """The lines without as many optional ones, from the last on, as are too many."""
    kept = list(lines)
    for place in range(len(kept) - 1, -1, -1):
        if len(kept) > most and kept[place].optional:
            del kept[place]
    return kept


def finish(lines: Iterable[Line], redact: Redact) -> Screen:
    """The screen. Styles are dropped when the redactor had to act at this exit."""
    screen = Screen(tuple(lines))
    masked = require(redact(screen.plain))
    if masked != screen.plain:
        return Screen((Line(sinks.terminal(masked)),))
    return screen


def show(screen: Screen) -> None:
    """Print to standard output: plain unless it is a terminal; ``NO_COLOR`` is respected."""
    if not _styled():
        sys.stdout.write(f"{screen.plain}\n")
        return
    from rich.console import Console
    from rich.text import Text

    text = Text(end="")
    for place, line in enumerate(screen.lines):
        text.append("\n" * (place > 0))
        text.append(line.text, line.style or None)
    console = Console(
        file=sys.stdout,
        width=LEAST_WIDTH,  # lines are whole already; with COLUMNS=0 rich would print nothing
        markup=False,
        highlight=False,
        emoji=False,
        soft_wrap=True,
        no_color=None,
    )
    console.print(text, soft_wrap=True)


def _styled() -> bool:
    """Whether rich would write for a terminal; importing it takes 70 ms."""
    asked = os.environ.get("TTY_COMPATIBLE") == "1" or bool(os.environ.get("FORCE_COLOR"))
    return asked or sys.stdout.isatty()

"""The page that ``--help`` prints: usage, what the command is for, arguments, options, commands."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from reflect.cli.commands import Command
from reflect.cli.parameters import Argument, Parameter

WIDEST, NARROWEST = 78, 50
"""Columns of a page: longer lines are hard to read, shorter ones hold no option and its help."""
FIRST_COLUMN = 30
"""Columns an option may take; the help of a longer one stands below it."""

HELP_OPTION = ("-h, --help", "Show this message and exit.")
VERSION_OPTION = ("--version", "Print the version.")
TYPES: dict[object, str] = {str: "str", int: "int", Path: "path"}


def width_of_screen() -> int:
    """Columns a page may take here."""
    return max(min(screen_columns() - 2, WIDEST), NARROWEST)


def screen_columns() -> int:
    """Columns of the screen, 80 where nobody tells.

    As ``shutil.get_terminal_size`` finds them; that import takes 3 ms.
    """
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told):
        return int(told)
    try:
        return os.get_terminal_size(1).columns or 80
    except OSError:
        return 80


def page(command: Command, width: int) -> str:
    """The whole page, ending with a line break."""
    taken = command.parameters
    arguments = [one for one in taken if isinstance(one.asked, Argument)]
    options = [_option(one) for one in taken if not isinstance(one.asked, Argument)]
    if " " not in command.name:
        options.append(VERSION_OPTION)
    options.append(HELP_OPTION)
    listed = [(one.word, one.help) for one in command.commands]
    blocks = [
        usage(command, width),
        _text(command.help, width),
        _table("Arguments", [_argument(one) for one in arguments], width),
        _table("Options", options, width),
        _table("Commands", _shortened(listed, width), width),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def usage(command: Command, width: int) -> str:
    """How it is called."""
    words = ["[OPTIONS]"]
    if command.commands:
        words += ["COMMAND", "[ARGS]..."]
    for one in command.parameters:
        if isinstance(one.asked, Argument):
            words.append(_typed(one))
    first = f"Usage: {command.name} "
    return "\n".join(_wrapped(first + " ".join(words), width, subsequent_indent=" " * len(first)))


def _typed(one: Parameter) -> str:
    assert isinstance(one.asked, Argument)  # noqa: S101 - asked of arguments only
    word = one.asked.metavar if one.required else f"[{one.asked.metavar}]"
    return f"{word}..." if one.several else word


def _argument(one: Parameter) -> tuple[str, str]:
    return _typed(one), f"{one.asked.help}  [required]" if one.required else one.asked.help


def _option(one: Parameter) -> tuple[str, str]:
    asked = one.option
    more: list[str] = []
    if one.kind is bool:
        on, off = one.both_ends
        name = f"{on} / {off}" if off else on
        if off and one.default is not None:
            more.append(f"default: {(on if one.default else off).lstrip('-')}")
    else:
        flags = sorted(asked.flags, key=lambda flag: flag.startswith("--"))
        name = f"{', '.join(flags)} {asked.metavar or _value(one)}"
        if one.default is not None:
            more.append(f"default: {one.default}")
    if asked.default is not None:
        more.append(f"default: ({asked.default})")
    if asked.least is not None or asked.most is not None:
        more.append(_range(asked.least, asked.most))
    return name, f"{asked.help}  [{'; '.join(more)}]" if more else asked.help


def _value(one: Parameter) -> str:
    ranged = one.option.least is not None or one.option.most is not None
    return f"<{'|'.join(one.choices) or TYPES[one.kind] + (' range' if ranged else '')}>"


def _range(least: int | None, most: int | None) -> str:
    low = "" if least is None else f"{least}<="
    return f"{low}x" if most is None else f"{low}x<={most}"


def _wrapped(text: str, width: int, **options: Any) -> list[str]:
    """As ``textwrap.wrap`` gives it, imported for a page alone: it takes a millisecond."""
    from textwrap import wrap

    return wrap(text, width, **options)


def _text(text: str, width: int) -> str:
    """Paragraphs wrapped, two columns in; one after a line with a backspace keeps its lines."""
    blocks = []
    for paragraph in re.split(r"\n\n+", text.strip("\n")):
        kept = paragraph.startswith("\b\n")
        lines = (
            paragraph.splitlines()[1:] if kept else _wrapped(" ".join(paragraph.split()), width - 2)
        )
        blocks.append("\n".join(f"  {line}" for line in lines))
    return "\n\n".join(blocks)


def _table(heading: str, rows: Iterable[tuple[str, str]], width: int) -> str:
    """Two columns below a heading; empty without rows."""
    rows = list(rows)
    if not rows:
        return ""
    column = min(max(len(first) for first, _ in rows), FIRST_COLUMN) + 2
    lines = [f"{heading}:"]
    for first, second in rows:
        wrapped = _wrapped(second, max(width - column - 2, 10), replace_whitespace=False)
        fits = len(first) <= column - 2
        if not fits:
            lines.append(f"  {first}")
        lines.append(f"  {first if fits else '':<{column}}{wrapped[0]}")
        lines += [" " * (column + 2) + line for line in wrapped[1:]]
    return "\n".join(lines)


def _shortened(rows: Iterable[tuple[str, str]], width: int) -> Iterator[tuple[str, str]]:
    """The first sentence of each help, as much of it as one line holds."""
    rows = list(rows)
    room = width - 6 - max((len(name) for name, _ in rows), default=0)
    for name, text in rows:
        sentence = re.split(r"(?<=\.)\s", " ".join(text.partition("\n\n")[0].split()), maxsplit=1)[
            0
        ]
        if len(sentence) > room:
            sentence = sentence[: room - 2].rpartition(" ")[0] + "..."
        yield name, sentence

"""Results on standard output, redacted a second time at this exit."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reflect import paths
from reflect.cli.help_page import screen_columns
from reflect.model.redacted import Redacted

if TYPE_CHECKING:
    from reflect.reports.screen import Screen

NARROWEST, WIDEST = 60, 110
"""Columns: narrower breaks the tables, wider is hard to read."""


def exits() -> tuple[Callable[[str], Redacted], int]:
    """The redactor of this exit, and the width of the screen."""
    from reflect.redaction.key import load_or_create_key
    from reflect.redaction.remembered import RememberedTexts

    key = load_or_create_key(paths.key_file())
    redactor = RememberedTexts(key, paths.home_spellings(), paths.searched_file())
    return redactor.text, max(NARROWEST, min(screen_columns(), WIDEST))


def print_screen(text: "Screen") -> None:
    """Print a rendered screen."""
    from reflect.reports.screen import show

    show(text)


def print_json(answer: Mapping[str, Any]) -> None:
    """Print an answer of the JSON contract."""
    from reflect.reports import json_answer

    redact, _ = exits()
    print(json_answer.text(dict(answer), redact), end="")


def print_rows(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows of a statement as a plain table."""
    from reflect.reports.screen import columns as table
    from reflect.reports.screen import finish, show

    redact, width = exits()
    cells = [["" if value is None else str(value) for value in row] for row in rows]
    show(finish(table(cells, width, list(columns)), redact))

"""The warehouse is opened on another core while a command still loads what it needs."""

from reflect import paths
from reflect.warehouse import opening_ahead


def begin() -> None:
    """Begin. For commands that write, and that ask nobody anything before they do."""
    opening_ahead.begin(paths.warehouse_file())

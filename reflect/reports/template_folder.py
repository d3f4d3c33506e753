"""Where templates lie, and which code has a say in what they become. Loads no template engine."""

from collections.abc import Iterator
from pathlib import Path

from reflect import resources

FOLDER = "templates"
PACKAGE = Path(__file__).parent.parent
CODE = ("reports", "model")
"""Folders whose functions and values are asked while a template is compiled or filled."""


def shipped_folder() -> Path:
    """The folder as shipped with reflect."""
    return resources.shipped(FOLDER)


def shipped_templates() -> list[Path]:
    """The templates shipped with reflect, by name."""
    return sorted(shipped_folder().iterdir())


def sources() -> Iterator[Path]:
    """The shipped templates and the code they depend on, in a set order."""
    yield from shipped_templates()
    for name in CODE:
        yield from sorted((PACKAGE / name).glob("*.py"))

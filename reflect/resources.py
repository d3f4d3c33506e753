"""Finds prompts, templates and samples: the user's own, the installed, then the checkout's.

The wheel carries the three top-level folders as ``reflect/prompts``, ``reflect/templates`` and
``reflect/sample_sessions``; in a checkout they lie beside the package. A user overrides a single
file by putting one of the same name under the configuration folder.
"""

from pathlib import Path

from reflect import paths
from reflect.errors import InternalError

FOLDERS = ("prompts", "templates", "sample_sessions")


def places(folder: str) -> list[Path]:
    """The places looked at for a folder, in order; not all exist."""
    package = Path(__file__).parent
    return [paths.config_dir() / folder, package / folder, package.parent / folder]


def find(folder: str, name: str) -> Path:
    """The first place that holds ``name``. Raises ``InternalError`` naming all of them."""
    for place in places(folder):
        candidate = place / name
        if candidate.exists():
            return candidate
    looked = ", ".join(str(place) for place in places(folder))
    raise InternalError(f"{folder}/{name} is missing; looked in {looked}", hint="install again")


def text(folder: str, name: str) -> str:
    """The content of a text resource, UTF-8."""
    return find(folder, name).read_text(encoding="utf-8")


def shipped(folder: str) -> Path:
    """The folder as shipped with reflect, without the user's overrides."""
    for place in places(folder)[1:]:
        if place.is_dir():
            return place
    raise InternalError(f"the folder {folder} was not installed", hint="install again")

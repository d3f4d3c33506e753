"""The prompt files: what each asks for, with places that are filled once.

A prompt is a Markdown file with a part under ``## System`` and one under ``## User``; what stands
above them is for people and is not sent. ``{{name}}`` is a place. Places are filled in one pass:
what is put in is never searched for places, whatever a transcript says.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from reflect import resources
from reflect.errors import BadData
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted, seal

PLACE = re.compile(r"\{\{(\w+)\}\}")
PARTS = re.compile(r"^## (System|User)$", re.M)

PLACES: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    "adjudicate": (frozenset({"definitions"}), frozenset({"record"})),
    "sweep": (frozenset({"definitions"}), frozenset({"part", "record"})),
    "name": (frozenset(), frozenset({"definitions", "record"})),
    "summarise": (frozenset(), frozenset({"record"})),
}
"""Prompt → places of its system part and of its user part, each of which stands there once."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt file."""

    system: str
    """The rules, with places."""
    user: str
    """What is asked, with places."""
    source: str
    """The whole file."""


def prompt(name: str) -> Prompt:
    """A prompt by its name. Raises ``BadData`` naming the file when it is not of the form."""
    file = resources.find("prompts", f"{name}.md")
    source = file.read_text(encoding="utf-8")
    _, *parts = PARTS.split(source)
    if parts[::2] != ["System", "User"]:
        raise BadData(f"{file}: it needs one part ## System and one part ## User, in this order")
    system, user = parts[1].strip(), parts[3].strip()
    for text, places in zip((system, user), PLACES[name], strict=True):
        _check(file, text, places)
    return Prompt(system, user, source)


def filled(text: str, values: Mapping[str, Redacted]) -> Redacted:
    """A part of a prompt with its places filled; ``values`` has one for each."""
    return seal(PLACE.sub(lambda place: values[place[1]], text))


def _check(file: Path, text: str, places: frozenset[str]) -> None:
    found = PLACE.findall(text)
    if sorted(found) != sorted(places):
        wanted = ", ".join(f"{{{{{name}}}}}" for name in sorted(places)) or "no place"
        raise BadData(f"{file}: one part needs {wanted}, each once, and has {len(found)} places")

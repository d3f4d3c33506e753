"""The turns of a request, whatever the protocol: instructions, content and, once, a repair."""

import json
from collections.abc import Mapping

from reflect import resources
from reflect.classifier.providers.provider import OutputMode
from reflect.errors import BadData
from reflect.model.frozen import dataclass
from reflect.model.model_request import ModelRequest

FORM = "form.md"
"""Tells the form of a reply in words, where the protocol does not or may not be heeded."""

PLACE = "{{schema}}"
"""Where the schema goes in."""

REPAIR = "repair.md"
"""Asks once more, after a reply that was not of the form."""

_TOLD_IN_WORDS = (OutputMode.JSON_OBJECT, OutputMode.PLAIN)


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of the conversation."""

    role: str
    """``user`` or ``assistant``."""
    text: str
    """What is said."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """What is said to a model."""

    system: str
    """The rules, and the form of the reply where the protocol does not tell it."""
    turns: tuple[Turn, ...]
    """The request; for a repair the failed reply and what to do about it."""


def conversation(request: ModelRequest, mode: OutputMode, repair: str | None) -> Conversation:
    """The turns of a request, in the order of a conversation."""
    system = str(request.instructions)
    if mode in _TOLD_IN_WORDS:
        system = f"{system.rstrip()}\n\n{form(request)}"
    turns = [Turn("user", request.content)]
    if repair is not None:
        words = resources.text("prompts", REPAIR).strip()
        turns += [Turn("assistant", repair), Turn("user", f"{words}\n\n{form(request)}")]
    return Conversation(system, tuple(turns))


def form(request: ModelRequest) -> str:
    """The form of the reply in words. Raises ``BadData`` where their file has no place for it."""
    words = resources.text("prompts", FORM).strip()
    if words.count(PLACE) != 1:
        file = resources.find("prompts", FORM)
        raise BadData(f"{file}: it needs {PLACE}, once", hint=f"write it into {file}, or delete it")
    return words.replace(PLACE, json.dumps(request.schema, ensure_ascii=False))


def wording() -> str:
    """All words that are added to a request here: a stored reply was given to these."""
    return "\0".join(resources.text("prompts", name) for name in (FORM, REPAIR))


def body(document: Mapping[str, object]) -> bytes:
    """The bytes of a document: the same document gives the same bytes."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()

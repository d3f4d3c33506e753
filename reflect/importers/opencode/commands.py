"""Slash commands: which user messages are expanded templates, and which words in them are typed.

OpenCode stores a command only as its expanded text; nothing names it (a subtask excepted). Two
facts give it away. The terminal client makes the id of the message, but the server makes the id
of the text, because the server expands it (``clock``). And arguments that a template has no
place for are put behind it after an empty line (1.x source), so the user's words are its last
paragraph – unless that one is a list, a heading or a table: then the template ends there and the
user typed no words.
"""

import re

from reflect.importers.opencode import wordings
from reflect.importers.opencode.clock import made_by_client
from reflect.importers.opencode.fields import Json, table, words
from reflect.importers.opencode.records import StoredMessage, StoredSession

_PARAGRAPHS = re.compile(r"\n[ \t]*\n")
_STRUCTURE = re.compile(r"\s*(?:[-*+>|#]|\d+[.)]\s|```|~~~|</?[a-zA-Z])")

_NAMES_ITS_PARTS = re.compile(r"1\.2\.\d+")
"""Clients measured to make the id of every typed text. Later ones may leave that to the server,
so there a session must show it: one typed text with an id of the client."""


def typed_texts(message: StoredMessage) -> list[tuple[int, Json, str]]:
    """Texts of a user message that are not synthetic: index, part, words.

    Text between reminder marks is the harness's although nothing else says so.
    """
    found = []
    for index, part in enumerate(message.parts):
        text = words(part.get("text"))
        if part.get("type") != "text" or text is None or not text.strip():
            continue
        if part.get("synthetic") is True or part.get("ignored") is True:
            continue
        stripped = text.strip()
        opening, closing = wordings.REMINDER
        if stripped.startswith(opening) and stripped.endswith(closing):
            continue
        found.append((index, part, text))
    return found


def typed_in_client(message: StoredMessage) -> bool:
    """Whether the program the user typed into made the id of a typed text."""
    created = table(message.info.get("time")).get("created")
    return any(made_by_client(words(p.get("id")), created) for _, p, _ in typed_texts(message))


def client_names_texts(session: StoredSession) -> bool:
    """Whether this session's client makes the ids of typed texts, so that others tell something."""
    users = [message for message in session.messages if message.info.get("role") == "user"]
    if any(typed_in_client(message) for message in users):
        return True
    version = words(session.info.get("version")) or ""
    return _NAMES_ITS_PARTS.fullmatch(version) is not None


def expanded_by_server(message: StoredMessage) -> bool:
    """Whether the client made the message and the server its text.

    Says something only where :func:`client_names_texts` holds.
    """
    created = table(message.info.get("time")).get("created")
    return made_by_client(message.id, created) and not typed_in_client(message)


def built_in(text: str) -> str | None:
    """Name of the built-in command whose template a text starts with."""
    for name, openings in wordings.BUILT_IN_COMMANDS.items():
        if text.lstrip().startswith(openings):
            return name
    return None


def own_words(text: str) -> str | None:
    """The user's words in an expanded command; None where it holds the template alone.

    A text of one paragraph is given back whole: what of it was typed cannot be told apart.
    """
    paragraphs = [p for p in _PARAGRAPHS.split(text.strip()) if p.strip()]
    if not paragraphs:
        return None
    last = paragraphs[-1].strip()
    if built_in(text) is not None and last.startswith("If there's already an AGENTS.md"):
        return None
    if len(paragraphs) > 1 and _STRUCTURE.match(last):
        return None
    return last


def unquoted(text: str) -> str:
    """A prompt of ``opencode run`` without the quotes that it puts around words with spaces."""
    stripped = text.strip()
    inner = stripped[1:-1]
    if len(stripped) > 1 and stripped[0] == stripped[-1] == '"':
        unescaped = inner.replace('\\"', "")
        if '"' not in unescaped and not unescaped.endswith("\\"):
            return inner.replace('\\"', '"')
    return text

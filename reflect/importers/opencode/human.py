"""User messages: what a person did, and what only looks like it.

OpenCode gives the role ``user`` to prompts, but also to compaction requests, to text it adds
itself (``synthetic``), to the task a parent agent hands to a child session, and to the notice that
the user ran a command.
"""

from dataclasses import replace

from reflect.importers.opencode import wordings
from reflect.importers.opencode.commands import (
    built_in,
    expanded_by_server,
    own_words,
    typed_in_client,
    typed_texts,
    unquoted,
)
from reflect.importers.opencode.conversation import Conversation
from reflect.importers.opencode.copies import copy_key
from reflect.importers.opencode.fields import Json, table, utc, words
from reflect.importers.opencode.parts import attached, text_part
from reflect.importers.opencode.records import StoredMessage
from reflect.model.session import Message, Part
from reflect.model.vocabulary import Author, MessageKind, PartKind, PartOrigin


def read_user(message: StoredMessage, known: Conversation, position: int) -> list[Message[str]]:
    """What one user message says: the act itself, then what was added to it.

    Args:
        message: A message with the role ``user``.
        known: Facts about its session.
        position: Position of the first of them.
    """
    types = [words(part.get("type")) for part in message.parts]
    typed = typed_texts(message)
    if "compaction" in types:
        parts = tuple(_added(message))
        return [_by_harness(message, position, MessageKind.COMPACTION, "compaction", parts)]
    if "tool" in types:
        return [_shell(message, message, position)]
    if message.id in known.shells:
        return [_shell(message, known.shells[message.id], position)]
    if known.is_child and not typed_in_client(message):
        return [_by_parent(message, typed, position)]
    subtask = next((part for part in message.parts if part.get("type") == "subtask"), None)
    if subtask is not None:
        return [_subtask(message, subtask, position)]
    if not typed and not _attaches_only(message):
        parts = tuple(_added(message))
        return [_by_harness(message, position, MessageKind.INJECTED, "synthetic", parts)]
    if message.id in known.replays:
        parts = tuple(text_part(i, p, t, PartOrigin.USER) for i, p, t in typed)
        return [_by_harness(message, position, MessageKind.INJECTED, "compaction_replay", parts)]
    if known.names_texts and typed and expanded_by_server(message):
        return _expanded(message, typed, position)
    return [_prompt(message, typed, known, position)]


def _prompt(
    message: StoredMessage,
    typed: list[tuple[int, Json, str]],
    known: Conversation,
    position: int,
) -> Message[str]:
    if known.run:
        typed = [(index, part, unquoted(text)) for index, part, text in typed]
    parts = [text_part(index, part, text, PartOrigin.USER) for index, part, text in typed]
    author, reason = Author.HUMAN, "typed_text"
    if typed_in_client(message):
        reason = "client_made_id"
    elif known.run:
        reason = "run_prompt"
    elif known.names_texts:
        # Every other prompt of this session was named by the client: a program may have sent this.
        author, reason = Author.UNKNOWN, "server_made_id"
    kind = MessageKind.STEER if message.id in known.steers else MessageKind.PROMPT
    return _act(message, position, kind, reason, (*parts, *_added(message)), author)


def _expanded(
    message: StoredMessage, typed: list[tuple[int, Json, str]], position: int
) -> list[Message[str]]:
    """A command: the words the user typed behind it, and the template apart from them."""
    index, part, text = typed[0]
    mine = own_words(text)
    template = text_part(index, part, text, PartOrigin.FILE)
    added = tuple(_added(message))
    if mine is None:
        parts = (template, *added)
        only = _by_harness(message, position, MessageKind.INJECTED, "command_template", parts)
        return [replace(only, command=built_in(text))]
    act = _act(
        message,
        position,
        MessageKind.COMMAND,
        "command_arguments",
        (text_part(index, part, mine, PartOrigin.USER), *added),
    )
    act = replace(act, command=built_in(text))
    if mine == text.strip():
        return [act]
    rest = replace(template, text=text.strip().removesuffix(mine).rstrip())
    injected = _by_harness(message, position + 1, MessageKind.INJECTED, "command_template", (rest,))
    return [act, replace(injected, event=f"{message.id}.template")]


def _subtask(message: StoredMessage, subtask: Json, position: int) -> Message[str]:
    """A command that runs in a child session; here the record names it."""
    index = message.parts.index(subtask)
    mine = own_words(words(subtask.get("prompt")) or "")
    parts = () if mine is None else (text_part(index, subtask, mine, PartOrigin.USER),)
    act = _act(message, position, MessageKind.COMMAND, "subtask", parts)
    return replace(act, command=words(subtask.get("command")))


def _shell(message: StoredMessage, holder: StoredMessage, position: int) -> Message[str]:
    """``!cmd``: the command stands in a tool part, of this message or of the one after it."""
    index, part = next((i, p) for i, p in enumerate(holder.parts) if p.get("type") == "tool")
    command = words(table(table(part.get("state")).get("input")).get("command")) or ""
    place = index if holder is message else 0
    parts = (Part(place, PartKind.TEXT, PartOrigin.USER, command, words(part.get("id"))),)
    return _act(message, position, MessageKind.SHELL, "user_shell", parts)


def _by_parent(
    message: StoredMessage, typed: list[tuple[int, Json, str]], position: int
) -> Message[str]:
    parts = tuple(text_part(i, p, t, PartOrigin.ASSISTANT) for i, p, t in typed)
    given = _by_harness(message, position, MessageKind.INJECTED, "parent_session", parts)
    return replace(given, author=Author.PARENT_AGENT)


def _attaches_only(message: StoredMessage) -> bool:
    """A file or image without words: the user sent it, and the client added what it read."""
    if not any(part.get("type") == "file" for part in message.parts):
        return False
    texts = [words(part.get("text")) or "" for part in message.parts if part.get("type") == "text"]
    return not texts or texts[0].startswith(wordings.ATTACHED_FILE)


def _added(message: StoredMessage) -> list[Part[str]]:
    """Attachments, and the text that the client added to the words of the user."""
    found: list[Part[str]] = []
    origin = PartOrigin.UNKNOWN
    typed = {index for index, _, _ in typed_texts(message)}
    for index, part in enumerate(message.parts):
        text = words(part.get("text"))
        if part.get("type") == "file":
            found.append(attached(index, part))
        elif part.get("type") == "text" and text and index not in typed:
            # The content of an attached file follows the notice that it was read.
            origin = PartOrigin.FILE if text.startswith(wordings.ATTACHED_FILE) else origin
            found.append(Part(index, PartKind.ATTACHMENT, origin, text, words(part.get("id"))))
    return found


def _act(
    message: StoredMessage,
    position: int,
    kind: MessageKind,
    reason: str,
    parts: tuple[Part[str], ...],
    author: Author = Author.HUMAN,
) -> Message[str]:
    created = table(message.info.get("time")).get("created")
    said = "\n".join(part.text for part in parts if part.kind is PartKind.TEXT)
    return Message(
        event=message.id,
        position=position,
        record=message.record,
        kind=kind,
        author=author,
        reason=reason,
        sent_at=utc(created),
        parts=tuple(sorted(parts, key=lambda part: part.index)),
        copy_key=copy_key("user", created, f"{kind.value} {said}"),
    )


def _by_harness(
    message: StoredMessage,
    position: int,
    kind: MessageKind,
    reason: str,
    parts: tuple[Part[str], ...],
) -> Message[str]:
    return _act(message, position, kind, reason, parts, Author.HARNESS)

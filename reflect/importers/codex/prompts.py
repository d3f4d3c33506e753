"""The human's words: messages with the role of the user, and the events that confirm them.

Every prompt is written twice: as what the model sees, and as an event of what was typed
(``user_message`` to 0.124, ``item_completed.UserMessage`` in 0.171). The message is the record of
the prompt; the event says that it is one. A message without its event is the client's own, once a
thread has events at all; exports and rollouts before 0.30 have none, and there the form decides.
"""

from reflect.importers.codex.context import give_instructions
from reflect.importers.codex.decoding import content_items
from reflect.importers.codex.outcomes import end_open_calls
from reflect.importers.codex.records import Content, Payload
from reflect.importers.codex.shells import read_shell_echo
from reflect.importers.codex.state import Candidate, Reading
from reflect.importers.codex.titles import set_title
from reflect.importers.codex.turns import interrupted
from reflect.importers.codex.user_words import (
    event_text,
    item_text,
    message_parts,
    pictures,
    recall_candidates,
    recall_early,
)
from reflect.importers.codex.words import NOTIFICATION, SHELL, TURN_ABORTED
from reflect.model.session import Message, Part
from reflect.model.vocabulary import Author, CallStatus, MessageKind, PartKind, PartOrigin

UNCONFIRMED = "no event"


def read_user(reading: Reading, payload: Payload, number: int, sent_at: str | None) -> None:
    """A message with the role of the user."""
    items = content_items(payload.content)
    passthrough = payload.internal_chat_message_metadata_passthrough
    noted = (passthrough.content_item_metadata if passthrough else None) or []
    origins = {one.provenance.type for one in noted if one.provenance and one.provenance.type}
    parts, wrappers = message_parts(items)
    for name, content in wrappers:
        give_instructions(reading, name, content, number, sent_at)
    names = [name for name, _ in wrappers]
    if TURN_ABORTED in names:
        interrupted(reading, number, sent_at, TURN_ABORTED)
    if SHELL in names:
        read_shell_echo(reading, dict(wrappers)[SHELL], number, sent_at)
    if not parts:
        if NOTIFICATION in names:
            _add_notification(reading, dict(wrappers)[NOTIFICATION], number, sent_at)
        return
    candidate = Candidate(number, sent_at, reading.start, sure="user" in origins)
    if origins and not candidate.sure:
        _add(reading, candidate, (), "provenance")
        return
    if _is_early(reading, parts):
        return
    carry = reading.carry
    if not carry.events:
        end_open_calls(reading, CallStatus.UNKNOWN)
        carry.turn_told = carry.turn_told and carry.turn_open
    carry.candidates.append(candidate)
    reading.words[number] = parts


def read_event(reading: Reading, payload: Payload, number: int, sent_at: str | None) -> None:
    """``event_msg.user_message`` (to 0.124)."""
    images = payload.local_images or payload.images or []
    media = tuple(
        Part(index, PartKind.IMAGE, PartOrigin.USER, "") for index in range(1, len(images) + 1)
    )
    _confirm(reading, event_text(payload), media, number, sent_at)


def read_item_event(
    reading: Reading, items: list[Content], number: int, sent_at: str | None
) -> None:
    """``item_completed.UserMessage`` (0.171)."""
    _confirm(reading, item_text(items), pictures(items), number, sent_at)


def _confirm(
    reading: Reading, text: str, media: tuple[Part[str], ...], number: int, sent_at: str | None
) -> None:
    """The event of a prompt: it confirms the message before it, or stands for one to come."""
    carry = reading.carry
    carry.events = True
    recall_candidates(reading)
    if carry.reviewing:
        _settle(reading, len(carry.candidates))
        return
    place = _match(reading, text)
    if place is None:
        parts = (Part(0, PartKind.TEXT, PartOrigin.USER, text), *media) if text.strip() else media
        if parts:
            carry.early.append(reading.start)
            reading.early[reading.start] = text
            candidate = Candidate(number, sent_at, reading.start)
            _add_human(reading, candidate, parts, "event alone")
        return
    candidate = carry.candidates[place]
    _settle(reading, place)
    carry.candidates.pop(0)
    words = [Part(0, PartKind.TEXT, PartOrigin.USER, text)] if text else []
    parts = reading.words.pop(candidate.number, ()) or (*words, *media)
    _add_human(reading, candidate, parts, "user_message")


def yield_candidates(reading: Reading) -> None:
    """What was not confirmed, at the end of a read: human unless the thread has events."""
    for candidate in reading.carry.candidates:
        parts = reading.words.get(candidate.number)
        if parts is None:
            continue
        if candidate.sure or not reading.carry.events:
            reason = "provenance" if candidate.sure else "role=user"
            _add_words(reading, candidate, parts, reason, MessageKind.PROMPT)
        else:
            _add(reading, candidate, (), UNCONFIRMED)
    if not reading.carry.events:
        reading.carry.candidates = reading.carry.candidates[-1:]


def _settle(reading: Reading, before: int) -> None:
    """Messages without an event although a later one has it: the client's, unless it is sure."""
    for candidate in reading.carry.candidates[:before]:
        parts = reading.words.pop(candidate.number, None)
        if candidate.sure and parts is not None and not reading.carry.reviewing:
            _add_human(reading, candidate, parts, "provenance")
        elif not candidate.sure or reading.carry.reviewing:
            _add(reading, candidate, (), UNCONFIRMED)
    del reading.carry.candidates[:before]


def _match(reading: Reading, text: str) -> int | None:
    """Place of the candidate that an event confirms."""
    candidates = reading.carry.candidates
    wanted = _normal(text)
    for place, candidate in enumerate(candidates):
        parts = reading.words.get(candidate.number)
        if parts is not None and _normal(_text(parts)) == wanted:
            return place
    for place in range(len(candidates) - 1, -1, -1):
        parts = reading.words.get(candidates[place].number)
        if parts is None or candidates[place].sure:
            return place
        held = _normal(_text(parts))
        if wanted and held and (wanted in held or held in wanted):
            return place
    return None


def _is_early(reading: Reading, parts: tuple[Part[str], ...]) -> bool:
    """Whether the event of this message came before it."""
    recall_early(reading)
    text = _normal(_text(parts))
    for start in reading.carry.early:
        if _normal(reading.early[start]) == text:
            reading.carry.early.remove(start)
            return True
    return False


def _add_human(
    reading: Reading, candidate: Candidate, parts: tuple[Part[str], ...], reason: str
) -> None:
    """A prompt that an event confirmed; a second one in an open turn steers it."""
    carry = reading.carry
    steer = carry.turn_open and carry.turn_prompts > 0
    carry.turn_prompts += 1
    if not steer:
        end_open_calls(reading, CallStatus.UNKNOWN)
    kind = MessageKind.STEER if steer else MessageKind.PROMPT
    _add_words(reading, candidate, parts, reason, kind)


def _add_words(
    reading: Reading,
    candidate: Candidate,
    parts: tuple[Part[str], ...],
    reason: str,
    kind: MessageKind,
) -> None:
    carry = reading.carry
    carry.content = True
    if carry.subagent is not None:
        author = Author.HARNESS if carry.subagent == "review" else Author.PARENT_AGENT
        parts = tuple(
            Part(p.index, p.kind, PartOrigin.ASSISTANT, p.text, None, p.media_type, p.size)
            for p in parts
        )
        _add(reading, candidate, parts, f"sub-agent {carry.subagent}", author)
        return
    text = "\n".join(part.text for part in parts if part.text)
    set_title(reading, text)
    reading.prompts.append(candidate.number)
    trigger = carry.turn_trigger
    if trigger == "user":
        carry.human = True
    by_program = carry.originator == "codex_exec" or carry.source == "exec"
    reading.add(
        Message(
            f"r{candidate.number}",
            candidate.number,
            str(candidate.number),
            kind,
            Author.HUMAN,
            reason,
            candidate.sent_at,
            parts,
            automated=trigger == "exec" if trigger in ("user", "exec") else by_program,
        )
    )


def _add_notification(reading: Reading, text: str, number: int, sent_at: str | None) -> None:
    candidate = Candidate(number, sent_at, reading.start)
    parts = (Part(0, PartKind.TEXT, PartOrigin.UNKNOWN, text.strip()),)
    _add(reading, candidate, parts, NOTIFICATION, kind=MessageKind.NOTIFICATION)


def _add(
    reading: Reading,
    candidate: Candidate,
    parts: tuple[Part[str], ...],
    reason: str,
    author: Author = Author.HARNESS,
    kind: MessageKind = MessageKind.INJECTED,
) -> None:
    number = candidate.number
    reading.add(
        Message(f"r{number}", number, str(number), kind, author, reason, candidate.sent_at, parts)
    )


def _text(parts: tuple[Part[str], ...]) -> str:
    return "\n".join(part.text for part in parts if part.kind is PartKind.TEXT)


def _normal(text: str) -> str:
    return "".join(text.split())

"""What a message of the user holds, or its event; and lines that an earlier import read, once more.

An import may fall between a message and its event. What is kept until the next is the place of the
line, never a word of it; the event alone would not do: it does not say where in the message its
pictures stand, nor what they are.
"""

from typing import BinaryIO

from msgspec import UnsetType

from reflect.importers.codex.decoding import content_items
from reflect.importers.codex.records import Content, Payload, line_decoder
from reflect.importers.codex.results import image
from reflect.importers.codex.state import Reading
from reflect.importers.codex.words import read_text
from reflect.model.session import Part
from reflect.model.vocabulary import PartKind, PartOrigin
from reflect.stores.jsonl import LONGEST_LINE
from reflect.stores.typed_records import decode_record

IMAGES = ("input_image", "image", "local_image")


def message_parts(items: list[Content]) -> tuple[tuple[Part[str], ...], list[tuple[str, str]]]:
    """Texts and pictures of a message in order, and the client's wrappers before them."""
    wrappers: list[tuple[str, str]] = []
    texts: list[Part[str]] = []
    for index, item in enumerate(items):
        if item.text is None:
            continue
        words = read_text(item.text)
        wrappers += words.wrappers
        if words.text.strip():
            texts.append(Part(index, PartKind.TEXT, PartOrigin.USER, words.text))
    parts = sorted((*texts, *pictures(items)), key=lambda part: part.index)
    return tuple(parts), wrappers


def pictures(items: list[Content]) -> tuple[Part[str], ...]:
    """The pictures among content items."""
    found: list[Part[str]] = []
    for index, item in enumerate(items):
        if item.type in IMAGES:
            media_type, size = image(item)
            found.append(
                Part(index, PartKind.IMAGE, PartOrigin.USER, "", None, media_type, size or None)
            )
    return tuple(found)


def event_text(payload: Payload) -> str:
    """What was typed, as ``user_message`` tells it or the item of 0.171."""
    if payload.item is not None:
        return item_text(content_items(payload.item.content))
    return read_text(payload.message).text if payload.message else ""


def item_text(items: list[Content]) -> str:
    """What was typed, as the content items of an event tell it."""
    text = "\n".join(item.text for item in items if item.text)
    return read_text(text).text if text else ""


def recall_candidates(reading: Reading) -> None:
    """Read the messages again that wait for an event since an earlier import."""
    for candidate in reading.carry.candidates:
        if candidate.number in reading.words:
            continue
        payload = _payload_at(reading.file, candidate.start)
        if payload is not None and payload.role == "user":
            reading.words[candidate.number] = message_parts(content_items(payload.content))[0]


def recall_early(reading: Reading) -> None:
    """Read the events again that wait for their message since an earlier import."""
    for start in reading.carry.early:
        if start not in reading.early:
            payload = _payload_at(reading.file, start)
            reading.early[start] = event_text(payload) if payload is not None else ""


def _payload_at(file: BinaryIO | None, start: int) -> Payload | None:
    """The payload of the line that begins at a byte; the file goes on where it was."""
    if file is None:
        return None
    here = file.tell()
    file.seek(start)
    data = file.readline(LONGEST_LINE)
    file.seek(here)
    line, _ = decode_record(data, line_decoder)
    if line is None or isinstance(line.payload, UnsetType):
        return None
    return line.payload

"""Nested values of a rollout: content items, arguments, outputs."""

from typing import Any

import msgspec
from msgspec import Raw

from reflect.importers.codex.records import Content

_content = msgspec.json.Decoder(list[Content])
_any = msgspec.json.Decoder()

QUOTE, BRACKET, BRACE = b'"[{'


def first_byte(raw: Raw) -> int:
    """First byte of a value; 0 when it is missing."""
    view = memoryview(raw)
    return view[0] if view else 0


def content_items(raw: Raw) -> list[Content]:
    """Content items; a bare string is one of them, anything else is none."""
    kind = first_byte(raw)
    try:
        if kind == BRACKET:
            return _content.decode(raw)
        if kind == QUOTE:
            return [Content(type="text", text=msgspec.json.decode(raw, type=str))]
    except (msgspec.MsgspecError, RecursionError):
        items = any_value(raw)
        if isinstance(items, list):
            return [_item(item) for item in items if isinstance(item, dict)]
    return []


def any_value(raw: Raw) -> Any:
    """Any value; None when it is missing or damaged."""
    if not first_byte(raw):
        return None
    try:
        return _any.decode(raw)
    except (msgspec.MsgspecError, RecursionError):
        return None


def parsed(text: str) -> Any:
    """A value that stands as JSON in a string; None when it is none."""
    try:
        return _any.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
        return None


def word(value: object) -> str | None:
    """A string, or None."""
    return value if isinstance(value, str) else None


def _item(item: dict[str, Any]) -> Content:
    return Content(
        word(item.get("type")),
        word(item.get("text")),
        word(item.get("image_url")),
        word(item.get("path")),
    )

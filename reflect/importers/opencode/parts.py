"""Parts of messages as the model holds them."""

from reflect.importers.opencode.fields import Json, rows, table, words
from reflect.model.frozen import maker
from reflect.model.session import Part
from reflect.model.vocabulary import PartKind, PartOrigin

PASSED_OVER = frozenset(
    ("agent", "compaction", "retry", "snapshot", "step-finish", "step-start", "subtask", "tool")
)
"""Types that hold no words: read elsewhere, or without use."""

WITH_WORDS = ("file", "patch", "reasoning", "text")
"""Types that hold something to keep."""

KNOWN = PASSED_OVER.union(WITH_WORDS)
"""All types of parts that OpenCode writes, 1.2 to 1.18."""


_TEXT, _REASONING, _ASSISTANT = PartKind.TEXT, PartKind.REASONING, PartOrigin.ASSISTANT

make_part = maker(Part[str])


def text_part(index: int, part: Json, text: str, origin: PartOrigin) -> Part[str]:
    """Words, under the id of their part."""
    return Part(index, PartKind.TEXT, origin, text, words(part.get("id")))


def attached(index: int, part: Json) -> Part[str]:
    """A file or image: its name or path, its type and size, never its content."""
    media = words(part.get("mime"))
    url = words(part.get("url")) or ""
    path = words(table(part.get("source")).get("path")) or words(part.get("filename"))
    if path is None and url.startswith("file://"):
        path = url.removeprefix("file://")
    image = media is not None and media.startswith("image/")
    return Part(
        index,
        PartKind.IMAGE if image else PartKind.FILE,
        PartOrigin.FILE,
        "" if image else path or "",
        words(part.get("id")),
        media,
        _decoded_size(url),
    )


def read_part(index: int, part: Json) -> Part[str] | None:
    """One part of an answer; None where it holds nothing to keep."""
    kind = part.get("type")
    if kind == "text" or kind == "reasoning":
        text = words(part.get("text"))
        if not text:
            return None
        native = words(part.get("id"))
        if kind == "reasoning":
            return make_part(index, _REASONING, _ASSISTANT, text, native)
        added = part.get("synthetic") is True
        return make_part(index, _TEXT, PartOrigin.UNKNOWN if added else _ASSISTANT, text, native)
    if kind == "patch":
        files = "\n".join(file for file in rows(part.get("files")) if isinstance(file, str))
        return Part(index, PartKind.PATCH, PartOrigin.TOOL_LOCAL, files, words(part.get("id")))
    return attached(index, part) if kind == "file" else None


def _decoded_size(url: str) -> int | None:
    """Bytes of the content of a ``data:`` address."""
    head, comma, body = url.partition(",")
    if not comma or not head.startswith("data:"):
        return None
    if not head.endswith(";base64"):
        return len(body)
    return max(0, len(body) * 3 // 4 - body[-2:].count("="))

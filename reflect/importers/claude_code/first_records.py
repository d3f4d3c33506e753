"""Whether a file is a transcript of Claude Code, told by its first records."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Raw, Struct

from reflect.errors import ReflectError
from reflect.importers.claude_code.fold import WITHOUT_USE
from reflect.stores.files import FileState, open_regular
from reflect.stores.jsonl import LineReader

TYPES = WITHOUT_USE | {
    "user", "assistant", "attachment", "system", "progress", "queue-operation", "last-prompt",
    "custom-title", "ai-title", "summary", "cost-state",
}  # fmt: skip
"""Record types by which a transcript is known."""

LOOKED_AT = 50
"""Lines at the start of a file that are looked at to tell its format."""

PEEK_BYTES = 4 * 1024 * 1024
"""Longest line that is looked at for this."""


class _Peek(Struct):
    """Just enough of a line to tell whose it is."""

    type: str | None = None
    payload: Raw | msgspec.UnsetType = msgspec.UNSET


def is_transcript(state: FileState, root: Path) -> bool:
    """Whether one of the first records of a file is Claude Code's."""
    if state.size == 0:
        return False
    try:
        with open_regular(state.path, root) as file:
            reader = LineReader(file, longest=PEEK_BYTES)
            for _, line in zip(range(LOOKED_AT), _lines(reader), strict=False):
                known = _known(line)
                if known is not None:
                    return known
    except (ReflectError, OSError):
        return False
    return False


def _lines(reader: LineReader) -> Iterator[bytes]:
    yield from reader
    if reader.unfinished:
        yield reader.unfinished


def _known(line: bytes) -> bool | None:
    """True for a record of Claude Code, False for another format's, None when it does not tell."""
    try:
        peek = msgspec.json.decode(line, type=_Peek)
    except (msgspec.MsgspecError, RecursionError):
        return None
    if peek.type is None:
        return None
    return peek.type in TYPES and peek.payload is msgspec.UNSET

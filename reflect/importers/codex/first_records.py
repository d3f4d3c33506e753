"""Whether a file is a rollout of Codex, told by its first records."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Raw, Struct, UnsetType

from reflect.errors import ReflectError
from reflect.importers.codex.fold import RESPONSE_ITEMS
from reflect.importers.codex.places import COMPRESSED
from reflect.stores.files import FileState, open_regular
from reflect.stores.jsonl import LineReader
from reflect.stores.zstd import decompressed

TYPES = frozenset(
    ("session_meta", "response_item", "event_msg", "turn_context", "compacted",
     "token_usage_record", "world_state")
)  # fmt: skip
"""Record types by which a rollout is known."""

LOOKED_AT = 20
"""Lines at the start of a file that are looked at to tell its format."""

PEEK_BYTES = 4 * 1024 * 1024
"""Longest line that is looked at for this."""


class _Peek(Struct):
    """Just enough of a line to tell whose it is."""

    type: str | None = None
    payload: Raw | UnsetType = msgspec.UNSET
    id: str | None = None
    timestamp: str | None = None
    instructions: Raw | UnsetType = msgspec.UNSET
    role: str | None = None
    call_id: str | None = None
    summary: Raw | UnsetType = msgspec.UNSET


def is_rollout(state: FileState, root: Path) -> bool:
    """Whether one of the first records of a file is Codex's."""
    if state.size == 0:
        return False
    try:
        with open_regular(state.path, root) as file:
            if state.path.name.endswith(COMPRESSED):
                with decompressed(file, PEEK_BYTES * 2) as (stream, _):
                    return _looks_like_one(LineReader(stream, longest=PEEK_BYTES))
            return _looks_like_one(LineReader(file, longest=PEEK_BYTES))
    except (ReflectError, OSError):
        return False


def _looks_like_one(reader: LineReader) -> bool:
    for _, line in zip(range(LOOKED_AT), _lines(reader), strict=False):
        known = _known(line)
        if known is not None:
            return known
    return False


def _lines(reader: LineReader) -> Iterator[bytes]:
    yield from reader
    if reader.unfinished:
        yield reader.unfinished


def _known(line: bytes) -> bool | None:
    """True for a record of Codex, False for another format's, None when it does not tell."""
    try:
        peek = msgspec.json.decode(line, type=_Peek)
    except (msgspec.MsgspecError, RecursionError):
        return None
    if not isinstance(peek.payload, UnsetType):
        return peek.type in TYPES
    if peek.type is None:
        # The head of a rollout before 0.30 has no type; other lines without one do not tell.
        head = peek.id is not None and not isinstance(peek.instructions, UnsetType)
        return True if head and peek.timestamp is not None else None
    if peek.type not in RESPONSE_ITEMS:
        return False
    told = peek.role is not None or peek.call_id is not None
    return told or not isinstance(peek.summary, UnsetType) or None

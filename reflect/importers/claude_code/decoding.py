"""Lines of a transcript and what is nested in them, as typed records."""

from collections.abc import Iterable
from functools import cache
from itertools import count, repeat
from typing import TypeVar

import msgspec
from msgspec import Raw, Struct

from reflect.importers.claude_code.records import Line
from reflect.model.vocabulary import BadRecord
from reflect.stores.jsonl import Run
from reflect.stores.typed_records import decode_record, decode_string

StructT = TypeVar("StructT", bound=Struct)

_line = msgspec.json.Decoder(Line)
_decode, _decode_all = _line.decode, _line.decode_lines

decode_text = decode_string

Found = tuple[int, Line | None, BadRecord | None]
"""What a line holds, behind its number: as of :func:`decode_line`."""


def decode_run(run: Run) -> Iterable[Found]:
    """Read lines that stand behind each other: together, or one by one where one is odd."""
    if run.plain:
        try:
            records = _decode_all(run.buffer())
        except (msgspec.MsgspecError, RecursionError):
            records = []
        if len(records) == run.count:
            return zip(count(run.first), records, repeat(None))
    return ((number, *decode_line(line)) for number, line in run.numbered())


def decode_line(line: bytes) -> tuple[Line | None, BadRecord | None]:
    """Read one line.

    Returns:
        The record, or None when nothing can be made of it; and what was wrong with it.
    """
    try:
        return _decode(line), None
    except (msgspec.MsgspecError, RecursionError):
        return decode_record(line, _line)


def decode_part(raw: Raw | bytes, kind: type[StructT]) -> tuple[StructT | None, BadRecord | None]:
    """Read a nested object of a record, as :func:`decode_line` does."""
    return decode_record(raw, _decoder(kind))


@cache
def _decoder(kind: type[StructT]) -> msgspec.json.Decoder[StructT]:
    return msgspec.json.Decoder(kind)

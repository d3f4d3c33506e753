"""Lines of a transcript and what is nested in them, as typed records."""

from functools import cache
from typing import TypeVar

import msgspec
from msgspec import Raw, Struct

from reflect.importers.claude_code.records import Line
from reflect.model.vocabulary import BadRecord
from reflect.stores.typed_records import decode_record, decode_string

StructT = TypeVar("StructT", bound=Struct)

_line = msgspec.json.Decoder(Line)

decode_text = decode_string


def decode_line(line: bytes) -> tuple[Line | None, BadRecord | None]:
    """Read one line.

    Returns:
        The record, or None when nothing can be made of it; and what was wrong with it.
    """
    record, problem = decode_record(line, _line)
    if record is not None and problem is None and _is_hollow(record):
        problem = BadRecord.WRONG_SHAPE
    return record, problem


def _is_hollow(record: Line) -> bool:
    """Whether what makes a record of this type is missing."""
    if record.type == "attachment":
        return record.attachment is None
    return record.message is None and record.type in ("user", "assistant")


def decode_part(raw: Raw | bytes, kind: type[StructT]) -> tuple[StructT | None, BadRecord | None]:
    """Read a nested object of a record, as :func:`decode_line` does."""
    return decode_record(raw, _decoder(kind))


@cache
def _decoder(kind: type[StructT]) -> msgspec.json.Decoder[StructT]:
    return msgspec.json.Decoder(kind)

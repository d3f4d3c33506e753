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
_decode = _line.decode

decode_text = decode_string


def decode_line(line: bytes) -> tuple[Line | None, BadRecord | None]:
    """Read one line.

    Returns:
        The record, or None when nothing can be made of it; and what was wrong with it.
    """
    try:
        record = _decode(line)
    except (msgspec.MsgspecError, RecursionError):
        mended, problem = decode_record(line, _line)
        if mended is None or problem is not None:
            return mended, problem
        record = mended
    if (record.message is None or record.type == "attachment") and _is_hollow(record):
        return record, BadRecord.WRONG_SHAPE
    return record, None


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

"""Lines to typed records, strictly first, field by field where the types do not fit.

One odd field never costs a record: it is dropped, the rest is kept, and the line is counted.
"""

from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct

from reflect.importers.claude_code.records import Line
from reflect.model.vocabulary import BadRecord
from reflect.stores.jsonl import encoded, mended

StructT = TypeVar("StructT", bound=Struct)

_line = msgspec.json.Decoder(Line)


def decode_line(line: bytes) -> tuple[Line | None, BadRecord | None]:
    """Read one line.

    Returns:
        The record, or None when nothing can be made of it; and what was wrong with it.
    """
    try:
        return _line.decode(line), None
    except RecursionError:
        return None, BadRecord.TOO_DEEP
    except msgspec.MsgspecError:
        record, problem = mended(line)
    if record is None:
        return None, problem
    return _field_by_field(record, Line, problem)


def decode_part(raw: Raw | bytes, kind: type[StructT]) -> tuple[StructT | None, BadRecord | None]:
    """Read a nested object of a record, as :func:`decode_line` does."""
    try:
        return msgspec.json.decode(raw, type=kind), None
    except RecursionError:
        return None, BadRecord.TOO_DEEP
    except msgspec.MsgspecError:
        record, problem = mended(bytes(raw))
    if record is None:
        return None, problem
    return _field_by_field(record, kind, problem)


def decode_text(raw: Raw) -> str:
    """A JSON string, or nothing when the value is of another type."""
    try:
        return msgspec.json.decode(raw, type=str)
    except (msgspec.MsgspecError, RecursionError):
        return ""


def _field_by_field(
    record: dict[str, Any], kind: type[StructT], problem: BadRecord | None
) -> tuple[StructT, BadRecord | None]:
    """Keep the fields that fit, drop the others."""
    fitting: dict[str, Any] = {}
    names = {field.encode_name for field in msgspec.structs.fields(kind)}
    for name, value in record.items():
        if name not in names:
            continue
        one = {name: value}
        if not _fits(one, kind):
            if name != "content" or not isinstance(value, list):
                problem = problem or BadRecord.WRONG_SHAPE
                continue
            problem = problem or BadRecord.WRONG_SHAPE
            one = {name: [block for block in value if _fits({name: [block]}, kind)]}
        fitting.update(one)
    return msgspec.json.decode(encoded(fitting), type=kind), problem


def _fits(record: dict[str, Any], kind: type[Struct]) -> bool:
    try:
        msgspec.json.decode(encoded(record), type=kind)
    except msgspec.MsgspecError:
        return False
    return True

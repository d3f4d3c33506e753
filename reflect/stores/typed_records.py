"""Records to typed values, strictly first, field by field where the types do not fit.

One odd field never costs a record: it is dropped, the rest is kept, and the record is counted.
"""

from typing import Any, TypeVar, cast

import msgspec
from msgspec import Raw, Struct

from reflect.model.vocabulary import BadRecord
from reflect.stores.jsonl import encoded, mended

StructT = TypeVar("StructT", bound=Struct)


def decode_record(
    data: bytes | Raw, decoder: msgspec.json.Decoder[StructT]
) -> tuple[StructT | None, BadRecord | None]:
    """Read one object.

    Args:
        data: A JSON object.
        decoder: Of the struct that is wanted.

    Returns:
        The record, or None when nothing can be made of it; and what was wrong with it.
    """
    try:
        return decoder.decode(data), None
    except RecursionError:
        return None, BadRecord.TOO_DEEP
    except msgspec.MsgspecError:
        record, problem = mended(bytes(data))
    if record is None:
        return None, problem
    kind = cast(type[StructT], decoder.type)
    fitting = _fitting(record, kind)
    if problem is None and fitting is not record:
        problem = BadRecord.WRONG_SHAPE
    return msgspec.json.decode(encoded(fitting), type=kind), problem


def decode_string(raw: Raw) -> str:
    """A JSON string, or nothing when the value is of another type."""
    try:
        return msgspec.json.decode(raw, type=str)
    except (msgspec.MsgspecError, RecursionError):
        return ""


def _fitting(record: dict[str, Any], kind: type[Struct]) -> dict[str, Any]:
    """The record itself when it fits, else a copy without the fields that do not."""
    if _fits(record, kind):
        return record
    kept: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        name = field.encode_name
        if name not in record:
            continue
        value = record[name]
        if not _fits({name: value}, kind):
            inner = _struct_in(field.type)
            if isinstance(value, list):
                items = [
                    _fitting(item, inner) if isinstance(item, dict) and inner else item
                    for item in value
                ]
                value = [item for item in items if _fits({name: [item]}, kind)]
            elif isinstance(value, dict) and inner is not None:
                value = _fitting(value, inner)
            if not _fits({name: value}, kind):
                continue
        kept[name] = value
    return kept


def _struct_in(annotation: Any) -> type[Struct] | None:
    """The struct that a field's type is, or holds: beside None, or as the items of a list."""
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        return annotation
    found = map(_struct_in, getattr(annotation, "__args__", ()))
    return next((kind for kind in found if kind is not None), None)


def _fits(record: dict[str, Any], kind: type[Struct]) -> bool:
    try:
        msgspec.json.decode(encoded(record), type=kind)
    except msgspec.MsgspecError:
        return False
    return True

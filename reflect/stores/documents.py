"""Whole JSON documents: one file, one value, decoded without trusting it.

Comes in: bytes another program wrote. Goes out: plain Python values whose texts can be encoded
again, or the reason why there is none.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

from reflect.errors import BadData
from reflect.model.frozen import dataclass
from reflect.model.vocabulary import BadRecord
from reflect.stores.files import open_regular

LARGEST_DOCUMENT = 1 << 30
"""Bytes above which a document is not read: decoding takes about eight times its size."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Undecodable(Exception):
    """A record that cannot be decoded; ``kind`` says why, nothing holds its content."""

    def __init__(self, kind: BadRecord) -> None:
        super().__init__(kind.value)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Document:
    """A decoded document."""

    value: object
    """What it holds."""
    size: int
    """Its bytes."""


def decode(data: bytes) -> object:
    """Decode one JSON value.

    The fast decoder refuses what agents do write now and then: bytes that are no UTF-8, half a
    surrogate pair, ``NaN``, a byte order mark. Such a value is decoded again by the slow one, its
    texts made encodable with replacement marks.

    Raises:
        Undecodable: it is no JSON, or nested too deep for any reader.
    """
    decoded, refusals = _fast()
    try:
        return decoded(data)
    except RecursionError:
        raise Undecodable(BadRecord.TOO_DEEP) from None
    except refusals:
        pass
    try:
        text = data.removeprefix(_BYTE_ORDER_MARK).decode("utf-8", "replace")
        return _encodable(json.loads(text))
    except RecursionError:
        raise Undecodable(BadRecord.TOO_DEEP) from None
    except ValueError:
        raise Undecodable(BadRecord.NOT_JSON) from None


@cache
def _fast() -> tuple[Callable[[bytes], object], tuple[type[Exception], ...]]:
    """The fast decoder and what it raises; most starts decode nothing and load it not at all."""
    import msgspec

    return msgspec.json.Decoder().decode, (msgspec.MsgspecError, UnicodeDecodeError)


def read_document(path: Path, root: Path) -> Document:
    """Read and decode one file.

    Args:
        path: The file; not a link.
        root: Folder it must lie under, or the file itself.

    Raises:
        BadData: it is gone, too large, no JSON, cut off, or nested too deep.
        NotPermitted: it lies elsewhere or cannot be opened.
    """
    try:
        with open_regular(path, root) as file:
            data = file.read(LARGEST_DOCUMENT + 1)
    except OSError:
        raise BadData(f"{path} cannot be read to its end") from None
    if len(data) > LARGEST_DOCUMENT:
        raise BadData(f"{path} is larger than {LARGEST_DOCUMENT >> 20} MB and was not read")
    try:
        return Document(decode(data), len(data))
    except Undecodable as problem:
        if problem.kind is BadRecord.TOO_DEEP:
            raise BadData(f"{path} is nested too deep and was not read") from None
        raise BadData(
            f"{path} is not valid JSON; it may be cut off",
            hint="export it again into a file, not through a pipe",
        ) from None


def _encodable(value: object) -> object:
    """The value with every half surrogate pair replaced, so that it can be written as UTF-8."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, list):
        return [_encodable(item) for item in value]
    if isinstance(value, dict):
        return {str(_encodable(key)): _encodable(item) for key, item in value.items()}
    return value

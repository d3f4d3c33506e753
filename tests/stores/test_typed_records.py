"""One odd field never costs a record: it is dropped, the rest is kept, the record is counted."""

import json

import msgspec
import pytest
from msgspec import Raw, Struct

from reflect.model.vocabulary import BadRecord
from reflect.stores.typed_records import decode_record, decode_string


class Inner(Struct):
    """An object inside."""

    name: str | None = None
    size: int | None = None


class Outer(Struct):
    """A record."""

    kind: str | None = None
    inner: Inner | None = None
    items: list[Inner] | None = None


decoder = msgspec.json.Decoder(Outer)


def read(record: object) -> tuple[Outer | None, BadRecord | None]:
    return decode_record(json.dumps(record).encode(), decoder)


def test_a_record_that_fits_has_no_problem() -> None:
    assert read({"kind": "a", "later": [1]}) == (Outer("a"), None)


@pytest.mark.parametrize(
    ("record", "kept"),
    [
        ({"kind": 7, "inner": {"size": 1}}, Outer(None, Inner(None, 1))),
        ({"kind": "a", "inner": {"name": 7, "size": 1}}, Outer("a", Inner(None, 1))),
        ({"kind": "a", "inner": "text"}, Outer("a")),
        (
            {"kind": "a", "items": [{"size": 1}, {"size": "x"}, 3]},
            Outer("a", None, [Inner(None, 1), Inner(None, None)]),
        ),
    ],
)
def test_what_does_not_fit_is_dropped_as_deep_as_it_lies(record: object, kept: Outer) -> None:
    assert read(record) == (kept, BadRecord.WRONG_SHAPE)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"{not json", BadRecord.NOT_JSON),
        (b"[1]", BadRecord.NOT_AN_OBJECT),
        (b'{"inner":' * 5000 + b"1" + b"}" * 5000, BadRecord.TOO_DEEP),
    ],
)
def test_what_is_no_record_gives_none(data: bytes, problem: BadRecord) -> None:
    assert decode_record(data, decoder) == (None, problem)


def test_a_repaired_record_keeps_its_problem() -> None:
    record, problem = decode_record(b'{"kind": "a\xff"}', decoder)
    assert record == Outer("a\N{REPLACEMENT CHARACTER}")
    assert problem is BadRecord.NOT_UTF8


def test_a_string_or_nothing() -> None:
    assert decode_string(Raw(b'"text"')) == "text"
    assert decode_string(Raw(b"7")) == ""
    assert decode_string(Raw(b"")) == ""

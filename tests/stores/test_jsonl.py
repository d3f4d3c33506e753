"""JSON lines: exact offsets, unfinished lines, and bad records by kind."""

import io
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflect.model.vocabulary import BadRecord
from reflect.stores import jsonl
from reflect.stores.jsonl import LineReader, encoded, mended


def read(data: bytes, **how: int) -> tuple[list[bytes], LineReader]:
    reader = LineReader(io.BytesIO(data), **how)
    return [line.strip() for line in reader], reader


def test_line_separators_of_unicode_are_text() -> None:
    lines, reader = read('{"a":"x\u2028y\u0085z\u2029"}\n{"b":1}\n'.encode())
    assert len(lines) == 2
    assert (reader.number, reader.offset) == (2, reader.bytes_read)


def test_mark_carriage_returns_and_blank_lines() -> None:
    lines, reader = read(b'\xef\xbb\xbf{"a":1}\r\n\n  \n{"b":2}\r\n')
    assert lines == [b'{"a":1}', b'{"b":2}']
    assert reader.number == 4
    assert not reader.bad


def test_an_unfinished_line_is_left_for_next_time() -> None:
    whole = b'{"a":1}\n{"b":2}\n'
    lines, reader = read(whole[:-4])
    assert lines == [b'{"a":1}']
    assert reader.unfinished == b'{"b"'
    lines, reader = read(whole, offset=reader.offset, number=reader.number)
    assert lines == [b'{"b":2}']
    assert (reader.number, reader.offset, reader.unfinished) == (2, len(whole), b"")


def test_a_line_beyond_the_limit_is_passed_over_and_counted() -> None:
    lines, reader = read(b'{"a":"' + b"x" * 100 + b'"}\n{"b":2}\n', longest=50)
    assert lines == [b'{"b":2}']
    assert reader.bad == Counter({BadRecord.TOO_LARGE: 1})
    assert reader.number == 2


def test_a_long_unfinished_line_is_no_line_yet() -> None:
    lines, reader = read(b'{"b":2}\n' + b"x" * 100, longest=50)
    assert lines == [b'{"b":2}']
    assert reader.offset == 8
    assert not reader.bad


def test_utf16_is_one_error_for_the_file() -> None:
    lines, reader = read('{"a":1}\n{"b":2}\n'.encode("utf-16"))
    assert lines == []
    assert reader.bad == Counter({BadRecord.NOT_UTF8: 1})


@pytest.mark.parametrize(
    ("line", "record", "problem"),
    [
        (b'{"a":"x\xff"}', {"a": "x\ufffd"}, BadRecord.NOT_UTF8),
        (b'\x00\x00{"a":1}\x00', {"a": 1}, BadRecord.NOT_JSON),
        (b'{"a":"x\\ud800y"}', {"a": "x\ufffdy"}, None),
        (b'{"a":NaN,"b":-Infinity,"c":1e999}', {"a": None, "b": None, "c": None}, None),
        (b'{"a":' + b"9" * 5000 + b"}", {"a": None}, None),
        (b'{"a":1,"a":2}', {"a": 2}, None),
        (b'{"a":1', None, BadRecord.NOT_JSON),
        (b"[]", None, BadRecord.NOT_AN_OBJECT),
        (b"null", None, BadRecord.NOT_AN_OBJECT),
        (b"PK\x03\x04", None, BadRecord.NOT_JSON),
        (b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", None, BadRecord.TOO_DEEP),
        (b'{"a":' + b"[" * 300 + b"]" * 300 + b"}", None, BadRecord.TOO_DEEP),
    ],
)
def test_mending(line: bytes, record: object, problem: BadRecord | None) -> None:
    assert mended(line) == (record, problem)


@given(st.lists(st.binary(max_size=40).filter(lambda b: b"\n" not in b), max_size=8), st.data())
def test_reading_in_two_goes_is_reading_in_one(parts: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(part + b"\n" for part in parts)
    cut = data.draw(st.integers(0, len(whole)))
    lines, reader = read(whole)
    if reader.bad:
        return
    first, half = read(whole[:cut])
    if half.bad:
        return
    second, rest = read(whole, offset=half.offset, number=half.number)
    assert first + second == lines
    assert (rest.offset, rest.number) == (reader.offset, reader.number)


@given(
    st.lists(st.sampled_from([b'{"a":1}\n', b"\n", b"  \n", b"x" * 30 + b"\n", b"{y", b"\r"])),
    st.integers(1, 9),
    st.sampled_from([5, 20, 1000]),
)
def test_where_a_block_ends_makes_no_difference(
    parts: list[bytes], block: int, longest: int
) -> None:
    def told(reader: LineReader) -> tuple[object, ...]:
        lines = [(line, reader.offset, reader.number) for line in reader]
        return lines, reader.offset, reader.bytes_read, reader.unfinished, reader.bad

    whole = b"".join(parts)
    in_one = told(LineReader(io.BytesIO(whole), longest=longest))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jsonl, "BLOCK_BYTES", block)
        assert told(LineReader(io.BytesIO(whole), longest=longest)) == in_one
    lengths = [len(line) + 1 for line in whole.split(b"\n")[:-1]]
    assert in_one[1] == sum(lengths)
    assert in_one[2] == len(whole)


@given(st.binary(max_size=60))
def test_mending_never_fails(line: bytes) -> None:
    record, _ = mended(line)
    if record is not None:
        encoded(record)


def in_runs(data: bytes, **how: int) -> tuple[list[tuple[int, bytes]], LineReader]:
    reader = LineReader(io.BytesIO(data), **how)
    return [numbered for run in reader.runs() for numbered in run.numbered()], reader


PIECES = st.sampled_from(
    [
        b"\n",
        b"\n",
        b" ",
        b"\r",
        b"{}",
        b'{"a":"b"}',
        b'{"a":',
        b"}",
        b"{",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
    ]
)


@pytest.mark.parametrize("block", [3, 17, jsonl.BLOCK_BYTES])
@given(pieces=st.lists(PIECES, max_size=30), longest=st.sampled_from([5, 12, 1000]))
def test_lines_are_the_same_one_by_one_and_in_runs(
    block: int, pieces: list[bytes], longest: int
) -> None:
    data = b"".join(pieces)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jsonl, "BLOCK_BYTES", block)
        one = LineReader(io.BytesIO(data), longest=longest)
        singly = [(one.number, line) for line in one]
        together, many = in_runs(data, longest=longest)
    assert together == singly
    for name in ("offset", "number", "bytes_read", "unfinished", "bad"):
        assert getattr(one, name) == getattr(many, name)


@given(pieces=st.lists(PIECES, max_size=30))
def test_what_is_found_in_a_plain_run_stands_one_a_line(pieces: list[bytes]) -> None:
    for run in LineReader(io.BytesIO(b"".join(pieces))).runs():
        if not run.plain:
            continue
        try:
            found = msgspec.json.Decoder().decode_lines(run.buffer())
        except msgspec.DecodeError:
            continue
        if len(found) == run.count:
            assert found == [msgspec.json.decode(line) for _, line in run.numbered()]


@pytest.mark.parametrize(
    ("data", "plain"),
    [
        (b'{"a":1}\n{}\n', True),
        (b'\xef\xbb\xbf{"a":1}\n{}\n', True),
        (b'{"a":1}\n\n{}\n', False),
        (b'\n{"a":1}\n', False),
        (b'{"a":1}\n \n', False),
        (b'{"a":1} \n', False),
        (b'{"a":1}\r\n', False),
        (b'{"a":\n1}\n', False),
        (b"[]\n", False),
        (b"{\n", False),
    ],
)
def test_lines_are_plain_from_brace_to_brace(data: bytes, plain: bool) -> None:
    (run,) = LineReader(io.BytesIO(data)).runs()
    assert run.plain is plain

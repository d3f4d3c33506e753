"""Compressed files: the same lines, never more than the bound, broken frames told."""

import io
import os
import sys

import pytest

from reflect.model.vocabulary import BadRecord
from reflect.stores.jsonl import LineReader
from reflect.stores.zstd import decompressed

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LINES = [
    b'{"number": %d, "text": "%s"}\n' % (n, os.urandom(400).hex().encode()) for n in range(500)
]


def read(data: bytes, most: int = 1 << 30) -> tuple[list[bytes], BadRecord | None, bytes]:
    with decompressed(io.BytesIO(data), most) as (stream, raw):
        reader = LineReader(stream)
        lines = list(reader)
        return lines, raw.problem, reader.unfinished


def test_lines_come_as_they_were_written() -> None:
    assert read(zstd.compress(b"".join(LINES))) == (LINES, None, b"")


def test_frames_one_behind_the_other_are_one_file() -> None:
    data = zstd.compress(b"".join(LINES[:200])) + zstd.compress(b"".join(LINES[200:]))
    assert read(data) == (LINES, None, b"")


@pytest.mark.parametrize("kept", [0.2, 0.5, 0.9])
def test_a_cut_frame_ends_early_and_says_so(kept: float) -> None:
    data = zstd.compress(b"".join(LINES))
    lines, problem, _ = read(data[: int(len(data) * kept)])
    assert problem is BadRecord.BROKEN_FRAME
    assert lines == LINES[: len(lines)]


def test_damage_in_the_middle_ends_early_and_says_so() -> None:
    told = {int(zstd.CompressionParameter.checksum_flag): 1}
    data = bytearray(zstd.compress(b"".join(LINES), options=told))
    data[len(data) // 2 : len(data) // 2 + 64] = b"\xff" * 64
    _, problem, _ = read(bytes(data))
    assert problem is BadRecord.BROKEN_FRAME


@pytest.mark.parametrize("data", [b"", b"no frame at all", b'{"type": "plain"}\n'])
def test_what_is_no_frame_holds_nothing(data: bytes) -> None:
    lines, _, _ = read(data)
    assert lines == []


def test_a_bomb_stops_at_the_bound() -> None:
    bomb = zstd.compress(b"\n".join([b"{}"] * 200_000))
    assert len(bomb) < 1_000
    lines, problem, _ = read(bomb, most=30_000)
    assert problem is BadRecord.TOO_LARGE
    assert len(lines) <= 10_000


def test_a_line_without_an_end_is_handed_out_apart() -> None:
    assert read(zstd.compress(b"{}\n{cut")) == ([b"{}\n"], None, b"{cut")

"""JSON-lines files: whole lines with their number and byte offset, and what to do with bad ones.

Comes in: an open file and the place where the last import stopped. Goes out: one ``bytes`` a line.
Lines end at LF only: U+2028 and U+0085 stand inside texts, so ``str.splitlines`` would cut
records in two. A last line without its newline is still being written: it is handed out apart
(:attr:`LineReader.unfinished`) and read again next time.
"""

import json
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from reflect.model.vocabulary import BadRecord
from reflect.regex import compiled

LONGEST_LINE = 256 * 1024 * 1024
"""Bytes; a longer line is passed over and counted. The longest seen in real stores has 5 MB."""

BLOCK_BYTES = 128 * 1024
"""Lines are cut out of blocks of this size: to ask for each line takes twice the time."""

DEEPEST_NESTING = 200
"""Levels that a record may have when it has to be read value by value."""

INTEGER_DIGITS = 18
"""Longer integers do not fit 64 bits and become null."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")

_BRACE, _CLOSING = ord("{"), ord("}")
_SURROGATE = compiled("[\ud800-\udfff]")


class LineReader:
    """Iterates over the full lines of a file from an offset.

    After the iteration ``offset`` is the byte behind the last full line, ``number`` the number of
    that line, ``bytes_read`` what was consumed, ``unfinished`` a last line without a newline, and
    ``bad`` counts the lines that were too long or in UTF-16.
    """

    def __init__(
        self, file: BinaryIO, offset: int = 0, number: int = 0, longest: int = LONGEST_LINE
    ) -> None:
        self._file = file
        self._longest = longest
        self.offset = offset
        self.number = number
        self.unfinished = b""
        self.bad: Counter[BadRecord] = Counter()
        self._begun = offset
        self._beyond = 0

    def __iter__(self) -> Iterator[bytes]:
        """Yield each full line, maybe with white space around it; blank lines are only counted."""
        for run in self._runs():
            for end, line in run.lines():
                self.offset += end - run.start
                run.start = end
                self.number += 1
                if line[0] == _BRACE or not line.isspace():
                    yield line

    def runs(self) -> Iterator["Run"]:
        """Yield all full lines, many at a time: to decode them together saves a twentieth."""
        for run in self._runs():
            run.first = self.number + 1
            run.look_over()
            self.offset += run.stop - run.start
            self.number += run.count
            yield run

    def _runs(self) -> Iterator["Run"]:
        """Yield full lines as they stand in the blocks of the file; they are counted elsewhere."""
        file, limit = self._file, self._longest + 1
        file.seek(self.offset)
        held: list[bytes] = []
        size = 0
        while block := file.read(min(limit, BLOCK_BYTES)):
            start, stop = 0, block.rfind(b"\n") + 1
            if size and stop:
                start = block.find(b"\n") + 1
                size += start
                if size > limit:
                    self.offset += size
                    self.number += 1
                    self.bad[BadRecord.TOO_LARGE] += 1
                else:
                    line = b"".join((*held, block[:start]))
                    run = self._marked(Run(line, 0, len(line)))
                    if run is None:
                        return
                    yield run
                held, size = [], 0
            if start < stop:
                run = self._marked(Run(block, start, stop))
                if run is None:
                    return
                yield run
            if stop < len(block):
                size += len(block) - stop
                if size < limit:
                    held.append(block[stop:])
                else:
                    held.clear()
        self._beyond = size
        self.unfinished = b"".join(held)

    def _marked(self, run: "Run") -> "Run | None":
        """The run without the mark a file may begin with; None where it tells another encoding."""
        if self.offset == 0:
            if run.block.startswith(UTF16_MARKS, run.start):
                self.bad[BadRecord.NOT_UTF8] += 1
                self.offset = self._file.seek(0, 2)
                return None
            if run.block.startswith(BYTE_ORDER_MARK, run.start):
                self.offset = len(BYTE_ORDER_MARK)
                run.start += len(BYTE_ORDER_MARK)
        return run

    @property
    def bytes_read(self) -> int:
        """Bytes consumed, those of a last line without a newline among them."""
        return self.offset - self._begun + self._beyond


class Run:
    """Full lines that stand behind each other in one block, each with its line end."""

    def __init__(self, block: bytes, start: int, stop: int) -> None:
        self.block = block
        self.start, self.stop = start, stop
        self.first = self.count = 0
        self.plain = False

    def look_over(self) -> None:
        """Count the lines, and tell whether each is ``plain``: from one brace to another.

        What decodes one value behind the other finds one in each plain line if it finds as many as
        there are lines: no value goes on over a closing brace, a line end and an opening brace.
        """
        block, start, stop = self.block, self.start, self.stop
        find, lines, plain = block.find, 0, True
        while start < stop:
            end = find(b"\n", start, stop)
            if block[start] != _BRACE or block[end - 1] != _CLOSING:
                plain = False
            lines += 1
            start = end + 1
        self.count, self.plain = lines, plain

    def buffer(self) -> memoryview:
        """The bytes of all lines."""
        return memoryview(self.block)[self.start : self.stop]

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Each line, blank ones too, behind the place in the block where it ends."""
        block, start, stop = self.block, self.start, self.stop
        while start < stop:
            end = block.find(b"\n", start, stop) + 1
            yield end, block[start:end]
            start = end

    def numbered(self) -> Iterator[tuple[int, bytes]]:
        """Each line that is not blank, behind its number in the file."""
        for number, (_, line) in enumerate(self.lines(), self.first):
            if not line.isspace():
                yield number, line


def mended(line: bytes) -> tuple[dict[str, Any] | None, BadRecord | None]:
    """Read a line that a strict decoder refused, value by value.

    Raw NULs around it are dropped (a file system leaves them after a power cut), bytes that are
    not UTF-8 and lone surrogates become U+FFFD, integers beyond 64 bits, NaN and infinities
    become null; the last of equal keys wins.

    Returns:
        The record, or None; and what was wrong, or None when only the strict types did not fit.
    """
    problem: BadRecord | None = None
    try:
        text = line.decode()
    except UnicodeDecodeError:
        text = line.decode(errors="replace")
        problem = BadRecord.NOT_UTF8
    if "\x00" in text:
        text = text.strip("\x00 \t\r\n")
        problem = problem or BadRecord.NOT_JSON
    try:
        value = json.loads(text, strict=False, parse_int=_integer, parse_constant=_nothing)
    except RecursionError:
        return None, BadRecord.TOO_DEEP
    except ValueError:
        return None, problem or BadRecord.NOT_JSON
    if not isinstance(value, dict):
        return None, BadRecord.NOT_AN_OBJECT
    try:
        return _clean(value, DEEPEST_NESTING), problem
    except RecursionError:
        return None, BadRecord.TOO_DEEP


def encoded(value: object) -> bytes:
    """A mended value as JSON, for a typed decoder."""
    return msgspec.json.encode(value)


def _integer(digits: str) -> int | None:
    return int(digits) if len(digits) <= INTEGER_DIGITS else None


def _nothing(_constant: str) -> None:
    return None


def _clean(value: Any, levels: int) -> Any:
    if isinstance(value, str):
        return value if value.isascii() else _SURROGATE.sub("\ufffd", value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, (dict, list)):
        if levels == 0:
            raise RecursionError
        if isinstance(value, list):
            return [_clean(item, levels - 1) for item in value]
        return {_clean(key, 0): _clean(item, levels - 1) for key, item in value.items()}
    return value

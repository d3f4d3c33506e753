"""Compressed files of a store: read as a stream, never more than a bound, broken frames told.

Codex may keep a rollout as ``rollout-….jsonl.zst`` (0.171, off by default; 69 KB become 12 KB).
The decompressor is loaded when the first such file is met.
"""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

from reflect.model.vocabulary import BadRecord

MOST_BYTES = 4 * 1024 * 1024 * 1024
"""Of one file, decompressed: a rollout that was written by hand for a year has a hundredth."""

BUFFER_BYTES = 256 * 1024
"""Decompressed at once."""


class Decompressed(io.RawIOBase):
    """The bytes of a compressed file, readable once from start to end.

    A frame that is cut or damaged ends the stream early; ``problem`` says so then.
    """

    def __init__(self, file: BinaryIO, most: int = MOST_BYTES) -> None:
        self._frames = _opened(file)
        self._left = most
        self._at = 0
        self.problem: BadRecord | None = None
        """What ended the stream early; None at its real end."""

    def readable(self) -> bool:
        """Always."""
        return True

    def seekable(self) -> bool:
        """Only to where it stands, and to the end."""
        return True

    def tell(self) -> int:
        """Decompressed bytes read so far."""
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Stay where it is, or read to the end; any other place is refused.

        Raises:
            OSError: the place is another one.
        """
        if (offset, whence) == (0, io.SEEK_END):
            while self.read(BUFFER_BYTES):
                pass
            return self._at
        if (offset, whence) not in ((self._at, io.SEEK_SET), (0, io.SEEK_CUR)):
            raise io.UnsupportedOperation("a compressed file is read from its start to its end")
        return self._at

    def readinto(self, buffer: object, /) -> int:
        """Fill a buffer; 0 at the end, real or not."""
        view = memoryview(cast(bytearray, buffer))
        if self.problem is not None:
            return 0
        try:
            data = self._frames.read(min(len(view), self._left + 1))
        except (EOFError, OSError, _error()):
            self.problem = BadRecord.BROKEN_FRAME
            return 0
        if len(data) > self._left:
            self.problem = BadRecord.TOO_LARGE
            return 0
        view[: len(data)] = data
        self._left -= len(data)
        self._at += len(data)
        return len(data)


@contextmanager
def decompressed(file: BinaryIO, most: int = MOST_BYTES) -> Iterator[tuple[BinaryIO, Decompressed]]:
    """A buffered reader over a compressed file, and the stream that knows what was wrong."""
    raw = Decompressed(file, most)
    with io.BufferedReader(raw, BUFFER_BYTES) as reader:
        yield cast(BinaryIO, reader), raw


def _opened(file: BinaryIO) -> BinaryIO:
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return cast(BinaryIO, zstd.ZstdFile(file, "r"))


def _error() -> type[Exception]:
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd.ZstdError

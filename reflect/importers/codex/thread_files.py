"""The files of one thread: opened, decompressed where they must be, and read line by line."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from reflect.importers.codex.places import COMPRESSED, Rollout, root_of
from reflect.model.vocabulary import BadRecord
from reflect.stores.files import open_regular
from reflect.stores.jsonl import LineReader
from reflect.stores.zstd import decompressed


class ThreadFiles:
    """The files of a thread, their lines numbered through, and what was counted on the way."""

    def __init__(self, rollout: Rollout, root: Path) -> None:
        self._rollout = rollout
        self._root = root
        self.offset = self.number = self.bytes_read = 0
        self.bad: dict[BadRecord, int] = {}
        self.unfinished = b""

    def readers(self) -> Iterator[LineReader]:
        """One reader a file; each is to be read to its end before the next."""
        for state in self._rollout.files:
            with _opened(state.path, root_of(self._root, state.path)) as (file, problem):
                yield from self.reader(file, 0, self.number)
            if (found := problem()) is not None:
                self._note(found, 1)
                self.unfinished = b""

    def reader(self, file: BinaryIO, offset: int, number: int) -> Iterator[LineReader]:
        """The reader of one open file, from an offset on."""
        reader = LineReader(file, offset, number)
        yield reader
        self.offset, self.number, self.unfinished = reader.offset, reader.number, reader.unfinished
        self.bytes_read += reader.bytes_read
        for problem, times in reader.bad.items():
            self._note(problem, times)

    def _note(self, problem: BadRecord, times: int) -> None:
        self.bad[problem] = self.bad.get(problem, 0) + times


@contextmanager
def _opened(path: Path, root: Path) -> Iterator[tuple[BinaryIO, Callable[[], BadRecord | None]]]:
    """A file of a thread, decompressed where it must be, and what was wrong with it at the end."""
    with open_regular(path, root) as file:
        if path.name.endswith(COMPRESSED):
            with decompressed(file) as (stream, raw):
                yield stream, lambda: raw.problem
        else:
            yield file, lambda: None

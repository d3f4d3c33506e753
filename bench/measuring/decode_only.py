"""Decodes every record of a corpus and keeps nothing: how fast could any reader be?

    python bench/measuring/decode_only.py HOME PROCESSES

In as many processes as the import reads with. orjson where it is installed, else msgspec (8 %
slower, measured); prints the name of the decoder.
"""

import multiprocessing
import sqlite3
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path


def decoder() -> tuple[str, Callable[[bytes], object]]:
    """The fastest general decoder there is, and its name."""
    try:
        from orjson import loads
    except ImportError:
        from msgspec.json import decode

        return "msgspec", decode
    return "orjson", loads


def decode_share(home: Path, processes: int, share: int) -> None:
    """Decode line by line and row by row what falls to one of the processes."""
    _, decode = decoder()
    for lines in _lines(home, processes, share):
        for line in lines:
            decode(line)


def _lines(home: Path, processes: int, share: int) -> Iterator[Iterator[bytes]]:
    largest_first = sorted((home / ".claude").rglob("*.jsonl"), key=lambda p: -p.stat().st_size)
    for path in largest_first[share::processes]:
        with path.open("rb") as lines:
            yield iter(lines)
    database = home / ".local" / "share" / "opencode" / "opencode.db"
    if not database.exists():
        return
    connection = sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)
    connection.text_factory = bytes
    for table in ("message", "part"):
        rows = connection.execute(
            f"select data from {table} where rowid % ? = ?",  # noqa: S608 - two constants
            (processes, share),
        )
        yield (data for (data,) in rows)


def main(home: Path, processes: int) -> None:
    """Decode everything, and print the name of the decoder."""
    if processes == 1:
        decode_share(home, 1, 0)
    else:
        with multiprocessing.get_context("fork").Pool(processes) as pool:
            pool.map(partial(decode_share, home, processes), range(processes))
    print(decoder()[0])


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))

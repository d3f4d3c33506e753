"""Decodes every record of a corpus and keeps nothing: how fast could any reader be?

    python bench/measuring/decode_only.py HOME

orjson where it is installed, else msgspec (8 % slower, measured); prints the name of the decoder.
"""

import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path


def decoder() -> tuple[str, Callable[[bytes], object]]:
    """The fastest general decoder there is, and its name."""
    try:
        from orjson import loads
    except ImportError:
        from msgspec.json import decode

        return "msgspec", decode
    return "orjson", loads


def main(home: Path) -> None:
    """Decode line by line and row by row."""
    name, decode = decoder()
    for path in sorted((home / ".claude").rglob("*.jsonl")):
        with path.open("rb") as lines:
            for line in lines:
                decode(line)
    database = home / ".local" / "share" / "opencode" / "opencode.db"
    if database.exists():
        connection = sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)
        connection.text_factory = bytes
        for table in ("message", "part"):
            rows = connection.execute(f"select data from {table}")  # noqa: S608 - two constants
            for (data,) in rows:
                decode(data)
    print(name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

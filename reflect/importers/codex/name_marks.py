"""Whether a thread may have another name than at the last import: its rollout does not tell.

A new name is a line more in ``session_index.jsonl``, and often nothing else. So the line that
names a thread is part of what its unit is compared by; the name itself is not kept for that.
"""

from pathlib import Path
from zlib import crc32

from reflect.stores.files import read_small

INDEX = "session_index.jsonl"
LONGEST_INDEX = 1 << 25
"""Bytes of the index that are looked at: 10,000 names have 1.3 MB."""

MARK = (1 << 24) - 1
"""A mark is at most this: as nanoseconds 17 ms, too little to be taken for another time."""

ID = b'"id":"'
ID_LENGTH = 36


def name_marks(home: Path) -> dict[str, int]:
    """Thread → a number that changes with the last line of the index that names it.

    Every start reads the index, so its lines are not decoded.
    """
    index = read_small(home / INDEX, home, LONGEST_INDEX)
    if index is None:
        return {}
    last: dict[bytes, bytes] = {}
    for line in index.split(b"\n"):
        place = line.find(ID) + len(ID)
        last[line[place : place + ID_LENGTH]] = line
    return {thread.decode("latin-1"): crc32(line) & MARK for thread, line in last.items()}

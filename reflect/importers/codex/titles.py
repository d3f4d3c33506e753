"""Names of threads: from the session index and the state database, else the first prompt.

Both are optional: 0.47 and 0.93 have neither. Of the database only the table ``threads`` is read,
and of that never ``tokens_used`` (a fork's begins at its parent's, an overflow adds the window)
nor ``preview`` (a fork's is its parent's first prompt).
"""

import re
from dataclasses import field
from pathlib import Path

import msgspec
from msgspec import Struct

from reflect import paths
from reflect.errors import ReflectError
from reflect.importers.codex.name_marks import INDEX
from reflect.importers.codex.state import Reading
from reflect.model.frozen import dataclass
from reflect.stores.files import open_regular, state_of
from reflect.stores.jsonl import LineReader
from reflect.stores.sqlite import open_database

THREADS = "threads"
TITLE_LENGTH = 200
"""Characters of a title that are kept."""

LONGEST_LINE = 1 << 20
"""Bytes of one line of the index."""

_STATE = re.compile(r"state_(\d{1,4})\.sqlite")


class _Entry(Struct):
    """One line of ``session_index.jsonl``; the last of a thread holds."""

    id: str | None = None
    """The thread."""
    thread_name: str | None = None
    """Its name."""


@dataclass(frozen=True, slots=True)
class ThreadIndex:
    """What the client keeps beside the rollouts."""

    titles: dict[str, str] = field(default_factory=dict)
    """Name of a thread, by its id."""
    archived: frozenset[str] = frozenset()
    """Threads that the client shows as archived."""


def thread_index(home: Path) -> ThreadIndex:
    """Names of threads; empty where nothing can be read: rollouts do not need it."""
    titles, archived = _from_database(home)
    return ThreadIndex({**titles, **_from_index(home)}, archived)


def set_title(reading: Reading, text: str) -> None:
    """The first prompt is the title, unless the client has a better one."""
    line = " ".join(text.split())
    if line and not reading.carry.titled:
        reading.carry.titled, reading.title = True, shortened(line)


def shortened(title: str) -> str:
    """A title in one line."""
    return " ".join(title.split())[:TITLE_LENGTH]


def _from_index(home: Path) -> dict[str, str]:
    path = home / INDEX
    if state_of(path) is None:
        return {}
    found: dict[str, str] = {}
    decoder = msgspec.json.Decoder(_Entry)
    try:
        with open_regular(path, home) as file:
            for line in LineReader(file, longest=LONGEST_LINE):
                try:
                    entry = decoder.decode(line)
                except (msgspec.MsgspecError, RecursionError):
                    continue
                if entry.id and entry.thread_name and entry.thread_name.strip():
                    found[entry.id] = entry.thread_name
    except (ReflectError, OSError):
        return found
    return found


def _from_database(home: Path) -> tuple[dict[str, str], frozenset[str]]:
    path = _newest_state(home)
    if path is None:
        return {}, frozenset()
    try:
        database = open_database(path, frozenset((THREADS,)), paths.temporary_dir())
    except (ReflectError, OSError):
        return {}, frozenset()
    try:
        rows = database.select(THREADS, ("id", "name", "title", "archived"))
    except ReflectError:
        return {}, frozenset()
    finally:
        database.close()
    titles: dict[str, str] = {}
    archived: set[str] = set()
    for thread, name, title, put_away in rows:
        if not isinstance(thread, str):
            continue
        for candidate in (name, title):
            if isinstance(candidate, str) and candidate.strip():
                titles[thread] = candidate
                break
        if put_away:
            archived.add(thread)
    return titles, frozenset(archived)


def _newest_state(home: Path) -> Path | None:
    """``state_5.sqlite`` (0.124, 0.171), or what a newer client names it."""
    try:
        named = [
            (int(found[1]), path)
            for path in home.iterdir()
            if (found := _STATE.fullmatch(path.name))
        ]
    except OSError:
        return None
    there = [(number, path) for number, path in named if state_of(path) is not None]
    return max(there)[1] if there else None

"""Whether OpenCode would upgrade a store when it opens it: told by versions, not by trying.

Each session holds the version of the client that made it. A newer client changes the tables when
it starts (1.2 to 1.18), and takes the files of 1.1 into a database.
"""

import re
from collections.abc import Iterable

from reflect import paths
from reflect.errors import ReflectError
from reflect.importers.opencode.database import TABLES
from reflect.model.source import Source
from reflect.model.vocabulary import StoreKind
from reflect.stores.sqlite import open_database

SESSION_TABLES = ("session_v2", "session")
"""Of 2.x, and of 1.x."""

_VERSION = re.compile(r"v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})")

Version = tuple[int, int, int]


def version(text: object) -> Version | None:
    """``1.18.33`` as numbers; None for anything else, such as a build of a developer."""
    found = _VERSION.fullmatch(text) if isinstance(text, str) else None
    return None if found is None else (int(found[1]), int(found[2]), int(found[3]))


def is_older(stores: Iterable[Source], program: str) -> bool:
    """Whether a store on this disk is older than a program, or cannot be told to be as new.

    Args:
        stores: What was found at the usual places.
        program: What the program says its version is.
    """
    present = list(stores)
    databases = [one for one in present if one.kind is StoreKind.SQLITE]
    if not databases:
        return bool(present)
    running = version(program)
    return running is None or any(_newest(one) < running for one in databases)


def _newest(store: Source) -> Version:
    """The newest version that made a session; the oldest of all when none is known."""
    try:
        database = open_database(store.path, TABLES, paths.temporary_dir())
    except ReflectError:
        return (0, 0, 0)
    try:
        with database.snapshot():
            rows = [
                row
                for table in SESSION_TABLES
                if database.has(table)
                for row in database.select(table, ("version",))
            ]
    except ReflectError:
        return (0, 0, 0)
    finally:
        database.close()
    return max((found for (text,) in rows if (found := version(text))), default=(0, 0, 0))

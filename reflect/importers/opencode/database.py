"""Sessions in ``opencode.db``: which there are, when they changed, and their rows.

Tables of 1.2 to 1.18, and of 2.x by its published contract and by what its users report. The
tables ``account``, ``account_state``, ``control_account`` and ``credential`` hold access tokens
and cannot be reached; ``event`` holds every change once more, six times the bytes of ``part``,
and is not read.
"""

from collections import Counter
from collections.abc import Sequence

from reflect.importers.opencode import second_engine
from reflect.importers.opencode.conversation import is_run
from reflect.importers.opencode.fields import Json, type_word, whole, words
from reflect.importers.opencode.records import StoredMessage, StoredSession, created
from reflect.importers.opencode.row_objects import RowObjects
from reflect.stores.sqlite import Database

TABLES = frozenset(("session", "session_v2", "message", "part", "session_message", "project"))
"""The tables that may be read."""

_SESSION_TABLES = ("session_v2", "session")
"""Sessions of 2.x, and of 1.x. 2.x takes over what it finds at its first start, leaves the old rows
as they were, and never sees what 1.x adds later: both are read, each session once."""

_ROW_TABLES = ("message", "part", "session_message")
_MESSAGE_TABLES = ("message", "session_message")

_SESSION = (
    "id", "project_id", "parent_id", "directory", "title", "version", "time_created",
    "time_updated", "time_archived", "cost", "tokens_input", "tokens_output", "tokens_reasoning",
    "tokens_cache_read", "tokens_cache_write", "fork_session_id",
)  # fmt: skip
_SESSION_JSON = ("revert", "permission")

_DEEPEST_CHILD = 16

_LAST_MILLISECOND = (1 << 63) // 1_000_000 - 1
"""A later time does not fit 64 bits of nanoseconds; the clock of the store is wrong then."""


def is_store(database: Database) -> bool:
    """Whether a database is one of OpenCode."""
    return any(map(database.has, _SESSION_TABLES)) and any(map(database.has, _MESSAGE_TABLES))


def changes(database: Database) -> list[tuple[str, int, int]]:
    """Every session with the time of its last change in nanoseconds, and its number of rows.

    A changed part does not always move ``session.time_updated`` (the second engine never does),
    and a deleted row moves no time at all: so all times are looked at, and rows are counted. Two
    clients may write in another order than their clocks say, and then the newest time is not that
    of the last change: below the millisecond stands a check sum of all times.

    Raises:
        ReflectError: the database cannot be read.
    """
    with database.snapshot():
        per_table = [database.newest(name, "session_id", "time_updated") for name in _ROW_TABLES]
        sessions: dict[str, int] = {}
        for name in _SESSION_TABLES:
            for identifier, updated in database.select(name, ("id", "time_updated")):
                if isinstance(identifier, str):
                    sessions[identifier] = max(whole(updated) or 0, sessions.get(identifier, 0))
    found = []
    for identifier, newest_change in sorted(sessions.items()):
        entries = [newest[identifier] for newest in per_table if identifier in newest]
        last = max([newest_change, *(moment for moment, _, _ in entries)])
        last = max(0, min(last, _LAST_MILLISECOND))
        check = (newest_change + sum(check for _, _, check in entries)) % 1_000_000
        rows = sum(count for _, count, _ in entries)
        found.append((identifier, last * 1_000_000 + check, rows))
    return found


def identifiers(database: Database) -> set[str]:
    """The ids of all sessions.

    Raises:
        ReflectError: the database cannot be read.
    """
    with database.snapshot():
        rows = [row for name in _SESSION_TABLES for row in database.select(name, ("id",))]
    return {identifier for (identifier,) in rows if isinstance(identifier, str)}


def read_session(database: Database, identifier: str) -> StoredSession | None:
    """All rows of one session, or None when it is gone.

    Raises:
        ReflectError: the database cannot be read.
    """
    reader = _Reader(database)
    with database.snapshot():
        info, project = reader.session(identifier)
        if info is None:
            return None
        messages = reader.messages(identifier)
        worktree = reader.worktree(project)
        run_by_parent = reader.run_by_parent(info)
    return StoredSession(
        id=identifier,
        info=info,
        messages=tuple(messages),
        worktree=worktree,
        run_by_parent=run_by_parent,
        records=reader.objects.records,
        bytes=reader.objects.bytes,
        bad=dict(reader.objects.bad),
        unknown=dict(reader.unknown),
    )


class _Reader:
    """Reads the rows of one session and counts what it meets."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.objects = RowObjects()
        self.unknown: Counter[str] = Counter()

    def session(self, identifier: str) -> tuple[Json | None, str | None]:
        """Its row in the shape of an export, and the id of its project."""
        row = self._session((*_SESSION, *_SESSION_JSON), identifier, _SESSION_JSON)
        if row is None:
            return None, None
        named = dict(zip((*_SESSION, *_SESSION_JSON), row, strict=True))
        info: dict[str, object] = {
            "id": named["id"],
            "projectID": named["project_id"],
            "parentID": named["parent_id"],
            "directory": named["directory"],
            "title": named["title"],
            "version": named["version"],
            "time": {
                "created": named["time_created"],
                "updated": named["time_updated"],
                "archived": named["time_archived"],
            },
            "cost": named["cost"],
            "tokens": {
                "input": named["tokens_input"],
                "output": named["tokens_output"],
                "reasoning": named["tokens_reasoning"],
                "cache": {
                    "read": named["tokens_cache_read"],
                    "write": named["tokens_cache_write"],
                },
            },
        }
        if named["fork_session_id"] is not None:
            info["fork"] = {"sessionID": named["fork_session_id"]}
        for name in _SESSION_JSON:
            if named[name] is not None:
                info[name] = self.objects.decoded(named[name])
        return info, words(named["project_id"])

    def messages(self, identifier: str) -> list[StoredMessage]:
        """The messages of both engines; of what 2.x took over from the first one, its own rows.

        A session of 1.18 may have been continued by its second engine, and one that 2.x took over
        by 1.x: what the first engine wrote after all rows of the second is part of it.
        """
        # Imported here: most starts list sessions and read none.
        from reflect.importers.opencode.first_engine import stored_messages

        first = stored_messages(self.database, identifier, self.objects)
        second = self.second_engine(identifier)
        if not second or self._one("session_v2", ("id",), identifier) is None:
            return [*first, *second]
        newest = max(map(created, second))
        return [*second, *(message for message in first if created(message) > newest)]

    def second_engine(self, identifier: str) -> list[StoredMessage]:
        """Rows of ``session_message`` in reading order."""
        found = []
        for row_id, kind, data in self.database.select(
            "session_message",
            ("id", "type", "data"),
            where="session_id = ?",
            order="seq",
            parameters=(identifier,),
            as_bytes=("data",),
        ):
            content = self.objects.read(data)
            if content is None:
                continue
            name = type_word(kind)
            if name in second_engine.TYPES:
                found.append(second_engine.translated(str(row_id), name, content))
            else:
                self.unknown[f"type {name}"] += 1
        return found

    def worktree(self, project: str | None) -> str | None:
        """Root of the repository of a project; None for a folder without one."""
        # A repository without a commit belongs to ``global``, as every folder without one does.
        known = project not in (None, "global")
        row = self._one("project", ("worktree", "vcs"), str(project)) if known else None
        return words(row[0]) if row is not None and row[1] == "git" else None

    def run_by_parent(self, info: Json) -> bool:
        """Whether ``opencode run`` drives a session above this one."""
        above = words(info.get("parentID"))
        for _ in range(_DEEPEST_CHILD):
            columns = ("parent_id", "permission")
            row = None if above is None else self._session(columns, above, ("permission",))
            if row is None:
                return False
            if row[1] is not None and is_run(self.objects.decoded(row[1])):
                return True
            above = words(row[0])
        return False

    def _session(
        self, columns: Sequence[str], identifier: str, as_bytes: Sequence[str]
    ) -> tuple[object, ...] | None:
        found = (self._one(name, columns, identifier, as_bytes) for name in _SESSION_TABLES)
        return next((row for row in found if row is not None), None)

    def _one(
        self,
        name: str,
        columns: Sequence[str],
        identifier: str,
        as_bytes: Sequence[str] = (),
    ) -> tuple[object, ...] | None:
        found = self.database.select(
            name, columns, where="id = ?", parameters=(identifier,), as_bytes=as_bytes
        )
        return found[0] if found else None

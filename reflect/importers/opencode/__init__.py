"""OpenCode: its databases, both engines, its trees of files, its exports, and its server.

Four ways in (``database``, ``trees``, ``exports``, ``server``) meet in ``records``; ``session``
understands what they brought.

## Where

``opencode*.db`` in ``$XDG_DATA_HOME/opencode``, else ``~/.local/share/opencode``; ``OPENCODE_DB``
names one more. An export is any JSON file that is named, or lies in a folder that is named. Nothing
is written beside a store but the ``-shm`` file that SQLite itself needs; ``account*``,
``control_account`` and ``credential`` hold access tokens and cannot be reached. A server is asked
where ``--server`` or ``OPENCODE_BASE_URL`` names one, or where one runs here and no store lies on
disk.

## Records

- ``session``, ``message``, ``part``: the first engine (1.x); a tool call is a part with its result.
- ``session_message``: the second engine (1.18 through ``/api/session``, 2.x).
- ``session_v2``: the sessions of 2.x. It takes over what it finds at its first start and leaves the
  old rows as they were: of such a session its own rows count, and what 1.x added later.
- ``event`` holds every change once more, six times the bytes of ``part``, and is not read.
- An export is one object with ``info`` and ``messages``, plain or ``--sanitize``.
- Over HTTP: ``/experimental/session`` (all projects), ``/session/ID/message`` and, where that is
  empty, ``/api/session/ID/message``; each engine gives an empty list for the other's sessions.

## Quirks

- A command that failed is ``completed``, with ``metadata.exit`` other than 0; a call with bad
  arguments is the tool ``invalid``, also ``completed``; a stopped command has ``exit`` null.
- A slash command is stored as its expanded text only; who made an id, the terminal or the server,
  gives it away.
- A refusal, an answer to a question and an interrupt stand inside the assistant message they met.
- A fork is linked to nothing: its messages are older than the session that holds them, and have
  role, time and text of the originals.
- Sessions are read whole when they changed: rows are changed in place.
- Over HTTP, messages that the second engine of 1.18 added to a session of the first are not seen,
  and those of a session whose folder is gone cannot be asked for (its server fails): the database
  has them.

## Verified

Databases and exports recorded from 1.2.27 and 1.18.33 with both engines, number by number against
the scenarios that were played; real sessions of 1.2.5. 2.x only by its published contract (2.1)
and by what users of 2.0.3 to 2.0.14 report.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from reflect import paths
from reflect.errors import BadData, ReflectError
from reflect.importers.opencode.layouts import ROOTS, is_tree, tree_roots, tree_sessions
from reflect.model.source import Capabilities, LedgerEntry, ReadCounts, Source, Unit, UnitRead
from reflect.model.vocabulary import Agent, StoreKind
from reflect.stores.files import state_of

if TYPE_CHECKING:
    from reflect.importers.opencode.listing_ahead import ListingAhead
    from reflect.importers.opencode.records import StoredSession
    from reflect.stores.sqlite import Database

DATABASE_NAMES = "opencode*.db"
"""Release channels other than the usual one write ``opencode-<channel>.db``."""


class OpenCode:
    """The importer of OpenCode.

    It keeps the database of the source it reads open between units, and closes it when the next
    one begins; ``close`` ends the last.
    """

    agent = Agent.OPENCODE.value
    """Name of the agent."""

    capabilities = Capabilities(
        exit_codes="field", tokens=True, cost=True, subagents=True, incremental="session"
    )
    """What its store can carry."""

    def __init__(self) -> None:
        self._open: tuple[Path, Database] | None = None
        self._listings: dict[Source, ListingAhead] = {}

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Close the database that is open, if one is."""
        if self._open is not None:
            self._open[1].close()
            self._open = None

    def discover(self, environ: Mapping[str, str]) -> list[Source]:
        """The databases and trees of files in OpenCode's data folder.

        That folder is ``$XDG_DATA_HOME/opencode``, else ``~/.local/share/opencode``;
        ``OPENCODE_DB`` names one more database. A data folder used as home, as in copies and
        containers, counts too. Links are passed over.
        """
        home = paths.home(environ)
        shared = environ.get("XDG_DATA_HOME")
        data = (Path(shared) if shared else home / ".local" / "share") / "opencode"
        candidates = [*sorted(data.glob(DATABASE_NAMES)), *sorted(home.glob(DATABASE_NAMES))]
        if environ.get("OPENCODE_DB"):
            candidates.append(data / environ["OPENCODE_DB"])
        found: dict[Path, Source] = {}
        for path in candidates:
            if state_of(path) is not None:
                found.setdefault(path.resolve(), Source(self.agent, StoreKind.SQLITE, path))
        for root in [*tree_roots(data), *tree_roots(home)]:
            found.setdefault(root.resolve(), Source(self.agent, StoreKind.JSON_TREE, root))
        return list(found.values())

    def recognise(self, path: Path) -> Source | None:
        """A database, a tree of files, an export, or a folder with such; told by content."""
        from reflect.importers.opencode.exports import exports, is_export

        if path.is_dir():
            if is_tree(path):
                return Source(self.agent, StoreKind.JSON_TREE, path, discovered=False)
            places = [(file, StoreKind.SQLITE) for file in _databases(path)]
            places += [(root, StoreKind.JSON_TREE) for root in tree_roots(path)]
            if places:
                place, kind = places[0] if len(places) == 1 else (path, StoreKind.SQLITE)
                return Source(self.agent, kind, place, discovered=False)
            try:
                holds = next(exports(path), None) is not None
            except ReflectError:
                return None
            return (
                Source(self.agent, StoreKind.DOCUMENTS, path, discovered=False) if holds else None
            )
        if _is_ours(path):
            return Source(self.agent, StoreKind.SQLITE, path, discovered=False)
        if is_export(path, path):
            return Source(self.agent, StoreKind.DOCUMENTS, path, discovered=False)
        return None

    def list_ahead(self, source: Source) -> None:
        """Begin to list a database on another thread; ``units`` then waits for it."""
        if source.kind is StoreKind.SQLITE:
            from reflect.importers.opencode.listing_ahead import ListingAhead

            self._listings[source] = ListingAhead(lambda: _listed_apart(source))

    def units(self, source: Source) -> list[Unit]:
        """One unit for each session of a database, or for each export.

        Of a session of a database, ``size`` is its number of rows (so that deletions show) and
        ``mtime_ns`` the time of the newest row.
        """
        if source in self._listings:
            return self._listings.pop(source).take()
        if source.kind is StoreKind.DOCUMENTS:
            return _documents(source)
        if source.kind is StoreKind.JSON_TREE:
            return self._tree(source.path, "")
        if not source.path.is_dir():
            return self._sessions(source.path, "")
        found = []
        for file in _databases(source.path):
            found += self._sessions(file, f"{file.name}/")
        for root in tree_roots(source.path):
            found += self._tree(root, f"{root.name}/")
        return found

    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        """Read one session whole; nothing of an earlier reading can be kept."""
        # Most starts find nothing to read: what reads is imported with the first session.
        from reflect.importers.opencode.session import understood

        del earlier
        entry = LedgerEntry(unit.name, unit.size, unit.mtime_ns, unit.inode)
        stored = self._stored(source, unit)
        if stored is None:
            return UnitRead(None, entry, ReadCounts())
        session, unknown = understood(stored, str(unit.path))
        counts = ReadCounts(stored.records, stored.bytes, stored.bad, {**stored.unknown, **unknown})
        return UnitRead(session, replace(entry, records=stored.records), counts)

    def _stored(self, source: Source, unit: Unit) -> "StoredSession | None":
        from reflect.importers.opencode.database import read_session
        from reflect.importers.opencode.exports import read_export
        from reflect.importers.opencode.session import git_root
        from reflect.importers.opencode.trees import read_tree_session

        if source.kind is StoreKind.DOCUMENTS:
            exported = read_export(unit.path, source.path)
            return replace(exported, worktree=git_root(exported))
        if source.kind is StoreKind.JSON_TREE:
            return read_tree_session(unit.path, source.path)
        if not source.path.is_dir():
            return read_session(self._database(unit.path), unit.name)
        # Of a folder, the name of the store stands before the id; an id may hold a slash too.
        store, _, identifier = unit.name.partition("/")
        if store in ROOTS:
            return read_tree_session(unit.path, source.path / store)
        return read_session(self._database(unit.path), identifier)

    def _database(self, path: Path) -> "Database":
        from reflect.importers.opencode.database import TABLES
        from reflect.stores.sqlite import open_database

        if self._open is None or self._open[0] != path:
            self.close()
            self._open = (path, open_database(path, TABLES, paths.temporary_dir()))
        return self._open[1]

    def _sessions(self, path: Path, prefix: str) -> list[Unit]:
        from reflect.importers.opencode.database import changes

        # A new look at the store: what was open shows it as it was then.
        self.close()
        database = self._database(path)
        return [
            Unit(f"{prefix}{identifier}", path, rows, changed)
            for identifier, changed, rows in changes(database)
        ]

    def _tree(self, root: Path, prefix: str) -> list[Unit]:
        """The sessions that only this tree holds, not a newer store beside it."""
        from reflect.importers.opencode.database import identifiers

        newer: set[str] = set()
        for file in _databases(root.parent):
            # What a damaged database holds cannot be known: then the leftovers are better.
            with suppress(BadData):
                newer |= identifiers(self._database(file))
        for other in tree_roots(root.parent):
            if other.name == root.name:
                break
            newer.update(name for name, _ in tree_sessions(other, frozenset()))
        return [
            Unit(f"{prefix}{name}", state.path, state.size, state.mtime_ns, state.inode)
            for name, state in tree_sessions(root, newer)
        ]


def _listed_apart(source: Source) -> list[Unit]:
    """The units; SQLite's connections stay with the thread that opened them."""
    importer = OpenCode()
    try:
        return importer.units(source)
    finally:
        importer.close()


def _databases(folder: Path) -> list[Path]:
    return [file for file in sorted(folder.glob(DATABASE_NAMES)) if _is_ours(file)]


def _is_ours(path: Path) -> bool:
    from reflect.importers.opencode.database import TABLES, is_store
    from reflect.stores.sqlite import is_database, open_database

    if not is_database(path):
        return False
    try:
        database = open_database(path, TABLES, paths.temporary_dir())
    except ReflectError:
        # Damaged or locked, but named as ours: let it be a source, whose error is then shown.
        return path.match(DATABASE_NAMES)
    try:
        return is_store(database)
    finally:
        database.close()


def _documents(source: Source) -> list[Unit]:
    from reflect.importers.opencode.exports import exports

    if source.path.is_dir():
        return [
            Unit(str(s.path.relative_to(source.path)), s.path, s.size, s.mtime_ns, s.inode)
            for s in exports(source.path)
        ]
    state = state_of(source.path)
    if state is None:
        raise BadData(f"{source.path} is gone", hint="import again: reflect import")
    return [Unit(source.path.name, state.path, state.size, state.mtime_ns, state.inode)]

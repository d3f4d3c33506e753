"""OpenCode over HTTP: the sessions of a running ``opencode serve``, 1.2 to 1.18 and 2.x.

Each engine of 1.18 shows only its own messages and gives an empty list, with 200, for a session of
the other: the first one is asked, and where it has none the second. ``time.updated`` tells what
changed since the last import. The second engine of 1.18 never moves it, so that for a session
without tokens and without a change its newest message is looked at.

Quirk of 1.18.33: the second engine opens the folder of a session to read it, and fails with 500
where that folder is gone; then only the database has the messages.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from reflect.errors import BadData
from reflect.importers.opencode import second_engine
from reflect.importers.opencode.conversation import is_run
from reflect.importers.opencode.entries import read_entries
from reflect.importers.opencode.fields import (
    Json,
    milliseconds,
    table,
    tables,
    type_word,
    words,
)
from reflect.importers.opencode.listing import Listing, listed, may_be_second, second_pages
from reflect.importers.opencode.reading_ahead import ReadingAhead
from reflect.importers.opencode.records import StoredMessage, StoredSession
from reflect.importers.opencode.session import understood
from reflect.model.source import (
    Capabilities,
    LedgerEntry,
    ReadCounts,
    Server,
    Source,
    Unit,
    UnitRead,
)
from reflect.model.vocabulary import Agent, StoreKind
from reflect.stores.http import CONNECTIONS, Client, Limits, ServerFailed

_DEEPEST_CHILD = 16
_MOST_MESSAGES = "200"
"""The most the second engine gives of anything (1.18)."""


class OpenCodeServer:
    """The importer of one OpenCode server. ``close`` ends its connections."""

    agent = Agent.OPENCODE.value
    """Name of the agent."""

    capabilities = Capabilities(
        exit_codes="field", tokens=True, cost=True, subagents=True, incremental="session"
    )
    """What it can carry: the same as its database."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits
        self._client: Client | None = None
        self._listing = Listing({}, first_engine=True, second_engine=True)
        self._ahead: ReadingAhead[StoredSession | None] | None = None

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """End all connections and threads."""
        if self._ahead is not None:
            self._ahead.close()
            self._ahead = None
        if self._client is not None:
            self._client.close()
            self._client = None

    def discover(self, environ: Mapping[str, str]) -> list[Source]:
        """Nothing: which servers are asked is decided where all stores are known."""
        del environ
        return []

    def recognise(self, path: Path) -> Source | None:
        """Nothing: a server is no path."""
        del path
        return None

    def source(self, server: Server, *, discovered: bool) -> Source:
        """The source that a server is."""
        return Source(self.agent, StoreKind.HTTP, Path(), discovered, server)

    def units(self, source: Source) -> list[Unit]:
        """One unit for each session of every project; ``mtime_ns`` is when it was updated."""
        self.close()
        server = _server(source)
        self._client = client = Client(server, self._limits)
        self._listing = listing = listed(client, server.url)
        changed = {name: _updated(info) for name, info in listing.sessions.items()}
        still = [name for name, info in listing.sessions.items() if may_be_second(info)]
        if listing.first_engine and listing.second_engine and still:
            with ThreadPoolExecutor(CONNECTIONS) as pool:
                for name, moment in zip(still, pool.map(self._newest, still), strict=True):
                    changed[name] = max(changed[name], moment)
        return [Unit(name, Path(), 0, moment * 1_000_000) for name, moment in changed.items()]

    def read_ahead(self, source: Source, units: Sequence[Unit]) -> None:
        """Begin to ask for sessions that will be read, in this order, over all connections."""
        del source
        if self._ahead is not None:
            self._ahead.close()
        names = [unit.name for unit in units]
        self._ahead = ReadingAhead(names, self._session, lambda found: found.bytes if found else 0)

    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        """Read one session whole."""
        del earlier
        ahead = self._ahead
        stored = ahead.take(unit.name) if ahead else self._session(unit.name)
        entry = LedgerEntry(unit.name, unit.size, unit.mtime_ns, unit.inode)
        if stored is None:
            return UnitRead(None, entry, ReadCounts())
        session, unknown = understood(stored, _server(source).url)
        counts = ReadCounts(stored.records, stored.bytes, stored.bad, {**stored.unknown, **unknown})
        return UnitRead(session, replace(entry, records=stored.records), counts)

    def _session(self, name: str) -> StoredSession | None:
        """Ask for the messages of a session; None when it is gone."""
        info = self._listing.sessions[name]
        stored = StoredSession(name, info, ())
        if self._listing.first_engine:
            found = self._first_engine(stored)
            if found is None:
                return None
            stored = found
        if self._listing.second_engine and not stored.messages:
            stored = self._second_engine(stored)
        return replace(
            stored, worktree=_worktree(info), run_by_parent=_run_by_parent(info, self._listing)
        )

    def _first_engine(self, stored: StoredSession) -> StoredSession | None:
        """With the messages of the first engine, oldest first; later pages hold older ones."""
        path = f"/session/{quote(stored.id, safe='')}/message"
        entries: list[object] = []
        size, query = 0, dict[str, str]()
        seen: set[str] = set()
        while True:
            answer = self._asked().get(path, query)
            if answer is None:
                return None
            if not isinstance(answer.value, list):
                raise BadData("its messages are no list")
            entries = answer.value + entries
            size += answer.size
            if answer.cursor is None or answer.cursor in seen or not answer.value:
                break
            seen.add(answer.cursor)
            query = {"limit": str(len(answer.value)), "before": answer.cursor}
        messages, bad = read_entries(entries, lambda _, name: name)
        records = sum(1 + len(message.parts) for message in messages) + sum(bad.values())
        return replace(stored, messages=messages, records=records, bytes=size, bad=dict(bad))

    def _second_engine(self, stored: StoredSession) -> StoredSession:
        """With the messages of the second engine."""
        path = f"/api/session/{quote(stored.id, safe='')}/message"
        query = {"limit": _MOST_MESSAGES, "order": "asc"}
        try:
            pages = list(second_pages(self._asked(), path, query))
        except ServerFailed as error:
            raise ServerFailed(
                f"{error.message}, as OpenCode does where the folder of a session is gone",
                hint="read the database: --store opencode=PATH",
            ) from None
        messages: list[StoredMessage] = []
        unknown: dict[str, int] = {}
        rows = [row for page in pages for row in page]
        for row in rows:
            identifier, kind = words(row.get("id")), type_word(row.get("type"))
            if identifier is not None and kind in second_engine.TYPES:
                messages.append(second_engine.translated(identifier, kind, row))
            else:
                unknown[f"type {kind}"] = unknown.get(f"type {kind}", 0) + 1
        return replace(
            stored,
            messages=tuple(messages),
            records=stored.records + len(rows),
            unknown=unknown,
        )

    def _newest(self, name: str) -> int:
        """When the second engine last wrote, in milliseconds; 0 when it never did."""
        try:
            answer = self._asked().get(
                f"/api/session/{quote(name, safe='')}/message", {"limit": "1", "order": "desc"}
            )
        except ServerFailed:
            # The folder of the session is gone: reading it will say so.
            return 0
        rows = tables(table(None if answer is None else answer.value).get("data"))
        moments = [
            milliseconds(moment) or 0 for row in rows for moment in table(row.get("time")).values()
        ]
        return max(moments, default=0)

    def _asked(self) -> Client:
        if self._client is None:
            raise BadData("the server was not listed yet")
        return self._client


def _server(source: Source) -> Server:
    if source.server is None:
        raise BadData(f"{source.place} is no server")
    return source.server


def _updated(info: Json) -> int:
    time = table(info.get("time"))
    return max(milliseconds(time.get(name)) or 0 for name in ("created", "updated", "idle"))


def _worktree(info: Json) -> str | None:
    """Root of the repository; the project ``global`` stands for folders without one."""
    if words(info.get("projectID")) in (None, "global"):
        return None
    return words(table(info.get("project")).get("worktree"))


def _run_by_parent(info: Json, listing: Listing) -> bool:
    """Whether ``opencode run`` drives a session above this one."""
    above = words(info.get("parentID"))
    for _ in range(_DEEPEST_CHILD):
        parent = listing.sessions.get(above or "")
        if parent is None:
            return False
        if is_run(parent.get("permission")):
            return True
        above = words(parent.get("parentID"))
    return False

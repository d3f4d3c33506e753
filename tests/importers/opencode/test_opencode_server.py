"""Sessions of a server: the same as those of its database, all of them, each once."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from answering_server import DATA, Answering, answering, recorded

from reflect.importers.opencode import OpenCode, listing
from reflect.importers.opencode.server import OpenCodeServer
from reflect.model.session import RawSession
from reflect.model.source import ReadCounts, Server, Source, Unit

VERSIONS = ("1.18.33", "1.18.33-second-engine")
Serve = Callable[..., Answering]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Run a server with recorded answers: ``serve("1.18.33", largest_page=2)``."""
    with ExitStack() as running:

        def start(version: str = "1.18.33", **changes: Any) -> Answering:
            return running.enter_context(answering(Answering(recorded(version), **changes)))

        yield start


@pytest.fixture
def importer() -> Iterator[OpenCodeServer]:
    """The importer, closed in the end."""
    made = OpenCodeServer()
    yield made
    made.close()


def source_of(importer: OpenCodeServer, holds: Answering) -> Source:
    return importer.source(Server(holds.url), discovered=False)


def read_all(
    importer: OpenCodeServer, holds: Answering
) -> tuple[dict[str, RawSession], dict[str, ReadCounts]]:
    source = source_of(importer, holds)
    units = importer.units(source)
    importer.read_ahead(source, units)
    sessions, counts = {}, {}
    for unit in units:
        read = importer.read(source, unit, None)
        counts[unit.name] = read.counts
        if read.session is not None:
            sessions[unit.name] = read.session
    return sessions, counts


def on_disk(version: str, folder: Path) -> dict[str, tuple[RawSession, ReadCounts]]:
    """The same sessions, read from the recorded database."""
    path = folder / "opencode.db"
    connection = sqlite3.connect(path)
    connection.executescript((DATA / f"store-{version}.sql").read_text(encoding="utf-8"))
    connection.close()
    importer = OpenCode()
    source = importer.recognise(path)
    assert source is not None
    found = {}
    for unit in importer.units(source):
        read = importer.read(source, unit, None)
        assert read.session is not None
        found[unit.name] = (read.session, read.counts)
    importer.close()
    return found


@pytest.mark.parametrize("version", VERSIONS)
def test_a_server_gives_what_its_database_gives(
    version: str, serve: Serve, importer: OpenCodeServer, tmp_path: Path
) -> None:
    holds = serve(version)
    sessions, counts = read_all(importer, holds)
    disk = on_disk(version, tmp_path)
    assert sessions.keys() == disk.keys()
    for name, (session, counted) in disk.items():
        assert replace(sessions[name], path="") == replace(session, path=""), name
        assert sessions[name].path == holds.url
        there = counts[name]
        assert (there.records, dict(there.bad), dict(there.unknown)) == (
            counted.records,
            dict(counted.bad),
            dict(counted.unknown),
        )


def test_the_other_engine_is_asked_only_where_the_first_has_nothing(
    serve: Serve, importer: OpenCodeServer
) -> None:
    holds = serve("1.18.33")
    read_all(importer, holds)
    # The recorded sessions without a message and without tokens, of which the answer is empty.
    empty = {name for name, rows in holds.answers["messages"].items() if not rows}
    asked = {path.split("/")[3] for path in holds.paths if path.startswith("/api/session/")}
    assert asked == empty


@pytest.mark.parametrize("page", [1, 2, 3, 7])
def test_pages_lose_no_session_of_the_same_millisecond(
    page: int, serve: Serve, importer: OpenCodeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    holds = serve()
    rows = holds.answers["/experimental/session"]
    for row in rows[:9]:
        row["time"]["updated"] = rows[0]["time"]["updated"]
    monkeypatch.setattr(listing, "PAGE", page)
    units = importer.units(source_of(importer, holds))
    assert {unit.name for unit in units} == {row["id"] for row in rows}


def test_a_session_that_changes_while_pages_are_asked_for_is_not_lost(
    serve: Serve, importer: OpenCodeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    holds = serve()
    rows = holds.answers["/experimental/session"]
    oldest = min(rows, key=lambda row: row["time"]["updated"])
    monkeypatch.setattr(listing, "PAGE", 5)

    def change(handler: Any) -> None:
        if len([path for path in holds.paths if path == "/experimental/session"]) == 2:
            oldest["time"]["updated"] += 10**12
        del holds.odd["/experimental/session"]
        handler._answer("/experimental/session", holds.asked[-1].query)
        holds.odd["/experimental/session"] = change

    holds.odd["/experimental/session"] = change
    units = importer.units(source_of(importer, holds))
    assert {unit.name for unit in units} == {row["id"] for row in rows}


def test_archived_sessions_and_those_of_other_projects_are_listed(
    serve: Serve, importer: OpenCodeServer
) -> None:
    sessions, _ = read_all(importer, serve())
    assert sum(session.archived for session in sessions.values()) == 1
    folders = {Path(session.directory or "").name for session in sessions.values()}
    assert folders == {"infra-tools", "notes", "shop-api", "billing"}


@pytest.mark.parametrize("version", VERSIONS)
def test_messages_that_come_in_pages(version: str, serve: Serve, importer: OpenCodeServer) -> None:
    whole, _ = read_all(importer, serve(version))
    paged, _ = read_all(importer, serve(version, largest_page=3))
    assert paged.keys() == whole.keys()
    for name, session in whole.items():
        assert replace(paged[name], path="") == replace(session, path=""), name


def test_a_server_of_2x_has_the_second_engine_alone(
    serve: Serve, importer: OpenCodeServer, tmp_path: Path
) -> None:
    version = "1.18.33-second-engine"
    holds = serve(version, first_engine=False)
    sessions, _ = read_all(importer, holds)
    for name, (session, _) in on_disk(version, tmp_path).items():
        assert sessions[name].messages == session.messages
        assert sessions[name].calls == session.calls
        assert sessions[name].directory == session.directory


@pytest.mark.parametrize(
    ("version", "lacks"),
    [
        ("1.1.65", ("/experimental", "/api")),
        ("1.2.27", ("/api",)),
        ("1.3.0", ("/experimental", "/api")),
    ],
)
def test_an_older_server_is_asked_for_nothing_it_does_not_know(
    version: str, lacks: tuple[str, ...], serve: Serve, importer: OpenCodeServer
) -> None:
    """Such a server hands paths it does not know on to its makers'."""
    holds = serve(says=version, lacks=lacks)
    sessions, _ = read_all(importer, holds)
    assert sessions.keys() == {row["id"] for row in holds.answers["/experimental/session"]}
    if version == "1.1.65":
        assert not [path for path in holds.paths if path.startswith(lacks)]
    whole, _ = read_all(importer, serve())
    for name, session in sessions.items():
        assert replace(session, path="") == replace(whole[name], path="")


def test_what_changed_is_told_by_the_time_of_the_update(
    serve: Serve, importer: OpenCodeServer
) -> None:
    holds = serve()
    source = source_of(importer, holds)
    before = {unit.name: unit for unit in importer.units(source)}
    row = holds.answers["/experimental/session"][4]
    row["time"]["updated"] += 1
    after = {unit.name: unit for unit in importer.units(source)}
    assert [name for name in before if before[name] != after[name]] == [row["id"]]
    assert not [path for path in holds.paths if path.endswith("/message")]


def test_a_new_message_of_the_second_engine_is_a_change(
    serve: Serve, importer: OpenCodeServer
) -> None:
    holds = serve("1.18.33-second-engine")
    source = source_of(importer, holds)
    before = {unit.name: unit for unit in importer.units(source)}
    name, rows = next(iter(holds.answers["second_engine_messages"].items()))
    rows.append({"id": "msg_zzz", "type": "user", "text": "more", "time": {"created": 2 * 10**12}})
    after = {unit.name: unit for unit in importer.units(source)}
    assert [other for other in before if before[other] != after[other]] == [name]


def test_a_child_of_a_session_that_opencode_run_drives(
    serve: Serve, importer: OpenCodeServer
) -> None:
    holds = serve()
    rows = {row["id"]: row for row in holds.answers["/experimental/session"]}
    child = next(row for row in rows.values() if "parentID" in row)
    denied = ("question", "plan_enter", "plan_exit")
    rows[child["parentID"]]["permission"] = [
        {"permission": name, "pattern": "*", "action": "deny"} for name in denied
    ]
    source = source_of(importer, holds)
    importer.units(source)
    stored = importer._session(child["id"])
    assert stored is not None
    assert stored.run_by_parent


def test_no_more_than_four_connections(serve: Serve, importer: OpenCodeServer) -> None:
    holds = serve()
    read_all(importer, holds)
    ports = {one.client for one in holds.asked}
    assert 1 <= len(ports) <= 4 + 1


def test_a_session_that_is_gone_meanwhile(serve: Serve, importer: OpenCodeServer) -> None:
    holds = serve()
    source = source_of(importer, holds)
    units = importer.units(source)
    del holds.answers["messages"][units[0].name]
    assert importer.read(source, units[0], None).session is None
    assert importer.read(source, units[1], None).session is not None


def test_units_are_in_a_set_order(serve: Serve, importer: OpenCodeServer) -> None:
    units: list[Unit] = importer.units(source_of(importer, serve()))
    assert [unit.name for unit in units] == sorted(unit.name for unit in units)

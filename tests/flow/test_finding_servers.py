"""Which server is asked, with which password, and which is left alone."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from answering_server import DATA, Answering, answering, recorded

from reflect.errors import NotPermitted, UsageError
from reflect.importers.opencode import server_places
from reflect.model.source import Server
from reflect.model.vocabulary import StoreKind
from reflect.pipeline.finding_servers import ServerRequest, named
from reflect.pipeline.finding_stores import StoreRequest, find

Serve = Callable[..., Answering]
PASSWORD = "correct" + "-horse"
OTHER = "battery" + "-staple"


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Run a server with recorded answers."""
    with ExitStack() as running:

        def start(**changes: Any) -> Answering:
            holds = Answering(recorded("1.18.33"), **changes)
            return running.enter_context(answering(holds))

        yield start


@pytest.fixture
def usual_port(monkeypatch: pytest.MonkeyPatch) -> Callable[[Answering], None]:
    """Let a server stand at the port that OpenCode takes first."""

    def take(holds: Answering) -> None:
        monkeypatch.setattr(server_places, "PORT", int(holds.url.rpartition(":")[2]))

    return take


def found(request: StoreRequest | None = None) -> list[Server]:
    stores = find(request or StoreRequest())
    return [source.server for _, source in stores if source.server is not None]


def asked(*addresses: str, files: tuple[str, ...] = ()) -> list[Server]:
    stores = named(ServerRequest(addresses, files), os.environ)
    return [source.server for _, source in stores if source.server is not None]


def service_file(home: Path, **said: object) -> Path:
    file = home / ".local" / "state" / "opencode" / "service.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(said), encoding="utf-8")
    file.chmod(0o600)
    return file


def database(home: Path) -> None:
    file = home / ".local" / "share" / "opencode" / "opencode.db"
    file.parent.mkdir(parents=True)
    connection = sqlite3.connect(file)
    connection.executescript((DATA / "store-1.18.33.sql").read_text(encoding="utf-8"))
    connection.close()


def test_the_usual_port_is_used_without_a_password(
    serve: Serve, usual_port: Callable[[Answering], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENCODE_SERVER_PASSWORD", PASSWORD)
    holds = serve()
    usual_port(holds)
    assert found() == [Server(holds.url)]
    assert not any("authorization" in one.headers for one in holds.asked)


def test_a_server_at_the_usual_port_that_wants_a_password_is_told(
    serve: Serve, usual_port: Callable[[Answering], None]
) -> None:
    holds = serve(password=PASSWORD)
    usual_port(holds)
    ((importer, source),) = find(StoreRequest())
    with pytest.raises(NotPermitted) as caught:
        importer.units(source)
    assert f"--server {holds.url}" in caught.value.hint


def test_another_program_at_the_usual_port_is_left_alone(
    serve: Serve, usual_port: Callable[[Answering], None]
) -> None:
    holds = serve(lacks=("/",))
    usual_port(holds)
    assert found() == []

    def refusing(handler: Any) -> None:
        handler.send(401, b"", "text/plain", {"www-authenticate": 'Basic realm="Router"'})

    holds.lacks = ()
    holds.odd = dict.fromkeys(("/api/info", "/global/health", "/api/health"), refusing)
    assert found() == []


def test_where_a_database_is_no_server_is_asked(
    serve: Serve, usual_port: Callable[[Answering], None], hermetic: Path
) -> None:
    holds = serve()
    usual_port(holds)
    service_file(hermetic, url=holds.url, pid=os.getpid())
    database(hermetic)
    assert [source.kind for _, source in find(StoreRequest())] == [StoreKind.SQLITE]
    assert holds.asked == []


def test_nothing_is_asked_that_was_not_named_without_discovery(
    serve: Serve, usual_port: Callable[[Answering], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    holds = serve()
    usual_port(holds)
    monkeypatch.setenv("OPENCODE_BASE_URL", holds.url)
    assert found(StoreRequest(discover=False)) == []
    assert holds.asked == []


def test_the_service_file_names_a_server_and_its_password(serve: Serve, hermetic: Path) -> None:
    holds = serve(password=PASSWORD, first_engine=False)
    holds.odd["/api/info"] = lambda handler: handler.json({"version": "2.1", "pid": os.getpid()})
    service_file(hermetic, url=holds.url, pid=os.getpid(), password=PASSWORD)
    assert found() == [Server(holds.url, "", "opencode", PASSWORD)]


@pytest.mark.parametrize("wrong", ["mode", "link", "pid", "other_pid", "address", "no_json"])
def test_a_service_file_that_is_not_believed(wrong: str, serve: Serve, hermetic: Path) -> None:
    holds = serve(password=PASSWORD, first_engine=False)
    holds.odd["/api/info"] = lambda handler: handler.json({"version": "2.1", "pid": 1})
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    pid = ended.pid if wrong == "pid" else os.getpid()
    url = "http://192.0.2.1:4096" if wrong == "address" else holds.url
    file = service_file(hermetic, url=url, pid=pid, password=PASSWORD)
    if wrong == "mode":
        file.chmod(0o640)
    elif wrong == "no_json":
        file.write_text("{", encoding="utf-8")
    elif wrong == "link":
        file.rename(file.with_name("other.json"))
        file.symlink_to(file.with_name("other.json"))
    assert found() == []
    if wrong != "other_pid":
        assert holds.asked == [], "its password was sent"


def test_the_environment_names_a_server_unless_a_flag_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENCODE_BASE_URL", "http://127.0.0.1:4100/")
    assert asked() == [Server("http://127.0.0.1:4100", "", "opencode")]
    (server,) = asked("desk=http://127.0.0.1:4101")
    assert (server.url, server.name) == ("http://127.0.0.1:4101", "desk")


def test_each_password_goes_to_the_server_it_is_named_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENCODE_SERVER_PASSWORD", PASSWORD)
    monkeypatch.setenv("OPENCODE_SERVER_PASSWORD_MY_DESK", OTHER)
    monkeypatch.setenv("OPENCODE_SERVER_USERNAME", "somebody")
    servers = asked(
        "http://127.0.0.1:4101", "my-desk=http://127.0.0.1:4102", "lab=http://127.0.0.1:4103"
    )
    assert [server.password for server in servers] == [PASSWORD, OTHER, ""]
    assert {server.user for server in servers} == {"somebody"}
    assert [server.password for server in asked("lab=http://127.0.0.1:4103")] == [PASSWORD]


def test_a_password_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text(f"{PASSWORD}\nmore\n", encoding="utf-8")
    file.chmod(0o600)
    addresses = ("http://127.0.0.1:4101", "desk=http://127.0.0.1:4102")
    assert [s.password for s in asked(*addresses, files=(f"desk={file}",))] == ["", PASSWORD]
    assert [s.password for s in asked(*addresses, files=(str(file),))] == [PASSWORD, ""]
    file.chmod(0o644)
    with pytest.raises(NotPermitted, match="can be read by others"):
        asked(addresses[0], files=(str(file),))


@pytest.mark.parametrize(
    "address",
    [
        f"http://opencode:{PASSWORD}@127.0.0.1:4096",
        f"https://:{PASSWORD}@example.com",
        "127.0.0.1:4096",
        "ftp://127.0.0.1",
        "http://",
        "http://127.0.0.1:4096?auth_token=abc",
        "http://127.0.0.1:4096/#x",
        "http://127.0.0.1:99999",
        "http://127.0.0.1:4096\\@example.com",
        "http://127.0.0.1 .example.com",
        "a/b=http://127.0.0.1:4096",
    ],
)
def test_addresses_that_are_refused(address: str) -> None:
    with pytest.raises(UsageError) as caught:
        asked(address)
    said = caught.value.message + caught.value.hint
    assert PASSWORD not in said
    assert "auth_token" not in said


def test_several_servers_need_names() -> None:
    with pytest.raises(UsageError, match="names"):
        asked("http://127.0.0.1:4101", "http://127.0.0.1:4102")
    with pytest.raises(UsageError, match="names"):
        asked("a=http://127.0.0.1:4101", "a=http://127.0.0.1:4102")


def test_a_password_never_goes_to_another_machine_in_the_clear(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert asked("http://192.0.2.7:4096")[0].password == ""
    monkeypatch.setenv("OPENCODE_SERVER_PASSWORD", PASSWORD)
    with pytest.raises(UsageError) as caught:
        asked("http://192.0.2.7:4096")
    assert "ssh -L" in caught.value.hint
    for fine in ("https://192.0.2.7", "http://[::1]:4096", "http://localhost:4096"):
        assert asked(fine)[0].password == PASSWORD


def test_a_server_is_one_source_however_it_is_spelled() -> None:
    request = StoreRequest(discover=False, servers=ServerRequest(("http://127.0.0.1:4096/",)))
    ((_, source),) = find(request)
    assert source.place == "http://127.0.0.1:4096"

"""Servers that answer wrongly, late, elsewhere or no more: said so, and nothing else is lost."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from answering_server import FAILED, PAGE, Answering, Handler, answering, recorded

from reflect.errors import BadData, ExitCode, NotPermitted, ReflectError, Unreachable
from reflect.importers.opencode.server import OpenCodeServer
from reflect.model.source import Server, Source, Unit
from reflect.stores.http import Limits

Serve = Callable[..., Answering]
Odd = Callable[[Handler], None]
PASSWORD = "correct" + "-horse"
PATIENT = Limits(connect_seconds=9, silent_seconds=9, answer_seconds=20, largest_answer=1 << 20)
"""For servers that answer: a machine with much to do keeps one waiting for a second."""
QUICK = Limits(connect_seconds=9, silent_seconds=1.0, answer_seconds=2.0, largest_answer=1 << 20)
"""For servers that do not."""
LIST = "/experimental/session"


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Run a server with recorded answers: ``serve(password="…")``."""
    with ExitStack() as running:

        def start(version: str = "1.18.33", **changes: Any) -> Answering:
            return running.enter_context(answering(Answering(recorded(version), **changes)))

        yield start


@pytest.fixture
def importer(request: pytest.FixtureRequest) -> Iterator[OpenCodeServer]:
    """An importer, without patience where the server does not answer; closed in the end."""
    called = getattr(request.node, "callspec", None)
    hangs = called is not None and called.params.get("odd") in (silent, trickling)
    made = OpenCodeServer(QUICK if hangs else PATIENT)
    yield made
    made.close()


@pytest.fixture
def impatient() -> Iterator[OpenCodeServer]:
    """An importer without patience, closed in the end."""
    made = OpenCodeServer(QUICK)
    yield made
    made.close()


def units_of(importer: OpenCodeServer, server: Server) -> tuple[Source, list[Unit]]:
    source = importer.source(server, discovered=False)
    return source, importer.units(source)


def refusal(importer: OpenCodeServer, server: Server) -> ReflectError:
    with pytest.raises(ReflectError) as caught:
        units_of(importer, server)
    return caught.value


def missing(
    importer: OpenCodeServer, holds: Answering, before: Callable[[int], None] = lambda _: None
) -> dict[str, ReflectError]:
    """Read everything; what could not be read, by session. ``before`` is told each number."""
    source, units = units_of(importer, Server(holds.url))
    importer.read_ahead(source, units)
    failed = {}
    for number, unit in enumerate(units):
        before(number)
        try:
            importer.read(source, unit, None)
        except ReflectError as error:
            failed[unit.name] = error
    return failed


def page(handler: Handler) -> None:
    handler.send(200, PAGE, "text/html")


def failing(handler: Handler) -> None:
    handler.json(FAILED, 500)


def cut_off(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.send_header("content-length", "5000")
    handler.end_headers()
    handler.wfile.write(b'[{"info": {"id": "msg_')
    handler.close_connection = True


def half_a_value(handler: Handler) -> None:
    handler.send(200, b'[{"info": {"id": "msg_', "application/json")


def silent(handler: Handler) -> None:
    time.sleep(2.5)
    handler.close_connection = True


def trickling(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.end_headers()
    try:
        for _ in range(40):
            handler.wfile.write(b" ")
            time.sleep(0.1)
    except OSError:
        pass
    handler.close_connection = True


def endless(handler: Handler) -> None:
    handler.send(200, b"[" + b" " * (2 << 20) + b"]", "application/json")


def other_shape(handler: Handler) -> None:
    handler.json({"messages": []})


def nested(handler: Handler) -> None:
    handler.send(200, b"[" * 100_000 + b"]" * 100_000, "application/json")


def plain(handler: Handler) -> None:
    handler.send(200, b"[]", "text/plain")


@pytest.mark.parametrize(
    ("odd", "kind"),
    [
        (page, BadData),
        (failing, Unreachable),
        (cut_off, BadData),
        (half_a_value, BadData),
        (silent, Unreachable),
        (trickling, Unreachable),
        (endless, BadData),
        (other_shape, BadData),
        (nested, BadData),
        (plain, BadData),
    ],
)
def test_one_odd_answer_loses_one_session(
    odd: Odd, kind: type[ReflectError], serve: Serve, importer: OpenCodeServer
) -> None:
    holds = serve()
    name = holds.answers[LIST][7]["id"]
    holds.odd[f"/session/{name}/message"] = odd
    failed = missing(importer, holds)
    assert failed.keys() == {name}
    assert isinstance(failed[name], kind)
    assert "msg_" not in failed[name].message + failed[name].hint


@pytest.mark.parametrize("odd", [page, failing, cut_off, half_a_value, silent, other_shape, nested])
def test_a_list_that_is_none_is_no_empty_list(
    odd: Odd, serve: Serve, importer: OpenCodeServer
) -> None:
    holds = serve()
    for path in (LIST, "/api/session", "/project", "/session"):
        holds.odd[path] = odd
    error = refusal(importer, Server(holds.url))
    assert error.exit_code in (ExitCode.BAD_DATA, ExitCode.UNREACHABLE)
    assert holds.url in error.message


def test_a_list_that_fails_is_not_replaced_by_the_one_of_the_other_engine(
    serve: Serve, importer: OpenCodeServer
) -> None:
    holds = serve()
    holds.odd[LIST] = failing
    assert isinstance(refusal(importer, Server(holds.url)), Unreachable)


def test_a_server_that_is_something_else(serve: Serve, importer: OpenCodeServer) -> None:
    holds = serve(lacks=("/",))
    error = refusal(importer, Server(holds.url))
    assert isinstance(error, BadData)
    assert "is it OpenCode" in error.hint


def test_an_overloaded_server_is_asked_again(serve: Serve, importer: OpenCodeServer) -> None:
    holds = serve()
    name = holds.answers[LIST][3]["id"]
    path = f"/session/{name}/message"

    def once(handler: Handler) -> None:
        del holds.odd[path]
        handler.json(FAILED, 503)

    holds.odd[path] = once
    assert missing(importer, holds) == {}
    assert holds.paths.count(path) == 2


def test_a_connection_that_breaks_is_made_again(serve: Serve, importer: OpenCodeServer) -> None:
    holds = serve()
    path = f"/session/{holds.answers[LIST][3]['id']}/message"

    def once(handler: Handler) -> None:
        del holds.odd[path]
        cut_off(handler)

    holds.odd[path] = once
    assert missing(importer, holds) == {}


def test_a_server_that_is_killed_in_the_middle(serve: Serve, importer: OpenCodeServer) -> None:
    holds = serve()
    names = sorted(row["id"] for row in holds.answers[LIST])
    last = f"/session/{names[10]}/message"

    def dying(handler: Handler) -> None:
        threading.Thread(target=holds.end).start()
        cut_off(handler)

    holds.odd[last] = dying
    for name in names[10:]:
        holds.odd[f"/session/{name}/message"] = dying
    failed = missing(importer, holds)
    assert failed.keys() == set(names[10:])
    assert {error.exit_code for error in failed.values()} <= {
        ExitCode.UNREACHABLE,
        ExitCode.BAD_DATA,
    }


def test_a_server_that_hangs_is_given_up(serve: Serve, impatient: OpenCodeServer) -> None:
    holds = serve()
    names = [row["id"] for row in holds.answers[LIST]]
    for name in names:
        holds.odd[f"/session/{name}/message"] = silent
    failed = missing(impatient, holds)
    assert failed.keys() == set(names)
    asked = [path for path in holds.paths if path.startswith("/session/")]
    assert len(asked) < len(names), "it was asked on after it had not answered several times"


def test_a_password_that_is_missing(serve: Serve, importer: OpenCodeServer) -> None:
    holds = serve(password=PASSWORD)
    error = refusal(importer, Server(holds.url))
    assert isinstance(error, NotPermitted)
    assert "OPENCODE_SERVER_PASSWORD" in error.hint
    assert f"--server {holds.url}" in error.hint


def test_a_password_that_is_wrong(serve: Serve, importer: OpenCodeServer) -> None:
    holds = serve(password=PASSWORD)
    wrong = "wrong" + "-horse"
    error = refusal(importer, Server(holds.url, "desk-2", "opencode", wrong))
    assert isinstance(error, NotPermitted)
    assert "OPENCODE_SERVER_PASSWORD_DESK_2" in error.hint
    assert wrong not in error.message + error.hint


def test_the_right_password(serve: Serve, importer: OpenCodeServer) -> None:
    holds = serve(password=PASSWORD)
    server = Server(holds.url, "", "opencode", PASSWORD)
    assert len(units_of(importer, server)[1]) == len(holds.answers[LIST])
    assert PASSWORD not in repr(server)
    assert PASSWORD not in repr(importer.source(server, discovered=False))


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_does_not_carry_the_password(
    status: int, serve: Serve, importer: OpenCodeServer
) -> None:
    holds, elsewhere = serve(password=PASSWORD), serve()

    def sending_away(handler: Handler) -> None:
        handler.send(status, b"", "text/plain", {"location": elsewhere.url + LIST})

    for path in (LIST, "/api/session"):
        holds.odd[path] = sending_away
    error = refusal(importer, Server(holds.url, "", "opencode", PASSWORD))
    assert isinstance(error, Unreachable)
    assert elsewhere.asked == []
    assert elsewhere.url not in error.message + error.hint


def test_the_environment_leads_no_request_elsewhere(
    serve: Serve, importer: OpenCodeServer, monkeypatch: pytest.MonkeyPatch, hermetic: Path
) -> None:
    holds, proxy = serve(), serve()
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, proxy.url)
    netrc = hermetic / ".netrc"
    netrc.write_text(f"machine 127.0.0.1 login opencode password {PASSWORD}\n", encoding="utf-8")
    netrc.chmod(0o600)
    units_of(importer, Server(holds.url))
    assert proxy.asked == []
    assert not any("authorization" in one.headers for one in holds.asked)


def test_nobody_listens(importer: OpenCodeServer) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        error = refusal(importer, Server(url))
    assert isinstance(error, Unreachable)
    assert "import again" in error.hint


def test_a_session_whose_folder_is_gone(serve: Serve, importer: OpenCodeServer) -> None:
    """1.18.33 fails to read what its second engine wrote once the folder is gone."""
    holds = serve("1.18.33-second-engine")
    name = next(iter(holds.answers["second_engine_messages"]))
    holds.odd[f"/api/session/{name}/message"] = failing
    failed = missing(importer, holds)
    assert failed.keys() == {name}
    assert "--store opencode=" in failed[name].hint


def test_an_id_leads_to_no_other_path(serve: Serve, importer: OpenCodeServer) -> None:
    holds = serve()
    odd = "ses_/../../project?x=#y"
    holds.answers[LIST][0]["id"] = odd
    missing(importer, holds)
    assert "/project" not in holds.paths
    assert "/session/ses_%2F..%2F..%2Fproject%3Fx%3D%23y/message" in holds.paths

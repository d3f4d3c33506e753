"""A server on loopback that answers as OpenCode 1.18.33 does, from recorded answers.

Facts it keeps to, all measured on the real program: a path it does not know is its web page with
status 200 (1.18) or fails (1.1, 1.2); a session of one engine has an empty list at the other; pages
of ``/experimental/session`` are cut by ``time.updated`` alone, those of the second engine by time
and id, 200 at most; a missing password is 401 on every path.
"""

import base64
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

DATA = Path(__file__).parents[1] / "data" / "opencode"

PAGE = b"<!doctype html><html><body>OpenCode</body></html>"
NO_SESSION = {"name": "NotFoundError", "data": {"message": "Session not found"}}
FAILED = {"name": "UnknownError", "data": {"message": "Unexpected server error."}}


def recorded(version: str) -> dict[str, Any]:
    """Recorded answers; the place-holders of fake secrets stay as they are."""
    text = (DATA / f"answers-{version}.json").read_text(encoding="utf-8")
    answers: dict[str, Any] = json.loads(text)
    return answers


@dataclass(frozen=True)
class Asked:
    """One request."""

    path: str
    query: dict[str, str]
    headers: dict[str, str]
    client: int
    """Port of the connection it came over."""


@dataclass
class Answering:
    """What a server holds and how it behaves; may be changed while it runs."""

    answers: dict[str, Any]
    password: str = ""
    says: str = "1.18.33"
    """Its version."""
    first_engine: bool = True
    """False: a server of 2.x."""
    lacks: tuple[str, ...] = ()
    """Beginnings of paths it does not know."""
    largest_page: int = 1_000_000
    odd: dict[str, Callable[["Handler"], None]] = field(default_factory=dict)
    """Path → what it does instead of answering."""
    asked: list[Asked] = field(default_factory=list)
    url: str = ""
    server: ThreadingHTTPServer | None = None

    @property
    def paths(self) -> list[str]:
        """Paths that were asked for."""
        return [one.path for one in self.asked]

    def end(self) -> None:
        """Stop listening, as a server that was killed."""
        server, self.server = self.server, None
        if server is not None:
            server.shutdown()
            server.server_close()


class Handler(BaseHTTPRequestHandler):
    """Answers one connection."""

    protocol_version = "HTTP/1.1"
    holds: Answering

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Say nothing."""

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        holds = self.holds
        headers = {name.lower(): value for name, value in self.headers.items()}
        holds.asked.append(Asked(parts.path, query, headers, self.client_address[1]))
        if holds.password and self.headers.get("authorization") != _basic(holds.password):
            self.send(401, b"", "text/plain", {"www-authenticate": 'Basic realm="Secure Area"'})
        elif parts.path in holds.odd:
            holds.odd[parts.path](self)
        elif holds.lacks and parts.path.startswith(holds.lacks):
            self._unknown()
        else:
            self._answer(parts.path, query)

    def _answer(self, path: str, query: dict[str, str]) -> None:
        holds, words = self.holds, path.strip("/").split("/")
        match words:
            case ["global", "health"] if holds.first_engine:
                self.json({"healthy": True, "version": holds.says})
            case ["api", "health"]:
                self.json({"healthy": True})
            case ["api", "info"] if not holds.first_engine:
                self.json({"version": "2.1.0", "pid": 1})
            case ["experimental", "session"] if holds.first_engine:
                self._list(query)
            case ["session"] if holds.first_engine:
                folder = unquote(self.headers.get("x-opencode-directory", "/"))
                own = [s for s in self._sessions() if folder == s["project"]["worktree"]]
                self.json(own[: int(query.get("limit", "100"))])
            case ["project"] if holds.first_engine:
                found = {s["project"]["id"]: s["project"] for s in self._sessions()}
                self.json(list(found.values()))
            case ["session", identifier, "message"] if holds.first_engine:
                self._first(identifier, query)
            case ["api", "session"]:
                self._pages(holds.answers["/api/session"]["data"], query, 50, "updated")
            case ["api", "session", identifier, "message"]:
                rows = holds.answers["second_engine_messages"].get(identifier, [])
                self._pages(rows, query, 50, "created")
            case _:
                self._unknown()

    def _unknown(self) -> None:
        """1.18 shows its page; 1.1 and 1.2 ask their makers' server, which is not reached here."""
        if self.holds.says.startswith(("1.1.", "1.2.")):
            self.json(FAILED, 500)
        else:
            self.send(200, PAGE, "text/html")

    def _sessions(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.holds.answers["/experimental/session"]
        return sorted(found, key=lambda s: (-s["time"]["updated"], s["id"]))

    def _list(self, query: dict[str, str]) -> None:
        limit = min(int(query.get("limit", "100")), self.holds.largest_page)
        rows = self._sessions()
        if query.get("archived") != "true":
            rows = [row for row in rows if "archived" not in row["time"]]
        if "cursor" in query:
            rows = [row for row in rows if row["time"]["updated"] < int(query["cursor"])]
        page = rows[:limit]
        more = {"x-next-cursor": str(page[-1]["time"]["updated"])} if len(rows) > limit else {}
        self.json(page, headers=more)

    def _first(self, identifier: str, query: dict[str, str]) -> None:
        if identifier not in self.holds.answers["messages"]:
            self.json(NO_SESSION, 404)
            return
        rows = self.holds.answers["messages"][identifier]
        limit = min(int(query.get("limit", "0")) or 1_000_000, self.holds.largest_page)
        end = int(query.get("before", len(rows)))
        start = max(0, end - limit)
        self.json(rows[start:end], headers={"x-next-cursor": str(start)} if start else {})

    def _pages(self, rows: list[Any], query: dict[str, str], default: int, moment: str) -> None:
        limit = int(query.get("limit", default))
        if limit > 200 or ("cursor" in query and "order" in query):
            self.json({"_tag": "InvalidRequestError"}, 400)
            return
        rows = sorted(rows, key=lambda row: (row["time"][moment], row["id"]))
        order, start = query.get("order", "desc"), 0
        if "cursor" in query:
            order, number = query["cursor"].split(".")
            start = int(number)
        if order == "desc":
            rows.reverse()
        end = start + min(limit, self.holds.largest_page)
        following = f"{order}.{end}" if end < len(rows) else None
        self.json({"data": rows[start:end], "cursor": {"previous": None, "next": following}})

    def json(self, value: object, status: int = 200, headers: dict[str, str] | None = None) -> None:
        """Send a JSON answer."""
        self.send(status, json.dumps(value).encode(), "application/json", headers)

    def send(
        self, status: int, body: bytes, kind: str, headers: dict[str, str] | None = None
    ) -> None:
        """Send an answer."""
        self.send_response(status)
        for name, value in {"content-type": kind, **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _basic(password: str) -> str:
    return "Basic " + base64.b64encode(f"opencode:{password}".encode()).decode()


@contextmanager
def answering(holds: Answering, port: int = 0) -> Iterator[Answering]:
    """Run a server until the block is left."""
    handler = type("Bound", (Handler,), {"holds": holds})
    server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    server.daemon_threads = True
    holds.server = server
    holds.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield holds
    finally:
        holds.end()
        thread.join()

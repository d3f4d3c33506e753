"""A server between a client and another one: passes everything on, but refuses some methods."""

import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECONDS = 90


@dataclass
class Between:
    """Where it passes on to, and what came."""

    target: str = ""
    """Where requests go; empty: every request is answered with an empty object."""
    refuses: tuple[str, ...] = ()
    """Methods that are answered with 500."""
    came: list[str] = field(default_factory=list)
    """Method and path of each request."""
    url: str = ""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    holds: Between

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Say nothing."""

    def do_GET(self) -> None:
        self._pass_on()

    def do_POST(self) -> None:
        self._pass_on()

    def do_DELETE(self) -> None:
        self._pass_on()

    def _pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        self.holds.came.append(f"{self.command} {self.path}")
        if self.command in self.holds.refuses:
            self._send(500, b"{}", "application/json")
        elif not self.holds.target:
            self._send(200, b"{}", "application/json")
        else:
            kind = {"content-type": self.headers.get("content-type") or "application/json"}
            to = urllib.request.Request(  # noqa: S310 - always http on loopback
                self.holds.target + self.path, body or None, kind, method=self.command
            )
            try:
                with urllib.request.urlopen(to, timeout=SECONDS) as found:  # noqa: S310
                    self._send(found.status, found.read(), found.headers["content-type"] or "")
            except urllib.error.HTTPError as error:
                self._send(error.code, error.read(), error.headers["content-type"] or "")

    def _send(self, status: int, body: bytes, kind: str) -> None:
        self.send_response_only(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def passing_on(target: str = "", refuses: tuple[str, ...] = ()) -> Iterator[Between]:
    """Run it until the block is left."""
    holds = Between(target, refuses)
    handler = type("Bound", (_Handler,), {"holds": holds})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    holds.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield holds
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

"""A server on loopback that answers as OpenCode 1.18.33 does when it is asked to ask a model.

Facts it keeps to, all measured on the real program: a new session comes back with what it was made
of; the answer to a message is the last step alone; the messages of a session whose request tells a
form cannot be listed (400), but the newest of them can; a folder that is not there cannot be looked
into; a path it does not know is its web page with status 200; a missing password is 401 everywhere.
"""

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

TOKENS = {"input": 90, "output": 8, "reasoning": 2, "cache": {"read": 7, "write": 3}}
MODEL = {
    "id": "m1",
    "api": {"id": "m1", "url": "", "npm": "x"},
    "limit": {"context": 64_000, "output": 8_000},
    "capabilities": {"toolcall": True},
}


def part(kind: str, **other: Any) -> dict[str, Any]:
    return {"id": "prt_1", "type": kind, **other}


def step(*parts: dict[str, Any], **info: Any) -> dict[str, Any]:
    """One step of a model."""
    usual = {"role": "assistant", "finish": "stop", "tokens": TOKENS}
    return {"info": {**usual, **info}, "parts": [part("step-start"), *parts, part("step-finish")]}


def says(text: str, **info: Any) -> list[dict[str, Any]]:
    """A model that answers in words."""
    return [step(part("text", text=text), **info)]


def formed(value: object, **info: Any) -> list[dict[str, Any]]:
    """A model that answers in the form, as OpenCode tells it."""
    call = part("tool", tool="StructuredOutput", state={"status": "completed", "input": value})
    return [step(call, structured=value, finish="tool-calls", **info)]


def calls(tool: str, status: str = "error") -> dict[str, Any]:
    """A step in which the model calls a tool."""
    return step(part("tool", tool=tool, state={"status": status}), finish="tool-calls")


def fails(name: str, **data: Any) -> list[dict[str, Any]]:
    """An error in place of a reply."""
    none = {"input": 0, "output": 0, "reasoning": 0, "cache": {"read": 0, "write": 0}}
    return [step(error={"name": name, "data": data}, tokens=none, finish=None)]


@dataclass(frozen=True)
class Asked:
    """One request."""

    method: str
    path: str
    folder: str
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.body)


Answer = tuple[int, object]


@dataclass
class ScriptedOpenCode:
    """What it holds, how it behaves and what it was asked; may be changed while it runs."""

    script: list[Any] = field(default_factory=list)
    """Steps of the model for each message, in order; a tuple: it goes on after them without end;
    None: it does not answer."""
    password: str = ""
    version: str = "1.18.33"
    config: dict[str, Any] = field(default_factory=lambda: {"model": "mine/m1"})
    providers: list[dict[str, Any]] = field(
        default_factory=lambda: [
            {"id": "mine", "key": "never-shown", "options": {"baseURL": "http://127.0.0.1:9/v1"},
             "models": {"m1": MODEL}}
        ]
    )  # fmt: skip
    changes: dict[str, Any] = field(default_factory=dict)
    """What a new session comes back with in place of what it was made of."""
    odd: dict[str, Answer] = field(default_factory=dict)
    """``METHOD last-word-of-the-path`` → what it answers instead."""
    sessions: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """Messages by session, of those that are not deleted."""
    asked: list[Asked] = field(default_factory=list)
    url: str = ""
    ending: threading.Event = field(default_factory=threading.Event)
    reached: threading.Event = field(default_factory=threading.Event)
    """A message came."""

    @property
    def order(self) -> list[str]:
        """What was asked about sessions and the folder, in order, without ids."""
        about = [one for one in self.asked if one.path.startswith(("/session", "/instance"))]
        return [f"{one.method} {one.path.rpartition('/')[2].split('_')[0]}" for one in about]

    def of(self, method: str, last: str) -> list[Asked]:
        """Requests by method and last word of their path."""
        named = (one for one in self.asked if one.path.rpartition("/")[2].split("_")[0] == last)
        return [one for one in named if one.method == method]

    def answer(self, asked: Asked, limit: int | None) -> Answer | None:
        """What it answers."""
        words = asked.path.strip("/").split("/")
        odd = self.odd.get(f"{asked.method} {words[-1].split('_')[0]}")
        if odd is not None:
            return odd
        match [asked.method, *words]:
            case ["GET", "global", "health"]:
                return 200, {"healthy": True, "version": self.version}
            case ["GET", "config"]:
                return 200, self.config
            case ["GET", "config", "providers"]:
                return 200, {"providers": self.providers, "default": {}}
            case ["GET", "file"]:
                if not Path(asked.folder).is_dir():
                    return 500, {"name": "UnknownError"}
                return 200, [{"name": one.name} for one in Path(asked.folder).iterdir()]
            case ["POST", "session"]:
                name = f"ses_{len(self.of('POST', 'session')):026d}"
                self.sessions[name] = []
                made = {"id": name, "directory": asked.folder, **asked.document, **self.changes}
                return 200, made
            case ["POST", "session", name, "message"]:
                return self._spoken(name, asked)
            case ["GET", "session", name, "message"]:
                return self._listed(self.sessions[name][-(limit or 100) :])
            case ["DELETE", "session", name]:
                return (200, True) if self.sessions.pop(name, None) is not None else (404, {})
            case ["POST", "session", _, "abort"] | ["POST", "instance", "dispose"]:
                return 200, True
        return None

    def _spoken(self, name: str, asked: Asked) -> Answer:
        self.reached.set()
        steps = self.script.pop(0)
        if steps is None:
            self.ending.wait()
            return 500, {}
        form = asked.document.get("format")
        question = {"role": "user"} | ({"format": form} if form else {})
        endless = isinstance(steps, tuple)
        for one in steps:
            one["info"].setdefault("path", {"cwd": asked.folder})
        self.sessions[name] = [{"info": question, "parts": [part("text", text="…")]}, *steps]
        while endless and name in self.sessions and not self.ending.wait(0.02):
            pass
        return 200, steps[-1]

    def _listed(self, messages: list[dict[str, Any]]) -> Answer:
        if any("format" in one["info"] for one in messages):
            words = "Expected OutputFormatJsonSchema, got {…… (73 more chars)"
            return 400, {"name": "BadRequest", "data": {"message": words, "kind": "Body"}}
        return 200, messages


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    holds: ScriptedOpenCode

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Say nothing."""

    def do_GET(self) -> None:
        self._take()

    def do_POST(self) -> None:
        self._take()

    def do_DELETE(self) -> None:
        self._take()

    def _take(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        headers = {name.lower(): value for name, value in self.headers.items()}
        folder = query.get("directory", "")
        asked = Asked(self.command, parts.path, folder, headers, body)
        holds = self.holds
        holds.asked.append(asked)
        pair = base64.b64encode(f"opencode:{holds.password}".encode()).decode()
        limit = int(query["limit"]) if "limit" in query else None
        if holds.password and headers.get("authorization") != f"Basic {pair}":
            found: Answer | None = (401, "")
        else:
            found = holds.answer(asked, limit)
        page = found is None
        status, value = found or (200, None)
        content = b"<!doctype html>" if page else json.dumps(value).encode()
        self.send_response_only(status)
        self.send_header("content-type", "text/html" if page else "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        try:
            self.wfile.write(content)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True


@contextmanager
def opencode(*script: Any, **facts: Any) -> Iterator[ScriptedOpenCode]:
    """Run a server until the block is left."""
    holds = ScriptedOpenCode(list(script), **facts)
    handler = type("Bound", (_Handler,), {"holds": holds})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    holds.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield holds
    finally:
        holds.ending.set()
        server.shutdown()
        server.server_close()
        thread.join()

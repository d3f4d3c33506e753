"""A server of models on loopback that does what a script says, in the protocol it is asked in.

It speaks OpenAI's chat completions, Anthropic's Messages and Ollama's chat, told apart by the path.
A script is a list of steps, taken in order, or a function of what was asked; a list that has ended
repeats its last step. Lists of models and Ollama's ``/api/show`` take no step.
"""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Step:
    """What the server does with one request."""

    text: str = ""
    """What the model writes."""
    cut: bool = False
    """It stopped because it had written as much as it may."""
    tokens: tuple[int, int] | None = (100, 10)
    """Read and written; None: they are not told."""
    status: int = 200
    body: bytes | None = None
    """What is sent in place of a reply of the protocol."""
    kind: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    declared: int | None = None
    """Length in ``content-length`` where that is not the length of what is sent."""
    drip: float = 0.0
    """Seconds between two bytes."""
    hang: bool = False
    """Nothing is sent until the server ends."""


def says(text: object, *, cut: bool = False, tokens: tuple[int, int] | None = (100, 10)) -> Step:
    """A reply: a text as it is, anything else as JSON."""
    return Step(text if isinstance(text, str) else json.dumps(text), cut, tokens)


def fails(status: int, message: str = "", **headers: str) -> Step:
    """An error with a message; in names of headers ``_`` stands for ``-``."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    document = {"error": {"message": message, "type": "made_up"}}
    return Step(status=status, body=json.dumps(document).encode(), headers=named)


@dataclass(frozen=True)
class Asked:
    """One request as it came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        """Its JSON."""
        return json.loads(self.body)

    @property
    def texts(self) -> str:
        """All that is said in it, one after the other."""
        found = self.document
        parts = [found.get("system", "")] + [m["content"] for m in found["messages"]]
        return "\n".join(parts)


Script = Sequence[Step] | Callable[[Asked], Step]


@dataclass
class ScriptedModel:
    """What the server does and what it was asked; may be changed while it runs."""

    script: Script
    models: list[dict[str, Any]] = field(default_factory=lambda: [{"id": "made-up-1"}])
    """Its list of models, each with ``id``."""
    shown: dict[str, Any] | None = field(default_factory=dict)
    """What Ollama's ``/api/show`` answers; None: it has no such model."""
    lists: bool = True
    """False: it has no list of models."""
    key: str = ""
    """The key it wants; empty: none."""
    asked: list[Asked] = field(default_factory=list)
    """Requests for replies, in order."""
    other: list[Asked] = field(default_factory=list)
    """Everything else."""
    url: str = ""
    ending: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def step(self, asked: Asked) -> Step:
        """What is done with a request."""
        with self.lock:
            self.asked.append(asked)
            number = len(self.asked) - 1
        if callable(self.script):
            return self.script(asked)
        return self.script[min(number, len(self.script) - 1)]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    holds: ScriptedModel

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Say nothing."""

    def do_GET(self) -> None:
        self._take("GET")

    def do_POST(self) -> None:
        self._take("POST")

    def _take(self, method: str) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked = Asked(method, self.path, headers, body)
        holds = self.holds
        given = headers.get("authorization", "").removeprefix("Bearer ") or headers.get("x-api-key")
        if holds.key and given != holds.key:
            holds.other.append(asked)
            self._send(fails(401, "no such key"))
            return
        envelope = _ENVELOPES.get(self.path)
        if envelope and method == "POST":
            step = holds.step(asked)
            written = b"" if step.body is not None else _bytes(envelope(step, asked.document))
            self._send(step, written)
            return
        holds.other.append(asked)
        if self.path == "/api/show" and holds.shown is not None:
            self._send(Step(body=_bytes(holds.shown)))
        elif self.path in ("/v1/models", "/models") and holds.lists:
            self._send(Step(body=_bytes({"data": holds.models})))
        elif self.path == "/api/tags" and holds.lists:
            tags = [{"name": model["id"], "model": model["id"]} for model in holds.models]
            self._send(Step(body=_bytes({"models": tags})))
        else:
            self._send(fails(404, "not found"))

    def _send(self, step: Step, written: bytes = b"") -> None:
        body = written if step.body is None else step.body
        if step.hang:
            self.holds.ending.wait()
            self.close_connection = True
            return
        self.send_response_only(step.status)
        declared = len(body) if step.declared is None else step.declared
        named = {"content-type": step.kind, "content-length": str(declared), **step.headers}
        for name, value in named.items():
            self.send_header(name, value)
        self.end_headers()
        try:
            for piece in [bytes([b]) for b in body] if step.drip else [body]:
                self.wfile.write(piece)
                self.wfile.flush()
                if step.drip and self.holds.ending.wait(step.drip):
                    break
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        if step.declared is not None or step.drip:
            self.close_connection = True


def _bytes(value: object) -> bytes:
    return json.dumps(value).encode()


def _completion(step: Step, asked: Any) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": step.text}
    if "tool_choice" in asked:
        function = {"name": asked["tool_choice"]["function"]["name"], "arguments": step.text}
        call = {"id": "call_1", "type": "function", "function": function}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
    done = {"index": 0, "message": message, "finish_reason": "length" if step.cut else "stop"}
    usage = step.tokens and {"prompt_tokens": step.tokens[0], "completion_tokens": step.tokens[1]}
    return {"object": "chat.completion", "choices": [done], "usage": usage}


def _message(step: Step, asked: Any) -> dict[str, Any]:
    block: dict[str, Any] = {"type": "text", "text": step.text}
    if "tool_choice" in asked and step.text.startswith("{"):
        used = {} if step.cut else json.loads(step.text)
        block = {"type": "tool_use", "id": "t", "name": asked["tools"][0]["name"], "input": used}
    usage = step.tokens and {"input_tokens": step.tokens[0], "output_tokens": step.tokens[1]}
    reason = "max_tokens" if step.cut else "end_turn"
    return {"type": "message", "content": [block], "stop_reason": reason, "usage": usage}


def _chat(step: Step, asked: Any) -> dict[str, Any]:
    counts = step.tokens and {"prompt_eval_count": step.tokens[0], "eval_count": step.tokens[1]}
    message = {"role": "assistant", "content": step.text}
    reason = "length" if step.cut else "stop"
    return {"message": message, "done": True, "done_reason": reason, **(counts or {})}


_ENVELOPES: dict[str, Callable[[Step, Any], dict[str, Any]]] = {
    "/v1/chat/completions": _completion,
    "/v1/messages": _message,
    "/api/chat": _chat,
}


@contextmanager
def scripted(script: Script, **facts: Any) -> Iterator[ScriptedModel]:
    """Run a server until the block is left."""
    holds = ScriptedModel(script, **facts)
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

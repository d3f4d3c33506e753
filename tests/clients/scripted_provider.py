"""A model provider on loopback that says what a script says: OpenAI's chat completions, streamed.

The name of the model picks the script: a request for the model ``aborted_answer`` gets the next
step of that script. Requests for a title use a model of their own and take no step, so a whole
agent loop (answer, call, result, answer) is the same in every run.

A step is an object with any of::

    reasoning   words of the reasoning
    text        words of the answer
    tools       [{"name": "bash", "args": {...}}]
    usage       {"prompt": 900, "completion": 40, "cached": 100, "reasoning": 10}
    hang        seconds the answer stays open after its text

In place of a list of steps a function of the request may give the step.

``prompt`` counts the cached tokens too, and ``completion`` the reasoning, as OpenAI counts them.
"""

import json
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TITLE_MODEL = "title"
"""The model that OpenCode asks for titles."""

Step = Mapping[str, Any]
Script = Sequence[Step] | Callable[[Any], Step]

PIECE = 40
"""Characters that one event of the stream carries: an answer comes in several."""


class ScriptedProvider:
    """The provider, running in threads of this process until it is closed."""

    def __init__(self, scripts: Mapping[str, Script]) -> None:
        self.scripts = dict(scripts)
        self.asked: Counter[str] = Counter()
        self.heard: defaultdict[str, list[Any]] = defaultdict(list)
        """Requests by model, in order."""
        self.closing = threading.Event()
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Where OpenCode finds it."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def next_step(self, request: Any) -> Step:
        """The next step of a script; ``asked`` shows when more were asked than it has."""
        model = str(request.get("model"))
        with self._lock:
            self.heard[model].append(request)
            if model == TITLE_MODEL:
                return {"text": "A title"}
            index = self.asked[model]
            self.asked[model] += 1
        script = self.scripts.get(model, ())
        if callable(script):
            return script(request)
        return script[index] if index < len(script) else {"text": "This script has ended."}

    def close(self) -> None:
        """Stop answering."""
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _handler(provider: ScriptedProvider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
            """Requests are not printed."""

        def do_POST(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            request = json.loads(self.rfile.read(length))
            model = str(request.get("model"))
            step = provider.next_step(request)
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("connection", "close")
            self.end_headers()
            self.close_connection = True
            try:
                for event in _events(model, provider.asked[model], step, provider.closing):
                    self.wfile.write(b"data: " + event + b"\n\n")
                    self.wfile.flush()
            except (BrokenPipeError, ConnectionResetError):
                return  # the user stopped the answer

    return Handler


def _events(model: str, number: int, step: Step, closing: threading.Event) -> Iterator[bytes]:
    def event(delta: Mapping[str, Any], finish: str | None = None, **more: object) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        chunk = {"id": f"chatcmpl-{model}-{number}", "object": "chat.completion.chunk"}
        content = {**chunk, "created": 0, "model": model, "choices": [choice], **more}
        return json.dumps(content).encode()

    yield event({"role": "assistant", "content": ""})
    for piece in _pieces(step.get("reasoning", "")):
        yield event({"reasoning_content": piece})
    for piece in _pieces(step.get("text", "")):
        yield event({"content": piece})
    closing.wait(step.get("hang", 0))
    calls = step.get("tools", ())
    for index, call in enumerate(calls):
        named = {"name": call["name"], "arguments": ""}
        begun = {"index": index, "id": f"call_{model}_{number}_{index}", "type": "function"}
        yield event({"tool_calls": [{**begun, "function": named}]})
        for piece in _pieces(json.dumps(call["args"])):
            yield event({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
    used = step.get("usage", {"prompt": 50, "completion": 5})
    yield event(
        {},
        "tool_calls" if calls else "stop",
        usage={
            "prompt_tokens": used["prompt"],
            "completion_tokens": used["completion"],
            "total_tokens": used["prompt"] + used["completion"],
            "prompt_tokens_details": {"cached_tokens": used.get("cached", 0)},
            "completion_tokens_details": {"reasoning_tokens": used.get("reasoning", 0)},
        },
    )
    yield b"[DONE]"


def _pieces(text: str) -> list[str]:
    return [text[start : start + PIECE] for start in range(0, len(text), PIECE)]

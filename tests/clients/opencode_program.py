"""The real OpenCode: a server of its own in an empty home, and its command line beside it."""

import base64
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, Any

CHECKOUT = Path(__file__).parents[2]
START_SECONDS = 90
"""A server answers after 4 to 16 s on two busy cores."""
REQUEST_SECONDS = 90
"""A prompt is answered when the whole agent loop has ended."""
HEALTH_SECONDS = 4
"""A request that arrives in the moment 1.18.33 begins to listen is never answered: ask again."""

QUIET_SECONDS = 2

PRICE = {"input": 1, "output": 4, "cache_read": 0.1, "cache_write": 1}
"""Dollars for a million tokens; without a price OpenCode records a cost of 0."""


def program(environ: Mapping[str, str]) -> Path | None:
    """OpenCode as ``make test-clients`` installs it, else on the path, else ``$OPENCODE_BIN``."""
    installed = CHECKOUT / "node_modules" / ".bin" / "opencode"
    places = (str(installed), shutil.which("opencode"), environ.get("OPENCODE_BIN"))
    found = (Path(place) for place in places if place)
    return next((place.resolve() for place in found if os.access(place, os.X_OK)), None)


def environment(home: Path, reflect_home: Path) -> dict[str, str]:
    """Nothing of the machine but its path; ``reflect`` is on it, as the user's own is."""
    own = str(Path(sys.executable).parent)
    return {
        "PATH": os.pathsep.join((own, os.environ.get("PATH", os.defpath))),
        "LANG": "C.UTF-8",
        "HOME": str(home),
        "REFLECT_HOME": str(reflect_home),
        "OPENCODE_DISABLE_AUTOUPDATE": "1",
        "OPENCODE_DISABLE_MODELS_FETCH": "1",
        "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
        "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1",
    }


def configure(home: Path, provider: str, models: Iterable[str], title: str) -> None:
    """Write the settings: one provider, its models, and commands that need a permission."""
    known: dict[str, Any] = {
        name: {
            "name": name,
            "reasoning": True,
            "tool_call": True,
            "limit": {"context": 128_000, "output": 8_000},
            "cost": PRICE,
        }
        for name in models
    }
    settings = {
        "share": "disabled",
        "autoupdate": False,
        "small_model": f"scripted/{title}",
        "permission": {"bash": {"*": "allow", "rm *": "ask"}},
        "provider": {
            "scripted": {
                "npm": "@ai-sdk/openai-compatible",
                "name": "Scripted",
                "options": {"baseURL": provider, "apiKey": "none"},
                "models": {**known, title: {"name": title}},
            }
        },
    }
    folder = home / ".config" / "opencode"
    folder.mkdir(parents=True)
    (folder / "opencode.json").write_text(json.dumps(settings), encoding="utf-8")


class OpenCodeServer:
    """``opencode serve`` on a free port of loopback, ended by the process it started."""

    def __init__(self, binary: Path, work: Path, environ: Mapping[str, str], log: Path) -> None:
        self.binary = binary
        self.work = work
        self.environ = dict(environ)
        self.home = Path(self.environ["HOME"])
        port = _free_port()
        self._base = f"http://127.0.0.1:{port}"
        self._log_path = log
        self._log: IO[bytes] = log.open("wb")
        self._process = subprocess.Popen(
            [binary, "serve", "--hostname", "127.0.0.1", "--port", str(port)],
            cwd=work,
            env=self.environ,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    @property
    def database(self) -> Path:
        """Where it keeps its sessions."""
        return self.home / ".local" / "share" / "opencode" / "opencode.db"

    @property
    def url(self) -> str:
        """Where it answers."""
        return self._base

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def running(self) -> bool:
        """Whether the process is alive."""
        return self._process.poll() is None

    def wait_until_healthy(self) -> None:
        """Return when it answers; fail with its own words when it does not."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.running():
            with contextlib.suppress(OSError):
                self._request("GET", "/global/health", None, HEALTH_SECONDS)
                return
            time.sleep(0.2)
        said = self._log_path.read_text(encoding="utf-8", errors="replace")[-2000:]
        raise AssertionError(f"opencode serve did not start:\n{said}")

    def wait_until_quiet(self) -> None:
        """Return when nothing was written for a while: a title comes after its answer."""
        journal = self.database.with_name("opencode.db-wal")
        seen, since = -1, time.monotonic()
        deadline = since + START_SECONDS
        while time.monotonic() - since < QUIET_SECONDS:
            assert time.monotonic() < deadline, "the store is written to without an end"
            changed = journal.stat().st_mtime_ns
            if changed != seen:
                seen, since = changed, time.monotonic()
            time.sleep(0.2)

    def call(
        self,
        method: str,
        path: str,
        folder: Path | None = None,
        body: object = None,
        location: Path | None = None,
        **query: str,
    ) -> Any:
        """One request to its API, and the JSON it answers.

        ``folder`` is the folder it is about, ``location`` the same for the second engine.
        """
        if folder is not None:
            query["directory"] = str(folder)
        if location is not None:
            query["location[directory]"] = str(location)
        where = "?" + urllib.parse.urlencode(query) if query else ""
        data = None if body is None else json.dumps(body).encode()
        text = self._request(method, path + where, data, REQUEST_SECONDS)
        return json.loads(text) if text else None

    def _request(self, method: str, path: str, data: bytes | None, seconds: float) -> bytes:
        request = urllib.request.Request(  # noqa: S310 - always http on loopback
            self._base + path, data, {"content-type": "application/json"}, method=method
        )
        password = self.environ.get("OPENCODE_SERVER_PASSWORD")
        if password:
            pair = base64.b64encode(f"opencode:{password}".encode()).decode()
            request.add_header("authorization", f"Basic {pair}")
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:  # noqa: S310
                found: bytes = answer.read()
        except urllib.error.HTTPError as error:
            said = error.read().decode(errors="replace")[:500]
            raise AssertionError(f"{method} {path} answered {error.code}: {said}") from None
        return found

    def messages(self, session: str) -> list[dict[str, Any]]:
        """The messages of a session with their parts, as the API gives them."""
        found: list[dict[str, Any]] = self.call("GET", f"/session/{session}/message")
        return found

    def prompts(self, session: str) -> list[str]:
        """Ids of what the user wrote, in order; each engine shows only its own messages."""
        first = [message["info"] for message in self.messages(session)]
        second = self._second_engine(session)
        return [
            *(info["id"] for info in first if info["role"] == "user"),
            *(message["id"] for message in second if message["type"] == "user"),
        ]

    def tokens(self, session: str) -> list[dict[str, Any]]:
        """Tokens of each answer."""
        first = [message["info"] for message in self.messages(session)]
        return [one["tokens"] for one in (*first, *self._second_engine(session)) if "tokens" in one]

    def sessions(self) -> dict[str, dict[str, Any]]:
        """All sessions of all projects by id, archived ones too."""
        rows = self.call("GET", "/experimental/session", limit="1000", archived="true")
        return {row["id"]: row for row in rows}

    def _second_engine(self, session: str) -> list[dict[str, Any]]:
        path = f"/api/session/{session}/message"
        found: list[dict[str, Any]] = self.call("GET", path, limit="200", order="asc")["data"]
        return found

    def command_line(self, *words: str, output: Path | None = None) -> str:
        """Run ``opencode`` beside the server.

        Its output goes to a file: on a pipe 1.18.33 ends before all of it is written.
        """
        target = output or self.work.parent / "command-line.out"
        with target.open("wb") as file:
            done = subprocess.run(
                [self.binary, *words],
                cwd=self.work,
                env=self.environ,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.PIPE,
                timeout=REQUEST_SECONDS,
            )
        assert done.returncode == 0, done.stderr.decode(errors="replace")
        return target.read_text(encoding="utf-8")

    def end(self) -> None:
        """End the server, and what it started in its own process group."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGTERM)
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(15)
        self._log.close()


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])

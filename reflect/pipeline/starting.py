"""Starting OpenCode's own server for one run: said before, asked for where it changes a store."""

import secrets
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from reflect.errors import ReflectError, Unreachable, UsageError
from reflect.importers.opencode import OpenCode
from reflect.importers.opencode.server_places import is_healthy
from reflect.importers.opencode.versions import is_older
from reflect.model.source import Server
from reflect.pipeline.finding_servers import USER, USER_VARIABLE
from reflect.stores.addresses import PASSWORD_VARIABLE
from reflect.stores.ports import LOOPBACK, free_port
from reflect.stores.programs import Program, first_line, running

PROGRAM = "opencode"
START_SECONDS = 90.0
"""1.18.33 answers after 4 to 16 s on two busy cores."""
_VERSION_SECONDS = 60.0
_PAUSE = 0.2

Say = Callable[[str], None]
Agree = Callable[[str], bool]
"""Given a question; true only for a yes typed on a terminal."""


@contextmanager
def started_server(environ: Mapping[str, str], say: Say, agree: Agree) -> Iterator[Server]:
    """Run ``opencode serve`` on a free port of loopback until the block is left.

    Raises:
        UsageError: there is no OpenCode, or a store would be upgraded and nobody agreed.
        Unreachable: it does not start.
    """
    program = shutil.which(PROGRAM, path=environ.get("PATH"))
    if program is None:
        raise UsageError(f"--start-server: no {PROGRAM} on the path", hint="install OpenCode, or "
                         "name a server that runs: --server URL")  # fmt: skip
    say(
        f"starting {program} serve: OpenCode may load plugins and upgrade its store; "
        "it is stopped when this command ends"
    )
    version = first_line((program, "--version"), environ, _VERSION_SECONDS)
    if is_older(OpenCode().discover(environ), version) and not agree(
        f"The store is older than OpenCode {version}, which will upgrade it. Start it?"
    ):
        raise UsageError(
            f"--start-server: the store is older than OpenCode {version}, and nobody agreed to "
            "an upgrade on a terminal",
            hint="read the store as it is: reflect import",
        )
    server = Server(f"http://{LOOPBACK}:{free_port()}", "started", USER, secrets.token_urlsafe(32))
    port = server.url.rpartition(":")[2]
    secret = {PASSWORD_VARIABLE: server.password, USER_VARIABLE: USER}
    quiet = {"OPENCODE_DISABLE_AUTOUPDATE": "1"}
    words = (program, "serve", "--hostname", LOOPBACK, "--port", port)
    # An empty folder: no project of the user is opened, and none of its plugins.
    with (
        tempfile.TemporaryDirectory(prefix="reflect-") as folder,
        running(words, {**environ, **quiet, **secret}, Path(folder)) as process,
    ):
        _wait_until_healthy(server, process)
        yield server


def _wait_until_healthy(server: Server, process: Program) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.runs():
        with suppress(ReflectError):
            if is_healthy(server):
                return
        time.sleep(_PAUSE)
    raise Unreachable("opencode serve did not start", hint="run it by hand to see why")

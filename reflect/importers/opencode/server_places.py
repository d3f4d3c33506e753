"""Where a server of OpenCode may run on this machine, told without any password but its own.

* 2.x: ``service.json`` in ``$XDG_STATE_HOME/opencode``, else ``~/.local/state/opencode``:
  ``{url, pid, id?, version?, password?}``. It is believed when it is ours (owner, 0600), leads to
  this machine, and its process is ours. Not seen in a running program: 2.x was not to be had.
* 1.x leaves no such file. ``opencode serve`` takes port 4096 where that is free; it is asked for
  its health, without a password, and used without.
"""

import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from reflect import paths
from reflect.errors import ReflectError
from reflect.model.source import Server
from reflect.stores.files import open_regular

if TYPE_CHECKING:
    from reflect.stores.http import Limits

PORT = 4096
"""What ``opencode serve`` takes first."""

SERVICE_FILE = "service.json"
_USER = "opencode"

_HEALTH = ("/global/health", "/api/info")
"""Of 1.x and of 2.x. A server of 1.2 hands a path it does not know on to its makers' (500 without
a network): so the second is asked only where the first is not known."""

_REALM = "Secure Area"
"""What OpenCode's refusal is headed with: another program on the port is none of ours."""

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def running(environ: Mapping[str, str]) -> list[Server]:
    """The server that runs here, or none. One that wants a password is given without it."""
    from reflect.stores.ports import LOOPBACK, listens

    service = _service(environ)
    if service is not None and _answers(*service):
        return [service[0]]
    server = Server(f"http://{LOOPBACK}:{PORT}")
    return [server] if listens(PORT) and _answers(server, None) else []


def is_healthy(server: Server, pid: int | None = None, limits: "Limits | None" = None) -> bool:
    """Whether a server says that it is OpenCode and well, and this process where it names one.

    Raises:
        Unauthorised: it wants a password, or another one.
        Unreachable: it does not answer.
    """
    # Most machines run no server: what asks one is imported when something listens.
    from reflect.importers.opencode.fields import table, whole, words
    from reflect.importers.opencode.listing import asked
    from reflect.stores.http import Client, Limits, ServerFailed

    quick = Limits(connect_seconds=1.0, silent_seconds=2.0, answer_seconds=4.0, attempts=1)
    client = Client(server, limits or quick)
    try:
        for path in _HEALTH if pid is None else reversed(_HEALTH):
            answer = None
            with suppress(ServerFailed):
                answer = asked(client, path, {})
            said = table(None if answer is None else answer.value)
            if said.get("healthy") is True or words(said.get("version")) is not None:
                return pid is None or whole(said.get("pid")) in (None, pid)
    finally:
        client.close()
    return False


def _answers(server: Server, pid: int | None) -> bool:
    from reflect.stores.http import Unauthorised

    try:
        return is_healthy(server, pid)
    except Unauthorised as refusal:
        # It is there: the import then says that it wants a password, and how to name it.
        return _REALM in refusal.realm
    except ReflectError:
        return False


def _service(environ: Mapping[str, str]) -> tuple[Server, int] | None:
    """The server of the service file, with its process."""
    state = environ.get("XDG_STATE_HOME")
    folder = (Path(state) if state else paths.home(environ) / ".local" / "state") / "opencode"
    file = folder / SERVICE_FILE
    try:
        if not _is_private(file):
            return None
        from reflect.importers.opencode.fields import table, whole, words
        from reflect.stores.addresses import is_loopback, normal
        from reflect.stores.documents import read_document

        said = table(read_document(file, folder).value)
        url = normal(words(said.get("url")) or "")
    except (ReflectError, OSError):
        return None
    pid = whole(said.get("pid"))
    if pid is None or not is_loopback(url) or not _is_our_process(pid):
        return None
    return Server(url, "", _USER, words(said.get("password")) or ""), pid


def _is_private(file: Path) -> bool:
    with open_regular(file, file.parent) as stream:
        state = os.fstat(stream.fileno())
    return state.st_uid == os.getuid() and not stat.S_IMODE(state.st_mode) & _OTHERS


def _is_our_process(pid: int) -> bool:
    """Whether a process runs and belongs to this user."""
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except (OSError, OverflowError):
        return False
    try:
        # root may signal every process; where the system shows it, its owner tells more.
        return Path(f"/proc/{pid}").stat().st_uid == os.getuid()
    except OSError:
        return True

"""Which servers a run asks: those the user names, else one that runs on this machine.

A password goes to the server it was named for and to no other. Where a store of the same agent
lies on this disk, it is read and no server is looked for.
"""

import os
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path

from reflect.errors import NotPermitted, UsageError
from reflect.importers import Importer
from reflect.importers.opencode.server_places import running
from reflect.model.frozen import dataclass
from reflect.model.source import Server, Source

ADDRESS_VARIABLE = "OPENCODE_BASE_URL"
"""Names a server to clients of OpenCode; read where ``--server`` is not given."""

USER_VARIABLE = "OPENCODE_SERVER_USERNAME"
USER = "opencode"
"""The name OpenCode's server expects unless it is told another (1.18)."""

_LONGEST_PASSWORD = 4096


@dataclass(frozen=True, slots=True)
class ServerRequest:
    """What the user said about servers."""

    addresses: tuple[str, ...] = ()
    """``URL`` or ``NAME=URL`` each."""
    password_files: tuple[str, ...] = ()
    """``FILE`` or ``NAME=FILE`` each: the password of a server is its first line."""
    started: Server | None = None
    """A server that was started for this run."""


Store = tuple[Importer, Source]
"""A server with the importer that asks it."""


def named(request: ServerRequest, environ: Mapping[str, str]) -> list[Store]:
    """The servers the user names. Raises ``UsageError`` and ``NotPermitted``.

    Args:
        request: What the command line and the settings say.
        environ: Variables that may be looked at; empty when nothing is to be discovered.
    """
    texts = request.addresses
    if not texts and environ.get(ADDRESS_VARIABLE):
        texts = (environ[ADDRESS_VARIABLE],)
    servers = [_parsed(text) for text in texts]
    _check_names(servers)
    files = _password_files(request.password_files, servers)
    complete = [_with_password(server, files, len(servers) == 1) for server in servers]
    if request.started is not None:
        complete.append(request.started)
    return [_store(server, discovered=False) for server in complete]


def discovered(environ: Mapping[str, str]) -> list[Store]:
    """The server that runs on this machine, if one does."""
    return [_store(server, discovered=True) for server in running(environ)]


def _store(server: Server, *, discovered: bool) -> Store:
    # Most runs ask no server: what asks is imported with the first one.
    from reflect.importers.opencode.server import OpenCodeServer

    importer = OpenCodeServer()
    return importer, importer.source(server, discovered=discovered)


def _parsed(text: str) -> Server:
    name, equals, address = text.partition("=")
    if not equals or "://" in name:
        name, address = "", text
    elif not name.isprintable() or not name.strip() or "/" in name:
        raise UsageError("the name of a server must be a word", hint="--server laptop=URL")
    from reflect.stores.addresses import normal

    return Server(normal(address), name)


def _check_names(servers: Sequence[Server]) -> None:
    places = [server.name for server in servers]
    if len(set(places)) < len(places):
        raise UsageError(
            "several servers need different names", hint="--server laptop=URL --server desk=URL"
        )


def _with_password(server: Server, files: Mapping[str, str], alone: bool) -> Server:
    """The variable of its own name; the plain one only where no other server could be meant."""
    from reflect.stores.addresses import check_secrecy
    from reflect.stores.http import variable

    password = files.get(server.name) or os.environ.get(variable(server), "")
    if not password and (alone or not server.name):
        plain = variable(Server(server.url))
        password = files.get("", "") or os.environ.get(plain, "")
    user = os.environ.get(USER_VARIABLE) or USER
    complete = Server(server.url, server.name, user, password)
    check_secrecy(complete)
    return complete


def _password_files(texts: Sequence[str], servers: Sequence[Server]) -> dict[str, str]:
    known = {server.name for server in servers}
    found = {}
    for text in texts:
        name, equals, file = text.partition("=")
        if not equals or name not in known:
            name, file = "", text
        if not servers:
            raise UsageError("a password file needs a server", hint="--server URL")
        found[name] = _first_line(Path(file).expanduser())
    return found


def _first_line(file: Path) -> str:
    """The password in a file that nobody else can read."""
    try:
        with file.open("rb") as stream:
            state = os.fstat(stream.fileno())
            if not stat.S_ISREG(state.st_mode):
                raise UsageError(f"{file} is no file", hint="name a file with the password")
            if state.st_uid != os.getuid() or stat.S_IMODE(state.st_mode) & 0o077:
                raise NotPermitted(f"{file} can be read by others", hint=f"chmod 600 {file}")
            line = stream.readline(_LONGEST_PASSWORD)
    except OSError:
        raise UsageError(f"{file} cannot be read", hint="check the path") from None
    return line.decode("utf-8", "replace").rstrip("\r\n")

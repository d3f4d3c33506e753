"""What a reading does to the machine: files opened, files written, connections, programs.

Python tells every such act to its audit hooks. A hook cannot be taken out again, so one is put in
with the first watch, and it does nothing while nobody watches.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import unquote

CONNECTING = ("socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo")
STARTING = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "pty.spawn")
CHANGING = (
    "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate",
    "os.utime", "os.chmod", "os.chown",
)  # fmt: skip
"""Events of the audit hooks (Python 3.11 to 3.14)."""

WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


@dataclass(slots=True)
class Watch:
    """What was done while it lasted."""

    opened: list[str] = field(default_factory=list)
    """Real paths that were opened, in any way."""
    changed: list[str] = field(default_factory=list)
    """Real paths that were opened for writing, made, renamed, removed or given another mode."""
    connected: list[str] = field(default_factory=list)
    """Names of the events that open a connection."""
    started: list[str] = field(default_factory=list)
    """Names of the events that start a program."""


_watches: list[Watch] = []
_hooked: list[bool] = []


@contextmanager
def watching() -> Iterator[Watch]:
    """Note what is done until the end of the block."""
    if not _hooked:
        sys.addaudithook(_hook)
        _hooked.append(True)
    watch = Watch()
    _watches.append(watch)
    try:
        yield watch
    finally:
        _watches.remove(watch)


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if not _watches:
        return
    for watch in tuple(_watches):
        if event == "open":
            _opened(watch, arguments)
        elif event == "sqlite3.connect":
            _noted(watch.opened, _database(arguments[0]))
        elif event in CHANGING:
            _noted(watch.changed, arguments[0])
        elif event in CONNECTING:
            watch.connected.append(event)
        elif event in STARTING:
            watch.started.append(event)


def _opened(watch: Watch, arguments: tuple[object, ...]) -> None:
    path, mode, flags = arguments
    number = flags if isinstance(flags, int) else 0
    _noted(watch.opened, path, follow=not number & os.O_NOFOLLOW)
    if number & WRITE_FLAGS or (isinstance(mode, str) and set(mode) & set("wax+")):
        _noted(watch.changed, path)


def _noted(paths: list[str], path: object, follow: bool = True) -> None:
    if not isinstance(path, str | bytes | os.PathLike):
        return
    name = os.fsdecode(path)
    if follow:
        paths.append(os.path.realpath(name))
    else:
        # O_NOFOLLOW: a link in the last place makes the call fail; nothing behind it is opened.
        folder, last = os.path.split(os.path.abspath(name))  # noqa: PTH100 - no resolve
        paths.append(os.path.join(os.path.realpath(folder), last))  # noqa: PTH118


def _database(name: object) -> object:
    if isinstance(name, str) and name.startswith("file:"):
        return unquote(name.removeprefix("file:").partition("?")[0])
    return name

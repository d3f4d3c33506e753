"""Every test runs with an empty HOME, its own data folder and no network but loopback."""

import os
import signal
import socket
from pathlib import Path

import pytest

LOOPBACK = {"127.0.0.1", "::1", "localhost"}


@pytest.fixture(autouse=True)
def hermetic(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty home; every variable that names a place points into it."""
    home = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith(("XDG_", "CLAUDE", "OPENCODE", "CODEX", "REFLECT")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("REFLECT_HOME", str(home / "reflect"))
    # A server that runs on this machine is no test's.
    monkeypatch.setattr("reflect.importers.opencode.server_places.PORT", 1)
    return home


@pytest.fixture(autouse=True, scope="session")
def heard_ctrl_c() -> None:
    """A shell starts what it runs in the background with Ctrl-C ignored, which programs inherit."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connecting to anything but loopback fails the test."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        host = address[0] if isinstance(address, tuple) else None
        if host is not None and host not in LOOPBACK:
            raise AssertionError(f"a test tried to reach {host}")
        connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(scope="session")
def empty_warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty warehouse, to be copied: making one takes longer."""
    from reflect.warehouse import open_warehouse

    path = tmp_path_factory.mktemp("empty") / "warehouse.duckdb"
    with open_warehouse(path, write=True):
        pass
    return path

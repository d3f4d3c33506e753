"""Ports of this machine: whether somebody listens, and one that is free."""

import socket

LOOPBACK = "127.0.0.1"
_SECONDS = 0.5


def listens(port: int) -> bool:
    """Whether a program of this machine accepts connections there. Sends nothing."""
    try:
        with socket.create_connection((LOOPBACK, port), timeout=_SECONDS):
            return True
    except OSError:
        return False


def free_port() -> int:
    """A port of loopback that nobody listens on now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as waiting:
        waiting.bind((LOOPBACK, 0))
        port: int = waiting.getsockname()[1]
        return port

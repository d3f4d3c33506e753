"""Addresses of servers: what may be asked at all, and what may be sent there.

Comes in: an address a user typed, or one that another program wrote. Goes out: the same without
anything secret in it, or the reason why it is refused. An address with a password in it is never
repeated, not even in the refusal.
"""

from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from reflect.errors import UsageError
from reflect.model.source import Server

PASSWORD_VARIABLE = "OPENCODE_SERVER_PASSWORD"  # noqa: S105 - the name of a variable
"""Read by OpenCode's own server and by its clients (1.18)."""


def normal(text: str) -> str:
    """An address as it is kept: scheme, host, port, path without a slash at its end.

    Raises:
        UsageError: it is no http or https address, or holds more than an address.
    """
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise UsageError("the address of the server is not valid", hint=_EXAMPLE) from None
    if parts.username is not None or parts.password is not None:
        raise UsageError(
            "the address of the server holds a user name or password",
            hint=f"take it out, and set {PASSWORD_VARIABLE}",
        )
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError("the address of the server must begin with http:// or https://",
                         hint=_EXAMPLE)  # fmt: skip
    if parts.query or parts.fragment or _is_odd(text):
        raise UsageError("the address of the server holds more than an address", hint=_EXAMPLE)
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    where = host if port is None else f"{host}:{port}"
    return f"{parts.scheme}://{where}{parts.path.rstrip('/')}"


_EXAMPLE = "--server http://127.0.0.1:4096"


def _is_odd(text: str) -> bool:
    return any(letter <= " " or letter == "\\" or letter == "\x7f" for letter in text)


def is_loopback(url: str) -> bool:
    """Whether an address leads to this machine, told by its spelling alone."""
    host = _split(url).hostname or ""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def check_secrecy(server: Server) -> None:
    """Refuse to send a password in the clear to another machine. Raises ``UsageError``."""
    if server.password and _split(server.url).scheme == "http" and not is_loopback(server.url):
        raise UsageError(
            f"{server.url}: a password would go over the network in the clear",
            hint="use https, or an SSH tunnel: ssh -L 4097:127.0.0.1:4096 HOST and "
            "--server NAME=http://127.0.0.1:4097",
        )


def _split(url: str) -> SplitResult:
    return urlsplit(url)

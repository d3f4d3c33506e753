"""Where a model runs: the address of its server, and whether anything leaves this machine."""

import asyncio
import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from reflect.errors import UsageError
from reflect.model.frozen import dataclass
from reflect.model.run_vocabulary import Destination

THIS_MACHINE = "this machine"
"""The host that is named where nothing leaves this machine."""

OLLAMA_CLOUD = "ollama.com"
"""Where Ollama's cloud models run, whichever server passes the request on."""

_LOOPBACK = ip_network("127.0.0.0/8")
_LOCALHOST = "localhost"
_METADATA = ("metadata", "metadata.google.internal", "metadata.goog", "instance-data")
_METADATA_ADDRESS = ip_address("fd00:ec2::254")
_VENDORS = frozenset(
    {"openai", "openai-internal", "azure", "azure openai", "anthropic", "google", "vertex_ai"}
    | {"bedrock", "amazon", "mistralai", "mistral", "deepseek", "cohere", "groq", "xai", "x-ai"}
    | {"openrouter", "together", "together_ai", "fireworks", "fireworks_ai", "perplexity"}
)
"""Owners that run their models elsewhere. LiteLLM 1 names ``openai`` whatever is behind it."""
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.:-]{0,126}[A-Za-z0-9])?")
_EXAMPLE = 'url = "http://127.0.0.1:11434"'


@dataclass(frozen=True, slots=True)
class Place:
    """Where requests go."""

    host: str
    """Host for which consent is given."""
    destination: Destination
    """Loopback or remote."""


def normal(url: str) -> str:
    """An address as it is used: scheme, host, port, path without a slash at its end.

    Raises:
        UsageError: it is no http or https address, holds more than an address, or is one of those
            at which clouds keep the credentials of a machine.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise UsageError("the address of the provider is not valid", hint=_EXAMPLE) from None
    if parts.username is not None or parts.password is not None:
        raise UsageError("the address of the provider holds a user name or password",
                         hint="take it out, and name key_env or key_file")  # fmt: skip
    host = parts.hostname
    if parts.scheme not in ("http", "https") or not host:
        raise UsageError("the address of the provider must begin with http:// or https://",
                         hint=_EXAMPLE)  # fmt: skip
    if parts.query or parts.fragment or any(c <= " " or c in "\\\x7f" for c in url):
        raise UsageError("the address of the provider holds more than an address", hint=_EXAMPLE)
    if host.rstrip(".") in _METADATA or _is_metadata(_literal(host)):
        raise UsageError(f"{host} is no address of a provider", hint=_EXAMPLE)
    shown = f"[{host}]" if ":" in host else host
    where = shown if port is None else f"{shown}:{port}"
    return f"{parts.scheme}://{where}{parts.path.rstrip('/')}"


def check_secrecy(url: str) -> None:
    """Refuse to send a key in the clear to another machine. Raises ``UsageError``."""
    parts = urlsplit(url)
    if parts.scheme == "http" and not is_loopback(parts):
        raise UsageError(f"{parts.hostname}: the key would go over the network in the clear",
                         hint="use https, or an SSH tunnel to a port of this machine")  # fmt: skip


def is_loopback(parts: SplitResult) -> bool:
    """Whether an address leads to this machine, told by its spelling alone."""
    host = parts.hostname or ""
    address = _literal(host)
    return host == _LOCALHOST or _is_own(address)


async def place(url: str, model: str) -> Place:
    """Where a model behind an address runs. Looks up what ``localhost`` stands for, no more.

    Args:
        url: Normal address of the server.
        model: Its name: Ollama tells cloud models by it, also through other protocols.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    if not is_loopback(parts):
        return Place(host, Destination.REMOTE)
    if host == _LOCALHOST and (other := await _elsewhere(host)):
        return Place(other, Destination.REMOTE)
    if model.lower().endswith(("-cloud", ":cloud")):
        return Place(OLLAMA_CLOUD, Destination.REMOTE)
    return Place(THIS_MACHINE, Destination.LOOPBACK)


def is_host(name: str) -> bool:
    """Whether a text that a server gave looks like a host: it is shown to the user."""
    return _HOST.fullmatch(name) is not None


def behind(place: Place, owner: str) -> Place:
    """Where a model runs whose server names its owner.

    A gateway on this machine passes requests on and names the vendor; programs that run a model
    themselves name themselves (``llamacpp``, ``vllm``) or nobody.
    """
    vendor = owner.strip().lower()
    if place.destination is Destination.LOOPBACK and vendor in _VENDORS:
        return Place(vendor.replace(" ", "-"), Destination.REMOTE)
    return place


async def _elsewhere(host: str) -> str:
    """The first address off this machine that a name stands for; empty where there is none."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None)
    except OSError:
        return ""
    names = [str(address[0]) for *_, address in found]
    return next((name for name in names if not _is_own(_literal(name))), "")


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _is_own(address: IPv4Address | IPv6Address | None) -> bool:
    return address is not None and (address in _LOOPBACK or address == ip_address("::1"))


def _is_metadata(address: IPv4Address | IPv6Address | None) -> bool:
    mapped = getattr(address, "ipv4_mapped", None) or address
    return mapped is not None and (mapped.is_link_local or mapped == _METADATA_ADDRESS)

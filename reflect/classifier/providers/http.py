"""One request to one server: JSON over HTTP, bounded in size and time.

Comes in: an address and the key that goes with it. Goes out: decoded values. Each request has a
connection of its own, so one that is given up leaves nothing behind. Redirects are not followed,
and neither proxies nor ``.netrc`` are looked at; authorities that ``SSL_CERT_FILE`` names are
believed, as by every program that uses OpenSSL. What a server says is looked through for what it
does not support and for how long to wait; it is never repeated, logged or stored.
"""

import asyncio
import json
import ssl
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from reflect.classifier.providers.provider import Rejected, Transient, Unusable
from reflect.classifier.providers.waiting import seconds_to_wait
from reflect.model.frozen import dataclass

if TYPE_CHECKING:
    import httpx

AGAIN = frozenset({408, 409, 425, 429})
"""Answers after which the same request may succeed; so may one after any 5xx."""

CONNECT_SECONDS = 10.0
"""Until a connection stands."""

LARGEST_ANSWER = 4 << 20
"""Bytes above which an answer is not read on: the longest reply asked for has some 20,000."""

LARGEST_COMPLAINT = 1 << 16
"""Bytes that are read of an answer that says what is wrong; some repeat the whole request."""


@dataclass(frozen=True, slots=True)
class Said:
    """An answer as it came."""

    status: int
    """HTTP status."""
    kind: str
    """Media type in lower case, without parameters."""
    body: bytes
    """What was read of it."""
    wait: float | None
    """Seconds to wait, where the server asked for that."""


class Endpoint:
    """Where requests of one provider go. Makes no connection before it is asked to."""

    def __init__(self, url: str, secret: Mapping[str, str], seconds: float) -> None:
        self.url = url
        """Scheme, host, port and path, without a slash at its end."""
        self._secret = dict(secret)
        self._seconds = seconds

    async def get(self, path: str, headers: Mapping[str, str]) -> Said:
        """Ask for a path below the address. Raises :class:`Transient` and :class:`Rejected`."""
        return await self._asked("GET", self.url + path, b"", headers)

    async def post(self, path: str, body: bytes, headers: Mapping[str, str]) -> Said:
        """Send bytes to a path below the address. Raises as :meth:`get`."""
        return await self._asked("POST", self.url + path, body, headers)

    async def delete(self, path: str) -> Said:
        """Delete what is at a path below the address. Raises as :meth:`get`."""
        return await self._asked("DELETE", self.url + path, b"", {})

    async def _asked(
        self, method: str, address: str, body: bytes, headers: Mapping[str, str]
    ) -> Said:
        import httpx

        try:
            async with (
                asyncio.timeout(self._seconds),
                httpx.AsyncClient(
                    trust_env=False,
                    follow_redirects=False,
                    verify=_trusted(address.startswith("https:")),
                    timeout=httpx.Timeout(self._seconds, connect=CONNECT_SECONDS),
                ) as client,
                client.stream(
                    method, address, content=body, headers={**_PLAIN, **headers, **self._secret}
                ) as response,
            ):
                return await _read(response)
        except httpx.ConnectError as error:
            if _is_tls(error):
                raise Unusable("it speaks no TLS, or its certificate is not trusted") from None
            raise Transient("nothing answers at its address") from None
        except httpx.ConnectTimeout:
            raise Transient("no connection stands in time") from None
        except (TimeoutError, httpx.TimeoutException):
            raise Rejected(f"no reply within {self._seconds:g} seconds") from None
        except httpx.TransportError:
            raise Transient("the connection broke") from None
        except (httpx.HTTPError, httpx.InvalidURL):
            raise Rejected("the answer cannot be read") from None


def _is_tls(error: BaseException) -> bool:
    """Whether a connection stood and was not secure."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, ssl.SSLError):
        cause = cause.__cause__ or cause.__context__
    return cause is not None


async def _read(response: "httpx.Response") -> Said:
    good = response.is_success
    pieces: list[bytes] = []
    size = 0
    async for piece in response.aiter_raw():
        pieces.append(piece)
        size += len(piece)
        if not good and size > LARGEST_COMPLAINT:
            break
        if size > LARGEST_ANSWER:
            raise Rejected(f"more than {LARGEST_ANSWER >> 20} MB came as one reply")
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    wait = seconds_to_wait(response.headers.get("retry-after"), response.headers.get("date"))
    return Said(response.status_code, kind, b"".join(pieces), wait)


def checked(said: Said) -> object:
    """The decoded JSON of an answer that is one.

    Raises:
        Transient: asking again may help.
        Rejected: it will not: an error of another kind, a web page, no JSON.
        Unusable: nor will any other request: the key, the address or the model is wrong.
    """
    if said.status in AGAIN or said.status >= 500:
        raise Transient(f"it failed or is busy (status {said.status})", said.wait)
    if 300 <= said.status < 400:
        raise Unusable(f"it sends elsewhere, which is not followed (status {said.status})")
    if said.status in _UNUSABLE:
        raise Unusable(f"{_UNUSABLE[said.status]} (status {said.status})")
    if not 200 <= said.status < 300:
        raise Rejected(f"it does not take the request (status {said.status})")
    if said.kind == "text/html":
        raise Rejected("a web page came where a reply should be")
    try:
        value: object = json.loads(said.body)
    except (ValueError, RecursionError):
        raise Rejected("what came is cut off or no JSON") from None
    return value


def complaint(said: Said) -> str:
    """What an answer says is wrong, in lower case, to be looked through and thrown away."""
    return said.body.decode("utf-8", "replace").lower()


_UNUSABLE = {
    401: "the key is missing or refused",
    402: "it wants to be paid first",
    403: "the key does not allow this",
    404: "the address or the model is not known there",
}

# An answer is asked for as it is: what was packed could grow without bound.
_PLAIN = {"accept": "application/json", "accept-encoding": "identity", "user-agent": "reflect"}


@cache
def _trusted(secure: bool) -> ssl.SSLContext:
    """Who is believed: the authorities OpenSSL knows; nobody where no certificate is asked for.

    Not ``ssl.create_default_context``: with ``SSLKEYLOGFILE`` set that writes the keys of each
    connection to a file, and who has them reads everything, passwords too.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if secure:
        context.load_default_certs()
    return context

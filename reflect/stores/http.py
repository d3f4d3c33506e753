"""Answers of one server: JSON over HTTP, bounded in size, time and connections.

Comes in: an address and, where the user named one, its password. Goes out: decoded values. Nothing
but GET is ever sent. The password goes to that address alone: redirects are not followed, and
neither proxies nor ``.netrc`` are looked at; authorities that ``SSL_CERT_FILE`` names are believed,
as by every program that uses OpenSSL. What an answer says is never repeated in an error.
"""

import base64
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import closing
from typing import TYPE_CHECKING

from reflect.errors import BadData, NotPermitted, ReflectError, Unreachable
from reflect.model.frozen import dataclass
from reflect.model.source import Server
from reflect.model.vocabulary import BadRecord
from reflect.stores.addresses import PASSWORD_VARIABLE, check_secrecy
from reflect.stores.documents import Undecodable, decode

if TYPE_CHECKING:
    import httpx

CONNECTIONS = 4
"""At once. OpenCode 1.18 answers from one process: 8 are no faster than 4, 16 are slower."""

_OVERLOADED = (502, 503, 504)
_FIRST_PAUSE = 0.2


@dataclass(frozen=True, slots=True)
class Limits:
    """How much and how long."""

    connect_seconds: float = 5.0
    """Until a connection stands."""
    silent_seconds: float = 60.0
    """Until the next piece of an answer arrives."""
    answer_seconds: float = 300.0
    """Until an answer is there as a whole."""
    largest_answer: int = 1 << 28
    """Bytes above which an answer is not read on: decoding takes about eight times its size."""
    attempts: int = 3
    """How often a request is sent when its connection breaks."""
    unanswered: int = 4
    """Requests in a row without an answer after which the server is not asked again."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said."""

    value: object
    """The decoded JSON."""
    size: int
    """Its bytes."""
    cursor: str | None = None
    """Header ``x-next-cursor``: there is another page."""


class WebPage(BadData):
    """A web page where JSON should be: what OpenCode gives, with 200, for a path it lacks."""


class Unauthorised(NotPermitted):
    """The server wants a password, or another one."""

    def __init__(self, message: str, *, hint: str, realm: str) -> None:
        super().__init__(message, hint=hint)
        self.realm = realm


class ServerFailed(Unreachable):
    """The server answers, but with an error of its own (5xx)."""


class Client:
    """Asks one server. May be used by several threads; ``close`` ends its connections."""

    def __init__(self, server: Server, limits: Limits | None = None) -> None:
        import httpx

        check_secrecy(server)
        self._httpx = httpx
        self._server = server
        self._limits = limits or Limits()
        self._unanswered = 0
        self._gone = threading.Event()
        self._closed = threading.Event()
        # An answer is asked for as it is: packing it costs the server more than loopback does.
        headers = {"accept": "application/json", "accept-encoding": "identity"}
        if server.password:
            pair = f"{server.user}:{server.password}".encode()
            headers["authorization"] = "Basic " + base64.b64encode(pair).decode("ascii")
        self._headers = httpx.Headers(headers)
        self._patience = httpx.Timeout(
            self._limits.silent_seconds, connect=self._limits.connect_seconds, pool=None
        ).as_dict()
        self._client = httpx.Client(
            trust_env=False,
            follow_redirects=False,
            verify=_trusted(server.url),
            limits=httpx.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS),
        )

    def close(self) -> None:
        """End all connections; requests that wait give up."""
        self._closed.set()
        self._client.close()

    def get(
        self,
        path: str,
        query: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer | None:
        """Ask for one path; None when the server does not know what is asked for (404).

        A request whose connection breaks is sent again: nothing here changes anything.

        Raises:
            Unreachable: no answer.
            ServerFailed: only errors of the server (5xx).
            Unauthorised: the password is missing or wrong.
            WebPage: the server has no such path and shows its web page.
            BadData: the answer is too large, cut off, or no JSON.
        """
        pause = _FIRST_PAUSE
        for attempt in range(1, self._limits.attempts + 1):
            if self._gone.is_set() or self._closed.is_set():
                raise self._stopped()
            last = attempt == self._limits.attempts
            try:
                answer = self._ask(path, query, headers)
            except self._httpx.TimeoutException:
                raise self._silent() from None
            except self._httpx.ConnectError:
                if last:
                    self._gone.set()
                    raise self._stopped() from None
            except self._httpx.TransportError:
                # A tunnel still takes connections when what stood behind it is gone.
                if last and self._is_given_up():
                    raise self._stopped() from None
                if last:
                    raise BadData(f"{self._server.url} cut an answer off") from None
            else:
                self._unanswered = 0
                if not (isinstance(answer, _Overloaded) and not last):
                    return self._checked(answer)
            self._closed.wait(pause)
            pause *= 4
        raise self._stopped()

    def _ask(
        self, path: str, query: Mapping[str, str] | None, headers: Mapping[str, str] | None
    ) -> "tuple[httpx.Response, bytes] | _Overloaded":
        began = time.monotonic()
        # Put together here: merging a client's defaults takes a third of the time of a request.
        request = self._httpx.Request(
            "GET",
            self._server.url + path,
            params=query or None,
            headers=[*self._headers.raw, *self._httpx.Headers(headers).raw],
            extensions={"timeout": self._patience},
        )
        with closing(self._client.send(request, stream=True)) as response:
            if response.status_code in _OVERLOADED:
                return _Overloaded(response.status_code)
            pieces: list[bytes] = []
            size = 0
            for piece in response.iter_bytes():
                pieces.append(piece)
                size += len(piece)
                if size > self._limits.largest_answer:
                    raise BadData(
                        f"{self._server.url} gave more than "
                        f"{self._limits.largest_answer >> 20} MB in one answer, which was not read"
                    )
                if time.monotonic() - began > self._limits.answer_seconds:
                    raise self._silent()
        return response, b"".join(pieces)

    def _checked(self, answer: "tuple[httpx.Response, bytes] | _Overloaded") -> Answer | None:
        url = self._server.url
        if isinstance(answer, _Overloaded):
            raise _failed(url, answer.status)
        response, body = answer
        status = response.status_code
        if status == self._httpx.codes.NOT_FOUND:
            return None
        if status in (self._httpx.codes.UNAUTHORIZED, self._httpx.codes.FORBIDDEN):
            raise self._refused(response.headers.get("www-authenticate", ""))
        if response.is_redirect:
            raise Unreachable(
                f"{url} sends elsewhere (status {status}), which is not followed",
                hint="name the server itself with --server",
            )
        if not response.is_success:
            raise _failed(url, status)
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind == "text/html":
            raise WebPage(f"{url} answers with a web page where data should be", hint=_OPENCODE)
        if kind != "application/json":
            raise BadData(f"{url} answers with something that is no JSON", hint=_OPENCODE)
        try:
            value = decode(body)
        except Undecodable as problem:
            deep = problem.kind is BadRecord.TOO_DEEP
            said = "an answer nested too deep" if deep else "an answer that is cut off or no JSON"
            raise BadData(f"{url} gave {said}") from None
        return Answer(value, len(body), response.headers.get("x-next-cursor"))

    def _refused(self, realm: str) -> ReflectError:
        url, name = self._server.url, variable(self._server)
        if self._server.password:
            hint = f"set {name} to the one the server was started with"
            return Unauthorised(f"{url} refuses the password", hint=hint, realm=realm)
        named = f"{self._server.name}={url}" if self._server.name else url
        hint = f"set {name}, and name the server: --server {named}"
        return Unauthorised(f"{url} wants a password", hint=hint, realm=realm)

    def _silent(self) -> ReflectError:
        if self._is_given_up():
            return self._stopped()
        return Unreachable(f"{self._server.url} did not answer in time", hint=_AGAIN)

    def _is_given_up(self) -> bool:
        """Count one more request without an answer; whether there were too many in a row."""
        self._unanswered += 1
        if self._unanswered >= self._limits.unanswered:
            self._gone.set()
        return self._gone.is_set()

    def _stopped(self) -> ReflectError:
        return Unreachable(f"{self._server.url} does not answer", hint=_AGAIN)


@dataclass(frozen=True, slots=True)
class _Overloaded:
    """An answer that asks to come again later."""

    status: int
    """Its status."""


_OPENCODE = "is it an OpenCode server? Name another with --server"
_AGAIN = "start the server or its tunnel, then import again"


def variable(server: Server) -> str:
    """The variable that holds the password of a server; each name has its own."""
    if not server.name:
        return PASSWORD_VARIABLE
    plain = "".join(c if c.isascii() and c.isalnum() else "_" for c in server.name)
    return f"{PASSWORD_VARIABLE}_{plain.upper()}"


def _failed(url: str, status: int) -> ReflectError:
    return ServerFailed(f"{url} failed to answer (status {status})", hint="its own log says why")


def _trusted(url: str) -> ssl.SSLContext:
    """Who is believed: the authorities OpenSSL knows; nobody where no certificate is asked for.

    Not ``ssl.create_default_context``: with ``SSLKEYLOGFILE`` set that writes the keys of each
    connection to a file, and who has them reads everything, passwords too.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if url.startswith("https:"):
        context.load_default_certs()
    return context

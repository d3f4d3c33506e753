"""The OpenCode server that runs on this machine: asks the model that is set up there.

Each request has a session of its own in an empty folder (0700), in which every tool is denied,
those of MCP servers and plugins too. Its id is remembered before it holds a word, and it is deleted
when the reply is there. A model that calls a tool all the same ends the run. What OpenCode itself
puts before each request, its own prompt and the rules and skills the user keeps for all projects,
is its own; reflect sends what is shown and nothing else.
"""

import asyncio
import base64
import os
import re
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote, urlsplit

from reflect import paths
from reflect.classifier.providers import opencode_models, opencode_replies, places, server
from reflect.classifier.providers.conversation import body, conversation
from reflect.classifier.providers.http import Endpoint, Said, checked
from reflect.classifier.providers.provider import (
    Outgoing,
    OutputMode,
    ProviderError,
    TooLong,
    Unusable,
)
from reflect.errors import StorageFailed, Unreachable, UsageError
from reflect.model.model_request import ModelRequest, ProviderFacts, Reply
from reflect.model.own_sessions import OPENCODE_PARENT
from reflect.model.provider_settings import ProviderSettings
from reflect.model.run_vocabulary import Destination

USUAL = "http://127.0.0.1:4096"
ADDRESS_VARIABLE = "OPENCODE_BASE_URL"
USER_VARIABLE = "OPENCODE_SERVER_USERNAME"
USER = "opencode"

OLDEST = (1, 18)
"""Earlier versions were not tried: whether they deny every tool is not known."""

DENIED = [{"permission": "*", "pattern": "*", "action": "deny"}]
"""Permissions of a session in which nothing may be done."""

TITLE = "reflect asks the model"
"""A session with a title needs none from the model."""

OWN_TOKENS = 6_000
"""Tokens left for what OpenCode sends before each request: 1.18 has 3,000, rules of users come on
top."""

CHARACTERS_A_TOKEN = 3.0
"""Fewer than in English: OpenCode makes a summary of what it believes too long, with the model."""

WATCH_SECONDS = 1.0
"""Between two looks at what a model does: one that repeats a refused call did it twice a second."""

END_SECONDS = 10.0
"""Longest wait until a session is deleted; one that is not stays out of imports all the same."""

_VERSION = re.compile(r"(\d{1,4})\.(\d{1,4})\.\d")
_SESSION = re.compile(r"ses[0-9A-Za-z_]{1,80}")
_FOLDERS = "opencode-"
_LEFT_SECONDS = 86_400.0


class OpenCodeServer:
    """A server of OpenCode 1.x on this machine."""

    def __init__(
        self,
        settings: ProviderSettings,
        environ: Mapping[str, str],
        password: str,
        remember: Callable[[str], None],
    ) -> None:
        """Connects to nothing.

        Args:
            settings: What the user says.
            environ: Variables that may be looked at.
            password: Of the server; empty where it has none.
            remember: Called with the id of each session before it holds a message.
        """
        self._settings = settings
        self._url = places.normal(settings.url or environ.get(ADDRESS_VARIABLE) or USUAL)
        if not places.is_loopback(urlsplit(self._url)):
            raise UsageError(
                f"{settings.name}: {urlsplit(self._url).hostname} is not this machine",
                hint="an empty folder is made for it here: name a server of this machine",
            )
        user = environ.get(USER_VARIABLE) or USER
        self._endpoint: Endpoint = server.endpoint(settings, self._url, _secret(user, password))
        self._remember = remember
        self._model = opencode_models.named(settings.model)
        self._folder = ""
        self._open: set[str] = set()
        self.modes: tuple[OutputMode, ...] = (OutputMode.JSON_SCHEMA, OutputMode.PLAIN)
        self.concurrency = server.LOCAL_CONCURRENCY

    async def facts(self) -> ProviderFacts:
        """Asks for the version, the model and where that model runs."""
        settings, to = self._settings, self._endpoint
        health = await server.listed(settings, to, "/global/health")
        _check_version(settings, server.words(health.get("version")))
        self._folder = self._folder or _empty_folder()
        await self._check_folder()
        configured = None
        if not settings.model:
            configured = (await server.listed(settings, to, f"/config{self._where}")).get("model")
        answer = await server.listed(settings, to, f"/config/providers{self._where}")
        self._model = opencode_models.chosen(settings, configured, answer)
        self.modes = self.modes if self._model.tools else (OutputMode.PLAIN,)
        place = await opencode_models.place(self._model)
        if place.destination is Destination.REMOTE:
            self.concurrency = server.REMOTE_CONCURRENCY
        return server.facts(settings, place, self._model.name)

    @property
    def _where(self) -> str:
        return f"?directory={quote(self._folder, safe='')}"

    async def _check_folder(self) -> None:
        """Raise ``Unreachable`` where the server does not see the empty folder."""
        try:
            found = checked(await self._endpoint.get(f"/file{self._where}&path=.", {}))
        except ProviderError:
            found = None
        if found != []:
            raise Unreachable(
                f"{self._settings.name}: OpenCode does not see the empty folder made for it",
                hint="start its server on this machine, as the same user",
            )

    def outgoing(self, request: ModelRequest, mode: OutputMode, repair: str | None) -> Outgoing:
        """The body of a message. Raises :class:`TooLong`."""
        said = conversation(request, mode, repair)
        tools = {"*": False}
        document: dict[str, object] = {
            "model": {"providerID": self._model.provider, "modelID": self._model.model},
            "system": said.system,
            "tools": tools,
        }
        if mode is OutputMode.JSON_SCHEMA:
            tools[opencode_replies.FORM_TOOL] = True
            form = {"type": "json_schema", "schema": request.schema, "retryCount": 0}
            document["format"] = form
        # All turns are parts of one message: an answer that was given elsewhere cannot be told.
        document["parts"] = [{"type": "text", "text": turn.text} for turn in said.turns]
        written = body(document)
        needed = len(written) / CHARACTERS_A_TOKEN + request.most_output_tokens + OWN_TOKENS
        if needed > (self._model.context or self._settings.context):
            raise TooLong("it is longer than the model can hold")
        return Outgoing(f"{self._url}/session/{{id}}/message", written, server.JSON_HEADERS)

    async def ask(self, outgoing: Outgoing, mode: OutputMode) -> Reply:
        """Make a session, send the message, look at every step it took, delete the session."""
        session = await self._session()
        try:
            self._remember(session)
            path = f"/session/{session}/message{self._where}"
            steps = f"{path}&limit={opencode_replies.LAST[mode]}"
            said = await self._watched(path, steps, outgoing, mode)
            if said.status == 200:
                opencode_replies.check_steps(await self._endpoint.get(steps, {}), mode)
            return opencode_replies.read(said, mode, self._folder)
        finally:
            await self._end(session)

    async def _watched(self, path: str, steps: str, outgoing: Outgoing, mode: OutputMode) -> Said:
        """The answer to a message, as long as the model takes no second step."""
        posting = asyncio.ensure_future(self._endpoint.post(path, outgoing.body, outgoing.headers))
        try:
            while not (await asyncio.wait({posting}, timeout=WATCH_SECONDS))[0]:
                try:
                    begun = await self._endpoint.get(steps, {})
                except ProviderError:
                    continue
                opencode_replies.check_begun(begun, mode)
            return posting.result()
        finally:
            posting.cancel()
            await asyncio.gather(posting, return_exceptions=True)

    async def _session(self) -> str:
        """The id of a new session in which nothing may be done. It holds no word yet."""
        made = {"parentID": OPENCODE_PARENT, "title": TITLE, "permission": DENIED}
        path = f"/session{self._where}"
        said = checked(await self._endpoint.post(path, body(made), server.JSON_HEADERS))
        session = server.words(server.member(said, "id"))
        if not _SESSION.fullmatch(session):
            raise server.other_form()
        self._open.add(session)
        told = [server.member(said, key) for key in ("directory", "parentID", "permission")]
        if told != [self._folder, OPENCODE_PARENT, DENIED] or server.member(said, "share"):
            raise Unusable("the server does not make a session without tools")
        return session

    async def _end(self, session: str) -> None:
        """Stop what runs in a session and delete it; it may fail, and is tried again at the end."""
        path = f"/session/{session}"
        with suppress(ProviderError, TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                # A server goes on asking the model when nobody waits for the answer any more.
                await self._endpoint.post(f"{path}/abort{self._where}", b"", {})
                said = await self._endpoint.delete(path + self._where)
                if said.status in (200, 404):
                    self._open.discard(session)

    async def close(self) -> None:
        """Delete what is left, end what OpenCode started for the folder, remove the folder."""
        for session in sorted(self._open):
            await self._end(session)
        if not self._folder:
            return
        with suppress(ProviderError, TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                await self._endpoint.post(f"/instance/dispose{self._where}", b"", {})
        with suppress(OSError):
            Path(self._folder).rmdir()
        self._folder = ""


def _secret(user: str, password: str) -> dict[str, str]:
    if not password:
        return {}
    pair = base64.b64encode(f"{user}:{password}".encode()).decode()
    return {"authorization": f"Basic {pair}"}


def _check_version(settings: ProviderSettings, version: str) -> None:
    """Raise ``UsageError`` for a server that is not known to deny every tool."""
    found = _VERSION.match(version)
    numbers = (int(found[1]), int(found[2])) if found else (0, 0)
    if numbers < OLDEST or numbers[0] != OLDEST[0]:
        what = f"OpenCode {found[0]}…" if found else "no OpenCode"
        raise UsageError(f"{settings.name}: {what} answers there; it must be 1.18 or a later 1.x",
                         hint="start it: opencode serve")  # fmt: skip


def _empty_folder() -> str:
    """A new folder in the data folder; empty ones that killed runs left are removed.

    Not in the system's folder for temporary files: OpenCode reads settings, plugins and rules in
    every folder above, and there anybody could put some.
    """
    below = paths.temporary_dir()
    try:
        below.mkdir(mode=0o700, parents=True, exist_ok=True)
        for left in below.glob(f"{_FOLDERS}*"):
            if time.time() - left.lstat().st_mtime > _LEFT_SECONDS:
                with suppress(OSError):
                    left.rmdir()
        return os.path.realpath(tempfile.mkdtemp(prefix=_FOLDERS, dir=below))
    except OSError:
        raise StorageFailed(f"{below} cannot be written", hint="free its disk") from None

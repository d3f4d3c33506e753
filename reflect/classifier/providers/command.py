"""A program of the user that reads a request on its standard input and writes the reply.

It is started without a shell, in an empty folder (0700) made for it and removed, with little of the
environment and no time without end. It must be one that only answers: an agent client has tools
that a transcript could talk it into using, and those are refused by name.
"""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from reflect.classifier.providers import places
from reflect.classifier.providers.conversation import conversation
from reflect.classifier.providers.program import Program, running
from reflect.classifier.providers.provider import Outgoing, OutputMode, Rejected, Unusable
from reflect.classifier.providers.server import LOCAL_CONCURRENCY, REMOTE_CONCURRENCY, facts
from reflect.errors import UsageError
from reflect.model.model_request import Finish, ModelRequest, ProviderFacts, Reply
from reflect.model.provider_settings import ProviderSettings
from reflect.model.run_vocabulary import Destination

AGENTS = frozenset(
    {"aider", "amp", "claude", "codex", "copilot", "crush", "cursor-agent", "droid", "gemini"}
    | {"goose", "kimi", "opencode", "openhands", "pi", "qwen"}
)
"""Clients that act on what they read."""

STARTERS = frozenset(
    {"bash", "bunx", "dash", "doas", "env", "fish", "nice", "nohup", "npx", "pipx", "sh", "stdbuf"}
    | {"sudo", "timeout", "uv", "uvx", "xargs", "zsh"}
)
"""Programs that start the one that is named behind them."""

TEXT_HEADERS: Mapping[str, str] = {"content-type": "text/plain"}

_ALWAYS = ("PATH", "LANG")


class Command:
    """A program of the user."""

    modes: tuple[OutputMode, ...] = (OutputMode.PLAIN,)

    def __init__(self, settings: ProviderSettings, environ: Mapping[str, str]) -> None:
        self._settings = settings
        self._name = _checked_name(settings)
        names = (*_ALWAYS, *settings.environment)
        self._environ = {name: environ[name] for name in names if name in environ}
        self.concurrency = LOCAL_CONCURRENCY if settings.local else REMOTE_CONCURRENCY

    async def facts(self) -> ProviderFacts:
        """Looks for the program; it is not started."""
        self._program()
        place = places.Place(self._name, Destination.REMOTE)
        if self._settings.local:
            place = places.Place(places.THIS_MACHINE, Destination.LOOPBACK)
        return facts(self._settings, place, self._settings.model or self._name)

    def _program(self) -> str:
        found = shutil.which(self._settings.command[0], path=self._environ.get("PATH", ""))
        if found is None:
            raise UsageError(f"{self._settings.name}: there is no program {self._name}",
                             hint="install it, or name it by its whole path")  # fmt: skip
        return str(Path(found).absolute())

    def outgoing(self, request: ModelRequest, mode: OutputMode, repair: str | None) -> Outgoing:
        """The whole conversation as one text."""
        said = conversation(request, mode, repair)
        text = "\n\n".join([said.system, *(turn.text for turn in said.turns)])
        return Outgoing("", text.encode(), TEXT_HEADERS)

    async def ask(self, outgoing: Outgoing, mode: OutputMode) -> Reply:
        """Run the program once."""
        seconds = self._settings.seconds
        try:
            async with asyncio.timeout(seconds), self._running() as program:
                code = await program.told(outgoing.body)
        except TimeoutError:
            raise Rejected(f"no reply within {seconds:g} seconds") from None
        if code != 0:
            raise Rejected(f"the program ended with {code}")
        return Reply(program.heard.decode("utf-8", "replace"), Finish.STOP, None, None)

    @asynccontextmanager
    async def _running(self) -> AsyncIterator[Program]:
        """The program, in a folder of its own; both are gone when the block is left."""
        folder = tempfile.mkdtemp(prefix="reflect-")
        try:
            words = (self._program(), *self._settings.command[1:])
            async with running(words, {**self._environ, "HOME": folder}, folder) as program:
                yield program
        except (OSError, UsageError):
            raise Unusable("the program cannot be started") from None
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    async def close(self) -> None:
        """Each request ends its own program."""


def _checked_name(settings: ProviderSettings) -> str:
    if not settings.command or not settings.command[0]:
        raise UsageError(f"{settings.name}: no command is named",
                         hint='command = ["program", "argument"]')  # fmt: skip
    if any("\0" in word for word in settings.command):
        raise UsageError(f"{settings.name}: a word of the command holds a NUL",
                         hint="no program can be started with that")  # fmt: skip
    program = Path(settings.command[0])
    if "/" in settings.command[0] and not program.is_absolute():
        raise UsageError(f"{settings.name}: {program} is a relative path",
                         hint="it is started in an empty folder: name the whole path")  # fmt: skip
    behind = " ".join(settings.command[1:]) if program.stem.lower() in STARTERS else ""
    for one in (program, *(Path(word) for word in behind.split())):
        if one.stem.lower() in AGENTS:
            raise UsageError(f"{settings.name}: {one.name} can act on what it reads",
                             hint="name a program that only answers")  # fmt: skip
    return program.name

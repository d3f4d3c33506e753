"""Anthropic's Messages, which other services speak too."""

import json
from urllib.parse import urlsplit

from reflect.classifier.providers import places, server
from reflect.classifier.providers.conversation import body, conversation
from reflect.classifier.providers.http import Said, checked, complaint
from reflect.classifier.providers.provider import (
    Adjusted,
    Outgoing,
    OutputMode,
    TooLong,
    Unsupported,
)
from reflect.model.model_request import Finish, ModelRequest, ProviderFacts, Reply
from reflect.model.provider_settings import ProviderSettings

USUAL = "https://api.anthropic.com"
VERSION = "2023-06-01"
"""The protocol's only stable version."""

TOOL_NAMES = ("tool_choice", "tools", "tool use", "input_schema")

_PATH = "/messages"


class Anthropic:
    """A server of Messages."""

    modes: tuple[OutputMode, ...] = (OutputMode.FORCED_TOOL, OutputMode.PLAIN)

    def __init__(self, settings: ProviderSettings, key: str) -> None:
        self._settings = settings
        url = places.normal(settings.url or USUAL)
        self._url = url if url.endswith("/v1") and urlsplit(url).path else f"{url}/v1"
        self._endpoint = server.endpoint(settings, self._url, {"x-api-key": key} if key else {})
        self.concurrency = server.concurrency(self._url)
        self._model = settings.model
        self._cool = True

    async def facts(self) -> ProviderFacts:
        """Asks for the list of models."""
        answer = await server.listed(self._settings, self._endpoint, "/models", _HEADERS)
        self._model = server.chosen(self._settings, server.names(answer.get("data"), "id"))
        place = await places.place(self._url, self._model)
        return server.facts(self._settings, place, self._model)

    def outgoing(self, request: ModelRequest, mode: OutputMode, repair: str | None) -> Outgoing:
        """The body of a message."""
        said = conversation(request, mode, repair)
        document: dict[str, object] = {
            "model": self._model,
            "max_tokens": request.most_output_tokens,
            "system": said.system,
            "messages": [{"role": turn.role, "content": turn.text} for turn in said.turns],
        }
        if self._cool:
            document["temperature"] = 0
        if mode is OutputMode.FORCED_TOOL:
            name = request.schema_name
            document["tools"] = [{"name": name, "input_schema": request.schema}]
            document["tool_choice"] = {"type": "tool", "name": name}
        return Outgoing(self._url + _PATH, body(document), {**server.JSON_HEADERS, **_HEADERS})

    async def ask(self, outgoing: Outgoing, mode: OutputMode) -> Reply:
        """Send it and read the arguments of the tool, or the text."""
        said = await self._endpoint.post(_PATH, outgoing.body, outgoing.headers)
        if said.status != 200:
            self._look_through(said, mode, outgoing)
        value = checked(said)
        blocks = server.member(value, "content")
        if not isinstance(blocks, list):
            raise server.other_form()
        used = [b for b in blocks if server.member(b, "type") == "tool_use"]
        spoken = [b for b in blocks if server.member(b, "type") == "text"]
        text = server.arguments(server.member(used, 0, "input")) or server.words(spoken)
        cut = server.member(value, "stop_reason") == "max_tokens"
        return Reply(
            text,
            Finish.LENGTH if cut else Finish.STOP,
            _read_tokens(server.member(value, "usage")),
            server.count(server.member(value, "usage", "output_tokens")),
        )

    def _look_through(self, said: Said, mode: OutputMode, outgoing: Outgoing) -> None:
        """Raise where an answer says how the request must be put."""
        words = complaint(said)
        if server.is_too_long(said, words):
            raise TooLong("it is longer than the model can hold")
        hot = "temperature" not in json.loads(outgoing.body)
        if said.status == 400 and "temperature" in words and not hot:
            self._cool = False
            raise Adjusted("no temperature is wanted")
        if mode is OutputMode.FORCED_TOOL and server.is_refusal_of(said, words, TOOL_NAMES):
            raise Unsupported(f"{mode.value} is not supported")

    async def close(self) -> None:
        """Each request ends its own connection."""


_HEADERS = {"anthropic-version": VERSION}
_READ = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")


def _read_tokens(usage: object) -> int | None:
    """All tokens read: those from a cache are counted apart."""
    counts = [server.count(server.member(usage, name)) for name in _READ]
    return None if counts[0] is None else sum(number or 0 for number in counts)

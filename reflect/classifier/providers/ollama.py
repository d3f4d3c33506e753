"""Ollama's own chat, whose ``format`` takes a schema."""

from urllib.parse import urlsplit

from reflect.classifier.providers import places, server
from reflect.classifier.providers.conversation import body, conversation
from reflect.classifier.providers.http import checked, complaint
from reflect.classifier.providers.provider import (
    Outgoing,
    OutputMode,
    ProviderError,
    TooLong,
    Unsupported,
)
from reflect.model.model_request import Finish, ModelRequest, ProviderFacts, Reply
from reflect.model.provider_settings import ProviderSettings
from reflect.model.run_vocabulary import Destination

USUAL = "http://127.0.0.1:11434"
FORMAT_NAMES = ("format", "schema", "grammar")

SMALLEST_WINDOW = 4096
"""Tokens. Ollama loads a model anew for each window size, so there are few: powers of two."""

CHARACTERS_A_TOKEN = 3.0
"""Fewer than in English (about 3.6 in transcripts): what does not fit is cut without a word."""

_PATH = "/api/chat"
_LIST = "/api/tags"
_SHOW = "/api/show"


class Ollama:
    """An Ollama server."""

    modes: tuple[OutputMode, ...] = (
        OutputMode.JSON_SCHEMA,
        OutputMode.JSON_OBJECT,
        OutputMode.PLAIN,
    )

    def __init__(self, settings: ProviderSettings, key: str) -> None:
        self._settings = settings
        self._url = places.normal(settings.url or USUAL)
        secret = {"authorization": f"Bearer {key}"} if key else {}
        self._endpoint = server.endpoint(settings, self._url, secret)
        self.concurrency = server.concurrency(self._url)
        self._model = settings.model

    async def facts(self) -> ProviderFacts:
        """Asks for the list of models, and whether the one that answers runs elsewhere."""
        answer = await server.listed(self._settings, self._endpoint, _LIST)
        self._model = server.chosen(self._settings, server.names(answer.get("models"), "name"))
        place = await places.place(self._url, self._model)
        elsewhere = await self._runs_at()
        if elsewhere:
            place = places.Place(elsewhere, Destination.REMOTE)
        return server.facts(self._settings, place, self._model)

    async def _runs_at(self) -> str:
        """Host that a cloud model runs on; empty for one that the server runs itself."""
        try:
            asked = body({"model": self._model})
            said = await self._endpoint.post(_SHOW, asked, server.JSON_HEADERS)
            host = server.member(checked(said), "remote_host")
        except ProviderError as problem:
            raise server.told(self._settings, self._endpoint, problem) from None
        if not isinstance(host, str) or not host:
            return ""
        try:
            named = urlsplit(host if "//" in host else f"//{host}").hostname
        except ValueError:
            named = None
        return named if named and places.is_host(named) else places.OLLAMA_CLOUD

    def outgoing(self, request: ModelRequest, mode: OutputMode, repair: str | None) -> Outgoing:
        """The body of a chat, with a window that it fits into. Raises :class:`TooLong`."""
        said = conversation(request, mode, repair)
        messages = [{"role": "system", "content": said.system}]
        messages += [{"role": turn.role, "content": turn.text} for turn in said.turns]
        size = sum(len(message["content"]) for message in messages)
        options = {
            "temperature": 0,
            "num_predict": request.most_output_tokens,
            "num_ctx": self._window(size, request.most_output_tokens),
        }
        document: dict[str, object] = {
            "model": self._model,
            "messages": messages,
            "stream": False,
            "think": False,
            "options": options,
        }
        if mode is OutputMode.JSON_SCHEMA:
            document["format"] = request.schema
        elif mode is OutputMode.JSON_OBJECT:
            document["format"] = "json"
        return Outgoing(self._url + _PATH, body(document), server.JSON_HEADERS)

    def _window(self, characters: int, reply: int) -> int:
        """Tokens of the window, no more than the user says the model holds.

        A longer request would lose its beginning without a word: it is not made.
        """
        needed = int(characters / CHARACTERS_A_TOKEN) + reply
        window = SMALLEST_WINDOW
        while window < needed:
            window *= 2
        if needed > self._settings.context:
            raise TooLong("it is longer than the model can hold")
        return min(window, self._settings.context)

    async def ask(self, outgoing: Outgoing, mode: OutputMode) -> Reply:
        """Send it and read the message."""
        said = await self._endpoint.post(_PATH, outgoing.body, outgoing.headers)
        if mode is not OutputMode.PLAIN and server.is_refusal_of(
            said, complaint(said), FORMAT_NAMES
        ):
            raise Unsupported(f"{mode.value} is not supported")
        value = checked(said)
        message = server.member(value, "message")
        if not isinstance(message, dict):
            raise server.other_form()
        cut = server.member(value, "done_reason") == "length"
        return Reply(
            server.words(message.get("content")),
            Finish.LENGTH if cut else Finish.STOP,
            server.count(server.member(value, "prompt_eval_count")),
            server.count(server.member(value, "eval_count")),
        )

    async def close(self) -> None:
        """Each request ends its own connection."""

"""Chat completions as OpenAI has them: most servers and services speak this."""

import json
from urllib.parse import urlsplit

from reflect.classifier.providers import places, server
from reflect.classifier.providers.conversation import body, conversation
from reflect.classifier.providers.http import Endpoint, Said, checked, complaint
from reflect.classifier.providers.provider import (
    Adjusted,
    Outgoing,
    OutputMode,
    Rejected,
    TooLong,
    Transient,
    Unsupported,
)
from reflect.model.model_request import Finish, ModelRequest, ProviderFacts, Reply
from reflect.model.provider_settings import ProviderSettings

FORMAT_NAMES = ("response_format", "json_schema", "json_object", "grammar", "structured output")
TOOL_NAMES = ("tool_choice", "tools", "tool use", "tool calls", "function calling")

_PATH = "/chat/completions"


class OpenAICompatible:
    """A server of chat completions."""

    usual = "https://api.openai.com/v1"
    """Address where the settings name none."""
    modes: tuple[OutputMode, ...] = (
        OutputMode.JSON_SCHEMA,
        OutputMode.JSON_OBJECT,
        OutputMode.FORCED_TOOL,
        OutputMode.PLAIN,
    )

    def __init__(self, settings: ProviderSettings, key: str) -> None:
        self._settings = settings
        self._url = based(settings.url or self.usual)
        secret = {"authorization": f"Bearer {key}"} if key else {}
        self._endpoint: Endpoint = server.endpoint(settings, self._url, secret)
        self.concurrency = server.concurrency(self._url)
        self._model = settings.model
        self._limit = "max_tokens"
        self._effort = False
        self._cool = True

    async def facts(self) -> ProviderFacts:
        """Asks for the list of models."""
        answer = await server.listed(self._settings, self._endpoint, "/models")
        rows = answer.get("data")
        self._model = self.model(rows)
        place = await places.place(self._url, self._model)
        place = places.behind(place, server.owner(rows, self._model))
        return server.facts(self._settings, place, self._model)

    def model(self, rows: object) -> str:
        """The model that answers. Raises ``UsageError`` where that is not clear."""
        return server.chosen(self._settings, server.names(rows, "id"))

    def outgoing(self, request: ModelRequest, mode: OutputMode, repair: str | None) -> Outgoing:
        """The body of a chat completion."""
        said = conversation(request, mode, repair)
        messages = [{"role": "system", "content": said.system}]
        messages += [{"role": turn.role, "content": turn.text} for turn in said.turns]
        document: dict[str, object] = {"model": self._model} if self._model else {}
        document |= {"messages": messages, self._limit: request.most_output_tokens, "stream": False}
        if self._effort:
            document["reasoning_effort"] = "low"
        if self._cool:
            document["temperature"] = 0
        document |= self.form(request, mode)
        return Outgoing(self._url + _PATH, body(document), server.JSON_HEADERS)

    def form(self, request: ModelRequest, mode: OutputMode) -> dict[str, object]:
        """How the form of the reply is told."""
        match mode:
            case OutputMode.JSON_SCHEMA:
                named = {"name": request.schema_name, "strict": True, "schema": request.schema}
                return {"response_format": {"type": "json_schema", "json_schema": named}}
            case OutputMode.JSON_OBJECT:
                return {"response_format": {"type": "json_object"}}
            case OutputMode.FORCED_TOOL:
                tool = {"name": request.schema_name, "parameters": request.schema}
                choice = {"type": "function", "function": {"name": request.schema_name}}
                return {"tools": [{"type": "function", "function": tool}], "tool_choice": choice}
            case OutputMode.PLAIN:
                return {}

    async def ask(self, outgoing: Outgoing, mode: OutputMode) -> Reply:
        """Send it and read the first choice."""
        said = await self._endpoint.post(_PATH, outgoing.body, outgoing.headers)
        if said.status != 200:
            self._look_through(said, mode, outgoing)
        value = checked(said)
        choice = server.member(value, "choices", 0)
        message = server.member(choice, "message")
        if not isinstance(message, dict):
            raise _inner_error(value)
        text = server.words(message.get("content"))
        if mode is OutputMode.FORCED_TOOL:
            call = server.member(message, "tool_calls", 0, "function", "arguments")
            text = server.arguments(call) or text
        cut = server.member(choice, "finish_reason") == "length"
        return Reply(
            text,
            Finish.LENGTH if cut else Finish.STOP,
            server.count(server.member(value, "usage", "prompt_tokens")),
            server.count(server.member(value, "usage", "completion_tokens")),
        )

    def _look_through(self, said: Said, mode: OutputMode, outgoing: Outgoing) -> None:
        """Raise where an answer says how the request must be put."""
        words = complaint(said)
        if server.is_too_long(said, words):
            raise TooLong("it is longer than the model can hold")
        if said.status in (400, 422):
            # Models that reason take another name of the limit, which then holds for what they
            # think too, and no temperature. Told by what was sent: another request may have found
            # it out meanwhile.
            sent = json.loads(outgoing.body)
            if "max_tokens" in sent and "max_completion_tokens" in words:
                self._limit = "max_completion_tokens"
                self._effort = True
                raise Adjusted("another name of the limit is wanted")
            if "reasoning_effort" in sent and "reasoning_effort" in words:
                self._effort = False
                raise Adjusted("no effort is wanted")
            if "temperature" in sent and "temperature" in words:
                self._cool = False
                raise Adjusted("no temperature is wanted")
        parameters = TOOL_NAMES if mode is OutputMode.FORCED_TOOL else FORMAT_NAMES
        if mode is not OutputMode.PLAIN and server.is_refusal_of(said, words, parameters):
            raise Unsupported(f"{mode.value} is not supported")

    async def close(self) -> None:
        """Each request ends its own connection."""


def based(url: str) -> str:
    """The address below which the paths lie: a server named without a path has them at ``/v1``."""
    url = places.normal(url)
    return url if urlsplit(url).path else f"{url}/v1"


def _inner_error(value: object) -> Rejected | Transient:
    """Some gateways answer 200 with an error inside."""
    code = server.member(value, "error", "code")
    if isinstance(code, int) and (code in (408, 409, 425, 429) or 500 <= code < 600):
        return Transient(f"it failed or is busy (status {code})")
    return server.other_form()

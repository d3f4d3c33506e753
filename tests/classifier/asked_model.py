"""A run of made-up requests: the values around ``ask_all``, kept in memory, by its own clock."""

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Any

from reflect.classifier.engine import Answer, Engine
from reflect.classifier.providers.provider import Outgoing, OutputMode, Provider
from reflect.classifier.providers.registry import made
from reflect.classifier.retries import Pace
from reflect.classifier.sending import ask_all
from reflect.model.model_request import EventKind, ModelRequest, ProviderFacts, Reply, ShownEvent
from reflect.model.provider_settings import ProviderKind, ProviderSettings
from reflect.model.redacted import Redacted, seal
from reflect.model.run_vocabulary import PromptPurpose
from reflect.redaction.redactor import Redactor

SCHEMA = {
    "type": "object",
    "properties": {"decision": {"type": "string", "enum": ["yes", "no", "unsure"]}},
    "required": ["decision"],
    "additionalProperties": False,
}
YES = {"decision": "yes"}
NO = {"decision": "no"}


def shown(number: int) -> ShownEvent:
    return ShownEvent(
        id=f"e{number}",
        session="claude_code:one",
        event=f"m{number}",
        record=str(number),
        part=0,
        position=number,
        kind=EventKind.HUMAN,
        text=seal(f"event number {number}"),
    )


def a_request(content: str = "the events", events: int = 2, **other: Any) -> ModelRequest:
    """A request that is answered with one decision."""
    request = ModelRequest(
        purpose=PromptPurpose.ADJUDICATE,
        subject="fingerprint",
        part=0,
        codes=(),
        events=tuple(shown(number) for number in range(1, events + 1)),
        instructions=seal("Judge the events."),
        content=seal(content),
        schema_name="adjudication",
        schema=SCHEMA,
        most_output_tokens=200,
        prompt_digest="0" * 64,
    )
    return replace(request, **other)


def is_form(request: ModelRequest, text: str) -> bool:
    """Whether a reply is one decision and nothing else."""
    try:
        said = json.loads(text)
    except ValueError:
        return False
    return isinstance(said, dict) and said.get("decision") in ("yes", "no", "unsure")


def halves(request: ModelRequest) -> tuple[ModelRequest, ...]:
    """Two requests with half of the events each."""
    middle = len(request.events) // 2
    parts = (request.events[:middle], request.events[middle:])
    return tuple(
        replace(request, events=part, content=seal(f"{request.content} of {part[0].id}"))
        for part in parts
        if middle
    )


class Memory:
    """A cache of replies, or modes by protocol, host and model."""

    def __init__(self) -> None:
        self.kept: dict[Any, Any] = {}

    def get(self, key: Any) -> Any:
        return self.kept.get(_plain(key))

    def put(self, key: Any, value: Any) -> None:
        assert not isinstance(value, Reply) or type(value.text) is Redacted
        self.kept[_plain(key)] = value


def _plain(key: Any) -> Any:
    return (key.kind, key.host, key.model) if isinstance(key, ProviderFacts) else key


@dataclass
class Watch:
    """A clock that only sleeping moves."""

    now: float = 0.0
    chance: float = 0.0
    slept: list[float] = field(default_factory=list)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)

    @property
    def pace(self) -> Pace:
        return Pace(lambda: self.now, self.sleep, lambda: self.chance)


@dataclass
class Run:
    """What a run of requests gave, and what is kept between runs."""

    cache: Memory = field(default_factory=Memory)
    modes: Memory = field(default_factory=Memory)
    watch: Watch = field(default_factory=Watch)
    shown: list[Outgoing] = field(default_factory=list)
    redact: Callable[[str], Redacted] = Redactor(b"k" * 32, ("/home/somebody",)).text
    deadline: float = 600.0
    refresh: bool = False

    def ask(self, requests: Sequence[ModelRequest], provider: Provider) -> list[Answer]:
        """All answers in the order of the requests."""

        async def all_of_them() -> list[Answer]:
            engine = self.engine(await provider.facts())
            async with aclosing(ask_all(requests, provider, engine)) as answers:
                found = [answer async for answer in answers]
            await provider.close()
            return found

        return sorted(asyncio.run(all_of_them()), key=lambda answer: answer.place)

    def engine(self, facts: ProviderFacts) -> Engine:
        return Engine(
            facts=facts,
            redact=self.redact,
            cache=self.cache,
            modes=self.modes,
            show=self.shown.append,
            is_form=is_form,
            halve=halves,
            deadline=self.deadline,
            refresh=self.refresh,
            pace=self.watch.pace,
        )


def provider(url: str, kind: ProviderKind = ProviderKind.OPENAI, **other: Any) -> Provider:
    """A provider at an address."""
    settings = ProviderSettings(name="mine", kind=kind, url=url, **{"seconds": 5.0, **other})
    return made(settings, {"A_KEY": "made-up-key"})


def known_mode(run: Run) -> OutputMode | None:
    """The only mode that a run remembers."""
    (mode,) = run.modes.kept.values() or (None,)
    return mode

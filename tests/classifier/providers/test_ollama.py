"""Ollama's chat: the exact request, its window, and models that run elsewhere."""

import asyncio
import json
from typing import Any

import pytest
from asked_model import SCHEMA, YES, Run, a_request, known_mode, provider
from scripted_model import Asked, Step, fails, says, scripted

from reflect.classifier.providers.provider import OutputMode
from reflect.errors import NotPermitted
from reflect.model.judgement import DropReason
from reflect.model.model_request import ProviderFacts
from reflect.model.provider_settings import ProviderKind
from reflect.model.run_vocabulary import Destination

OLLAMA = ProviderKind.OLLAMA


def body(mode: OutputMode, content: str = "the events", **other: Any) -> Any:
    made = provider("http://127.0.0.1:9", OLLAMA, model="made-up:1b", **other)
    return json.loads(made.outgoing(a_request(content), mode, None).body)


def test_the_schema_is_the_format() -> None:
    assert body(OutputMode.JSON_SCHEMA) == {
        "model": "made-up:1b",
        "messages": [
            {"role": "system", "content": "Judge the events."},
            {"role": "user", "content": "the events"},
        ],
        "stream": False,
        "think": False,
        "options": {"temperature": 0, "num_predict": 200, "num_ctx": 4096},
        "format": SCHEMA,
    }


def test_the_other_ways_tell_the_form_in_words() -> None:
    assert body(OutputMode.JSON_OBJECT)["format"] == "json"
    assert "format" not in body(OutputMode.PLAIN)
    for mode in (OutputMode.JSON_OBJECT, OutputMode.PLAIN):
        assert json.dumps(SCHEMA) in body(mode)["messages"][0]["content"]


@pytest.mark.parametrize(
    ("characters", "context", "window"),
    [(9_000, 32_000, 4096), (12_000, 32_000, 8192), (60_000, 32_000, 32_000), (90, 2_000, 2_000)],
)
def test_the_window_holds_the_request_and_its_reply(
    characters: int, context: int, window: int
) -> None:
    asked = body(OutputMode.JSON_SCHEMA, "x" * characters, context=context)
    assert asked["options"]["num_ctx"] == window


def test_a_request_that_the_model_cannot_hold_is_not_sent_but_halved() -> None:
    request = a_request("x" * 7_000, events=1)
    with scripted([says(YES)]) as server:
        made = provider(server.url, OLLAMA, context=2_000)
        (answer,) = Run().ask([request], made)
    assert (answer.drop, server.asked, answer.calls) == (DropReason.LENGTH, [], ())


def test_a_server_without_schemas_is_asked_for_json() -> None:
    def old(asked: Asked) -> Step:
        schema = isinstance(asked.document.get("format"), dict)
        return fails(400, "invalid format: expected a string") if schema else says(YES)

    run = Run()
    with scripted(old) as server:
        (answer,) = run.ask([a_request()], provider(server.url, OLLAMA))
    assert answer.text == '{"decision": "yes"}'
    assert known_mode(run) is OutputMode.JSON_OBJECT


def test_a_reply_that_was_cut_is_seen() -> None:
    with scripted([says("{", cut=True)]) as server:
        (answer,) = Run().ask([a_request(events=1)], provider(server.url, OLLAMA))
    assert answer.drop is DropReason.LENGTH


def facts(model: str, shown: dict[str, Any]) -> ProviderFacts:
    with scripted([], models=[{"id": model}], shown=shown) as server:
        found = asyncio.run(provider(server.url, OLLAMA).facts())
    assert [one.path for one in server.other] == ["/api/tags", "/api/show"]
    assert json.loads(server.other[1].body) == {"model": model}
    return found


def test_a_model_that_the_server_runs_stays_on_this_machine() -> None:
    found = facts("qwen:4b", {"details": {"family": "qwen"}})
    assert (found.model, found.host) == ("qwen:4b", "this machine")
    assert found.destination is Destination.LOOPBACK


@pytest.mark.parametrize(
    ("model", "shown", "host"),
    [
        ("big:120b-cloud", {}, "ollama.com"),
        ("big:cloud", {}, "ollama.com"),
        ("BIG:Cloud", {}, "ollama.com"),
        ("alias", {"remote_host": "https://ollama.com:443"}, "ollama.com"),
        ("alias", {"remote_host": "models.example", "remote_model": "big"}, "models.example"),
        ("alias", {"remote_host": "http://[broken"}, "ollama.com"),
        ("alias", {"remote_host": "https://\x1b[31m.example"}, "ollama.com"),
    ],
)
def test_a_model_of_the_cloud_is_remote_behind_loopback(
    model: str, shown: dict[str, Any], host: str
) -> None:
    found = facts(model, shown)
    assert (found.host, found.destination) == (host, Destination.REMOTE)


@pytest.mark.parametrize("other", [{"shown": None}, {"key": "wanted"}])
def test_a_model_that_is_not_there_or_not_for_us_is_told(other: dict[str, Any]) -> None:
    with scripted([], **other) as server, pytest.raises(NotPermitted, match="mine at 127"):
        asyncio.run(provider(server.url, OLLAMA, model="x").facts())

"""The server of llama.cpp and of its Python binding."""

import asyncio
import json
from typing import Any

import pytest
from asked_model import SCHEMA, YES, Run, a_request, known_mode, provider
from scripted_model import Asked, Step, fails, says, scripted

from reflect.classifier.providers.provider import OutputMode
from reflect.model.provider_settings import ProviderKind

LLAMA = ProviderKind.LLAMA_CPP


def python_binding(asked: Asked) -> Step:
    """As llama-cpp-python 0.3 answers: a literal error of its form of requests, with 500."""
    kind = asked.document.get("response_format", {}).get("type", "text")
    if kind not in ("text", "json_object"):
        said = "body -> response_format -> type: unexpected value; permitted: 'json_object'"
        return fails(500, said)
    return says(YES)


def test_the_schema_stands_beside_the_kind_of_object() -> None:
    made = provider("http://127.0.0.1:9", LLAMA, model="made-up")
    asked = json.loads(made.outgoing(a_request(), OutputMode.JSON_OBJECT, None).body)
    assert asked["response_format"] == {"type": "json_object", "schema": SCHEMA}


def test_the_binding_is_asked_in_its_own_way_at_once() -> None:
    run = Run()
    with scripted(python_binding) as server:
        (answer,) = run.ask([a_request()], provider(server.url, LLAMA))
    assert (answer.text, len(server.asked)) == ('{"decision": "yes"}', 1)
    assert known_mode(run) is OutputMode.JSON_OBJECT


def test_the_binding_behind_the_general_protocol_is_not_asked_again_and_again() -> None:
    run = Run()
    with scripted(python_binding) as server:
        (answer,) = run.ask([a_request()], provider(server.url, ProviderKind.OPENAI))
    assert (answer.text, len(server.asked)) == ('{"decision": "yes"}', 2)
    assert run.watch.slept == []


@pytest.mark.parametrize(
    ("listed", "named", "model"),
    [
        ("tiny.gguf", "", "tiny.gguf"),
        ("/home/somebody/models/tiny-q4.gguf", "", "tiny-q4.gguf"),
        ("C:\\models\\tiny-q4.gguf", "", "tiny-q4.gguf"),
        ("what-it-runs", "what-the-user-says", "what-it-runs"),
    ],
)
def test_the_model_is_what_the_server_runs_without_its_folder(
    listed: Any, named: str, model: str
) -> None:
    with scripted([], models=[{"id": listed}]) as server:
        found = asyncio.run(provider(server.url, LLAMA, model=named).facts())
    assert (found.model, found.kind) == (model, "llama-cpp")

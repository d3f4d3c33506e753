"""Anthropic's Messages: the exact request, and what is read of the answer."""

import asyncio
import json
from typing import Any

import pytest
from asked_model import SCHEMA, YES, Run, a_request, known_mode, provider
from scripted_model import Asked, Step, fails, says, scripted

from reflect.classifier.providers.provider import OutputMode
from reflect.model.judgement import DropReason
from reflect.model.provider_settings import ProviderKind

ANTHROPIC = ProviderKind.ANTHROPIC


def test_the_tool_is_forced() -> None:
    made = provider("https://models.example", ANTHROPIC, model="made-up-2")
    leaving = made.outgoing(a_request(), OutputMode.FORCED_TOOL, None)
    assert leaving.address == "https://models.example/v1/messages"
    assert leaving.headers["anthropic-version"] == "2023-06-01"
    assert json.loads(leaving.body) == {
        "model": "made-up-2",
        "max_tokens": 200,
        "temperature": 0,
        "system": "Judge the events.",
        "messages": [{"role": "user", "content": "the events"}],
        "tools": [{"name": "adjudication", "input_schema": SCHEMA}],
        "tool_choice": {"type": "tool", "name": "adjudication"},
    }


@pytest.mark.parametrize("url", ["https://models.example/v1", "https://models.example/v1/"])
def test_an_address_that_ends_with_v1_is_taken_so(url: str) -> None:
    made = provider(url, ANTHROPIC, model="made-up-2")
    address = made.outgoing(a_request(), OutputMode.PLAIN, None).address
    assert address == "https://models.example/v1/messages"


def test_a_repair_follows_the_failed_reply() -> None:
    made = provider("https://models.example/claude", ANTHROPIC, model="made-up-2")
    leaving = made.outgoing(a_request(), OutputMode.PLAIN, "well, yes")
    assert leaving.address == "https://models.example/claude/v1/messages"
    said = json.loads(leaving.body)
    assert [turn["role"] for turn in said["messages"]] == ["user", "assistant", "user"]
    assert said["messages"][1]["content"] == "well, yes"
    assert json.dumps(SCHEMA) in said["system"]
    assert "tools" not in said


def test_the_key_goes_in_its_own_header_and_is_not_shown() -> None:
    run = Run()
    with scripted([says(YES)], key="made-up-key") as server:
        run.ask([a_request()], provider(server.url, ANTHROPIC, key_env="A_KEY"))
    assert server.asked[0].headers["x-api-key"] == "made-up-key"
    assert "made-up-key" not in repr(run.shown)


def test_cached_tokens_are_tokens_read() -> None:
    answer = {
        "content": [{"type": "tool_use", "name": "adjudication", "input": YES}],
        "stop_reason": "tool_use",
        "usage": {"input_tokens": 10, "cache_read_input_tokens": 90, "output_tokens": 7},
    }
    with scripted([Step(body=json.dumps(answer).encode())]) as server:
        (found,) = Run().ask([a_request()], provider(server.url, ANTHROPIC))
    assert (found.calls[0].tokens_in, found.calls[0].tokens_out) == (100, 7)


def test_a_service_without_tools_is_asked_in_words() -> None:
    def no_tools(asked: Asked) -> Step:
        return fails(400, "tools: not supported") if "tools" in asked.document else says(YES)

    run = Run()
    with scripted(no_tools) as server:
        (answer,) = run.ask([a_request()], provider(server.url, ANTHROPIC))
    assert answer.text == '{"decision": "yes"}'
    assert known_mode(run) is OutputMode.PLAIN


def test_no_temperature_is_sent_where_none_is_wanted() -> None:
    def warm(asked: Asked) -> Step:
        refused = "temperature" in asked.document
        return fails(400, "`temperature` is deprecated for this model.") if refused else says(YES)

    with scripted(warm) as server:
        (answer,) = Run().ask([a_request()], provider(server.url, ANTHROPIC))
    assert (answer.drop, len(server.asked)) == (None, 2)


def test_a_reply_that_was_cut_is_seen() -> None:
    with scripted([says({}, cut=True)]) as server:
        (answer,) = Run().ask([a_request(events=1)], provider(server.url, ANTHROPIC))
    assert answer.drop is DropReason.LENGTH


@pytest.mark.parametrize("answer", [{}, {"content": "text"}, [], {"content": None}])
def test_what_has_no_blocks_is_no_reply(answer: Any) -> None:
    with scripted([Step(body=json.dumps(answer).encode())]) as server:
        (found,) = Run().ask([a_request()], provider(server.url, ANTHROPIC))
    assert found.drop is DropReason.NO_REPLY


def test_facts_come_from_the_list_of_models() -> None:
    with scripted([]) as server:
        found = asyncio.run(provider(server.url, ANTHROPIC).facts())
    assert (found.kind, found.model, found.host) == ("anthropic", "made-up-1", "this machine")
    assert server.other[0].headers["anthropic-version"] == "2023-06-01"

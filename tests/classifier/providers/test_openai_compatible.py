"""Chat completions: the exact request, and what is read of the answer."""

import asyncio
import json
from typing import Any

import pytest
from asked_model import SCHEMA, YES, Run, a_request, provider
from scripted_model import Asked, Step, fails, says, scripted

from reflect.classifier.providers.openai_compatible import based
from reflect.classifier.providers.provider import OutputMode
from reflect.errors import NotPermitted, ReflectError, Unreachable, UsageError
from reflect.model.model_request import ProviderFacts
from reflect.model.run_vocabulary import Destination

MESSAGES = [
    {"role": "system", "content": "Judge the events."},
    {"role": "user", "content": "the events"},
]
COMMON = {"max_tokens": 200, "stream": False, "temperature": 0}


def body(mode: OutputMode) -> Any:
    made = provider("http://127.0.0.1:9", model="made-up-1")
    return json.loads(made.outgoing(a_request(), mode, None).body)


def test_a_schema_is_told_strictly() -> None:
    named = {"name": "adjudication", "strict": True, "schema": SCHEMA}
    assert body(OutputMode.JSON_SCHEMA) == {
        "model": "made-up-1",
        "messages": MESSAGES,
        **COMMON,
        "response_format": {"type": "json_schema", "json_schema": named},
    }


def test_a_tool_is_the_form_of_the_reply_and_must_be_used() -> None:
    asked = body(OutputMode.FORCED_TOOL)
    function = {"name": "adjudication", "parameters": SCHEMA}
    assert asked["tools"] == [{"type": "function", "function": function}]
    assert asked["tool_choice"] == {"type": "function", "function": {"name": "adjudication"}}
    assert (asked["messages"], "response_format" in asked) == (MESSAGES, False)


@pytest.mark.parametrize("mode", [OutputMode.JSON_OBJECT, OutputMode.PLAIN])
def test_where_the_protocol_does_not_tell_the_schema_words_do(mode: OutputMode) -> None:
    asked = body(mode)
    system, user = asked["messages"]
    assert system["content"].startswith("Judge the events.\n\n")
    assert json.dumps(SCHEMA) in system["content"]
    assert user == MESSAGES[1]
    assert "tools" not in asked


def test_the_same_request_gives_the_same_bytes() -> None:
    first, second = provider("http://127.0.0.1:9"), provider("http://127.0.0.1:9")
    for mode in first.modes:
        assert first.outgoing(a_request(), mode, None) == second.outgoing(a_request(), mode, None)


def test_text_is_sent_as_it_is() -> None:
    made = provider("http://127.0.0.1:9")
    leaving = made.outgoing(a_request("Grüße, 你好 “quoted”"), OutputMode.PLAIN, None)
    assert "Grüße, 你好 “quoted”".encode() in leaving.body


@pytest.mark.parametrize(
    ("message", "finish"),
    [
        ({"content": '{"decision": "yes"}'}, "stop"),
        ({"content": [{"type": "text", "text": '{"decision":'}, {"text": ' "yes"}'}]}, "stop"),
        ({"content": '{"decision": "yes"}', "reasoning_content": "well …"}, None),
    ],
)
def test_the_text_of_a_message_is_read_however_it_is_given(message: Any, finish: Any) -> None:
    answer = {"choices": [{"message": message, "finish_reason": finish}], "usage": None}
    with scripted([Step(body=json.dumps(answer).encode())]) as server:
        (found,) = Run().ask([a_request()], provider(server.url))
    assert found.text == '{"decision": "yes"}'


def test_a_server_that_takes_only_tools_is_asked_with_one() -> None:
    def only_tools(asked: Asked) -> Step:
        return says(YES) if "tools" in asked.document else fails(400, "response_format: no")

    with scripted(only_tools) as server:
        (answer,) = Run().ask([a_request()], provider(server.url))
    assert (answer.text, len(server.asked)) == ('{"decision": "yes"}', 3)


@pytest.mark.parametrize(("effort", "sent"), [("low", 4), (None, 5)])
def test_a_model_that_reasons_is_asked_in_its_way_from_then_on(
    effort: str | None, sent: int
) -> None:
    """As OpenAI's reasoning models answer: no ``max_tokens``, no temperature but 1."""

    def reasons(asked: Asked) -> Step:
        if "max_tokens" in asked.document:
            said = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
            return fails(400, said)
        if "temperature" in asked.document:
            return fails(400, "Unsupported value: 'temperature' does not support 0.")
        if effort is None and "reasoning_effort" in asked.document:
            return fails(400, "Unrecognized request argument: reasoning_effort")
        return says(YES)

    run = Run()
    with scripted(reasons) as server:
        made = provider(server.url)
        answers = run.ask([a_request("one"), a_request("two")], made)
        assert [answer.drop for answer in answers] == [None, None]
        assert len(server.asked) == sent
    last = server.asked[-1].document
    assert (last["max_completion_tokens"], last.get("reasoning_effort")) == (200, effort)
    assert run.watch.slept == []


def test_two_requests_at_once_both_learn_the_other_parameter() -> None:
    def late(asked: Asked) -> Step:
        if "max_tokens" in asked.document:
            return fails(400, "Use 'max_completion_tokens' instead.")
        return says(YES)

    with scripted(late) as server:
        made = provider(server.url)
        made.concurrency = 2
        answers = Run().ask([a_request("one"), a_request("two")], made)
    assert [answer.drop for answer in answers] == [None, None]


@pytest.mark.parametrize(("code", "asked"), [(429, 2), (400, 1)])
def test_an_error_inside_a_good_answer_is_an_error(code: int, asked: int) -> None:
    inner = Step(body=json.dumps({"error": {"code": code, "message": "no"}}).encode())
    with scripted([inner, says(YES)]) as server:
        Run().ask([a_request()], provider(server.url))
    assert len(server.asked) == asked


def facts(url: str, **other: Any) -> ProviderFacts:
    return asyncio.run(provider(url, **other).facts())


def test_facts_name_the_model_and_send_no_text() -> None:
    with scripted([]) as server:
        found = facts(server.url, price_in=0.5, price_out=2.0)
    assert found == ProviderFacts(
        "mine", "openai", "made-up-1", "this machine", Destination.LOOPBACK, 0.5, 2.0
    )
    (asked,) = server.other
    assert (asked.method, asked.path, asked.body) == ("GET", "/v1/models", b"")


def test_the_model_of_the_settings_is_taken_where_there_is_no_list() -> None:
    with scripted([], lists=False) as server:
        assert facts(server.url, model="mine-1").model == "mine-1"
        with pytest.raises(UsageError, match="no model is named"):
            facts(server.url)


def test_of_several_models_one_must_be_named_and_odd_names_are_not_shown() -> None:
    models = [{"id": "one"}, {"id": "two"}, {"id": "\x1b[31mred"}, {"id": 3}, {}]
    with scripted([], models=models) as server, pytest.raises(UsageError) as problem:
        facts(server.url)
    assert problem.value.hint == 'model = "…": it has one, two'


@pytest.mark.parametrize(
    ("key", "kind"), [("", NotPermitted), ("another", NotPermitted), ("made-up-key", None)]
)
def test_a_key_is_sent_and_its_refusal_is_told(key: str, kind: type[ReflectError] | None) -> None:
    with scripted([], key="made-up-key") as server:
        named = {"key_env": "A_KEY"} if key == "made-up-key" else {}
        if kind is None:
            assert facts(server.url, **named).model == "made-up-1"
            return
        with pytest.raises(kind, match="the key is missing or refused"):
            facts(server.url)


@pytest.mark.parametrize(
    ("owner", "host"),
    [
        ("openai", "openai"),
        ("Azure OpenAI", "azure-openai"),
        ("llamacpp", "this machine"),
        ("vllm", "this machine"),
        ("library", "this machine"),
        (None, "this machine"),
    ],
)
def test_a_gateway_on_this_machine_is_not_where_the_model_runs(owner: Any, host: str) -> None:
    models = [{"id": "other", "owned_by": "openai"}, {"id": "mine-1", "owned_by": owner}]
    with scripted([], models=models) as server:
        found = facts(server.url, model="mine-1")
    assert found.host == host
    assert (found.destination is Destination.LOOPBACK) == (host == "this machine")


def test_nobody_there_is_told_with_what_to_do() -> None:
    with scripted([]) as server:
        url = server.url
    with pytest.raises(Unreachable, match="nothing answers at its address") as problem:
        facts(url)
    assert problem.value.hint


@pytest.mark.parametrize(
    ("url", "where"),
    [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/v1"),
        ("https://models.example/api/v1/", "https://models.example/api/v1"),
        ("https://models.example/v1beta/openai", "https://models.example/v1beta/openai"),
    ],
)
def test_a_server_named_without_a_path_has_its_paths_at_v1(url: str, where: str) -> None:
    assert based(url) == where

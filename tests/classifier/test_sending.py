"""What becomes of requests against a server that does what a script says."""

import json
import threading

import pytest
from asked_model import NO, YES, Run, a_request, known_mode, provider
from scripted_model import Asked, Step, fails, says, scripted

from reflect.classifier.providers.provider import OutputMode
from reflect.model.judgement import DropReason
from reflect.model.provider_settings import ProviderKind

KINDS = (
    ProviderKind.OPENAI,
    ProviderKind.ANTHROPIC,
    ProviderKind.OLLAMA,
    ProviderKind.LLAMA_CPP,
)

PAGE = Step(body=b"<html></html>", kind="text/html; charset=utf-8")
CUT_OFF = Step(body=b'{"choices": [{"message": {"content": "{\\"decision\\"')
SHORT = Step(body=b'{"choices": []}', declared=500)
HUGE = Step(body=b" " * ((4 << 20) + 1))
ELSEWHERE = Step(status=302, headers={"location": "https://other.example/v1/chat/completions"})


@pytest.mark.parametrize("kind", KINDS)
def test_a_reply_of_the_form_comes_back_with_its_numbers(kind: ProviderKind) -> None:
    run = Run()
    with scripted([says(YES, tokens=(812, 9))]) as server:
        (answer,) = run.ask([a_request()], provider(server.url, kind))
    assert answer.text == '{"decision": "yes"}'
    assert (answer.drop, answer.problem) == (None, "")
    (call,) = answer.calls
    assert (call.tokens_in, call.tokens_out, call.cached) == (812, 9, False)
    assert call.body == server.asked[0].body == run.shown[0].body


@pytest.mark.parametrize("kind", KINDS)
def test_tokens_that_are_not_told_are_not_made_up(kind: ProviderKind) -> None:
    with scripted([says(YES, tokens=None)]) as server:
        (answer,) = Run().ask([a_request()], provider(server.url, kind))
    assert (answer.calls[0].tokens_in, answer.calls[0].tokens_out) == (None, None)


@pytest.mark.parametrize("status", [400, 422, 500])
def test_a_way_that_is_not_supported_gives_way_to_the_next(status: int) -> None:
    run = Run()
    refusal = fails(status, "1 validation error: response_format.type must be 'json_object'")
    with scripted([refusal, says(NO)]) as server:
        (answer,) = run.ask([a_request()], provider(server.url))
    assert answer.text == '{"decision": "no"}'
    asked = [one.document.get("response_format", {}).get("type") for one in server.asked]
    assert asked == ["json_schema", "json_object"]
    assert known_mode(run) is OutputMode.JSON_OBJECT
    assert run.watch.slept == []


def test_the_last_way_is_to_ask_in_words() -> None:
    def refuses(asked: Asked) -> Step:
        if "response_format" in asked.document:
            return fails(400, "unknown field response_format")
        if "tools" in asked.document:
            return fails(404, "no endpoint found that supports tool use")
        return says(YES)

    run = Run()
    with scripted(refuses) as server:
        answers = run.ask([a_request("one"), a_request("two")], provider(server.url))
    assert [answer.text for answer in answers] == ['{"decision": "yes"}'] * 2
    assert known_mode(run) is OutputMode.PLAIN
    assert len(server.asked) == 5  # four ways with the first, one with the second
    assert '"additionalProperties": false' in server.asked[-1].texts


def test_two_at_once_that_find_out_the_same_go_on_in_the_same_way() -> None:
    both = threading.Barrier(2, timeout=10.0)

    def refuses_both(asked: Asked) -> Step:
        if "json_schema" in asked.body.decode():
            both.wait()
            return fails(400, "response_format: no json_schema")
        return says(YES)

    run = Run()
    with scripted(refuses_both) as server:
        two_at_once = provider(server.url)
        two_at_once.concurrency = 2
        answers = run.ask([a_request("one"), a_request("two")], two_at_once)
        assert len(server.asked) == 4
    assert [answer.drop for answer in answers] == [None, None]
    assert known_mode(run) is OutputMode.JSON_OBJECT


def test_what_worked_is_used_at_once_in_the_next_run_and_found_out_anew_on_refresh() -> None:
    run = Run()
    with scripted([fails(400, "response_format"), says(YES)]) as server:
        run.ask([a_request("one")], provider(server.url))
        run.ask([a_request("two")], provider(server.url))
        assert "json_object" in server.asked[2].body.decode()
        run.refresh = True
        run.ask([a_request("three")], provider(server.url))
    assert "json_schema" in server.asked[3].body.decode()
    assert known_mode(run) is OutputMode.JSON_SCHEMA


def test_a_reply_in_markdown_is_asked_for_once_more() -> None:
    bad = 'Sure! Here it is:\n```json\n{"decision": "yes"}\n```'
    with scripted([says(bad), says(YES)]) as server:
        (answer,) = Run().ask([a_request()], provider(server.url))
    assert answer.text == '{"decision": "yes"}'
    assert len(answer.calls) == 2
    roles = [message["role"] for message in server.asked[1].document["messages"]]
    assert roles == ["system", "user", "assistant", "user"]
    assert server.asked[1].document["messages"][2]["content"] == bad
    assert '"enum": ["yes", "no", "unsure"]' in server.asked[1].document["messages"][3]["content"]


@pytest.mark.parametrize(
    ("written", "drop"),
    [
        ("I cannot help with that.", DropReason.NOT_JSON),
        ('{"decision": "ye', DropReason.NOT_JSON),
        ('{"decision": "perhaps"}', DropReason.FORM),
    ],
)
def test_a_reply_that_a_repair_does_not_mend_is_dropped(written: str, drop: DropReason) -> None:
    run = Run()
    with scripted([says(written)]) as server:
        (answer,) = run.ask([a_request()], provider(server.url))
    assert (answer.text, answer.drop, len(server.asked)) == (None, drop, 2)
    assert run.cache.kept == {}


def test_an_empty_reply_is_dropped() -> None:
    with scripted([says("  \n")]) as server:
        (answer,) = Run().ask([a_request()], provider(server.url))
    assert (answer.text, answer.drop, len(server.asked)) == (None, DropReason.EMPTY, 1)


def test_a_reply_that_is_empty_after_a_repair_is_dropped() -> None:
    with scripted([says("well"), says("")]) as server:
        (answer,) = Run().ask([a_request()], provider(server.url))
    assert (answer.drop, len(server.asked)) == (DropReason.EMPTY, 2)


def test_a_cut_reply_is_asked_for_in_two_halves() -> None:
    def cuts_the_whole(asked: Asked) -> Step:
        half = "the events of e" in asked.texts
        return says(YES) if half else says('{"decision"', cut=True, tokens=(700, 200))

    run = Run()
    with scripted(cuts_the_whole) as server:
        answers = run.ask([a_request(events=4), a_request("others")], provider(server.url))
        assert len(server.asked) == 6
        assert [answer.place for answer in answers] == [0, 0, 1, 1]
        assert [[event.id for event in answer.request.events] for answer in answers[:2]] == [
            ["e1", "e2"],
            ["e3", "e4"],
        ]
        # What was sent for the whole is told once.
        assert [len(answer.calls) for answer in answers] == [2, 1, 2, 1]
        again = run.ask([a_request(events=4)], provider(server.url))
        assert len(server.asked) == 6
    assert [answer.text for answer in again] == ['{"decision": "yes"}'] * 2


def test_a_half_that_is_cut_too_is_dropped() -> None:
    with scripted([says("{", cut=True)]) as server:
        answers = Run().ask([a_request(events=4)], provider(server.url))
    assert [answer.drop for answer in answers] == [DropReason.LENGTH] * 2
    assert len(server.asked) == 3


def test_a_cut_reply_that_cannot_be_halved_is_dropped() -> None:
    with scripted([says("{", cut=True)]) as server:
        (answer,) = Run().ask([a_request(events=1)], provider(server.url))
    assert (answer.drop, len(server.asked)) == (DropReason.LENGTH, 1)


def test_a_reply_of_the_form_counts_though_it_ended_at_its_limit() -> None:
    with scripted([says(YES, cut=True)]) as server:
        (answer,) = Run().ask([a_request()], provider(server.url))
    assert (answer.text, len(server.asked)) == ('{"decision": "yes"}', 1)


def test_a_request_that_is_too_long_for_the_model_is_halved() -> None:
    def small(asked: Asked) -> Step:
        whole = "the events of e" not in asked.texts
        return fails(400, "This model's maximum context length is 8") if whole else says(NO)

    with scripted(small) as server:
        answers = Run().ask([a_request(events=4)], provider(server.url))
    assert [answer.text for answer in answers] == ['{"decision": "no"}'] * 2
    assert len(server.asked) == 3


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (PAGE, "web page"),
        (CUT_OFF, "no JSON"),
        (HUGE, "4 MB"),
        (Step(body=b'{"object": "list"}'), "no reply of this protocol"),
        (Step(body=b"[" * 100_000), "no JSON"),
        (fails(400, "messages: too many"), "status 400"),
    ],
)
def test_what_is_no_reply_is_not_asked_for_again(step: Step, said: str) -> None:
    run = Run()
    with scripted([step]) as server:
        (answer,) = run.ask([a_request()], provider(server.url))
    assert (answer.drop, len(server.asked)) == (DropReason.NO_REPLY, 1)
    assert said in answer.problem
    assert (run.watch.slept, run.cache.kept) == ([], {})


@pytest.mark.parametrize(
    "step", [fails(401, "no"), fails(403, "no"), fails(404, "no model"), ELSEWHERE]
)
def test_after_a_refusal_nothing_else_is_sent(step: Step) -> None:
    run = Run()
    requests = [a_request(f"number {number}") for number in range(6)]
    with scripted([step]) as server:
        answers = run.ask(requests, provider(server.url))
    assert {answer.drop for answer in answers} == {DropReason.NO_REPLY}
    assert {answer.problem for answer in answers} == {answers[0].problem}
    assert len(server.asked) == 1
    assert run.watch.slept == []


def test_a_server_that_answers_nothing_three_times_is_left_alone() -> None:
    requests = [a_request(f"number {number}") for number in range(8)]
    with scripted([fails(400, "no")]) as server:
        answers = Run().ask(requests, provider(server.url))
    assert len(server.asked) == 3
    assert "3 requests in a row" in answers[-1].problem


def test_what_was_read_of_an_answer_with_a_wrong_length_does_not_count() -> None:
    with scripted([SHORT, says(YES)]) as server:
        (answer,) = Run().ask([a_request()], provider(server.url))
    assert (answer.text, len(server.asked)) == ('{"decision": "yes"}', 2)


def test_bytes_behind_the_length_are_not_read() -> None:
    body = json.dumps({"choices": [{"message": {"content": '{"decision": "yes"}'}}]}).encode()
    with scripted([Step(body=body + b"}}}", declared=len(body))]) as server:
        (answer,) = Run().ask([a_request()], provider(server.url))
    assert (answer.text, len(server.asked)) == ('{"decision": "yes"}', 1)


@pytest.mark.parametrize("step", [Step(text="yes " * 50, drip=0.05), Step(hang=True)])
def test_a_reply_that_drips_or_does_not_come_is_given_up(step: Step) -> None:
    with scripted([step]) as server:
        (answer,) = Run().ask([a_request()], provider(server.url, seconds=0.4))
    assert (answer.drop, len(server.asked)) == (DropReason.NO_REPLY, 1)
    assert "within 0.4 seconds" in answer.problem

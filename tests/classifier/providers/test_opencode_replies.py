"""What the errors of a model behind OpenCode come to, and what is read of its replies."""

import json
from typing import Any

import pytest
from scripted_opencode import calls, fails, formed, part, says, step

from reflect.classifier.providers.http import Said
from reflect.classifier.providers.opencode_replies import (
    check_begun,
    check_parts,
    check_steps,
    read,
)
from reflect.classifier.providers.provider import (
    OutputMode,
    ProviderError,
    Rejected,
    TooLong,
    Transient,
    Unsupported,
    Unusable,
)
from reflect.model.model_request import Finish, Reply

PLAIN, FORM = OutputMode.PLAIN, OutputMode.JSON_SCHEMA
FOLDER = "/data/tmp/opencode-1"


def said(value: object, status: int = 200) -> Said:
    return Said(status, "application/json", json.dumps(value).encode(), None)


def reply(steps: list[dict[str, Any]], mode: OutputMode = PLAIN) -> Reply:
    steps[-1]["info"]["path"] = {"cwd": FOLDER}
    return read(said(steps[-1]), mode, FOLDER)


def test_words_or_the_form_are_the_reply_and_every_token_counts() -> None:
    assert reply(says("yes")) == Reply("yes", Finish.STOP, 100, 10)
    assert reply(formed({"a": "ä"}), FORM) == Reply('{"a": "ä"}', Finish.STOP, 100, 10)


def test_thoughts_are_no_reply() -> None:
    thought = part("reasoning", text="hm")
    assert reply([step(thought, part("text", text="a"), part("text", text="b"))]).text == "ab"


def test_a_cut_reply_is_seen_in_either_way() -> None:
    assert reply(says("{", finish="length")).finish is Finish.LENGTH
    assert reply(fails("MessageOutputLengthError")).finish is Finish.LENGTH
    unformed = fails("StructuredOutputError", message="x", retries=0)
    unformed[0]["info"]["finish"] = "length"
    assert reply(unformed, FORM).finish is Finish.LENGTH


def test_tokens_that_are_not_told_are_not_made_up() -> None:
    found = reply(says("yes", tokens={}))
    assert (found.tokens_in, found.tokens_out) == (None, None)


def api(status: int | None = None, message: str = "", **data: Any) -> list[dict[str, Any]]:
    told = {} if status is None else {"statusCode": status}
    return fails("APIError", message=message, **told, **data)


@pytest.mark.parametrize(
    ("steps", "mode", "kind"),
    [
        (fails("StructuredOutputError", retries=0), FORM, Unsupported),
        (fails("StructuredOutputError", retries=0), PLAIN, Rejected),
        (fails("ContextOverflowError"), PLAIN, TooLong),
        (fails("ProviderAuthError"), PLAIN, Unusable),
        (fails("ContentFilterError"), PLAIN, Rejected),
        (fails("MessageAbortedError"), PLAIN, Rejected),
        (fails("UnknownError"), PLAIN, Rejected),
        (api(400, "tool_choice is not supported"), FORM, Unsupported),
        (api(400, "tool_choice is not supported"), PLAIN, Rejected),
        (api(400, "prompt is too long: 300000 tokens"), PLAIN, TooLong),
        (api(413), PLAIN, TooLong),
        (api(401), PLAIN, Unusable),
        (api(402), PLAIN, Unusable),
        (api(404), PLAIN, Unusable),
        (api(422), PLAIN, Rejected),
        (api(200), PLAIN, Rejected),
        (api(429), PLAIN, Transient),
        (api(503), PLAIN, Transient),
        (api(isRetryable=True), PLAIN, Transient),
        (api(isRetryable=False), PLAIN, Rejected),
    ],
)
def test_an_error_is_told_by_its_kind(
    steps: list[dict[str, Any]], mode: OutputMode, kind: type[ProviderError]
) -> None:
    with pytest.raises(ProviderError) as raised:
        reply(steps, mode)
    assert type(raised.value) is kind


def test_how_long_to_wait_is_heeded() -> None:
    with pytest.raises(Transient) as raised:
        reply(api(429, responseHeaders={"retry-after": "7"}))
    assert raised.value.retry_after == 7.0


def test_the_words_of_an_error_are_not_repeated() -> None:
    secret = "ghp_" + "A1b2C3d4E5f6"
    for steps in (api(400, secret, responseBody=secret), fails("UnknownError", message=secret)):
        with pytest.raises(ProviderError) as raised:
            reply(steps)
        assert secret not in str(raised.value)


@pytest.mark.parametrize("kind", ["subtask", "patch", "file", "agent", "compaction", "retry"])
def test_a_part_that_is_no_words_is_the_work_of_a_tool(kind: str) -> None:
    for mode in (PLAIN, FORM):
        with pytest.raises(Unusable):
            check_parts([part(kind)], mode)


def test_the_form_is_a_tool_only_where_it_was_told() -> None:
    (one,) = formed({})
    check_parts(one["parts"], FORM)
    with pytest.raises(Unusable):
        check_parts(one["parts"], PLAIN)


USER = {"info": {"role": "user"}, "parts": [part("text", text="x")]}


def test_more_than_one_step_is_no_reply() -> None:
    check_steps(said([USER, *says("a")]), PLAIN)
    for messages in ([USER, *says("a"), *says("b")], [*says("a"), *says("b")], [USER], []):
        with pytest.raises(Rejected):
            check_steps(said(messages), PLAIN)
        with pytest.raises(Unsupported):
            check_steps(said(messages), FORM)


def test_only_the_known_error_of_listing_a_form_is_passed_over() -> None:
    known = said({"data": {"message": "Expected OutputFormatJsonSchema, got {… (7 more"}}, 400)
    check_steps(known, FORM)
    with pytest.raises(Unsupported):
        check_steps(said({"data": {"message": "bad request"}}, 400), FORM)
    with pytest.raises(Rejected):
        check_steps(known, PLAIN)


def test_what_is_clear_is_told_while_a_reply_is_written() -> None:
    for nothing in (said([USER]), said([USER, *says("a")]), said({}, 400), said({}, 500)):
        check_begun(nothing, PLAIN)
        check_begun(nothing, FORM)
    with pytest.raises(Unusable):
        check_begun(said([USER, calls("bash", "pending")]), PLAIN)
    with pytest.raises(Rejected):
        check_begun(said([USER, *says("a"), *says("b")]), PLAIN)
    with pytest.raises(Unsupported):
        check_begun(said([calls("StructuredOutput"), calls("StructuredOutput")]), FORM)

"""What an OpenCode server answers: a reply, an error of the model's provider, or a model that acts.

The form of a reply is told to the model as a tool whose only effect is to hold the reply. A call of
any other tool is no reply, whatever became of it: the text asked about may have asked for it.
"""

import json
from collections.abc import Mapping

from reflect.classifier.providers import server
from reflect.classifier.providers.http import Said, checked, complaint
from reflect.classifier.providers.openai_compatible import TOOL_NAMES
from reflect.classifier.providers.provider import (
    OutputMode,
    ProviderError,
    Rejected,
    TooLong,
    Transient,
    Unsupported,
    Unusable,
)
from reflect.classifier.providers.waiting import seconds_to_wait
from reflect.model.model_request import Finish, Reply

FORM_TOOL = "StructuredOutput"
"""The tool that takes a reply of a form."""

_INVALID = "invalid"
"""What a call is called whose arguments cannot be read."""

_WORDS = ("text", "reasoning", "step-start", "step-finish")
_UNLISTED = "expected outputformatjsonschema"
"""The error with which 1.18.33 fails to list messages of which one names a form: the request."""

LAST: Mapping[OutputMode, int] = {OutputMode.JSON_SCHEMA: 2, OutputMode.PLAIN: 3}
"""Messages of a session that are looked at."""

_TWICE = "the server asked the model more than once"


def read(said: Said, mode: OutputMode, folder: str) -> Reply:
    """The reply in the answer to a message.

    Args:
        said: The answer.
        mode: How the form was told.
        folder: Where the session was made: an answer from elsewhere is none.

    Raises:
        ProviderError: there is no reply in it; :class:`Unusable` when the model called a tool.
    """
    value = checked(said)
    info, parts = server.member(value, "info"), server.member(value, "parts")
    if not isinstance(info, dict) or not isinstance(parts, list):
        raise server.other_form()
    check_parts(parts, mode)
    if server.member(info, "path", "cwd") != folder:
        raise Unusable("the server did not stay in the empty folder")
    cut = info.get("finish") == "length"
    error = info.get("error")
    if error is not None:
        cut = cut or server.member(error, "name") == "MessageOutputLengthError"
        if not cut:
            raise _failure(error, mode)
    text = server.words([part for part in parts if server.member(part, "type") == "text"])
    if mode is OutputMode.JSON_SCHEMA and "structured" in info:
        text = json.dumps(info["structured"], ensure_ascii=False)
    finish = Finish.LENGTH if cut else Finish.STOP
    read_tokens = _tokens(info, ("input",), ("cache", "read"), ("cache", "write"))
    return Reply(text, finish, read_tokens, _tokens(info, ("output",), ("reasoning",)))


def check_parts(parts: object, mode: OutputMode) -> None:
    """Raise :class:`Unusable` where a message holds anything but words and a reply of the form."""
    for part in parts if isinstance(parts, list) else ():
        kind, tool = server.member(part, "type"), server.member(part, "tool")
        formed = mode is OutputMode.JSON_SCHEMA and tool in (FORM_TOOL, _INVALID)
        if kind not in _WORDS and not (kind == "tool" and formed):
            raise Unusable("the model called a tool, although it was given none")


def check_steps(said: Said, mode: OutputMode) -> None:
    """Raise where a session holds more than one question and one reply.

    An answer to a message holds the last step only: an earlier one may have called a tool. Looked
    at are the last messages, ``LAST`` of them: one more than there may be in plain words, and as
    many where a form was told, because the request is then known by the error it causes.
    """
    formed = mode is OutputMode.JSON_SCHEMA
    if formed and said.status == 400 and _UNLISTED in complaint(said):
        return
    if formed and not 200 <= said.status < 300:
        raise Unsupported("its steps cannot be told")
    if _roles(checked(said), mode) != ["user", "assistant"]:
        raise _twice(mode)


def check_begun(said: Said, mode: OutputMode) -> None:
    """Raise as :func:`check_steps` as soon as it is clear, while a reply is being written.

    A model that calls what it was not given is told so and asked again by OpenCode, without end.
    """
    if said.status == 200 and _roles(checked(said), mode).count("assistant") > 1:
        raise _twice(mode)


def _twice(mode: OutputMode) -> ProviderError:
    return Unsupported(_TWICE) if mode is OutputMode.JSON_SCHEMA else Rejected(_TWICE)


def _roles(messages: object, mode: OutputMode) -> list[object]:
    """Whose the messages are. Raises :class:`Unusable` for the call of a tool in any of them."""
    if not isinstance(messages, list):
        raise server.other_form()
    for message in messages:
        check_parts(server.member(message, "parts"), mode)
    return [server.member(message, "info", "role") for message in messages]


def _failure(error: object, mode: OutputMode) -> ProviderError:
    """What an error in a reply comes to. Its words are looked through and thrown away."""
    name = server.member(error, "name")
    if name == "StructuredOutputError" and mode is OutputMode.JSON_SCHEMA:
        return Unsupported("the model does not take the form")
    if name == "APIError":
        return _refusal(error, mode)
    kind, words = _FAILURES.get(str(name), (Rejected, "the server could not ask the model"))
    return kind(words)


_FAILURES: Mapping[str, tuple[type[ProviderError], str]] = {
    "ContextOverflowError": (TooLong, "it is longer than the model can hold"),
    "ProviderAuthError": (Unusable, "the model's provider refuses the key of the server"),
    "ContentFilterError": (Rejected, "the model's provider does not answer this"),
    "MessageAbortedError": (Rejected, "it was stopped at the server"),
}


def _refusal(error: object, mode: OutputMode) -> ProviderError:
    """What the model's provider answered in place of a reply."""
    status = server.count(server.member(error, "data", "statusCode"))
    again = server.member(error, "data", "isRetryable") is True
    if status is None:
        nobody = "the model's provider does not answer"
        return Transient(nobody) if again else Rejected(nobody)
    words = [server.words(server.member(error, "data", key)) for key in ("message", "responseBody")]
    asked = server.words(server.member(error, "data", "responseHeaders", "retry-after"))
    wait = seconds_to_wait(asked) if asked else None
    said = Said(status, "application/json", " ".join(words).encode(), wait)
    if server.is_too_long(said, complaint(said)):
        return TooLong("it is longer than the model can hold")
    if mode is OutputMode.JSON_SCHEMA and server.is_refusal_of(said, complaint(said), TOOL_NAMES):
        return Unsupported("the model takes no tools")
    try:
        checked(said)
    except ProviderError as failure:
        return failure
    return Rejected("the server could not ask the model")


def _tokens(info: object, *paths: tuple[str, ...]) -> int | None:
    """The sum of some counts; None where the provider told none: they are 0 then."""
    return sum(server.count(server.member(info, "tokens", *path)) or 0 for path in paths) or None

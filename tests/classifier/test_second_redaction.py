"""What leaves is checked again, shown, then sent: nothing else ever leaves."""

import ast
import json
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from asked_model import YES, Run, a_request, provider
from scripted_model import Asked, Step, fails, says, scripted

from reflect.classifier.providers.provider import Outgoing
from reflect.classifier.second_redaction import is_clean
from reflect.model.judgement import DropReason
from reflect.model.model_request import ModelRequest
from reflect.model.provider_settings import ProviderKind
from reflect.model.redacted import Redacted, seal
from reflect.redaction.redactor import Redactor

TOKEN = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"[:36]
REDACT = Redactor(b"k" * 32, ("/home/somebody",)).text
JSON = {"content-type": "application/json"}

SERVERS = (
    ProviderKind.OPENAI,
    ProviderKind.ANTHROPIC,
    ProviderKind.OLLAMA,
    ProviderKind.LLAMA_CPP,
)


def leaving(value: Any, headers: dict[str, str] = JSON) -> Outgoing:
    body = value if isinstance(value, bytes) else json.dumps(value).encode()
    return Outgoing("https://models.example", body, headers)


def test_what_is_redacted_passes() -> None:
    text = REDACT(f"token {TOKEN} in /home/somebody/work")
    assert "⟨" in text
    assert is_clean(leaving({"messages": [{"role": "user", "content": text}]}), REDACT)


@pytest.mark.parametrize(
    "value",
    [
        {"messages": [{"content": f"the token is {TOKEN}"}]},
        {"messages": [{"content": f'{{"text": "the token is {TOKEN}"}}'}]},
        {"messages": [{"content": "see /home/somebody/work"}]},
        {"system": TOKEN},
        {TOKEN: "as the name of a field"},
        {"tools": [{"input_schema": {"properties": {"quote": {"enum": ["a", TOKEN]}}}}]},
        [[[[TOKEN]]]],
        TOKEN,
    ],
)
def test_a_secret_anywhere_is_found(value: Any) -> None:
    assert not is_clean(leaving(value), REDACT)


def test_a_secret_that_json_hides_is_found() -> None:
    escaped = "".join(f"\\u{ord(letter):04x}" for letter in TOKEN)
    body = b'{"content": "' + escaped.encode() + b'"}'
    assert TOKEN.encode() not in body
    assert not is_clean(leaving(body), REDACT)


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b'{"content": "cut', JSON),
        (b"\xff\xfe", JSON),
        (b"\xff", {"content-type": "text/plain"}),
        (b"{}", {}),
        (b"{}", {"content-type": "application/octet-stream"}),
        (b"[" * 100_000, JSON),
    ],
)
def test_what_cannot_be_looked_at_does_not_pass(body: bytes, headers: dict[str, str]) -> None:
    assert not is_clean(leaving(body, headers), REDACT)


def test_the_text_of_a_command_is_looked_at_as_it_is() -> None:
    plain = {"content-type": "text/plain"}
    assert is_clean(leaving(b"the events", plain), REDACT)
    assert not is_clean(leaving(f"the events\n{TOKEN}".encode(), plain), REDACT)


def dirty(where: str) -> ModelRequest:
    """A request that some defect let a secret into."""
    text: Any = seal(f"the token is {TOKEN}")
    if where == "schema":
        return a_request(schema={"type": "object", "properties": {TOKEN: {}}})
    return replace(a_request(), **{where: text})


@pytest.mark.parametrize("kind", SERVERS)
@pytest.mark.parametrize("where", ["content", "instructions", "schema"])
def test_a_request_with_a_secret_is_neither_shown_nor_sent(kind: ProviderKind, where: str) -> None:
    run = Run()
    with scripted([says(YES)]) as server:
        answers = run.ask([dirty(where), a_request("clean")], provider(server.url, kind))
    assert [answer.drop for answer in answers] == [DropReason.NOT_REDACTED, None]
    assert (answers[0].calls, len(run.shown), len(server.asked)) == ((), 1, 1)
    assert not any(TOKEN.encode() in one.body for one in (*server.asked, *server.other))


def test_a_repair_is_checked_too() -> None:
    """A redactor that finds more the second time, as after a change of its rules."""
    seen: list[str] = []

    def grows(text: str) -> Redacted:
        seen.append(text)
        bad = "well, yes" in text and seen.count(text) > 1
        return seal("⟨unredactable⟩") if bad else seal(text)

    run = Run(redact=grows)
    with scripted([says("well, yes"), says(YES)]) as server:
        (answer,) = run.ask([a_request()], provider(server.url))
    assert (answer.drop, len(server.asked), len(run.shown)) == (DropReason.NOT_REDACTED, 1, 1)


def test_what_a_model_makes_up_is_redacted_before_it_is_kept_or_sent_back() -> None:
    run = Run()
    with scripted([says(f"the token is {TOKEN}"), says({**YES, "quote": TOKEN})]) as server:
        (answer,) = run.ask([a_request()], provider(server.url))
    assert answer.text is not None
    assert TOKEN not in answer.text
    assert TOKEN.encode() not in server.asked[1].body
    assert TOKEN not in repr(run.cache.kept)


@pytest.mark.parametrize("kind", SERVERS)
def test_every_send_is_shown_with_the_bytes_that_arrive(kind: ProviderKind) -> None:
    """Retries, other ways and repairs too."""
    steps = iter(
        [
            fails(503),
            fails(400, "format json_schema response_format tool_choice tools"),
            says("no JSON"),
            says(YES),
        ]
    )

    def next_step(_asked: Asked) -> Step:
        return next(steps)

    run = Run()
    with scripted(next_step) as server:
        (answer,) = run.ask([a_request()], provider(server.url, kind))
        assert answer.drop is None
        assert len(server.asked) == 4
        assert [one.body for one in run.shown] == [one.body for one in server.asked]
        assert [call.body for call in answer.calls] == [one.body for one in server.asked]
        assert {one.address for one in run.shown} == {server.url + server.asked[0].path}


def test_providers_are_asked_in_one_place_only() -> None:
    """Whoever asks past the check would send what nobody saw.

    A provider comes out of ``reflect.classifier.providers``: files that do not name it have none.
    """
    folder = Path(str(files("reflect")))
    sources = {file: file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*.py"))}
    asking = [
        file.relative_to(folder).as_posix()
        for file, source in sources.items()
        if "classifier.providers" in source
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "ask"
    ]
    assert asking == ["classifier/second_redaction.py"]


def test_what_is_shown_first_can_stop_everything() -> None:
    """A full disk under ``--show-prompts`` ends the run: what cannot be shown is not sent."""

    def full(_leaving: Outgoing) -> None:
        raise OSError

    run = Run()
    run.shown = _Appending(full)
    with scripted([says(YES)]) as server, pytest.raises(OSError):
        run.ask([a_request("one"), a_request("two")], provider(server.url))
    assert server.asked == []


class _Appending(list[Outgoing]):
    """A list that does something else with what it is given."""

    def __init__(self, does: Callable[[Outgoing], None]) -> None:
        super().__init__()
        self.append = does  # type: ignore[method-assign]

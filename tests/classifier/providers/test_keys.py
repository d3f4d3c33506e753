"""Keys: where they are looked for, and that nothing tells them."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from asked_model import YES, Run, a_request
from scripted_model import fails, says, scripted

from reflect.classifier.providers.registry import made
from reflect.errors import NotPermitted, ReflectError, UsageError
from reflect.model.provider_settings import ProviderKind, ProviderSettings

KEY = "made-up-" + "k3y-0f-n0b0dy"


def settings(url: str = "http://127.0.0.1:9", **other: Any) -> ProviderSettings:
    return ProviderSettings("mine", ProviderKind.OPENAI, url=url, **other)


def key_file(tmp_path: Path, content: bytes, mode: int = 0o600) -> str:
    file = tmp_path / "key"
    file.write_bytes(content)
    file.chmod(mode)
    return str(file)


@pytest.mark.parametrize("content", [KEY.encode(), f"{KEY}\n".encode(), f"{KEY}\r\nmore".encode()])
def test_a_key_is_the_first_line_of_its_file(tmp_path: Path, content: bytes) -> None:
    with scripted([says(YES)], key=KEY) as server:
        mine = made(settings(server.url, key_file=key_file(tmp_path, content)), {})
        (answer,) = Run().ask([a_request()], mine)
    assert answer.drop is None


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660])
def test_a_file_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    with pytest.raises(NotPermitted, match="can be read by others") as problem:
        made(settings(key_file=key_file(tmp_path, KEY.encode(), mode)), {})
    assert problem.value.hint.startswith("chmod 600 ")


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"two words", b"\xff\xfe", b"a\x00b", "kéy".encode()]
)
def test_what_can_be_no_key_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(UsageError, match="holds no key"):
        made(settings(key_file=key_file(tmp_path, content)), {})


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o600)
    for name in ("pipe", ".", "absent", "a\0b"):
        with pytest.raises(UsageError):
            made(settings(key_file=str(tmp_path / name)), {})
    with pytest.raises(UsageError, match="no home folder known here"):
        made(settings(key_file="~nobody-of-this-name/key"), {})


def test_a_variable_that_is_not_set_is_named() -> None:
    with pytest.raises(UsageError, match="the variable MY_KEY is not set"):
        made(settings(key_env="MY_KEY"), {"OTHER": KEY})


def test_one_place_is_named_not_two(tmp_path: Path) -> None:
    two = settings(key_env="MY_KEY", key_file=key_file(tmp_path, KEY.encode()))
    with pytest.raises(UsageError, match="both given"):
        made(two, {"MY_KEY": KEY})


def test_a_key_of_the_environment_is_used_only_where_it_is_named() -> None:
    with scripted([says(YES)]) as server:
        Run().ask([a_request()], made(settings(server.url), {"OPENAI_API_KEY": KEY}))
    assert "authorization" not in server.asked[0].headers


def test_no_key_goes_in_the_clear_to_another_machine() -> None:
    with pytest.raises(UsageError, match="in the clear"):
        made(settings("http://models.example", key_env="MY_KEY"), {"MY_KEY": KEY})


@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 500])
def test_no_error_tells_the_key_or_what_the_server_says(status: int) -> None:
    """Servers repeat the key, and the request, in what they say."""
    said = f"incorrect key {KEY}; you sent: the events"
    run = Run()
    with scripted([fails(status, said)]) as server:
        mine = made(settings(server.url, key_env="MY_KEY"), {"MY_KEY": KEY})
        (answer,) = run.ask([a_request()], mine)
        server.lists = False
        server.key = "another"
        with pytest.raises(ReflectError) as problem:
            asyncio.run(mine.facts())
    told = f"{answer.problem} {problem.value.message} {problem.value.hint} {run.shown!r} {mine!r}"
    assert KEY not in told
    assert "you sent" not in answer.problem
    assert "no such key" not in problem.value.message

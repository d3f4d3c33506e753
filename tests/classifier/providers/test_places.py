"""Which addresses are taken, and which of them are this machine."""

import asyncio
from typing import Any

import pytest

from reflect.classifier.providers import places
from reflect.errors import UsageError
from reflect.model.run_vocabulary import Destination


def place(url: str, model: str = "") -> places.Place:
    return asyncio.run(places.place(places.normal(url), model))


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:8080",
        "http://127.9.9.9",
        "http://[::1]:8080/v1",
        "http://localhost:11434",
        "https://LOCALHOST/v1",
    ],
)
def test_loopback_is_this_machine(url: str) -> None:
    assert place(url) == places.Place("this machine", Destination.LOOPBACK)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://models.example/v1", "models.example"),
        ("http://192.168.1.20:11434", "192.168.1.20"),
        ("http://0.0.0.0:8080", "0.0.0.0"),  # noqa: S104 - no address that is bound to
        ("http://127.1:8080", "127.1"),
        ("http://2130706433", "2130706433"),
        ("http://localhost.models.example", "localhost.models.example"),
        ("http://127.0.0.1.models.example", "127.0.0.1.models.example"),
        ("http://models.localhost", "models.localhost"),
        ("http://[::ffff:10.0.0.1]", "::ffff:10.0.0.1"),
        ("http://Models.EXAMPLE", "models.example"),
    ],
)
def test_everything_else_is_remote(url: str, host: str) -> None:
    assert place(url) == places.Place(host, Destination.REMOTE)


@pytest.mark.parametrize("model", ["big:120b-cloud", "big:cloud", "Big:Cloud"])
def test_a_cloud_model_is_remote_through_any_protocol(model: str) -> None:
    found = place("http://127.0.0.1:11434/v1", model)
    assert found == places.Place("ollama.com", Destination.REMOTE)


def test_localhost_that_stands_for_another_machine_is_remote(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def elsewhere(*_: Any) -> list[Any]:
        return [(2, 1, 6, "", ("127.0.0.1", 0)), (2, 1, 6, "", ("10.0.0.7", 0))]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", elsewhere)
    assert place("http://localhost:8080") == places.Place("10.0.0.7", Destination.REMOTE)


@pytest.mark.parametrize(
    "url",
    [
        "127.0.0.1:8080",
        "ftp://models.example",
        "file:///etc/passwd",
        "http://",
        "http://user:pa55@models.example",
        "http://user@models.example",
        "https://models.example/v1?key=abc",
        "https://models.example/v1#part",
        "https://models.example/a b",
        "https://models.example\\@127.0.0.1",
        "https://models.example:port",
        "https://models.example:99999",
        "http://169.254.169.254/latest",
        "http://[::ffff:169.254.169.254]",
        "http://[fe80::1]",
        "http://metadata.google.internal/",
        "http://metadata/",
    ],
)
def test_what_is_no_address_of_a_provider_is_refused(url: str) -> None:
    with pytest.raises(UsageError) as problem:
        places.normal(url)
    assert "pa55" not in problem.value.message
    assert problem.value.hint


@pytest.mark.parametrize("url", ["http://models.example", "http://10.0.0.7:8000"])
def test_a_key_goes_to_another_machine_only_under_tls(url: str) -> None:
    with pytest.raises(UsageError, match="in the clear"):
        places.check_secrecy(url)


@pytest.mark.parametrize("url", ["https://models.example", "http://127.0.0.1:8000"])
def test_a_key_may_go_where_nobody_listens(url: str) -> None:
    places.check_secrecy(url)

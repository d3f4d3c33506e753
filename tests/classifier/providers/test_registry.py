"""Making a provider does nothing: no connection, no program, no module for either."""

import subprocess
import sys
from pathlib import Path

import pytest

from reflect.classifier.providers.registry import made
from reflect.errors import UsageError
from reflect.model.provider_settings import ProviderKind, ProviderSettings

MAKES = """
import socket, sys

def never(*_):
    raise AssertionError("a socket was made")

socket.socket.__init__ = never
socket.getaddrinfo = never

from reflect.classifier import sending
from reflect.classifier.providers.registry import made
from reflect.model.provider_settings import ProviderKind, ProviderSettings

for kind in ProviderKind:
    if kind is not ProviderKind.OPENCODE:
        made(ProviderSettings("mine", kind, model="m", command=("program",)), {"PATH": ""})
print(sorted({"httpx", "httpcore"} & set(sys.modules)))
"""


def test_making_every_kind_opens_no_socket_and_loads_no_client(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", MAKES], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (done.stderr, done.stdout.strip()) == ("", "[]")


def test_the_usual_address_of_a_kind_is_used_where_none_is_named() -> None:
    from asked_model import a_request

    usual = {
        ProviderKind.OPENAI: "https://api.openai.com/v1/chat/completions",
        ProviderKind.ANTHROPIC: "https://api.anthropic.com/v1/messages",
        ProviderKind.OLLAMA: "http://127.0.0.1:11434/api/chat",
        ProviderKind.LLAMA_CPP: "http://127.0.0.1:8080/v1/chat/completions",
    }
    for kind, address in usual.items():
        mine = made(ProviderSettings("mine", kind, model="m"), {})
        assert mine.outgoing(a_request(), mine.modes[0], None).address == address


@pytest.mark.parametrize(("url", "at_once"), [("http://127.0.0.1:1", 1), ("https://a.example", 2)])
def test_a_model_on_this_machine_is_asked_one_thing_at_a_time(url: str, at_once: int) -> None:
    for kind in (ProviderKind.OPENAI, ProviderKind.ANTHROPIC, ProviderKind.OLLAMA):
        assert made(ProviderSettings("mine", kind, url=url), {}).concurrency == at_once


def test_an_address_that_is_none_is_refused_at_once() -> None:
    for kind in (ProviderKind.OPENAI, ProviderKind.ANTHROPIC, ProviderKind.OLLAMA):
        with pytest.raises(UsageError):
            made(ProviderSettings("mine", kind, url="models.example"), {})

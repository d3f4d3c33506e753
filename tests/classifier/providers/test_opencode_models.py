"""Which model answers behind an OpenCode server, and whether anything leaves this machine."""

import asyncio
from typing import Any

import pytest

from reflect.classifier.providers.opencode_models import chosen, place
from reflect.errors import UsageError
from reflect.model.provider_settings import ProviderKind, ProviderSettings
from reflect.model.run_vocabulary import Destination

SETTINGS = ProviderSettings("mine", ProviderKind.OPENCODE)
HERE = "http://127.0.0.1:9/v1"


def answer(provider: str = "mine", base: object = HERE, url: str = "", **model: Any) -> Any:
    options = {"apiKey": "never-shown"} | ({"baseURL": base} if base else {})
    models = {"m1": {"api": {"url": url}, **model}}
    return {"providers": [{"id": provider, "options": options, "models": models}]}


def where(*args: Any, **other: Any) -> tuple[str, Destination]:
    found = asyncio.run(place(chosen(SETTINGS, None, answer(*args, **other))))
    return found.host, found.destination


def test_the_address_of_the_provider_tells_where_it_runs() -> None:
    assert where() == ("this machine", Destination.LOOPBACK)
    assert where(base="http://localhost:9/v1")[1] is Destination.LOOPBACK
    assert where(base="https://models.example/v1") == ("models.example", Destination.REMOTE)
    assert where(base="", url="https://other.example/v1") == ("other.example", Destination.REMOTE)


def test_the_address_of_the_settings_goes_before_that_of_the_model() -> None:
    assert where(base="https://a.example", url=HERE) == ("a.example", Destination.REMOTE)


@pytest.mark.parametrize(
    "base",
    ["", None, 7, "https://${HOST}/v1", "http://127.0.0.1:9/${X}", "nonsense", HERE + "?a=b"],
)
def test_where_no_address_is_told_it_is_remote_and_called_by_its_provider(base: object) -> None:
    assert where(base=base) == ("mine", Destination.REMOTE)


def test_a_gateway_on_this_machine_is_remote() -> None:
    assert where("anthropic") == ("anthropic", Destination.REMOTE)


def test_a_cloud_model_behind_a_server_of_this_machine_is_remote() -> None:
    rows = answer()
    rows["providers"][0]["models"] = {"big:120b-cloud": {}}
    found = asyncio.run(place(chosen(SETTINGS, None, rows)))
    assert found.destination is Destination.REMOTE


def test_an_address_that_could_not_be_shown_is_not_shown() -> None:
    assert where(base="https://bad\x1b[31m.example/v1") == ("mine", Destination.REMOTE)


def both() -> Any:
    rows = answer("one")["providers"] + answer("two")["providers"]
    return {"providers": rows}


def test_the_settings_name_the_model_then_opencode_then_there_is_only_one() -> None:
    wanted = ProviderSettings("mine", ProviderKind.OPENCODE, model="two/m1")
    assert chosen(wanted, "one/m1", both()).name == "two/m1"
    assert chosen(SETTINGS, "one/m1", both()).name == "one/m1"
    assert chosen(SETTINGS, None, answer()).name == "mine/m1"


@pytest.mark.parametrize("configured", [None, 7, "three/m1", "one"])
def test_where_it_is_not_clear_the_user_is_asked(configured: object) -> None:
    with pytest.raises(UsageError) as raised:
        chosen(SETTINGS, configured, both())
    assert "one/m1, two/m1" in raised.value.hint


def test_a_model_that_is_not_there_is_told() -> None:
    wanted = ProviderSettings("mine", ProviderKind.OPENCODE, model="two/m9")
    with pytest.raises(UsageError, match="no model two/m9"):
        chosen(wanted, None, both())


def test_names_that_could_not_be_shown_are_no_models() -> None:
    rows = answer("bad\x1b[31m")["providers"] + answer("a/b")["providers"] + [7, {"id": 3}]
    assert chosen(SETTINGS, None, {"providers": [*rows, *answer()["providers"]]}).name == "mine/m1"


def test_limits_and_tools_are_told() -> None:
    full = answer(limit={"context": 8_000}, capabilities={"toolcall": False})
    found = chosen(SETTINGS, None, full)
    assert (found.context, found.tools) == (8_000, False)
    bare = chosen(SETTINGS, None, answer())
    assert (bare.context, bare.tools) == (0, True)

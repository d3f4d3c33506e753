"""Reads ``[providers.NAME]``: the language models the user may ask."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from reflect.config.checks import check_keys, section, value, words
from reflect.errors import UsageError
from reflect.model.provider_settings import ProviderKind, ProviderSettings

TEXTS = ("url", "model", "key_env", "key_file")
LISTS = ("command", "environment")
PRICES = ("price_in", "price_out")
KEYS = ("kind", *TEXTS, *LISTS, "local", "context", "seconds", *PRICES)

LEAST_CONTEXT = 4_000
"""Tokens below which a definition, one window and a reply do not fit."""


def providers(file: Path, given: Mapping[str, Any]) -> dict[str, ProviderSettings]:
    """All providers by name. Raises ``UsageError``."""
    return {name: _provider(file, name, section(file, given, name)) for name in given}


def _provider(file: Path, name: str, given: Mapping[str, Any]) -> ProviderSettings:
    here = f"providers.{name}"
    check_keys(file, here, given, KEYS)
    kind = _kind(file, here, given.get("kind"))
    texts = {key: value(file, f"{here}.{key}", given.get(key, ""), str) for key in TEXTS}
    lists = {key: words(file, f"{here}.{key}", given.get(key, [])) for key in LISTS}
    prices = {
        key: float(value(file, f"{here}.{key}", given[key], (int, float)))
        for key in PRICES
        if key in given
    }
    default = ProviderSettings(name, kind)
    context = value(file, f"{here}.context", given.get("context", default.context), int)
    seconds = value(file, f"{here}.seconds", given.get("seconds", default.seconds), (int, float))
    local = value(file, f"{here}.local", given.get("local", default.local), bool)
    if context < LEAST_CONTEXT or seconds <= 0 or any(price < 0 for price in prices.values()):
        raise UsageError(
            f"{file}: {here} needs a context of {LEAST_CONTEXT} tokens or more, seconds above 0 "
            "and prices of 0 or more",
            hint=f"edit {file}",
        )
    if texts["url"]:
        _check_url(file, here, texts["url"])
    if (kind is ProviderKind.COMMAND) != bool(lists["command"]):
        raise UsageError(
            f"{file}: {here}.command belongs to a provider of the kind command, which needs one",
            hint=f"edit {file}",
        )
    return ProviderSettings(
        name=name,
        kind=kind,
        url=texts["url"],
        model=texts["model"],
        key_env=texts["key_env"],
        key_file=texts["key_file"],
        command=lists["command"],
        environment=lists["environment"],
        local=local,
        context=context,
        seconds=float(seconds),
        price_in=prices.get("price_in"),
        price_out=prices.get("price_out"),
    )


def _kind(file: Path, here: str, given: object) -> ProviderKind:
    kinds = [kind.value for kind in ProviderKind]
    if given not in kinds:
        raise UsageError(
            f"{file}: {here}.kind must be one of {', '.join(kinds)}", hint=f"edit {file}"
        )
    return ProviderKind(given)


def _check_url(file: Path, here: str, url: str) -> None:
    try:
        parts = urlsplit(url)
        fits = parts.scheme in ("http", "https") and parts.hostname is not None
        secret = parts.username is not None or parts.password is not None or bool(parts.query)
    except ValueError:
        fits, secret = False, False
    if secret:
        raise UsageError(
            f"{file}: {here}.url holds a user, a password or a query",
            hint="name the key with key_env or key_file",
        )
    if not fits:
        raise UsageError(
            f"{file}: {here}.url is no http or https address", hint="write http://HOST:PORT"
        )

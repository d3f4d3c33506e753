"""Reads ``reflect.toml``. The file may be absent; an unknown key is an error."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reflect import paths
from reflect.config.checks import check_keys, section, value, words
from reflect.config.settings import (
    CodeSettings,
    Config,
    ModelSettings,
    ReviewSettings,
    StoreSettings,
)
from reflect.errors import UsageError

if TYPE_CHECKING:
    from reflect.model.provider_settings import ProviderSettings


def load(file: Path | None = None) -> Config:
    """Read the settings; a missing file gives the defaults. Raises ``UsageError``."""
    file = file or paths.config_file()
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return Config()
    except OSError as error:
        raise UsageError(f"{file} cannot be read", hint=f"check the rights of {file}") from error
    import tomllib

    try:
        document = tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} is not valid TOML", hint=f"edit {file}") from error
    check_keys(
        file, "", document, ("review", "stores", "codes", "model", "providers", "thresholds")
    )
    return Config(
        review=_review(file, section(file, document, "review")),
        stores=_stores(file, section(file, document, "stores")),
        codes=_codes(file, section(file, document, "codes")),
        model=_model(file, section(file, document, "model"), document.get("providers", {})),
        providers=_providers(file, section(file, document, "providers")),
        thresholds=_thresholds(file, section(file, document, "thresholds")),
    )


def _review(file: Path, given: Mapping[str, Any]) -> ReviewSettings:
    check_keys(file, "review", given, ("last", "include_automated"))
    default = ReviewSettings()
    last = value(file, "review.last", given.get("last", default.last), int)
    if last < 1:
        raise UsageError(f"{file}: review.last must be at least 1", hint=f"edit {file}")
    automated = given.get("include_automated", default.include_automated)
    return ReviewSettings(last, value(file, "review.include_automated", automated, bool))


def _stores(file: Path, given: Mapping[str, Any]) -> StoreSettings:
    lists = ("extra", "importers", "server", "server_password_file")
    check_keys(file, "stores", given, ("discover", *lists))
    discover = value(file, "stores.discover", given.get("discover", True), bool)
    return StoreSettings(
        discover, *(words(file, f"stores.{key}", given.get(key, [])) for key in lists)
    )


def _codes(file: Path, given: Mapping[str, Any]) -> CodeSettings:
    check_keys(file, "codes", given, ("off", "exceptions"))
    return CodeSettings(
        off=words(file, "codes.off", given.get("off", [])),
        exceptions=words(file, "codes.exceptions", given.get("exceptions", [])),
    )


def _thresholds(file: Path, given: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    thresholds: dict[str, dict[str, float]] = {}
    for code in given:
        thresholds[code] = {
            name: float(value(file, f"thresholds.{code}.{name}", number, (int, float)))
            for name, number in section(file, given, code).items()
        }
    return thresholds


def _model(file: Path, given: Mapping[str, Any], known: Mapping[str, Any]) -> ModelSettings:
    check_keys(file, "model", given, ("provider", "max_tokens", "deadline"))
    default = ModelSettings()
    provider = value(file, "model.provider", given.get("provider", default.provider), str)
    if provider and provider not in known:
        raise UsageError(
            f"{file}: model.provider names {provider}, and there is no [providers.{provider}]",
            hint=f"write [providers.{provider}] with its kind and url",
        )
    most = value(file, "model.max_tokens", given.get("max_tokens", default.max_tokens), int)
    deadline = value(file, "model.deadline", given.get("deadline", default.deadline), (int, float))
    if most < 1 or deadline <= 0:
        raise UsageError(
            f"{file}: model.max_tokens and model.deadline must be above 0", hint=f"edit {file}"
        )
    return ModelSettings(provider, most, float(deadline))


def _providers(file: Path, given: Mapping[str, Any]) -> "Mapping[str, ProviderSettings]":
    if not given:
        return {}
    # Imported here: it parses addresses, and most settings name no provider.
    from reflect.config.providers import providers

    return providers(file, given)

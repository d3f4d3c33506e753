"""What the protocols over HTTP share: the address, the key, the model list, and reading replies."""

import json
import re
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from reflect.classifier.providers import places
from reflect.classifier.providers.http import Endpoint, Said, checked
from reflect.classifier.providers.provider import ProviderError, Rejected, Transient, Unusable
from reflect.errors import NotPermitted, ReflectError, Unreachable, UsageError
from reflect.model.model_request import ProviderFacts
from reflect.model.provider_settings import ProviderSettings

REMOTE_CONCURRENCY = 2
"""Requests at once to a service: enough to hide the network, few enough for its limits."""

LOCAL_CONCURRENCY = 1
"""Requests at once to a model on this machine: it has no more cores for two."""

JSON_HEADERS: Mapping[str, str] = {"content-type": "application/json"}

_MODEL_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@/+-]{0,127}")
_NO_LIST = (404, 405, 501)
_MOST_SHOWN = 5


def concurrency(url: str) -> int:
    """Requests a server may be asked at once."""
    return LOCAL_CONCURRENCY if places.is_loopback(urlsplit(url)) else REMOTE_CONCURRENCY


def endpoint(settings: ProviderSettings, url: str, secret: Mapping[str, str]) -> Endpoint:
    """Where requests go. Raises ``UsageError`` where a key would go in the clear."""
    if secret:
        places.check_secrecy(url)
    return Endpoint(url, secret, settings.seconds)


def facts(settings: ProviderSettings, place: places.Place, model: str) -> ProviderFacts:
    """What is told of a provider before anything is sent."""
    return ProviderFacts(
        provider=settings.name,
        kind=settings.kind.value,
        model=model,
        host=place.host,
        destination=place.destination,
        price_in=settings.price_in,
        price_out=settings.price_out,
    )


async def listed(
    settings: ProviderSettings, to: Endpoint, path: str, headers: Mapping[str, str] | None = None
) -> Mapping[str, object]:
    """The answer to a question without any text of a session; empty where it has no such path.

    Raises:
        ReflectError: it does not answer, wants another key, or is no such server.
    """
    try:
        said = await to.get(path, headers or {})
        value = {} if said.status in _NO_LIST else checked(said)
    except ProviderError as problem:
        raise told(settings, to, problem) from None
    return value if isinstance(value, dict) else {}


def told(settings: ProviderSettings, to: Endpoint, problem: ProviderError) -> ReflectError:
    """An error of a provider in words for the user."""
    where = urlsplit(to.url).hostname
    message = f"{settings.name} at {where}: {problem}"
    if isinstance(problem, Unusable):
        return NotPermitted(message, hint="check its url, model, key_env and key_file")
    if isinstance(problem, Transient):
        return Unreachable(message, hint="start the server, or try again later")
    return Unreachable(message, hint="check its url and kind")


def names(rows: object, *fields: str) -> tuple[str, ...]:
    """Names of models in a list of a server; those that look like none are left out."""
    found = []
    for row in rows if isinstance(rows, list) else ():
        values = (row.get(field) for field in fields) if isinstance(row, dict) else ()
        name = next((value for value in values if isinstance(value, str)), "")
        if _MODEL_NAME.fullmatch(name):
            found.append(name)
    return tuple(found)


def owner(rows: object, model: str) -> str:
    """Whom a list of models names as owner of one of them; empty where it does not say."""
    for row in rows if isinstance(rows, list) else ():
        if member(row, "id") == model:
            return words(member(row, "owned_by"))
    return ""


def chosen(settings: ProviderSettings, known: Iterable[str]) -> str:
    """The model that answers: the one the user names, or the only one there is.

    Raises:
        UsageError: none is named, and there is not exactly one.
    """
    known = tuple(known)
    if settings.model:
        return settings.model
    if len(known) == 1:
        return known[0]
    shown = ", ".join(known[:_MOST_SHOWN])
    hint = f"it has {shown}{' …' if len(known) > _MOST_SHOWN else ''}" if known else "name it"
    raise UsageError(f"{settings.name}: no model is named", hint=f'model = "…": {hint}')


def member(value: object, *path: str | int) -> object:
    """What stands at a path of objects and lists; None where there is nothing."""
    for step in path:
        if isinstance(step, int) and isinstance(value, list):
            value = value[step] if -len(value) <= step < len(value) else None
        elif isinstance(step, str) and isinstance(value, dict):
            value = value.get(step)
        else:
            return None
    return value


def count(value: object) -> int | None:
    """A number of tokens; None for anything else."""
    right = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 40
    return value if isinstance(value, int) and right else None


def words(value: object) -> str:
    """A text, or the texts of a list of parts; empty for anything else."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(words(member(part, "text")) for part in value)
    return ""


def arguments(value: object) -> str:
    """Arguments of a tool as JSON, however the server gives them; empty where there are none."""
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return value if isinstance(value, str) else ""


def is_refusal_of(said: Said, complaint: str, parameters: tuple[str, ...]) -> bool:
    """Whether an answer says that a parameter of the request is not supported.

    Servers use 400, 404, 415 and 422 for that, and llama.cpp's Python server 500.
    """
    return said.status in _NOT_SUPPORTED and any(name in complaint for name in parameters)


def is_too_long(said: Said, complaint: str) -> bool:
    """Whether an answer says that the request is longer than the model can hold."""
    named = said.status in _TOO_LONG and any(words in complaint for words in _LIMITS)
    return said.status == 413 or named


_TOO_LONG = (400, 422, 500)
_LIMITS = (
    "context_length_exceeded",
    "context length",
    "context size",
    "context window",
    "prompt is too long",
)

_NOT_SUPPORTED = (400, 404, 415, 422, 500, 501)


def other_form() -> Rejected:
    """What is raised where a reply has not the form of its protocol."""
    return Rejected("what came is no reply of this protocol")

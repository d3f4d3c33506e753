"""The one place that everything sent to a model goes through: checked again, shown, then sent.

The texts of a request were redacted when they came in. Here the exact bytes that are about to leave
are decoded and every text in them goes through the redactor once more. Where that would change
anything, nothing is sent: a secret that the first pass left, or that cutting and joining brought to
light, ends the request, not the secret alone, because then something is wrong that nobody foresaw.
"""

import json
from collections.abc import Callable, Iterator

from reflect.classifier.providers.provider import Outgoing, OutputMode, Provider
from reflect.model.model_request import Reply


class NotRedacted(Exception):
    """Something in a request is not redacted, or cannot be looked at; it holds nothing of it."""


async def sent(
    provider: Provider,
    outgoing: Outgoing,
    mode: OutputMode,
    redact: Callable[[str], str],
    show: Callable[[Outgoing], None],
) -> Reply:
    """Check, show and send a request.

    Raises:
        NotRedacted: the redactor would change it; it was neither shown nor sent.
        ProviderError: it was sent and not answered.
    """
    if not is_clean(outgoing, redact):
        raise NotRedacted
    show(outgoing)
    return await provider.ask(outgoing, mode)


def is_clean(outgoing: Outgoing, redact: Callable[[str], str]) -> bool:
    """Whether the redactor would leave every text of a request as it is."""
    try:
        return all(redact(text) == text for text in dict.fromkeys(_texts(outgoing)))
    except (ValueError, RecursionError):
        return False


def _texts(outgoing: Outgoing) -> Iterator[str]:
    """Every text of the body, as its reader sees it. Raises ``ValueError`` for what has none."""
    text = outgoing.body.decode("utf-8")
    kind = outgoing.headers.get("content-type", "")
    if kind == "text/plain":
        yield text
    elif kind == "application/json":
        yield from _strings(json.loads(text))
    else:
        raise ValueError(kind)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)

"""What requests would cost: tokens and, where the user gave prices, money. Nothing is sent."""

import json
from collections.abc import Iterable
from math import ceil

from reflect.model.frozen import dataclass
from reflect.model.model_request import ModelRequest, ProviderFacts

CHARACTERS_A_TOKEN = 3.6
"""Of code and prose in European languages."""
WIDE = 0x2E80
"""From here on (Chinese, Japanese, Korean, emoji) a character is about a token."""
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is asked before anything is sent."""

    requests: int
    """Requests; a repair or a second try comes on top."""
    tokens_in: int
    """Tokens read, about."""
    tokens_out: int
    """Tokens written, at most."""
    money: float | None
    """At most, in the currency of the user's prices; None where one of them is not given."""


def tokens(text: str) -> int:
    """About how many tokens a text has."""
    wide = 0 if text.isascii() else sum(1 for c in text if ord(c) >= WIDE)
    return ceil((len(text) - wide) / CHARACTERS_A_TOKEN) + wide


def of_request(request: ModelRequest) -> int:
    """Tokens that one request gives to read, the form of its reply included."""
    form = json.dumps(request.schema, separators=(",", ":"), default=dict)
    return tokens(request.instructions) + tokens(request.content) + tokens(form)


def estimate(requests: Iterable[ModelRequest], facts: ProviderFacts | None = None) -> Estimate:
    """The sum over requests, with the prices of ``facts``."""
    asked = list(requests)
    read = sum(of_request(one) for one in asked)
    written = sum(one.most_output_tokens for one in asked)
    money = None
    if facts is not None and facts.price_in is not None and facts.price_out is not None:
        money = (read * facts.price_in + written * facts.price_out) / MILLION
    return Estimate(len(asked), read, written, money)

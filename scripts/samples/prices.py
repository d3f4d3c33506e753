"""What tokens cost, so that the clients' ledgers of the samples agree with their lines."""

from collections.abc import Iterator

from samples.playback import Playback, Tokens

FRESH, CACHE_READ, CACHE_WRITE, OUTPUT = 4.0, 0.4, 5.0, 15.0
"""Dollars per million tokens, as the ledgers of the recorded client add up."""


def cost(tokens: Tokens) -> float:
    """Dollars of one answer."""
    millionths = (
        tokens.fresh * FRESH
        + tokens.cache_read * CACHE_READ
        + tokens.cache_write * CACHE_WRITE
        + tokens.output * OUTPUT
    )
    return round(millionths / 1_000_000, 6)


def every_answer(playback: Playback) -> Iterator[Tokens]:
    """Tokens of all answers, those of sub-agents included."""
    for exchange in playback.exchanges:
        for answer in exchange.answers:
            yield answer.tokens
            for call in answer.calls:
                if call.child is not None:
                    yield from every_answer(call.child)


def own_answers(playback: Playback) -> Iterator[Tokens]:
    """Tokens of the answers of this session alone."""
    for exchange in playback.exchanges:
        for answer in exchange.answers:
            yield answer.tokens

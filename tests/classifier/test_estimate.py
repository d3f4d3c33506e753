"""What requests would cost is told before they are sent."""

import pytest

from reflect.classifier.estimate import estimate, of_request, tokens
from reflect.classifier.requests import summarise
from reflect.model.model_request import ProviderFacts
from reflect.model.redacted import seal
from reflect.model.run_vocabulary import Destination


def facts(price_in: float | None, price_out: float | None) -> ProviderFacts:
    return ProviderFacts("mine", "openai", "small", "host", Destination.REMOTE, price_in, price_out)


def test_tokens_of_a_text() -> None:
    assert tokens("") == 0
    assert tokens("x" * 36) == 10
    assert tokens("ä" * 36) == 10
    assert tokens("日本語") == 3


def test_the_sum_over_requests() -> None:
    requests = [summarise(seal("two sessions")), summarise(seal("three sessions"))]
    told = estimate(requests)
    assert told.requests == 2
    assert told.tokens_in == sum(map(of_request, requests))
    assert told.tokens_out == 2 * requests[0].most_output_tokens
    assert told.money is None


def test_money_is_told_where_both_prices_are_known() -> None:
    requests = [summarise(seal("two sessions"))]
    told = estimate(requests, facts(2.0, 10.0))
    assert told.money == pytest.approx((told.tokens_in * 2 + told.tokens_out * 10) / 1_000_000)
    assert estimate(requests, facts(2.0, None)).money is None
    assert estimate(requests, facts(None, None)).money is None


def test_the_form_of_the_reply_is_read_too() -> None:
    request = summarise(seal("two sessions"))
    assert of_request(request) > tokens(request.instructions) + tokens(request.content)

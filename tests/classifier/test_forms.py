"""Every form is closed: no other field, no other word, no string or list without an end."""

from collections.abc import Iterator
from typing import Any

import pytest

from reflect.classifier import forms
from reflect.model.judgement import Decision
from reflect.model.model_request import OfferedCode
from reflect.model.redacted import seal
from reflect.model.run_vocabulary import PromptPurpose
from reflect.model.vocabulary import Polarity

CODES = [OfferedCode(name, 0, seal(name)) for name in ("unclear_goal", "late_context")]
IDS = ["e1", "e2", "e3"]


def form(purpose: PromptPurpose) -> Any:
    return forms.of(purpose, CODES, IDS)


def nodes(schema: Any) -> Iterator[Any]:
    yield schema
    for inner in schema.get("properties", {}).values():
        yield from nodes(inner)
    if "items" in schema:
        yield from nodes(schema["items"])


@pytest.mark.parametrize("purpose", PromptPurpose)
def test_everything_is_bounded(purpose: PromptPurpose) -> None:
    for node in nodes(form(purpose)):
        if node["type"] == "object":
            assert node["additionalProperties"] is False
            assert node["required"] == list(node["properties"])
        elif node["type"] == "array":
            assert node["minItems"] <= node["maxItems"] <= 8
        elif node["type"] == "string":
            assert "enum" in node or 0 < node["maxLength"] <= 240
        else:
            assert node["enum"]


def test_a_sweep_may_name_the_codes_offered_and_the_events_sent() -> None:
    schema = form(PromptPurpose.SWEEP)["properties"]["findings"]
    assert schema["maxItems"] == 8
    item = schema["items"]["properties"]
    assert item["code"]["enum"] == ["unclear_goal", "late_context"]
    assert item["event_ids"]["items"]["enum"] == IDS
    assert (item["quote"]["minLength"], item["quote"]["maxLength"]) == (8, 160)
    assert item["key_hint"]["maxLength"] == 80
    assert item["severity"]["enum"] == [1, 2, 3]
    assert item["polarity"]["enum"] == list(Polarity)
    assert item["decision"]["enum"] == ["yes", "unsure"]


def test_an_adjudication_is_one_decision_and_only_a_yes_needs_evidence() -> None:
    schema = form(PromptPurpose.ADJUDICATE)["properties"]
    assert list(schema) == ["event_ids", "quote", "decision"]
    assert schema["decision"]["enum"] == list(Decision)
    assert schema["event_ids"]["minItems"] == schema["quote"]["minLength"] == 0


def test_a_name_is_a_line_and_a_summary_two_sentences() -> None:
    name = form(PromptPurpose.NAME)["properties"]
    assert list(name) == ["line", "polarity", "scope"]
    assert name["line"]["maxLength"] == 120
    sentences = form(PromptPurpose.SUMMARISE)["properties"]["sentences"]
    assert (sentences["maxItems"], sentences["items"]["maxLength"]) == (2, 240)

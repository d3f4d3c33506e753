"""A request once more with half of its events, after a reply that was cut for its length."""

import json
from collections.abc import Sequence
from dataclasses import replace

from reflect.classifier import forms
from reflect.classifier.lines import FENCE, fenced
from reflect.model.model_request import EventKind, ModelRequest
from reflect.model.redacted import Redacted, seal
from reflect.model.run_vocabulary import PromptPurpose

NEAR_BEFORE = 2
"""Events kept before each one that a rule points at, where a window is halved."""
NEAR_AFTER = 1
"""Events kept after it."""


def halves(request: ModelRequest) -> tuple[ModelRequest, ...]:
    """The two halves of a sweep, or one smaller window of an adjudication.

    Events keep their numbers. Empty for names and summaries, and where nothing can be left out.
    """
    record = FENCE.search(request.content)
    if record is None or len(request.events) < 2:
        return ()
    lines = record["lines"].split("\n")
    told = [json.loads(line) for line in lines]
    if request.purpose is PromptPurpose.SWEEP:
        middle = _middle(told)
        shares: list[Sequence[int]] = [range(middle), range(middle, len(lines))]
    elif request.purpose is PromptPurpose.ADJUDICATE:
        shares = [_near(told)]
    else:
        return ()
    made = [_with(request, record.span(), [lines[i] for i in share]) for share in shares]
    return tuple(one for one in made if 0 < len(one.events) < len(request.events))


def _middle(told: Sequence[dict[str, object]]) -> int:
    """The act of the human nearest to the middle, if one stands in the middle half."""
    count = len(told)
    acts = [i for i in range(1, count) if told[i].get("kind") == EventKind.HUMAN]
    near = [i for i in acts if count // 4 <= i <= count - count // 4]
    return min(near, key=lambda i: abs(2 * i - count), default=count // 2)


def _near(told: Sequence[dict[str, object]]) -> list[int]:
    pointed = [i for i, line in enumerate(told) if line.get("pointed_at")]
    near = {j for i in pointed for j in range(i - NEAR_BEFORE, i + NEAR_AFTER + 1)}
    acts = {i for i, line in enumerate(told) if line.get("kind") == EventKind.HUMAN}
    return [i for i in range(len(told)) if i in near or i in acts]


def _with(request: ModelRequest, place: tuple[int, int], lines: Sequence[str]) -> ModelRequest:
    ids = [json.loads(line).get("id") for line in lines]
    events = tuple(event for event in request.events if event.id in ids)
    before, after = request.content[: place[0]], request.content[place[1] :]
    content: Redacted = seal(f"{before}{fenced(lines)}{after}")
    schema = forms.of(request.purpose, request.codes, [event.id for event in events])
    return replace(request, events=events, content=content, schema=schema)

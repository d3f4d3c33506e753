"""``reflect eval --model``: the table shows what was planted, and the rules are what they were."""

from dataclasses import replace
from pathlib import Path

import pytest
from scripted_model import scripted

from reflect import paths, resources
from reflect.config import Config
from reflect.model.evaluation import Evaluation
from reflect.model.judgement import DropReason
from reflect.model.model_evaluation import Answered, Hits, ModelEvaluation
from reflect.model.provider_settings import ProviderKind, ProviderSettings
from reflect.model.run_vocabulary import Consent, PromptPurpose
from reflect.pipeline.codes import chosen
from reflect.pipeline.evaluating import EvalRequest, evaluate
from reflect.pipeline.model.ask import ModelAsk
from tests.evaluation.planted_model import SUGGESTED, Planted, planted

SESSIONS = resources.shipped("sample_sessions") / "claude_code"
FILES = sorted(str(file.relative_to(SESSIONS)) for file in SESSIONS.glob("projects/*/*.jsonl"))

YES = (Answered.YES,)
NOT_CONFIRMED = (Answered.NO, Answered.UNSURE, Answered.DROPPED)


def measured(labels: Path, url: str = "", *, refresh: bool = False) -> Evaluation:
    """What the command measures, with the model at ``url`` or without one."""
    ask = None
    if url:
        settings = ProviderSettings("here", ProviderKind.OPENAI, f"{url}/v1", "made-up-1")
        ask = ModelAsk(settings, lambda _: Consent.FLAG, None, 10**6, 600.0, refresh)
    request = EvalRequest((labels,), SESSIONS, model=ask)
    return evaluate(request, chosen(Config(), paths.config_file()), lambda *_: None)


def beside(found: Evaluation) -> ModelEvaluation:
    """What it says of the model."""
    assert found.model is not None
    return found.model


def counts(hits: Hits) -> tuple[int, int, int]:
    """Findings, right, judged."""
    return hits.findings, hits.precision.hits, hits.precision.of


def expected(told: Planted, code: str, some: tuple[Answered, ...]) -> tuple[int, int, int]:
    """The same, of what was planted: every finding has a label."""
    true = [
        one.true
        for place, one in enumerate(told.findings)
        if told.answer(place) in some and code in ("", one.code)
    ]
    return len(true), sum(true), len(true)


@pytest.mark.parametrize(("probability", "seed"), [(1.0, 1), (0.7, 2), (0.0, 3)])
def test_the_table_shows_what_was_planted(tmp_path: Path, probability: float, seed: int) -> None:
    told = planted(SESSIONS, FILES, probability, seed)
    labels = tmp_path / "labels.jsonl"
    labels.write_text(told.labels(), encoding="utf-8")
    rules = measured(labels)
    with scripted(told.script) as server:
        found = measured(labels, server.url)
    assert replace(found, model=None) == rules

    model = beside(found)
    answers = [told.answer(place) for place in range(len(told.findings))]
    assert len(answers) >= 15
    assert dict(model.total.answers) == {one: answers.count(one) for one in Answered}
    for name, sides in [("", model.total), *((one.code, one.sides) for one in model.codes)]:
        assert counts(sides.rules) == expected(told, name, tuple(Answered))
        assert counts(sides.confirmed) == expected(told, name, YES)
        assert counts(sides.rule_only) == expected(told, name, NOT_CONFIRMED)
        assert counts(sides.unanswered) == expected(told, name, (Answered.UNANSWERED,))
    assert {one.code for one in model.codes} == {one.code for one in told.findings}
    for one in rules.codes:
        beside_it = next(two for two in model.codes if two.code == one.code)
        assert beside_it.sides.rules.precision == one.precision

    made = [one.true for place, one in enumerate(told.suggestions) if told.suggests(place)]
    suggested = {one.code: counts(one.hits) for one in model.suggested}
    assert suggested == {SUGGESTED: (len(made), sum(made), len(made))}
    true = sum(one.true for one in told.suggestions)
    assert [(one.recall.hits, one.recall.of) for one in model.suggested] == [(sum(made), true)]
    run = model.run
    assert run.requests[PromptPurpose.ADJUDICATE] == len(told.findings)
    assert dict(run.dropped) == {
        DropReason.NO_REPLY: answers.count(Answered.UNANSWERED),
        DropReason.QUOTE: answers.count(Answered.DROPPED),
    }
    assert run.said == run.kept + sum(run.dropped.values())

"""What a model said of labelled sessions, under the names of the contract, with their schema."""

from reflect.model.evaluation import Share
from reflect.model.judgement import DropReason
from reflect.model.model_evaluation import Answered, Hits, ModelEvaluation, Sides
from reflect.model.provider_settings import ProviderKind
from reflect.model.run_vocabulary import Consent, Destination, PromptPurpose
from reflect.reports.closed_schema import Schema
from reflect.reports.json_rows import Answer
from reflect.reports.schema_parts import COUNT, SECONDS, TEXT, list_of, object_of, words

PLACES = 4
"""Decimal places of shares: more would claim more than small counts know."""

SENT = (PromptPurpose.ADJUDICATE, PromptPurpose.SWEEP)
"""Purposes of what is asked; patterns and reviews have no labels."""


def share(one: Share) -> Answer:
    """A share with its counts and its interval."""
    return {
        "hits": one.hits,
        "of": one.of,
        "value": None if one.value is None else round(one.value, PLACES),
        "low": round(one.low, PLACES),
        "high": round(one.high, PLACES),
    }


def answer(shown: ModelEvaluation) -> Answer:
    """``model`` of an evaluation."""
    run = shown.run
    return {
        "provider": run.facts.provider,
        "kind": run.facts.kind,
        "model": run.facts.model,
        "host": run.facts.host,
        "destination": run.facts.destination.value,
        "consent": run.consent.value,
        "requests": {one.value: run.requests.get(one, 0) for one in SENT},
        "cached": run.cached,
        "tokens_in": run.tokens_in,
        "tokens_out": run.tokens_out,
        "seconds": round(run.seconds, 1),
        "said": run.said,
        "kept": run.kept,
        "dropped": {one.value: run.dropped.get(one, 0) for one in DropReason},
        "stopped": run.stopped,
        "total": _sides(shown.total),
        "codes": [
            {"code": one.code, "version": one.version, "sides": _sides(one.sides)}
            for one in shown.codes
        ],
        "suggested": [
            {"code": one.code, "hits": _hits(one.hits), "recall": share(one.recall)}
            for one in shown.suggested
        ],
    }


def _hits(one: Hits) -> Answer:
    return {"findings": one.findings, "precision": share(one.precision)}


def _sides(one: Sides) -> Answer:
    return {
        "rules": _hits(one.rules),
        "confirmed": _hits(one.confirmed),
        "rule_only": _hits(one.rule_only),
        "unanswered": _hits(one.unanswered),
        "answers": {word.value: one.answers[word] for word in Answered},
        "recall": share(one.recall),
        "recall_confirmed": share(one.recall_confirmed),
    }


def schema(share_schema: Schema) -> Schema:
    """The JSON Schema of ``model``."""
    hits = object_of(findings=COUNT, precision=share_schema)
    sides = object_of(
        rules=hits,
        confirmed=hits,
        rule_only=hits,
        unanswered=hits,
        answers=object_of(**{word.value: COUNT for word in Answered}),
        recall=share_schema,
        recall_confirmed=share_schema,
    )
    return object_of(
        provider=TEXT,
        kind=words(ProviderKind),
        model=TEXT,
        host=TEXT,
        destination=words(Destination),
        consent=words(Consent),
        requests=object_of(**{one.value: COUNT for one in SENT}),
        cached=COUNT,
        tokens_in=COUNT,
        tokens_out=COUNT,
        seconds=SECONDS,
        said=COUNT,
        kept=COUNT,
        dropped=object_of(**{one.value: COUNT for one in DropReason}),
        stopped=TEXT,
        total=sides,
        codes=list_of(object_of(code=TEXT, version=COUNT, sides=sides)),
        suggested=list_of(object_of(code=TEXT, hits=hits, recall=share_schema)),
    )

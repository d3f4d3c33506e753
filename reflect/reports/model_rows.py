"""What a model was asked and said, under the names of the contract."""

from reflect.model.judgement import Consensus, DropReason
from reflect.model.model_run import ModelRun
from reflect.model.provider_settings import ProviderKind
from reflect.model.run_vocabulary import Consent, Destination, PromptPurpose
from reflect.reports import json_rows
from reflect.reports.closed_schema import Schema
from reflect.reports.json_rows import Answer
from reflect.reports.schema_parts import COUNT, TEXT, list_of, object_of, words


def model_run(run: ModelRun) -> Answer:
    """``model`` of a review."""
    facts = run.facts
    return {
        "provider": facts.provider,
        "kind": facts.kind,
        "model": facts.model,
        "host": facts.host,
        "destination": facts.destination.value,
        "consent": run.consent.value,
        "requests": {one.value: run.requests.get(one, 0) for one in PromptPurpose},
        "cached": run.cached,
        "tokens_in": run.tokens_in,
        "tokens_out": run.tokens_out,
        "said": run.said,
        "kept": run.kept,
        "dropped": {one.value: run.dropped.get(one, 0) for one in DropReason},
        "verdicts": [{"finding": id_, "consensus": one.value} for id_, one in run.verdicts.items()],
        "suggested": [json_rows.finding(row) for row in run.suggested],
        "names": [{"pattern": id_, "line": str(line)} for id_, line in run.names.items()],
        "summary": [str(one) for one in run.summary],
        "stopped": run.stopped,
    }


def schema(finding: Schema) -> Schema:
    """The JSON Schema of ``model``."""
    return object_of(
        provider=TEXT,
        kind=words(ProviderKind),
        model=TEXT,
        host=TEXT,
        destination=words(Destination),
        consent=words(Consent),
        requests=object_of(**{one.value: COUNT for one in PromptPurpose}),
        cached=COUNT,
        tokens_in=COUNT,
        tokens_out=COUNT,
        said=COUNT,
        kept=COUNT,
        dropped=object_of(**{one.value: COUNT for one in DropReason}),
        verdicts=list_of(object_of(finding=TEXT, consensus=words(Consensus))),
        suggested=list_of(finding),
        names=list_of(object_of(pattern=TEXT, line=TEXT)),
        summary=list_of(TEXT),
        stopped=TEXT,
    )

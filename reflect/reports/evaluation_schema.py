"""The JSON Schema of the answer of ``reflect eval``."""

from reflect.model.vocabulary import Stability
from reflect.reports import evaluation_model_rows
from reflect.reports.closed_schema import Schema
from reflect.reports.schema_parts import (
    COUNT,
    COUNTS_BY_NAME,
    SHARE,
    SHARE_OR_NULL,
    TEXT,
    list_of,
    object_of,
    or_null,
    words,
)


def properties() -> dict[str, Schema]:
    """The fields beside ``schema`` and ``command``."""
    return {
        "label_set": TEXT,
        "acts": or_null(_acts()),
        "codes": list_of(_code()),
        "unused_categories": COUNTS_BY_NAME,
        "model": or_null(evaluation_model_rows.schema(_share())),
    }


def _acts() -> Schema:
    named = list_of(_measure(name=TEXT))
    return object_of(
        coverage=object_of(
            labels=COUNT,
            compared=COUNT,
            disputed=COUNT,
            unread=COUNT,
            sessions=COUNT,
            sessions_unread=COUNT,
            unlabelled=COUNT,
        ),
        pushback=_measure(),
        disputed=_measure(),
        fold_f1=list_of(SHARE),
        authors=_measure(),
        agreement=object_of(share=_share(), kappa={"type": ["number", "null"], "maximum": 1}),
        baselines=named,
        by_agent=named,
        by_language=named,
        by_confidence=named,
        by_act=named,
        confusion=list_of(object_of(label=TEXT, found=TEXT, rows=COUNT)),
        signal_kinds=list_of(_ablation()),
        signals=list_of(_ablation()),
        misses=list_of(_reference()),
        false_alarms=list_of(_reference()),
    )


def _share() -> Schema:
    return object_of(hits=COUNT, of=COUNT, value=SHARE_OR_NULL, low=SHARE, high=SHARE)


def _measure(**before: Schema) -> Schema:
    return object_of(
        **before,
        n=COUNT,
        sessions=COUNT,
        precision=_share(),
        recall=_share(),
        f1=SHARE_OR_NULL,
        f1_low=SHARE_OR_NULL,
        f1_high=SHARE_OR_NULL,
    )


def _ablation() -> Schema:
    return object_of(name=TEXT, spoke=COUNT, right=COUNT, without=_measure())


def _reference() -> Schema:
    return object_of(file=TEXT, record=TEXT, label=TEXT, found=TEXT, signals=list_of(TEXT))


def _code() -> Schema:
    return object_of(
        code=TEXT,
        version=COUNT,
        findings=COUNT,
        precision=_share(),
        recall=_share(),
        stability=words(Stability),
        wrong=list_of(_reference()),
        missed=list_of(_reference()),
    )

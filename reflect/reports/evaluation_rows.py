"""The answer of ``reflect eval`` as plain values, in the order of its schema."""

from collections.abc import Sequence

from reflect.model.evaluation import (
    Ablation,
    ActsEvaluation,
    CodeMeasure,
    Evaluation,
    Measure,
    NamedMeasure,
    Reference,
)
from reflect.reports import evaluation_model_rows
from reflect.reports.evaluation_model_rows import PLACES, share
from reflect.reports.json_rows import Answer


def answer(shown: Evaluation) -> Answer:
    """``reflect eval``."""
    return {
        "schema": "reflect/1",
        "command": "eval",
        "label_set": shown.label_set,
        "acts": None if shown.acts is None else _acts(shown.acts),
        "codes": [_code(one) for one in shown.codes],
        "unused_categories": dict(shown.unused),
        "model": None if shown.model is None else evaluation_model_rows.answer(shown.model),
    }


def _acts(acts: ActsEvaluation) -> Answer:
    found = acts.coverage
    return {
        "coverage": {
            "labels": found.labels,
            "compared": found.compared,
            "disputed": found.disputed,
            "unread": found.unread,
            "sessions": found.sessions,
            "sessions_unread": found.sessions_unread,
            "unlabelled": found.unlabelled,
        },
        "pushback": _measure(acts.pushback),
        "disputed": _measure(acts.disputed),
        "fold_f1": [round(value, PLACES) for value in acts.fold_f1],
        "authors": _measure(acts.authors),
        "agreement": {
            "share": share(acts.agreement.share),
            "kappa": _rounded(acts.agreement.kappa),
        },
        "baselines": _named(acts.baselines),
        "by_agent": _named(acts.by_agent),
        "by_language": _named(acts.by_language),
        "by_confidence": _named(acts.by_confidence),
        "by_act": _named(acts.by_act),
        "confusion": [
            {"label": label, "found": name, "rows": rows}
            for label, counts in acts.confusion.items()
            for name, rows in counts.items()
        ],
        "signal_kinds": [_ablation(one) for one in acts.signal_kinds],
        "signals": [_ablation(one) for one in acts.signals],
        "misses": _references(acts.misses),
        "false_alarms": _references(acts.false_alarms),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, PLACES)


def _measure(one: Measure) -> Answer:
    return {
        "n": one.n,
        "sessions": one.sessions,
        "precision": share(one.precision),
        "recall": share(one.recall),
        "f1": _rounded(one.f1),
        "f1_low": _rounded(one.f1_low),
        "f1_high": _rounded(one.f1_high),
    }


def _named(rows: Sequence[NamedMeasure]) -> list[Answer]:
    return [{"name": row.name, **_measure(row.measure)} for row in rows]


def _ablation(one: Ablation) -> Answer:
    return {
        "name": one.name,
        "spoke": one.spoke,
        "right": one.right,
        "without": _measure(one.without),
    }


def _references(rows: Sequence[Reference]) -> list[Answer]:
    return [
        {
            "file": row.file,
            "record": row.record,
            "label": row.expected,
            "found": row.found,
            "signals": list(row.signals),
        }
        for row in rows
    ]


def _code(one: CodeMeasure) -> Answer:
    return {
        "code": one.code,
        "version": one.version,
        "findings": one.findings,
        "precision": share(one.precision),
        "recall": share(one.recall),
        "stability": one.stability.value,
        "wrong": _references(one.wrong),
        "missed": _references(one.missed),
    }

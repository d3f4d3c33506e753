"""How good the acts are: pushback and every act, by part, with what each signal contributes."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from reflect.evaluation import baselines
from reflect.evaluation.joining import JudgedAct
from reflect.evaluation.measures import Decision, measure, share
from reflect.model.evaluation import (
    NO_TURN,
    Ablation,
    ActsEvaluation,
    Agreement,
    LabelCoverage,
    Measure,
    NamedMeasure,
    Reference,
    act_name,
)
from reflect.model.vocabulary import Act

FOLDS = 5
"""Parts of the sessions whose F1 is told apart."""

THRESHOLDS = (0.0, 0.7, 0.75, 0.8, 0.9)
"""Confidences from which pushback is counted."""


def evaluate(
    rows: Sequence[JudgedAct],
    silenced: Mapping[str, Sequence[JudgedAct]],
    kinds: Mapping[str, Sequence[str]],
    coverage: LabelCoverage,
) -> ActsEvaluation:
    """Measure the acts.

    ``silenced`` holds the same rows once more for each signal and each kind of signals, labelled
    without it; ``kinds`` maps a kind to the names of its signals.
    """
    sure = [row for row in rows if row.label.sure]
    return ActsEvaluation(
        coverage=coverage,
        pushback=_pushback(sure),
        disputed=_pushback([row for row in rows if not row.label.sure]),
        fold_f1=_folds(sure),
        authors=measure(
            [Decision(r.label.file, r.label.act is not None, r.turn is not None) for r in sure]
        ),
        agreement=_agreement(rows),
        baselines=_baselines(sure),
        by_agent=_parts(sure, lambda row: row.agent),
        by_language=_parts(sure, lambda row: row.label.language),
        by_confidence=tuple(_from_confidence(sure, least) for least in THRESHOLDS),
        by_act=_by_act(sure),
        confusion=_confusion(sure),
        signal_kinds=tuple(
            _ablation(kind, names, sure, silenced[kind])
            for kind, names in kinds.items()
            if kind in silenced
        ),
        signals=_signals(sure, silenced, kinds),
        misses=_references(row for row in sure if row.is_pushback and not row.found_pushback),
        false_alarms=_references(row for row in sure if row.found_pushback and not row.is_pushback),
    )


def _pushback(rows: Sequence[JudgedAct]) -> Measure:
    return measure([Decision(r.label.file, r.is_pushback, r.found_pushback) for r in rows])


def _folds(rows: Sequence[JudgedAct]) -> tuple[float, ...]:
    """F1 of each part. Sessions are dealt by a hash of their file, so nobody chose the parts."""
    parts: defaultdict[int, list[JudgedAct]] = defaultdict(list)
    for row in rows:
        parts[int(hashlib.sha256(row.label.file.encode()).hexdigest(), 16) % FOLDS].append(row)
    found = (_pushback(parts[number]).f1 for number in sorted(parts))
    return tuple(value for value in found if value is not None)


def _agreement(rows: Sequence[JudgedAct]) -> Agreement:
    agreed = share(sum(row.label.agreed for row in rows), len(rows))
    counts = Counter(act_name(row.label.act) for row in rows)
    chance = sum((count / len(rows)) ** 2 for count in counts.values()) if rows else 1.0
    observed = agreed.value
    kappa = None if observed is None or chance >= 1.0 else (observed - chance) / (1 - chance)
    return Agreement(agreed, kappa)


def _baselines(rows: Sequence[JudgedAct]) -> tuple[NamedMeasure, ...]:
    most = baselines.majority(rows)
    ways: dict[str, Callable[[JudgedAct], bool]] = {
        "majority": lambda _row: most,
        "every human row": lambda row: row.turn is not None,
        "naive word list": baselines.naive_words,
    }
    return tuple(
        NamedMeasure(
            name, measure([Decision(r.label.file, r.is_pushback, decide(r)) for r in rows])
        )
        for name, decide in ways.items()
    )


def _parts(rows: Sequence[JudgedAct], part: Callable[[JudgedAct], str]) -> tuple[NamedMeasure, ...]:
    parts: defaultdict[str, list[JudgedAct]] = defaultdict(list)
    for row in rows:
        parts[part(row)].append(row)
    return tuple(NamedMeasure(name, _pushback(parts[name])) for name in sorted(parts))


def _from_confidence(rows: Sequence[JudgedAct], least: float) -> NamedMeasure:
    decisions = [
        Decision(
            row.label.file,
            row.is_pushback,
            row.found_pushback and row.turn is not None and row.turn.confidence >= least,
        )
        for row in rows
    ]
    return NamedMeasure(f"{least:.2f}", measure(decisions))


def _by_act(rows: Sequence[JudgedAct]) -> tuple[NamedMeasure, ...]:
    present = {row.label.act for row in rows} | {row.found for row in rows}
    return tuple(
        NamedMeasure(
            act.value,
            measure([Decision(r.label.file, r.label.act is act, r.found is act) for r in rows]),
        )
        for act in Act
        if act in present
    )


def _confusion(rows: Sequence[JudgedAct]) -> Mapping[str, Mapping[str, int]]:
    table: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        found = NO_TURN if row.found is None else row.found.value
        table[act_name(row.label.act)][found] += 1
    return {name: dict(sorted(table[name].items())) for name in sorted(table)}


def _signals(
    rows: Sequence[JudgedAct],
    silenced: Mapping[str, Sequence[JudgedAct]],
    kinds: Mapping[str, Sequence[str]],
) -> tuple[Ablation, ...]:
    names = [name for names in kinds.values() for name in names if name in silenced]
    found = [_ablation(name, (name,), rows, silenced[name]) for name in names]
    spoke = [one for one in found if one.spoke]
    return tuple(sorted(spoke, key=lambda one: (one.without.f1 or 0.0, one.name)))


def _ablation(
    name: str, signals: Iterable[str], rows: Sequence[JudgedAct], without: Sequence[JudgedAct]
) -> Ablation:
    wanted = set(signals)
    spoke = [
        row for row in rows if row.turn and row.found_pushback and wanted & set(row.turn.signals)
    ]
    kept = [row for row in without if row.label.sure]
    return Ablation(
        name=name,
        spoke=len(spoke),
        right=sum(row.is_pushback for row in spoke),
        without=measure(
            [Decision(r.label.file, r.is_pushback, r.found_pushback) for r in kept], draws=0
        ),
    )


def _references(rows: Iterable[JudgedAct]) -> tuple[Reference, ...]:
    return tuple(
        Reference(
            file=row.label.file,
            record=row.label.record,
            expected=act_name(row.label.act),
            found=NO_TURN if row.found is None else row.found.value,
            signals=row.turn.signals if row.turn else (),
        )
        for row in rows
    )

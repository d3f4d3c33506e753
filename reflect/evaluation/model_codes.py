"""How good codes are with a model beside the rules: the same labels, the hits by what it said."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from reflect.evaluation import codes
from reflect.evaluation.codes import Cited
from reflect.evaluation.label_files import Labels
from reflect.evaluation.measures import share
from reflect.model.evaluation import CodeMeasure, Share
from reflect.model.frozen import dataclass
from reflect.model.model_evaluation import Answered, Hits, RuleBesideModel, Sides, Suggested

EVERY = tuple(Answered)
CONFIRMED = (Answered.YES,)
RULE_ONLY = (Answered.NO, Answered.UNSURE, Answered.DROPPED)
NOBODY = (Answered.UNANSWERED,)


@dataclass(frozen=True, slots=True)
class AnsweredHit:
    """A finding of a rule with what the model said of it."""

    hit: Cited
    """The finding."""
    answer: Answered
    """What is left of the answer."""


def evaluate(
    labels: Labels, hits: Sequence[AnsweredHit], versions: Mapping[str, int], read: Sequence[str]
) -> tuple[RuleBesideModel, ...]:
    """Measure each code that has a finding or a label, by name.

    ``versions`` maps a code to the version that made the findings; ``read`` are the files of the
    labelled sessions that were read. The figures of the rules are those of ``codes.evaluate``.
    """
    parts: dict[tuple[Answered, ...], Mapping[str, CodeMeasure]] = {}
    for some in (EVERY, CONFIRMED, RULE_ONLY, NOBODY):
        chosen = [one.hit for one in hits if one.answer in some]
        measured, _ = codes.evaluate(labels, chosen, versions, read)
        parts[some] = {one.code: one for one in measured}
    answers = {name: Counter(one.answer for one in hits if one.hit.code == name)
               for name in versions}  # fmt: skip

    def sides(name: str) -> Sides:
        told = answers[name]
        rules, confirmed, rule_only, unanswered = (
            Hits(sum(told[one] for one in some), _precision(found.get(name)))
            for some, found in parts.items()
        )
        return Sides(
            rules=rules,
            confirmed=confirmed,
            rule_only=rule_only,
            unanswered=unanswered,
            answers={one: told[one] for one in Answered},
            recall=_recall(parts[EVERY].get(name)),
            recall_confirmed=_recall(parts[CONFIRMED].get(name)),
        )

    return tuple(
        RuleBesideModel(name, versions[name], sides(name))
        for name in sorted(versions)
        if answers[name] or name in parts[EVERY]
    )


def total(measured: Iterable[RuleBesideModel]) -> Sides:
    """The findings of all these codes together."""
    every = [one.sides for one in measured]
    return Sides(
        rules=_sum(one.rules for one in every),
        confirmed=_sum(one.confirmed for one in every),
        rule_only=_sum(one.rule_only for one in every),
        unanswered=_sum(one.unanswered for one in every),
        answers={word: sum(one.answers[word] for one in every) for word in Answered},
        recall=_both(one.recall for one in every),
        recall_confirmed=_both(one.recall_confirmed for one in every),
    )


def suggestions(
    labels: Labels, hits: Sequence[Cited], names: Collection[str], read: Sequence[str]
) -> tuple[Suggested, ...]:
    """Measure what a model alone found, of the codes ``names``, which no rule finds, by name."""
    found, _ = codes.evaluate(labels, hits, dict.fromkeys(names, 0), read)
    measured = {one.code: one for one in found}
    counts = Counter(one.code for one in hits)
    return tuple(
        Suggested(
            name, Hits(counts[name], _precision(measured.get(name))), _recall(measured.get(name))
        )
        for name in sorted(names)
        if counts[name] or name in measured
    )


def _precision(measured: CodeMeasure | None) -> Share:
    return measured.precision if measured else share(0, 0)


def _recall(measured: CodeMeasure | None) -> Share:
    return measured.recall if measured else share(0, 0)


def _sum(some: Iterable[Hits]) -> Hits:
    every = list(some)
    return Hits(sum(one.findings for one in every), _both(one.precision for one in every))


def _both(some: Iterable[Share]) -> Share:
    every = list(some)
    return share(sum(one.hits for one in every), sum(one.of for one in every))

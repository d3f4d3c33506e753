"""Hits by what a model said of them, and suggestions, against the same labels."""

from dataclasses import replace

from reflect.evaluation import model_codes
from reflect.evaluation.codes import Cited, evaluate
from reflect.evaluation.label_files import Labels, MomentLabel, VerdictLabel
from reflect.evaluation.model_codes import AnsweredHit
from reflect.model.evaluation import Share
from reflect.model.model_evaluation import Answered, Hits, RuleBesideModel

NOTHING = Labels((), (), ())
VERSIONS = {"edit_before_read": 2, "failed_edit": 1, "repeated_failure": 1}
READ = ["a.jsonl"]


def hit(record: str, answer: Answered, code: str = "edit_before_read") -> AnsweredHit:
    return AnsweredHit(Cited("a.jsonl", code, (record,)), answer)


def verdicts(**right: bool) -> tuple[VerdictLabel, ...]:
    return tuple(
        VerdictLabel("a.jsonl", record.removeprefix("r"), "edit_before_read", 2, value)
        for record, value in right.items()
    )


def measured(labels: Labels, *hits: AnsweredHit) -> dict[str, RuleBesideModel]:
    return {one.code: one for one in model_codes.evaluate(labels, hits, VERSIONS, READ)}


def counts(hits: Hits) -> tuple[int, int, int]:
    """Findings, right, judged."""
    return hits.findings, hits.precision.hits, hits.precision.of


def pair(share: Share) -> tuple[int, int]:
    return share.hits, share.of


HITS = (
    hit("10", Answered.YES),
    hit("20", Answered.YES),
    hit("30", Answered.NO),
    hit("40", Answered.UNSURE),
    hit("50", Answered.DROPPED),
    hit("60", Answered.UNANSWERED),
    hit("70", Answered.YES),
)
JUDGED = replace(
    NOTHING, verdicts=verdicts(r10=True, r20=False, r30=False, r40=True, r50=False, r60=True)
)


def test_hits_are_judged_apart_by_what_the_model_said() -> None:
    one = measured(JUDGED, *HITS)["edit_before_read"].sides
    assert counts(one.rules) == (7, 3, 6)
    assert counts(one.confirmed) == (3, 1, 2)
    assert counts(one.rule_only) == (3, 1, 3)
    assert counts(one.unanswered) == (1, 1, 1)
    assert dict(one.answers) == {
        Answered.YES: 3,
        Answered.NO: 1,
        Answered.UNSURE: 1,
        Answered.DROPPED: 1,
        Answered.UNANSWERED: 1,
    }


def test_the_rules_are_measured_as_without_a_model() -> None:
    alone, _ = evaluate(JUDGED, [one.hit for one in HITS], VERSIONS, READ)
    one = measured(JUDGED, *HITS)["edit_before_read"]
    assert (one.version, one.sides.rules.precision) == (2, alone[0].precision)


def test_a_moment_is_found_by_the_rules_and_perhaps_by_confirmed_hits() -> None:
    moments = tuple(MomentLabel("a.jsonl", r, "edit_before_read") for r in ("11", "31", "200"))
    one = measured(replace(NOTHING, moments=moments), *HITS)["edit_before_read"].sides
    assert (pair(one.recall), pair(one.recall_confirmed)) == ((2, 3), (1, 3))


def test_codes_have_a_row_for_a_finding_or_a_label_and_add_up() -> None:
    labels = replace(JUDGED, moments=(MomentLabel("a.jsonl", "5", "repeated_failure"),))
    every = measured(labels, *HITS, hit("1", Answered.NO, "failed_edit"))
    assert list(every) == ["edit_before_read", "failed_edit", "repeated_failure"]
    assert counts(every["failed_edit"].sides.rule_only) == (1, 0, 0)
    assert pair(every["repeated_failure"].sides.recall) == (0, 1)
    total = model_codes.total(every.values())
    assert counts(total.rules) == (8, 3, 6)
    assert counts(total.rule_only) == (4, 1, 3)
    assert pair(total.recall) == (0, 1)
    assert total.answers[Answered.NO] == 2


def test_suggestions_are_judged_by_verdicts_and_moments() -> None:
    labels = replace(
        NOTHING,
        moments=(
            MomentLabel("a.jsonl", "30", "late_context"),
            MomentLabel("a.jsonl", "90", "unclear_goal"),
        ),
        verdicts=(
            VerdictLabel("a.jsonl", "10", "unclear_goal", 0, right=True),
            VerdictLabel("a.jsonl", "20", "unclear_goal", 0, right=False),
            VerdictLabel("a.jsonl", "40", "unclear_goal", 1, right=True),
        ),
    )
    said = [Cited("a.jsonl", "unclear_goal", (r,)) for r in ("10", "20", "40", "50")]
    names = ("late_context", "missing_acceptance", "unclear_goal")
    every = model_codes.suggestions(labels, said, names, READ)
    assert [one.code for one in every] == ["late_context", "unclear_goal"]
    assert (counts(every[0].hits), pair(every[0].recall)) == ((0, 0, 0), (0, 1))
    assert (counts(every[1].hits), pair(every[1].recall)) == ((4, 1, 2), (0, 1))

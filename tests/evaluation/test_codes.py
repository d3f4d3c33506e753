"""Codes: a hit is right, wrong, or nothing is known about it; a picked moment is found or not."""

from dataclasses import replace

from reflect.evaluation.codes import Cited, evaluate
from reflect.evaluation.label_files import ActLabel, Labels, MomentLabel, VerdictLabel
from reflect.evaluation.stability_file import render
from reflect.model.evaluation import CodeMeasure
from reflect.model.vocabulary import Act, Stability

NOTHING = Labels((), (), ())
VERSIONS = {"correction_after_claim": 1, "edit_before_read": 2, "repeated_failure": 1}


def act(record: str, what: Act | None, *, sure: bool = True) -> ActLabel:
    return ActLabel("a.jsonl", record, what, agreed=sure, sure=sure, language="en")


def measured(labels: Labels, *hits: Cited) -> dict[str, CodeMeasure]:
    found, _ = evaluate(labels, hits, VERSIONS, ["a.jsonl"])
    return {one.code: one for one in found}


def test_a_hit_is_judged_by_the_act_it_cites() -> None:
    labels = replace(
        NOTHING,
        acts=(
            act("4", Act.CORRECTION),
            act("9", Act.APPROVAL),
            act("12", Act.CORRECTION, sure=False),
        ),
    )
    hits = [Cited("a.jsonl", "correction_after_claim", (r, "1")) for r in ("4", "9", "12", "30")]
    one = measured(labels, *hits)["correction_after_claim"]
    assert (one.findings, one.precision.hits, one.precision.of) == (4, 1, 2)
    assert [(w.file, w.record, w.expected) for w in one.wrong] == [("a.jsonl", "9", "approval")]


def test_a_moment_is_met_by_a_hit_two_records_away() -> None:
    labels = replace(
        NOTHING,
        moments=tuple(MomentLabel("a.jsonl", r, "edit_before_read") for r in ("10", "20", "30")),
    )
    hits = [Cited("a.jsonl", "edit_before_read", (r,)) for r in ("12", "23", "50")]
    hits.append(Cited("b.jsonl", "edit_before_read", ("30",)))
    one = measured(labels, *hits)["edit_before_read"]
    # A hit that meets no moment is neither right nor wrong: moments are picked.
    assert (one.precision.hits, one.precision.of) == (1, 1)
    assert (one.recall.hits, one.recall.of) == (1, 3)
    assert [m.record for m in one.missed] == ["20", "30"]


def test_a_hard_negative_makes_a_hit_wrong() -> None:
    labels = replace(NOTHING, moments=(MomentLabel("a.jsonl", "7", "edit_test_loop"),))
    one = measured(labels, Cited("a.jsonl", "repeated_failure", ("6", "99")))["repeated_failure"]
    assert (one.precision.hits, one.precision.of) == (0, 1)
    assert one.wrong[0].expected == "edit_test_loop"


def test_a_verdict_comes_first_and_only_for_its_version() -> None:
    verdicts = (
        VerdictLabel("a.jsonl", "10", "edit_before_read", 2, right=False),
        VerdictLabel("a.jsonl", "20", "edit_before_read", 1, right=False),
        VerdictLabel("a.jsonl", "30", "edit_before_read", 2, right=True),
    )
    moments = (MomentLabel("a.jsonl", "10", "edit_before_read"),)
    hits = [Cited("a.jsonl", "edit_before_read", (r,)) for r in ("10", "20", "30")]
    one = measured(Labels((), moments, verdicts), *hits)["edit_before_read"]
    assert (one.precision.hits, one.precision.of) == (1, 2)


def test_a_code_without_labels_is_left_out_and_other_categories_are_counted() -> None:
    labels = replace(
        NOTHING,
        moments=(
            MomentLabel("a.jsonl", "1", "compaction"),
            MomentLabel("a.jsonl", "2", "compaction"),
            MomentLabel("unread.jsonl", "3", "compaction"),
        ),
    )
    found, unused = evaluate(
        labels, [Cited("a.jsonl", "edit_before_read", ("1",))], VERSIONS, ["a.jsonl"]
    )
    assert found == ()
    assert unused == {"compaction": 2}


def test_the_stability_file_holds_counts_and_keeps_codes_that_were_not_measured() -> None:
    labels = replace(NOTHING, acts=tuple(act(str(n), Act.CORRECTION) for n in range(9)))
    hits = [Cited("a.jsonl", "correction_after_claim", (str(n),)) for n in range(9)]
    one = measured(labels, *hits)["correction_after_claim"]
    assert one.stability is Stability.STABLE
    earlier = (
        '[[measured]]\ncode = "polling_by_sleep"\nversion = 3\njudged = 12\nright = 11\n'
        'label_set = "of last year"\n'
    )
    first = render([one], 'my "labels"', earlier)
    assert render([one], 'my "labels"', first) == first
    assert 'code = "correction_after_claim"\nversion = 1\njudged = 9\nright = 9\n' in first
    assert 'code = "polling_by_sleep"\nversion = 3\njudged = 12\nright = 11\n' in first
    assert "a.jsonl" not in first

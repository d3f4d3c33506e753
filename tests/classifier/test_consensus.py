"""Rule and model together: nothing a model says adds to a count or takes from one."""

from dataclasses import replace

import pytest
from replies import PAGES, adjudication_of, finding_of, item, swept, tree_of

from reflect.classifier.consensus import carries, joined
from reflect.classifier.verification import verified
from reflect.model.judgement import Consensus, Decision, Judgement
from reflect.model.run_vocabulary import PromptPurpose
from reflect.model.verdict import Posterior

TREE = tree_of()
FINDING = finding_of("claim_without_verification", TREE, "m5", "Done, everything works.")
OTHER = finding_of("repeated_failure", TREE, "c4", "pytest -q")
RULES = [("f1", FINDING), ("f2", OTHER)]


def decided(decision: str, about: str = "f1") -> Judgement:
    request = adjudication_of(TREE, FINDING, about)
    said = f'{{"event_ids": ["e6"], "quote": "everything works.", "decision": "{decision}"}}'
    (kept,) = verified(request, said, TREE, PAGES, FINDING).judgements
    return kept


def seen(event: str = "e1", quote: str = "Make it better.", **more: object) -> Judgement:
    (kept,) = swept(TREE, item("unclear_goal", [event], quote, **more)).judgements
    return kept


def verdicts(accepted: int, rejected: int) -> Posterior:
    return Posterior("unclear_goal", accepted, rejected, unsure=9, low=0.0, high=1.0)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ([], Consensus.RULE_ONLY),
        (["yes"], Consensus.CONFIRMED),
        (["no"], Consensus.RULE_ONLY),
        (["unsure"], Consensus.RULE_ONLY),
        (["no", "yes"], Consensus.CONFIRMED),
        (["unsure", "no"], Consensus.RULE_ONLY),
    ],
)
def test_every_finding_of_a_rule_stays(said: list[str], wanted: Consensus) -> None:
    result = joined(RULES, [decided(word) for word in said])
    assert result.of == {"f1": wanted, "f2": Consensus.RULE_ONLY}
    assert result.suggested == result.counted == ()


def test_a_judgement_about_another_finding_confirms_nothing() -> None:
    assert joined(RULES, [decided("yes", "f9")]).of == dict.fromkeys(
        ("f1", "f2"), Consensus.RULE_ONLY
    )
    assert joined(RULES, [decided("yes", "f2")]).of["f2"] is Consensus.RULE_ONLY


def test_a_sweep_never_touches_a_finding_of_a_rule() -> None:
    as_if = replace(seen(), subject="f1", code=FINDING.code)
    assert joined(RULES, [as_if]).of["f1"] is Consensus.RULE_ONLY


def test_what_the_model_sees_alone_is_suggested_and_not_counted() -> None:
    alone = seen()
    result = joined(RULES, [alone, seen(decision="unsure")])
    assert result.suggested == (alone,)
    assert result.counted == ()


def test_what_a_rule_says_already_is_no_suggestion() -> None:
    rule = replace(FINDING, code="unclear_goal", evidence=seen().evidence)
    elsewhere = seen("e3", "I meant the export")
    assert joined([("f3", rule)], [seen(), elsewhere]).suggested == (elsewhere,)


def test_a_decision_without_evidence_confirms_nothing() -> None:
    bare = replace(decided("yes"), evidence=())
    assert joined(RULES, [bare]).of["f1"] is Consensus.RULE_ONLY
    assert joined([], [replace(seen(), evidence=())]).suggested == ()


@pytest.mark.parametrize(
    ("accepted", "rejected", "enough"),
    [
        (20, 0, True),
        (17, 3, True),
        (16, 4, False),
        (19, 0, False),
        (0, 20, False),
        (60, 20, True),
        (15, 4, False),
    ],
)
def test_twenty_good_verdicts_of_the_user_carry_a_code(
    accepted: int, rejected: int, enough: bool
) -> None:
    own = {"unclear_goal": verdicts(accepted, rejected)}
    assert carries(own["unclear_goal"]) is enough
    result = joined(RULES, [seen()], own)
    assert result.counted == (result.suggested if enough else ())
    assert joined(RULES, [seen()], {"late_context": verdicts(20, 0)}).counted == ()


def test_purposes_do_not_mix() -> None:
    named = replace(decided("yes"), purpose=PromptPurpose.NAME)
    assert joined(RULES, [named]).of["f1"] is Consensus.RULE_ONLY
    assert named.decision is Decision.YES

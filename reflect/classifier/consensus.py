"""What a rule and a model say together. Counts stay with the rules: nothing here adds to one."""

from collections.abc import Iterable, Mapping, Sequence

from reflect.model.finding import Finding
from reflect.model.frozen import dataclass
from reflect.model.judgement import Consensus, Decision, Judgement
from reflect.model.run_vocabulary import PromptPurpose
from reflect.model.verdict import Posterior
from reflect.statistics import wilson

LEAST_VERDICTS = 20
"""Verdicts of the user on a code that only a model sees, before it may be counted."""

LEAST_BOUND = 0.6
"""95 % Wilson bound of its precision that they must show: 17 of 20."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Findings of rules beside the judgements of a model."""

    of: Mapping[str, Consensus]
    """Fingerprint of every finding of a rule, in order → how rule and model agree. ``rule_only``
    where no judgement is left, so a reply can hide nothing."""
    suggested: tuple[Judgement, ...]
    """What only the model saw, in order; shown apart, in no count."""
    counted: tuple[Judgement, ...]
    """Of these, those whose code the user's own verdicts carry."""


def joined(
    findings: Iterable[tuple[str, Finding]],
    judgements: Sequence[Judgement],
    own: Mapping[str, Posterior] | None = None,
) -> Joined:
    """Join findings of rules with judgements that passed every check.

    Args:
        findings: Fingerprint and finding, as the rules gave them.
        judgements: Of adjudications and sweeps. Several of one finding come from halves of its
            request: one of them holds what the other does not, so a single yes confirms.
        own: Code → the user's verdicts on findings of it drawn at random.
    """
    rules = list(findings)
    confirmed = {
        (j.subject, j.code)
        for j in judgements
        if j.purpose is PromptPurpose.ADJUDICATE and j.decision is Decision.YES and j.evidence
    }
    of = {
        name: Consensus.CONFIRMED if (name, found.code) in confirmed else Consensus.RULE_ONLY
        for name, found in rules
    }
    told = {(found.code, e.session, e.event) for _, found in rules for e in found.evidence}
    suggested = tuple(j for j in judgements if _suggests(j, told))
    carried = {code for code, posterior in (own or {}).items() if carries(posterior)}
    return Joined(of, suggested, tuple(j for j in suggested if j.code in carried))


def carries(verdicts: Posterior) -> bool:
    """Whether the user's verdicts on a code are enough, and good enough, to count it."""
    judged = verdicts.accepted + verdicts.rejected
    return judged >= LEAST_VERDICTS and wilson(verdicts.accepted, judged)[0] >= LEAST_BOUND


def _suggests(judgement: Judgement, told: set[tuple[str, str, str]]) -> bool:
    """Whether a judgement says something that no rule says already."""
    if judgement.purpose is not PromptPurpose.SWEEP or judgement.decision is not Decision.YES:
        return False
    places = {(judgement.code, e.session, e.event) for e in judgement.evidence}
    return bool(places) and not places & told

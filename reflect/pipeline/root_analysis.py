"""One root session: first what it shows by itself, then what detectors find in it.

What a session shows does not depend on earlier ones, so many can be looked at at once; detectors
compare it with the baseline, which rests on what all earlier ones have shown.
"""

from collections.abc import Set as AbstractSet

from reflect.evaluation.verdicts import entry
from reflect.features import acts, given_lessons, verification
from reflect.features.session_features import SessionFeatures, build, informed
from reflect.features.verification import TemplateOutcome
from reflect.model.finding import Finding
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.review import Baseline, GivenLesson, SessionTree
from reflect.model.turn import Turn
from reflect.pipeline.codes import Codes
from reflect.warehouse import Analysis, CheckRun


@dataclass(frozen=True, slots=True)
class Taught:
    """What one root session shows later ones of its project."""

    outcomes: AbstractSet[TemplateOutcome] = frozenset()
    """Commands that ran after an edit."""
    instructions: AbstractSet[Redacted] = frozenset()
    """Lines of the instruction files it was given; empty where a session is looked at by itself:
    the warehouse knows them."""
    lessons: AbstractSet[GivenLesson] = frozenset()
    """Instructions that its human gave."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A root session that was looked at by itself."""

    session: SessionFeatures
    """Its features, without what earlier sessions tell."""
    turns: tuple[Turn, ...]
    """Its acts."""
    lessons: tuple[GivenLesson, ...]
    """Instructions that its human gave, in order."""
    outcomes: frozenset[TemplateOutcome]
    """Commands that ran after an edit."""

    @property
    def taught(self) -> Taught:
        """What it shows later ones."""
        return Taught(outcomes=self.outcomes, lessons=frozenset(self.lessons))


NOTHING_EARLIER = Baseline(project="", sessions=0)


def looked_at(tree: SessionTree) -> Looked:
    """Look at a root session by itself."""
    turns = acts.label(tree.root)
    session = build(tree, NOTHING_EARLIER, turns)
    return Looked(session, turns, given_lessons.of_session(session), _outcomes(session))


def _outcomes(looked: SessionFeatures) -> frozenset[TemplateOutcome]:
    """What root and sub-agents teach, one outcome for each template."""
    joined: dict[str, tuple[bool, bool]] = {}
    known = verification.done(looked.steps)
    for session in (looked.root, *looked.children):
        for one in verification.material(session, known):
            passed, failed = joined.get(one.template, (False, False))
            joined[one.template] = (passed or one.passed, failed or one.failed)
    return frozenset(
        TemplateOutcome(template, passed, failed) for template, (passed, failed) in joined.items()
    )


def analysed(known: Looked, running: Codes, baseline: Baseline, digest: str) -> Analysis:
    """Let all detectors look at a session. ``digest`` is that of its content."""
    session = informed(known.session, baseline)
    found: list[Finding] = []
    applicable: dict[str, int] = {}
    for one in running.detectors:
        number = one.applicable(session, baseline)
        if number:
            applicable[one.name] = number
            detected = one.detect(session, baseline, running.thresholds[one.name])
            found += (hit for hit in detected if entry(hit.code, hit.key) not in running.exceptions)
    root = session.key
    return Analysis(
        root=root,
        content_digest=digest,
        code_digest=running.digest,
        baseline_digest=baseline.digest,
        turns=known.turns,
        findings=tuple(found),
        applicable=applicable,
        lessons=known.lessons,
        check_runs=tuple(
            CheckRun(root, outcome.template, outcome.passed, outcome.failed)
            for outcome in sorted(known.outcomes, key=lambda o: (o.template, o.passed, o.failed))
        ),
    )

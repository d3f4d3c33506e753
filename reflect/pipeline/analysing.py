"""Facts and findings of every session that is new, changed, or was analysed by other code."""

from collections import defaultdict
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from reflect.evaluation.verdicts import entry
from reflect.features import acts, given_lessons, verification
from reflect.features.session_features import build
from reflect.model.finding import Finding
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.review import Baseline, GivenLesson, SessionRow, SessionTree
from reflect.pipeline.baselines import History
from reflect.pipeline.codes import Codes
from reflect.pipeline.importing import Progress
from reflect.warehouse import Analysis, CheckRun, Warehouse

SAVED_AT_ONCE = 100
"""Root sessions from which results are saved: a transaction costs some 20 ms however little it
saves, and a run that is stopped loses no more than the last few seconds."""


def analyse(warehouse: Warehouse, running: Codes, progress: Progress) -> int:
    """Bring the findings of all sessions up to date; returns how many were analysed.

    Only projects with a session that is stale are looked at: a baseline cannot change without one.
    """
    stale = set(warehouse.stale_roots(running.digest))
    if not stale:
        return 0
    known = warehouse.analysed(running.digest)
    projects: defaultdict[str, list[SessionRow]] = defaultdict(list)
    for row in warehouse.session_rows():
        if row.key == row.root:
            projects[row.project or ""].append(row)
    touched = {
        project: sorted(rows, key=lambda row: (row.started_at or "", row.key))
        for project, rows in sorted(projects.items())
        if any(row.key in stale for row in rows)
    }
    order = [row.key for rows in touched.values() for row in rows]
    # Asked once for all projects: a question costs some 20 ms however little it gives.
    stored = _stored(warehouse, list(touched))
    digests = warehouse.content_digests(order)
    trees = warehouse.trees([key for key in order if key in stale])
    done = 0
    results: list[Analysis] = []
    for project, rows in touched.items():
        history = History(project)
        for row in rows:
            baseline, taught = history.baseline(), stored[row.key]
            if row.key in stale or known.get(row.key) != baseline.digest:
                tree = next(trees if row.key in stale else warehouse.trees([row.key]))
                analysis = _analysed(tree, running, baseline, digests[row.key])
                taught = _taught(analysis, taught)
                results.append(analysis)
                progress("analysing", done + len(results), len(stale))
            history.add(taught.outcomes, taught.instructions, taught.lessons)
        if len(results) >= SAVED_AT_ONCE:
            warehouse.save_analysis(results)
            done, results = done + len(results), []
    if results:
        warehouse.save_analysis(results)
    return done + len(results)


@dataclass(frozen=True, slots=True)
class _Taught:
    """What one root session shows later ones of its project."""

    outcomes: AbstractSet[verification.TemplateOutcome] = frozenset()
    """Commands that ran after an edit."""
    instructions: AbstractSet[Redacted] = frozenset()
    """Lines of the instruction files it was given."""
    lessons: AbstractSet[GivenLesson] = frozenset()
    """Instructions that its human gave."""


def _stored(warehouse: Warehouse, projects: Sequence[str]) -> defaultdict[str, _Taught]:
    """What the warehouse holds of that, by root session."""
    outcomes: defaultdict[str, set[verification.TemplateOutcome]] = defaultdict(set)
    for run in warehouse.check_runs(projects):
        outcomes[run.root].add(verification.TemplateOutcome(run.template, run.passed, run.failed))
    lines: defaultdict[str, set[Redacted]] = defaultdict(set)
    for line in warehouse.instruction_lines(projects):
        lines[line.root].add(line.text)
    given: defaultdict[str, set[GivenLesson]] = defaultdict(set)
    for root, lesson in warehouse.given_lessons(projects):
        given[root].add(lesson)
    return defaultdict(
        _Taught,
        {
            root: _Taught(outcomes[root], lines[root], given[root])
            for root in [*outcomes, *lines, *given]
        },
    )


def _taught(analysis: Analysis, stored: _Taught) -> _Taught:
    """What a session shows as it is now."""
    outcomes = frozenset(
        verification.TemplateOutcome(run.template, run.passed, run.failed)
        for run in analysis.check_runs
    )
    return _Taught(outcomes, stored.instructions, frozenset(analysis.lessons))


def _analysed(tree: SessionTree, running: Codes, baseline: Baseline, digest: str) -> Analysis:
    turns = acts.label(tree.root)
    session = build(tree, baseline, turns)
    found: list[Finding] = []
    applicable: dict[str, int] = {}
    for one in running.detectors:
        number = one.applicable(session, baseline)
        if number:
            applicable[one.name] = number
            detected = one.detect(session, baseline, running.thresholds[one.name])
            found += (hit for hit in detected if entry(hit.code, hit.key) not in running.exceptions)
    root = tree.root.key
    return Analysis(
        root=root,
        content_digest=digest,
        code_digest=running.digest,
        baseline_digest=baseline.digest,
        turns=turns,
        findings=tuple(found),
        applicable=applicable,
        lessons=given_lessons.of_session(session),
        check_runs=tuple(
            CheckRun(root, outcome.template, outcome.passed, outcome.failed)
            for outcome in sorted(_lessons(tree), key=lambda o: (o.template, o.passed, o.failed))
        ),
    )


def _lessons(tree: SessionTree) -> frozenset[verification.TemplateOutcome]:
    """What root and sub-agents teach, one outcome for each template."""
    joined: dict[str, tuple[bool, bool]] = {}
    for session in (tree.root, *tree.children):
        for one in verification.material(session):
            passed, failed = joined.get(one.template, (False, False))
            joined[one.template] = (passed or one.passed, failed or one.failed)
    return frozenset(
        verification.TemplateOutcome(template, passed, failed)
        for template, (passed, failed) in joined.items()
    )

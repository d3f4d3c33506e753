"""Facts and findings of every session that is new, changed, or was analysed by other code."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from reflect.evaluation.verdicts import entry
from reflect.features import acts, given_lessons, verification
from reflect.features.session_features import build
from reflect.model.finding import Finding
from reflect.model.redacted import Redacted
from reflect.model.review import Baseline, GivenLesson, SessionRow, SessionTree
from reflect.pipeline.baselines import History
from reflect.pipeline.codes import Codes
from reflect.pipeline.importing import Progress
from reflect.warehouse import Analysis, CheckRun, Warehouse


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
    digests = warehouse.content_digests([row.key for rows in projects.values() for row in rows])
    done = 0
    for project, rows in sorted(projects.items()):
        if not any(row.key in stale for row in rows):
            continue
        rows.sort(key=lambda row: (row.started_at or "", row.key))
        # Trees are read while this goes on, so nothing is written before the project is done.
        results: list[Analysis] = []
        for analysis in _project(warehouse, running, project, rows, stale, known, digests):
            results.append(analysis)
            progress("analysing", done + len(results), len(stale))
        warehouse.save_analysis(results)
        done += len(results)
    return done


def _project(
    warehouse: Warehouse,
    running: Codes,
    project: str,
    rows: Sequence[SessionRow],
    stale: set[str],
    known: Mapping[str, str],
    digests: Mapping[str, str],
) -> Iterator[Analysis]:
    """Go through one project in the order its sessions began."""
    history = History(project)
    lessons: defaultdict[str, set[verification.TemplateOutcome]] = defaultdict(set)
    for run in warehouse.check_runs(project):
        outcome = verification.TemplateOutcome(run.template, run.passed, run.failed)
        lessons[run.root].add(outcome)
    lines: defaultdict[str, set[Redacted]] = defaultdict(set)
    for line in warehouse.instruction_lines(project):
        lines[line.root].add(line.text)
    given: defaultdict[str, set[GivenLesson]] = defaultdict(set)
    for root, lesson in warehouse.given_lessons(project):
        given[root].add(lesson)
    order = [row.key for row in rows]
    trees = warehouse.trees([key for key in order if key in stale])
    for key in order:
        baseline = history.baseline()
        outcomes, taught = lessons[key], given[key]
        if key in stale or known.get(key) != baseline.digest:
            tree = next(trees) if key in stale else next(warehouse.trees([key]))
            analysis = _analysed(tree, running, baseline, digests[key])
            outcomes = {
                verification.TemplateOutcome(run.template, run.passed, run.failed)
                for run in analysis.check_runs
            }
            taught = set(analysis.lessons)
            yield analysis
        history.add(outcomes, lines[key], taught)


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

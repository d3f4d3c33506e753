"""Facts and findings of every session that is new, changed, or was analysed by other code."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import ExitStack
from functools import partial

from reflect.features.verification import TemplateOutcome
from reflect.model.redacted import Redacted
from reflect.model.review import GivenLesson, SessionRow
from reflect.pipeline.analysers import ProcessLost, results_here
from reflect.pipeline.analysers_ahead import process_count
from reflect.pipeline.aside import Aside
from reflect.pipeline.codes import Codes
from reflect.pipeline.histories import Histories
from reflect.pipeline.importing import Progress
from reflect.pipeline.rare_collections import rare_collections
from reflect.pipeline.root_analysis import Taught, analysed, looked_at
from reflect.warehouse import Analysis, StoredTree, Warehouse

SAVED_AT_ONCE = 100
"""Root sessions from which results are saved: a transaction costs some 20 ms however little it
saves, and a run that is stopped loses no more than the last few seconds."""

Trees = Callable[[Sequence[str]], Iterator[StoredTree]]
"""Keys of root sessions → their trees."""

Along = Callable[[Iterator[StoredTree]], Iterator[StoredTree]]
"""Looks at the stale trees as they pass."""


def analyse(
    warehouse: Warehouse,
    running: Codes,
    progress: Progress,
    along: Along = lambda trees: trees,
) -> int:
    """Bring the findings of all sessions up to date; returns how many were analysed.

    Only projects with a session that is stale are looked at: a baseline cannot change without one.
    """
    stale = warehouse.stale_roots(running.digest)
    if not stale:
        return 0
    kept = _Kept(warehouse, progress, len(stale))
    with rare_collections():
        try:
            _analyse(warehouse, running, stale, kept, process_count(len(stale)), along)
        except ProcessLost:
            kept.save()
            # What is saved is stale no more.
            left = warehouse.stale_roots(running.digest)
            _analyse(warehouse, running, left, kept, 0, along)
    return kept.count


class _Kept:
    """Results, saved many at once."""

    def __init__(self, warehouse: Warehouse, progress: Progress, expected: int) -> None:
        self._warehouse = warehouse
        self._progress = progress
        self._expected = expected
        self._results: list[Analysis] = []
        self.count = 0

    def add(self, results: Sequence[Analysis]) -> None:
        """Take in what was found in some sessions."""
        self._results += results
        self.count += len(results)
        self._progress("analysing", self.count, self._expected)
        if len(self._results) >= SAVED_AT_ONCE:
            self.save()

    def save(self) -> None:
        """Save what was taken in so far."""
        if self._results:
            self._warehouse.save_analysis(self._results)
            self._results = []


def _analyse(
    warehouse: Warehouse,
    running: Codes,
    stale: Sequence[str],
    kept: _Kept,
    processes: int,
    along: Along,
) -> None:
    """Analyse the stale sessions of all projects, in one process or in several."""
    with ExitStack() as stack:
        spread = None
        read: Trees = warehouse.stored_trees
        if processes:
            from reflect.pipeline.spread_analysis import Spread

            spread = stack.enter_context(Spread(running, processes))
            read = partial(warehouse.stored_trees, some_soon=True)
        projects = _projects(warehouse, set(stale))
        stored = stack.enter_context(
            Aside(warehouse, lambda reader: _stored(reader, list(projects)))
        )
        histories = Histories(
            projects, set(stale), stored.answer, warehouse.analysed(running.digest)
        )
        digests = warehouse.content_digests([key for keys in projects.values() for key in keys])
        trees = along(read(histories.stale))
        if spread is not None:
            found = spread.results(trees, histories, digests)
        else:
            found = results_here(running, trees, histories, digests)
        for results in found:
            kept.add(results)
    outdated = dict(histories.outdated())
    # In one go: reading one session takes as long as reading ten.
    for tree in warehouse.trees(list(outdated)) if outdated else ():
        key = tree.root.key
        kept.add([analysed(looked_at(tree), running, outdated[key], digests[key])])
    kept.save()


def _projects(warehouse: Warehouse, stale: AbstractSet[str]) -> dict[str, list[str]]:
    """Keys of the root sessions of each project with a stale one, in the order they began."""
    projects: defaultdict[str, list[SessionRow]] = defaultdict(list)
    for row in warehouse.session_rows():
        if row.key == row.root:
            projects[row.project or ""].append(row)
    return {
        project: [key for _, key in sorted((row.started_at or "", row.key) for row in rows)]
        for project, rows in sorted(projects.items())
        if any(row.key in stale for row in rows)
    }


def _stored(warehouse: Warehouse, projects: Sequence[str]) -> defaultdict[str, Taught]:
    """What the warehouse holds of that, by root session."""
    outcomes: defaultdict[str, set[TemplateOutcome]] = defaultdict(set)
    for run in warehouse.check_runs(projects):
        outcomes[run.root].add(TemplateOutcome(run.template, run.passed, run.failed))
    lines: defaultdict[str, set[Redacted]] = defaultdict(set)
    for root, line in warehouse.given_instructions(projects):
        lines[root].add(line)
    given: defaultdict[str, set[GivenLesson]] = defaultdict(set)
    for root, lesson in warehouse.given_lessons(projects):
        given[root].add(lesson)
    return defaultdict(
        Taught,
        {
            root: Taught(outcomes[root], lines[root], given[root])
            for root in [*outcomes, *lines, *given]
        },
    )

"""Analysing batches of root sessions in two steps.

First what the sessions of a batch show by themselves; then, once all earlier batches have shown
theirs, what detectors find. So batches can be looked at side by side.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from reflect.model.frozen import dataclass
from reflect.model.review import Baseline
from reflect.pipeline.codes import Codes
from reflect.pipeline.histories import Histories
from reflect.pipeline.root_analysis import Looked, Taught, analysed, looked_at
from reflect.warehouse import Analysis, StoredTree, tree_value

BATCH_EVENTS = 2_000
"""Messages and calls of one batch: of some 15 sessions."""

FIRST_SESSIONS = 12
LAST_SESSIONS = 60
"""Sessions at both ends that come in smaller batches, so that all processes begin and end at one
time."""

SMALL_EVENTS = 500
"""Messages and calls of one of these: a process is at work on it for 50 ms, not for 250."""

Batch = Sequence[StoredTree]


class ProcessLost(Exception):
    """A process could not do its part; whoever asked can do all of it alone."""


@dataclass(frozen=True, slots=True)
class Informed:
    """What the sessions of a batch are compared with."""

    baselines: Sequence[Baseline]
    """Of each."""
    digests: Sequence[str]
    """Of the content of each."""


class Analyser:
    """Takes batches through both steps, each step in their order."""

    def __init__(self, running: Codes) -> None:
        self._running = running
        self._looked: deque[list[Looked]] = deque()

    def look(self, batch: Batch) -> list[Taught]:
        """What each session shows later ones."""
        looked = [looked_at(tree_value(stored)) for stored in batch]
        self._looked.append(looked)
        return [one.taught for one in looked]

    def analyse(self, informed: Informed) -> list[Analysis]:
        """What is found in each session of the batch that was looked at first of those left."""
        batch = self._looked.popleft()
        return [
            analysed(one, self._running, baseline, digest)
            for one, baseline, digest in zip(
                batch, informed.baselines, informed.digests, strict=True
            )
        ]

    def answer(self, task: Batch | Informed) -> list[Taught] | list[Analysis]:
        """Do the one or the other."""
        return self.analyse(task) if isinstance(task, Informed) else self.look(task)


def batches(trees: Iterator[StoredTree], expected: int) -> Iterator[Batch]:
    """So many trees in their order, some at once; fewer at first and towards the end."""
    batch: list[StoredTree] = []
    events = 0
    for number, tree in enumerate(trees, 1):
        batch.append(tree)
        events += tree.events
        small = number <= FIRST_SESSIONS or number >= expected - LAST_SESSIONS
        if events >= (SMALL_EVENTS if small else BATCH_EVENTS):
            yield batch
            batch, events = [], 0
    if batch:
        yield batch


def informed(
    batch: Batch, shown: Sequence[Taught], histories: Histories, digests: Mapping[str, str]
) -> Informed:
    """What a batch is compared with, once it and all before it have shown what they teach."""
    return Informed(histories.baselines(shown), [digests[tree.key] for tree in batch])


def results_here(
    running: Codes, trees: Iterator[StoredTree], histories: Histories, digests: Mapping[str, str]
) -> Iterator[list[Analysis]]:
    """What is found in each batch, in order."""
    analyser = Analyser(running)
    for batch in batches(trees, len(histories.stale)):
        yield analyser.analyse(informed(batch, analyser.look(batch), histories, digests))

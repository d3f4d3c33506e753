"""The sessions of several projects in the order they began, each with what came before it."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from reflect.model.review import Baseline
from reflect.pipeline.baselines import History
from reflect.pipeline.root_analysis import Taught


class Histories:
    """Gives the baseline of each stale session once all before it have shown what they teach."""

    def __init__(
        self,
        projects: Mapping[str, Sequence[str]],
        stale: AbstractSet[str],
        stored: Callable[[], Mapping[str, Taught]],
        known: Mapping[str, str],
    ) -> None:
        """Begin before the first session.

        Args:
            projects: Project → keys of its root sessions, in the order they began.
            stale: Keys of those to be analysed.
            stored: Gives root → what the warehouse holds of what it teaches. It is asked when
                the first stale session has been looked at.
            known: Root whose analysis holds → digest of the baseline it was made with.
        """
        self._rows = [(project, key) for project, keys in projects.items() for key in keys]
        self._stale = stale
        self._stored = stored
        self._known = known
        self._at = 0
        self._history = History("")
        self._outdated: list[tuple[str, Baseline]] = []

    @property
    def stale(self) -> list[str]:
        """Keys of the sessions to be analysed, in order."""
        return [key for _, key in self._rows if key in self._stale]

    def baselines(self, shown: Sequence[Taught]) -> list[Baseline]:
        """The baselines of the next stale sessions, which have shown this."""
        return [self._next(taught) for taught in shown]

    def outdated(self) -> list[tuple[str, Baseline]]:
        """Sessions that were analysed with another baseline than this, and are not stale else.

        To be asked for when all stale ones have shown what they teach.
        """
        while self._at < len(self._rows):
            self._pass(None)
        return self._outdated

    def _next(self, shown: Taught) -> Baseline:
        while True:
            baseline = self._pass(shown)
            if baseline is not None:
                return baseline

    def _pass(self, shown: Taught | None) -> Baseline | None:
        """Pass one session; its baseline when it is stale."""
        project, key = self._rows[self._at]
        if self._at == 0 or self._rows[self._at - 1][0] != project:
            self._history = History(project)
        self._at += 1
        baseline, taught = self._history.baseline(), self._stored().get(key, Taught())
        if key in self._stale and shown is not None:
            self._history.add(shown.outcomes, taught.instructions, shown.lessons)
            return baseline
        if self._known.get(key) != baseline.digest:
            self._outdated.append((key, baseline))
        self._history.add(taught.outcomes, taught.instructions, taught.lessons)
        return None

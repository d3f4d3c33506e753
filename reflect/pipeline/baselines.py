"""What earlier sessions of a project show, one session after another in the order they began."""

import hashlib
from collections import Counter
from collections.abc import Iterable

from reflect.features.verification import SESSIONS, TemplateOutcome
from reflect.model.redacted import Redacted
from reflect.model.review import Baseline, GivenLesson
from reflect.model.vocabulary import Polarity


class History:
    """Grows by one session at a time; gives the baseline for the next one.

    Counting as it goes keeps a project of n sessions at n steps instead of n².
    """

    def __init__(self, project: str) -> None:
        self._project = project
        self._sessions = 0
        self._ran: Counter[str] = Counter()
        self._passed: set[str] = set()
        self._failed: set[str] = set()
        self._learned: set[str] = set()
        self._instructions: set[Redacted] = set()
        self._lessons: dict[tuple[str, Polarity], str] = {}
        self._baseline: Baseline | None = None

    def add(
        self,
        outcomes: Iterable[TemplateOutcome],
        instructions: Iterable[Redacted],
        lessons: Iterable[GivenLesson] = (),
    ) -> None:
        """Take in what one session showed."""
        self._sessions += 1
        self._baseline = None
        for outcome in outcomes:
            name = outcome.template
            self._ran[name] += 1
            if outcome.passed:
                self._passed.add(name)
            if outcome.failed:
                self._failed.add(name)
            if self._ran[name] >= SESSIONS and name in self._passed and name in self._failed:
                self._learned.add(name)
        self._instructions.update(instructions)
        for lesson in lessons:
            known = self._lessons.get((lesson.key, lesson.polarity), lesson.day)
            self._lessons[lesson.key, lesson.polarity] = min(known, lesson.day)

    def baseline(self) -> Baseline:
        """The baseline for a session that starts now.

        The number of sessions is not part of the digest: a session more that teaches nothing new
        makes no finding stale.
        """
        if self._baseline is None:
            told = hashlib.sha256(self._project.encode())
            lessons = sorted(f"{d} {p.value} {k}" for (k, p), d in self._lessons.items())
            for line in (*sorted(self._learned), "", *sorted(self._instructions), "", *lessons):
                told.update(b"\0" + line.encode("utf-8", "replace"))
            self._baseline = Baseline(
                project=self._project,
                sessions=self._sessions,
                verification=frozenset(self._learned),
                instructions=frozenset(self._instructions),
                lessons=frozenset(GivenLesson(k, p, d) for (k, p), d in self._lessons.items()),
                digest=told.hexdigest()[:32],
            )
        return self._baseline

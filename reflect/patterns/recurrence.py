"""Groups occurrences by code, polarity and key, and counts sessions, never hits."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from reflect.model.frozen import dataclass
from reflect.model.pattern import Occurrence, Pattern
from reflect.model.vocabulary import COUNTED, Stability
from reflect.patterns.incidents import SAYS_AGAIN, incidents, rank

LEAST_SESSIONS = 2
LEAST_DAYS = 2
"""Seen once is an incident, seen twice on one day is a bad day."""

Group = tuple[str, str, str]
"""Code, polarity, key."""


def fingerprint(code: str, polarity: str, key: str) -> str:
    """Identity of a pattern: 16 hex digits, the same in every run and on every machine."""
    return hashlib.sha256(f"pattern\0{code}\0{polarity}\0{key}".encode()).hexdigest()[:16]


def iso_week(moment: str) -> str:
    """``2026-W48`` of an ISO time."""
    year, week, _ = datetime.fromisoformat(moment).isocalendar()
    return f"{year}-W{week:02d}"


def find(
    occurrences: Iterable[Occurrence],
    *,
    applicable: Mapping[tuple[str, str], int],
    stability: Mapping[str, Stability],
    facts: Collection[str] = (),
) -> list[Pattern]:
    """The patterns in a set of occurrences, most sessions first; what another one tells is none.

    ``applicable`` maps (code, project) to the root sessions of the project where the code could
    have happened; a pattern's denominator is the sum over the projects it was seen in. ``facts``
    are the codes that state an order of facts.
    """
    every = list(occurrences)
    counting = [p for p, one in enumerate(every) if _counts(one.finding.code, stability)]
    numbers = dict(
        zip(counting, incidents([every[place].finding for place in counting]), strict=True)
    )
    groups: defaultdict[Group, list[int]] = defaultdict(list)
    for place, one in enumerate(every):
        finding = one.finding
        groups[finding.code, finding.polarity.value, finding.key].append(place)
    patterns: list[Pattern] = []
    lessons: defaultdict[tuple[str, str], list[_Seen]] = defaultdict(list)
    for (code, *lesson), places in groups.items():
        group = [every[place] for place in places]
        if not _comes_back(group):
            continue
        pattern = _pattern(group, applicable, stability)
        if _counts(code, stability):
            met = frozenset((every[place].finding.session, numbers[place]) for place in places)
            lessons[lesson[0], lesson[1]].append(_Seen(pattern, met))
        else:
            patterns.append(pattern)
    patterns += [one for seen in lessons.values() for one in _told(seen, facts)]
    patterns.sort(key=lambda p: (-len(p.sessions), -p.severity, p.code, p.polarity, p.key))
    return patterns


def _counts(code: str, stability: Mapping[str, Stability]) -> bool:
    return stability.get(code, Stability.UNMEASURED) in COUNTED


@dataclass(frozen=True, slots=True)
class _Seen:
    """A pattern of a lesson, before it is known whether another one tells it."""

    pattern: Pattern
    """The pattern."""
    incidents: frozenset[tuple[str, int]]
    """Session and number of each of its incidents."""

    def covers(self, other: "_Seen") -> bool:
        """Whether all that the other one tells is told here, session by session."""
        again = other.pattern.code == SAYS_AGAIN
        if again and set(other.pattern.sessions) <= set(self.pattern.sessions):
            return True
        return other.incidents <= self.incidents


def _told(seen: Sequence[_Seen], facts: Collection[str]) -> Iterator[Pattern]:
    """Of the patterns of one lesson those that no other one tells, with the codes that they tell.

    Of two that tell the same the one stays that ``rank`` puts first.
    """

    def above(one: _Seen, other: _Seen) -> bool:
        if one is other or not one.covers(other):
            return False
        first, second = one.pattern, other.pattern
        return not other.covers(one) or (
            rank(first.code, first.stability, facts) < rank(second.code, second.stability, facts)
        )

    for one in seen:
        if not any(above(other, one) for other in seen):
            also = {other.pattern.code for other in seen if above(one, other)}
            yield replace(one.pattern, also=tuple(sorted(also)))


def _comes_back(group: list[Occurrence]) -> bool:
    sessions = {one.finding.session for one in group}
    days = {one.started_at[:10] for one in group}
    return len(sessions) >= LEAST_SESSIONS and len(days) >= LEAST_DAYS


def _pattern(
    group: list[Occurrence],
    applicable: Mapping[tuple[str, str], int],
    stability: Mapping[str, Stability],
) -> Pattern:
    group = sorted(group, key=lambda o: (o.started_at, o.id))
    first = group[0].finding
    started = {one.finding.session: one.started_at for one in group}
    projects = sorted({one.project for one in group})
    seconds = [o.finding.seconds for o in group if o.finding.seconds is not None]
    tokens = [o.finding.tokens for o in group if o.finding.tokens is not None]
    return Pattern(
        code=first.code,
        key=first.key,
        polarity=first.polarity,
        family=group[0].family,
        owner=first.owner,
        severity=max(one.finding.severity for one in group),
        stability=stability.get(first.code, Stability.UNMEASURED),
        sessions=tuple(started),
        projects=tuple(projects),
        applicable=max(
            len(started), sum(applicable.get((first.code, name), 0) for name in projects)
        ),
        agents=tuple(sorted({one.agent for one in group})),
        first_seen=group[0].started_at,
        last_seen=group[-1].started_at,
        weekly=dict(sorted(Counter(iso_week(start) for start in started.values()).items())),
        seconds=round(sum(seconds), 1) if seconds else None,
        tokens=sum(tokens) if tokens else None,
        findings=tuple(one.id for one in reversed(group)),
    )

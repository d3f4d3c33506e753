"""Groups occurrences by code, polarity and key, and counts sessions, never hits."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime

from reflect.model.pattern import Occurrence, Pattern
from reflect.model.vocabulary import Stability

LEAST_SESSIONS = 2
LEAST_DAYS = 2
"""Seen once is an incident, seen twice on one day is a bad day."""

SAYS_AGAIN = "repeated_instruction"
"""A code that itself says "again": of a lesson that another code shows in these sessions and more,
it is no second pattern."""

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
) -> list[Pattern]:
    """The patterns in a set of occurrences, most sessions first.

    ``applicable`` maps (code, project) to the root sessions of the project where the code could
    have happened; a pattern's denominator is the sum over the projects it was seen in.
    """
    groups: defaultdict[Group, list[Occurrence]] = defaultdict(list)
    for one in occurrences:
        finding = one.finding
        groups[finding.code, finding.polarity.value, finding.key].append(one)
    patterns = [
        _pattern(group, applicable, stability) for group in groups.values() if _comes_back(group)
    ]
    patterns = [one for one in patterns if not _told_already(one, patterns)]
    patterns.sort(key=lambda p: (-len(p.sessions), -p.severity, p.code, p.polarity, p.key))
    return patterns


def _told_already(pattern: Pattern, patterns: Iterable[Pattern]) -> bool:
    """Whether a pattern that says "again" lies within that of another code for the same lesson."""
    return pattern.code == SAYS_AGAIN and any(
        other.code != SAYS_AGAIN
        and (other.key, other.polarity) == (pattern.key, pattern.polarity)
        and other.stability in (Stability.STABLE, Stability.UNMEASURED)
        and set(pattern.sessions) <= set(other.sessions)
        for other in patterns
    )


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

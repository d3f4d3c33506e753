"""One incident is told once, by one code.

Several codes see the same moment: the work was called done, no check had run, the human said so,
and had said so before. Their findings are one incident when they lie in one session, teach the same
lesson, and the leading evidence of one is cited by the other. Codes that do not count are no part
of it: what is wrong too often neither tells nor supports anything.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from reflect.model.finding import Finding
from reflect.model.review import FindingRow, PatternRow
from reflect.model.vocabulary import COUNTED, Stability

REACTIONS = ("correction_after_claim", "stopped_by_user")
"""Codes that say how the human answered, whatever the agent had done."""

SAYS_AGAIN = "repeated_instruction"
"""A code that says "again": what a pattern says better, with its number of sessions."""


def rank(code: str, stability: Stability, facts: Collection[str]) -> tuple[bool, bool, int, str]:
    """Which of several codes tells an incident: the least does.

    What may lead the first screen comes first, or an incident would leave it: the measured codes,
    then those that state an order of facts (``facts``). Of equals the more specific: what the agent
    did, then how the human answered, last that it had been said before.
    """
    told = 2 if code == SAYS_AGAIN else 1 if code in REACTIONS else 0
    return (stability is not Stability.STABLE, code not in facts, told, code)


def incidents(findings: Sequence[Finding]) -> list[int]:
    """For each finding a number that is equal for findings of one incident."""
    numbers = list(range(len(findings)))
    lessons: defaultdict[tuple[str, str, str], list[int]] = defaultdict(list)
    for place, one in enumerate(findings):
        lessons[one.session, one.polarity.value, one.key].append(place)
    for places in lessons.values():
        for first, second in combinations(places, 2):
            if _meet(findings[first], findings[second]):
                joined = {numbers[first], numbers[second]}
                for place in places:
                    if numbers[place] in joined:
                        numbers[place] = min(joined)
    return numbers


def _meet(one: Finding, other: Finding) -> bool:
    """Whether the leading evidence of one is cited by the other."""
    return _places(one)[0] in _places(other) or _places(other)[0] in _places(one)


def _places(finding: Finding) -> list[tuple[str, str]]:
    return [(evidence.session, evidence.event) for evidence in finding.evidence]


def tell_once(rows: Sequence[FindingRow], facts: Collection[str]) -> list[FindingRow]:
    """One row for each incident, in the order of the rows that tell; the others lie in ``also``.

    ``facts`` are the codes that state an order of facts.
    """
    counted = [row for row in rows if row.stability in COUNTED]
    groups: defaultdict[int, list[FindingRow]] = defaultdict(list)
    for number, row in zip(incidents([row.finding for row in counted]), counted, strict=True):
        groups[number].append(row)
    told: dict[str, FindingRow] = {}
    for group in groups.values():
        first, *others = sorted(
            group, key=lambda row: (rank(row.finding.code, row.stability, facts), row.id)
        )
        told[first.id] = _joined(first, others) if others else first
    return [told.get(row.id, row) for row in rows if row.id in told or row.stability not in COUNTED]


def _joined(row: FindingRow, others: Sequence[FindingRow]) -> FindingRow:
    """The row that tells, with the evidence of the others; how often and how sure are its own."""
    cost = row.finding
    if cost.seconds is None and cost.tokens is None:
        # What came first in the record may have no cost of its own: what it led to has.
        cost = max((one.finding for one in others), key=_cost)
    evidence = dict(zip(_places(row.finding), row.finding.evidence, strict=True))
    paths = dict(row.paths)
    for one in others:
        paths |= one.paths
        for place, piece in zip(_places(one.finding), one.finding.evidence, strict=True):
            evidence.setdefault(place, piece)
    return replace(
        row,
        finding=replace(
            row.finding,
            evidence=tuple(evidence.values()),
            seconds=cost.seconds,
            tokens=cost.tokens,
        ),
        paths=paths,
        also=tuple(others),
    )


def _cost(finding: Finding) -> tuple[float, int, str]:
    return (finding.seconds or 0.0, finding.tokens or 0, finding.code)


def members(rows: Iterable[FindingRow]) -> list[FindingRow]:
    """Every finding of some rows, those that are told by another one included."""
    return [one for row in rows for one in (row, *row.also)]


def patterns_of(
    rows: Iterable[FindingRow], patterns: Iterable[PatternRow]
) -> Mapping[str, PatternRow]:
    """Id of a finding → its pattern: that of its own code before one of a code that it tells."""
    seen: defaultdict[str, list[PatternRow]] = defaultdict(list)
    for one in patterns:
        for identity in one.pattern.findings:
            seen[identity].append(one)
    return {
        row.id: min(seen[row.id], key=lambda one: one.pattern.code != row.finding.code)
        for row in rows
        if row.id in seen
    }

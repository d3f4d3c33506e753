"""What stands on the first screen: at most three lessons, the best measured first."""

from collections.abc import Mapping

from reflect.model.finding import UNSPECIFIED, CodePage
from reflect.model.frozen import dataclass
from reflect.model.review import FindingRow, PatternRow, Review
from reflect.model.verdict import Posterior
from reflect.model.vocabulary import COUNTED, Stability
from reflect.patterns.incidents import members, patterns_of

MOST = 3

NUISANCE = 1
"""Severity of what costs nobody more than a moment: it stays in the report."""

Lesson = tuple[str, str, str]
"""Code, polarity and key: what is the same lesson in any session and agent."""


@dataclass(frozen=True, slots=True)
class Headline:
    """One lesson with its best evidence."""

    row: FindingRow
    """The finding that is quoted."""
    pattern: PatternRow | None
    """The pattern it belongs to; one with the name of another code counts other sessions."""
    sessions: int
    """Sessions in which this code found this lesson."""
    applicable: int
    """Sessions where it could have happened, counted over the same sessions."""
    all_known: bool
    """Counted over all sessions known, as patterns are; else over those analysed."""
    agents: tuple[str, ...]
    """Agents it was seen in, sorted."""
    unmeasured: int | None
    """How many hits were judged, where that is too few to know the precision; else None."""
    own: Posterior | None
    """What the user's own verdicts on the code say."""


def counted(row: FindingRow) -> bool:
    """Whether a finding counts."""
    return row.stability in COUNTED


def counted_patterns(review: Review) -> list[PatternRow]:
    """The patterns that count, best first."""
    return [row for row in review.patterns if row.pattern.stability in COUNTED]


def headlines(review: Review, pages: Mapping[str, CodePage]) -> tuple[Headline, ...]:
    """The lessons that lead, in the order of ``review.findings``, stable codes before others.

    An unmeasured code leads only when it states an order of recorded facts.
    """
    leading = [row for row in review.findings if _may_lead(row, pages)]
    leading.sort(key=lambda row: row.stability is not Stability.STABLE)
    patterns = patterns_of(leading, review.patterns)
    lessons: dict[Lesson | str, FindingRow] = {}
    for row in leading:
        pattern = patterns.get(row.id)
        lessons.setdefault(pattern.id if pattern else lesson(row), row)
    return tuple(
        _headline(review, row, patterns.get(row.id)) for row in list(lessons.values())[:MOST]
    )


def _may_lead(row: FindingRow, pages: Mapping[str, CodePage]) -> bool:
    # A correction by a picture alone tells no lesson, and its quote would be the agent's words.
    if row.finding.severity <= NUISANCE or row.finding.key == UNSPECIFIED:
        return False
    if row.stability is Stability.STABLE:
        return True
    page = pages.get(row.finding.code)
    return row.stability is Stability.UNMEASURED and page is not None and page.order_of_facts


def lesson(row: FindingRow) -> Lesson:
    """What the finding teaches."""
    finding = row.finding
    return finding.code, finding.polarity.value, finding.key


def judged(review: Review, code: str) -> int:
    """How many hits of a code were judged."""
    return sum(count.stability.judged for count in review.looked_for if count.code == code)


def _headline(review: Review, row: FindingRow, pattern: PatternRow | None) -> Headline:
    same = [one for one in members(review.findings) if lesson(one) == lesson(row)]
    sessions = len({one.finding.session for one in same})
    applicable = max(row.applicable, sessions)
    agents = tuple(sorted({one.agent for one in same}))
    whole = pattern is not None and pattern.pattern.code == row.finding.code
    if pattern is not None and whole:
        sessions, applicable = len(pattern.pattern.sessions), pattern.pattern.applicable
        agents = pattern.pattern.agents
    unmeasured = row.stability is not Stability.STABLE
    return Headline(
        row=row,
        pattern=pattern,
        sessions=sessions,
        applicable=applicable,
        all_known=whole,
        agents=agents,
        unmeasured=judged(review, row.finding.code) if unmeasured else None,
        own=next((c.stability.own for c in review.looked_for if c.code == row.finding.code), None),
    )

"""Hits of a detector within one session, joined: equal keys are one finding, counted."""

from collections.abc import Iterable, Iterator

from reflect.features.costs import Cost, add
from reflect.model.finding import Evidence, Finding
from reflect.model.frozen import dataclass
from reflect.model.vocabulary import Method, Owner, Polarity

MOST_EVIDENCE = 4
"""Pieces of evidence that one finding keeps: more is not read."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One occurrence."""

    key: str
    """Recurrence key."""
    polarity: Polarity
    """Its direction."""
    severity: int
    """1 to 3."""
    confidence: float
    """0 to 1."""
    evidence: tuple[Evidence | None, ...]
    """The most telling first; None where an event has no words to quote."""
    cost: Cost
    """What it cost."""


def findings(
    code: str, version: int, session: str, owner: Owner, hits: Iterable[Hit]
) -> Iterator[Finding]:
    """One finding per key and polarity, in order of appearance; a hit without a quote is none."""
    groups: dict[tuple[str, Polarity], list[Hit]] = {}
    for hit in hits:
        if any(hit.evidence):
            groups.setdefault((hit.key, hit.polarity), []).append(hit)
    for (key, polarity), group in groups.items():
        cost = add(hit.cost for hit in group)
        yield Finding(
            code=code,
            code_version=version,
            session=session,
            severity=max(hit.severity for hit in group),
            confidence=max(hit.confidence for hit in group),
            method=Method.RULE,
            owner=owner,
            evidence=_evidence(group),
            key=key,
            polarity=polarity,
            hits=len(group),
            seconds=cost.seconds,
            tokens=cost.tokens,
        )


def _evidence(group: list[Hit]) -> tuple[Evidence, ...]:
    """The first hit's evidence in full, then the first piece of each other hit."""
    pieces = [*group[0].evidence, *(next(filter(None, hit.evidence)) for hit in group[1:])]
    kept = dict.fromkeys(piece for piece in pieces if piece is not None)
    return tuple(kept)[:MOST_EVIDENCE]

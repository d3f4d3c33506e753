"""What a model is asked about a review: every finding, every session, every pattern, the whole."""

from collections.abc import Iterator, Mapping, Sequence

from reflect.classifier import definitions, requests
from reflect.model.finding import CodePage, Finding
from reflect.model.frozen import dataclass
from reflect.model.model_request import ModelRequest
from reflect.model.provider_settings import ProviderSettings
from reflect.model.redacted import Redacted, seal
from reflect.model.review import PatternRow, Review, SessionTree
from reflect.model.vocabulary import Family
from reflect.pipeline.codes import pages
from reflect.warehouse import Warehouse

LEAST_QUOTES = 3
"""Quotes of one lesson from which it can be named."""

MOST_SWEPT = 24_000
"""Tokens of one request about a session."""

REPLY_TOKENS = 3_000
"""Of the model's context left for the reply and the form of it."""


@dataclass(frozen=True, slots=True)
class Questions:
    """All requests of a review but the summary, with what their replies are checked against."""

    requests: tuple[ModelRequest, ...]
    """Adjudications, sweeps, names."""
    trees: Mapping[str, SessionTree]
    """Root → session with its sub-agents."""
    findings: Mapping[str, Finding]
    """Fingerprint → finding that is adjudicated."""
    roots: Mapping[str, str]
    """Fingerprint of a finding → its root."""
    quotes: Mapping[str, tuple[Redacted, ...]]
    """Fingerprint → quotes of a pattern that is named."""
    pages: Mapping[str, CodePage]
    """Name → page or definition of every code that is asked about."""
    swept: tuple[str, ...]
    """Roots that are swept."""

    def root_of(self, request: ModelRequest) -> str:
        """Key in ``trees`` of the session that an adjudication or a sweep is about."""
        return self.roots.get(request.subject, request.subject)


def questions(warehouse: Warehouse, review: Review, provider: ProviderSettings) -> Questions:
    """The requests about a review, in the order of its findings, sessions and patterns."""
    known = {page.name: page for page in (*pages(), *definitions.definition_pages())}
    roots = [row.key for row in review.sessions]
    trees = {tree.root.key: tree for tree in warehouse.trees(roots)}
    offered = definitions.offered(pages())
    findings = {row.id: row.finding for row in review.findings if row.finding.session in trees}
    asked = [
        requests.adjudicate(trees[one.session], one, identity, offered[one.code])
        for identity, one in findings.items()
    ]
    room = room_of(provider)
    swept: list[str] = []
    for root in roots:
        pieces = requests.sweep(trees[root], definitions.swept(), room) if root in trees else ()
        asked += pieces
        swept += [root] if pieces else []
    quotes = dict(_quotes(warehouse, review.patterns, known))
    asked += [
        requests.name(row.id, offered[row.pattern.code], quotes[row.id])
        for row in review.patterns
        if row.id in quotes
    ]
    places = {identity: one.session for identity, one in findings.items()}
    return Questions(tuple(asked), trees, findings, places, quotes, known, tuple(swept))


def room_of(provider: ProviderSettings) -> int:
    """Tokens of one request about a session."""
    return min(MOST_SWEPT, provider.context - REPLY_TOKENS)


def _quotes(
    warehouse: Warehouse, patterns: Sequence[PatternRow], known: Mapping[str, CodePage]
) -> Iterator[tuple[str, tuple[Redacted, ...]]]:
    """Quotes of the patterns that rest on words of the human, and on enough of them."""
    named = [p for p in patterns if known[p.pattern.code].family is Family.COMMUNICATION_GAPS]
    roots = sorted({root for row in named for root in row.pattern.sessions})
    stored = {one.id: one.finding for one in warehouse.findings(roots)} if roots else {}
    for row in named:
        first = [stored[one].evidence[0].quote for one in row.pattern.findings if one in stored]
        distinct = tuple(dict.fromkeys(quote for quote in first if quote.strip()))
        if len(distinct) >= LEAST_QUOTES:
            yield row.id, distinct[: requests.MOST_QUOTES]


def facts_of(review: Review) -> Redacted:
    """What a summary may speak of: counts and names of codes, no word of a session."""
    seen = review.coverage
    lines = [f"sessions: {seen.analysed} analysed of {seen.found} found"]
    lines += [
        f"{one.code.replace('_', ' ')}: in {one.sessions} of {one.applicable} sessions where it "
        "could have happened"
        for one in review.looked_for
        if one.sessions
    ]
    lines += [
        f"pattern {row.pattern.code.replace('_', ' ')}: in {len(row.pattern.sessions)} of "
        f"{row.pattern.applicable} sessions of all known"
        for row in review.patterns
    ]
    return seal("\n".join(lines))

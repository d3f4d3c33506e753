"""What of a reply holds: mechanical checks, no opinion. What fails one is dropped and counted."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from reflect.classifier import preconditions
from reflect.classifier.cutting import BREAK
from reflect.classifier.grounded_keys import grounded
from reflect.classifier.preconditions import Claim
from reflect.classifier.quarantine import steered
from reflect.classifier.quotes import occurrences
from reflect.classifier.reply import Said, needs_no_evidence, parsed
from reflect.classifier.stored_words import event_of, evidence_of
from reflect.classifier.telling import tells
from reflect.features.quotes import of_message
from reflect.model.finding import UNSPECIFIED, CodePage, Evidence, Finding
from reflect.model.frozen import dataclass
from reflect.model.judgement import Decision, DropReason, Judgement
from reflect.model.model_request import EventKind, ModelRequest, OfferedCode, ShownEvent
from reflect.model.review import SessionTree
from reflect.model.run_vocabulary import PromptPurpose
from reflect.model.session import Message
from reflect.model.vocabulary import Polarity


@dataclass(frozen=True, slots=True)
class Verified:
    """What is left of one reply or several; ``said`` = judgements + dropped."""

    judgements: tuple[Judgement, ...]
    """Those that passed every check, in the order of the reply."""
    dropped: Mapping[DropReason, int]
    """Reason → number, in the order of ``DropReason``; only reasons that occurred."""
    said: int
    """Findings and decisions in the reply; one that cannot be read counts as one."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request with what is known beside it."""

    request: ModelRequest
    tree: SessionTree
    pages: Mapping[str, CodePage]
    finding: Finding | None


def verified(
    request: ModelRequest,
    text: str,
    tree: SessionTree,
    pages: Mapping[str, CodePage],
    finding: Finding | None = None,
) -> Verified:
    """Check the reply to an adjudication or a sweep.

    Args:
        request: What was asked.
        text: The reply as the model wrote it.
        tree: The session it was asked about.
        pages: Name of each code offered → its page or definition.
        finding: The rule's finding, for an adjudication.
    """
    said = parsed(request, text)
    if not isinstance(said, Said):
        return Verified((), {said: 1}, 1)
    dropped = Counter(said.dropped)
    if said.items and steered(request):
        dropped[DropReason.ADDRESSED] += len(said.items)
        return merged([Verified((), dropped, dropped.total())])
    kept: list[Judgement] = []
    asked = _Asked(request, tree, pages, finding)
    for item in said.items:
        judged = _judged(item, asked)
        if isinstance(judged, DropReason):
            dropped[judged] += 1
        else:
            kept.append(judged)
    return merged([Verified(tuple(kept), dropped, len(kept) + dropped.total())])


def merged(parts: Iterable[Verified]) -> Verified:
    """Several replies about one session as one: what was said before in it is dropped.

    Pieces of a long session share a turn, so one finding may be told in both.
    """
    kept: list[Judgement] = []
    dropped: Counter[DropReason] = Counter()
    said = 0
    seen: set[tuple[str, str, str, str]] = set()
    for part in parts:
        dropped.update(part.dropped)
        said += part.said
        for judgement in part.judgements:
            places = set(_places(judgement))
            if places & seen:
                dropped[DropReason.REPEATED] += 1
            else:
                seen |= places
                kept.append(judgement)
    ordered = {reason: dropped[reason] for reason in DropReason if dropped[reason]}
    return Verified(tuple(kept), ordered, said)


def _places(judgement: Judgement) -> Iterator[tuple[str, str, str, str]]:
    """What one judgement speaks of: the same code in the same event, for a sweep."""
    if judgement.purpose is PromptPurpose.SWEEP and judgement.evidence:
        first = judgement.evidence[0]
        yield judgement.root, judgement.code, first.session, first.event


def _judged(item: Mapping[str, Any], asked: _Asked) -> Judgement | DropReason:
    code = _code(item, asked.request)
    if code is None:
        return DropReason.CODE
    events = {event.id: event for event in asked.request.events}
    ids = list(dict.fromkeys(item.get("event_ids", ())))
    if any(name not in events for name in ids):
        return DropReason.EVENT
    if not item.get("quote") and needs_no_evidence(item):
        return _made(item, code, (), asked)
    cited = tuple(events[name] for name in ids)
    found = _quoted(str(item.get("quote", "")), cited, code.name, asked)
    if isinstance(found, DropReason):
        return found
    quoted, evidence = found
    if item["decision"] != Decision.YES:
        return _made(item, code, (evidence,), asked)
    claim = Claim(asked.tree, quoted, cited)
    if quoted.kind not in _kinds(code.name, asked):
        return DropReason.KIND
    if asked.finding is None and not preconditions.holds(code.name, claim):
        return DropReason.PRECONDITION
    return _made(item, code, (evidence, *_other_turn(code.name, claim)), asked)


def _code(item: Mapping[str, Any], request: ModelRequest) -> OfferedCode | None:
    """The code an item names; an adjudication is about its own code, whatever the reply says."""
    if request.purpose is PromptPurpose.ADJUDICATE:
        return request.codes[0]
    return next((code for code in request.codes if code.name == item.get("code")), None)


def _quoted(
    quote: str, cited: Sequence[ShownEvent], code: str, asked: _Asked
) -> tuple[ShownEvent, Evidence] | DropReason:
    """The cited event that holds the quote, one of a fitting kind first, and the stored words."""
    if not cited:
        return DropReason.EVENT
    if not tells(quote):
        return DropReason.QUOTE
    kinds = _kinds(code, asked)
    for event in sorted(cited, key=lambda event: event.kind not in kinds):
        for start, end in occurrences(quote, event.text):
            if any(b.start() < end and b.end() > start for b in BREAK.finditer(event.text)):
                continue
            evidence = evidence_of(asked.tree, event, event.text[start:end])
            if evidence is None:
                continue
            return event, evidence
    return DropReason.QUOTE


def _kinds(code: str, asked: _Asked) -> frozenset[EventKind]:
    """Kinds of events that can show a code; what the rule itself points at can, too."""
    page = asked.pages[code]
    fitting = preconditions.fitting_kinds(code, page.family, page.owner)
    if asked.finding is None:
        return fitting
    pointed = {(e.session, e.event) for e in asked.finding.evidence}
    shown = asked.request.events
    return fitting | {e.kind for e in shown if (e.session, e.event) in pointed}


def _other_turn(code: str, claim: Claim) -> Iterator[Evidence]:
    """Of a code that two turns show: the first sentence of the one that is not quoted."""
    if not preconditions.cites_two_turns(code):
        return
    for shown in claim.cited:
        message = event_of(claim.tree, shown)
        if shown is claim.quoted or not isinstance(message, Message):
            continue
        if shown.kind is EventKind.HUMAN and (other := of_message(shown.session, message)):
            yield other


def _made(
    item: Mapping[str, Any], code: OfferedCode, evidence: tuple[Evidence, ...], asked: _Asked
) -> Judgement:
    """The judgement: of an adjudication key, direction and severity are the rule's own."""
    request, finding = asked.request, asked.finding
    severity, key, polarity = asked.pages[code.name].severity, UNSPECIFIED, Polarity.NONE
    if finding is not None:
        severity, key, polarity = finding.severity, finding.key, finding.polarity
    elif request.purpose is PromptPurpose.SWEEP:
        severity = item["severity"]
        shown = {(e.session, e.event): e.text for e in request.events}
        texts = [shown[e.session, e.event] for e in evidence]
        told = Polarity(item["polarity"])
        key, polarity = grounded(item["key_hint"], told, [*texts, code.definition])
    return Judgement(
        purpose=request.purpose,
        subject=request.subject,
        root=asked.tree.root.key,
        code=code.name,
        code_version=code.version,
        decision=Decision(item["decision"]),
        severity=severity,
        evidence=evidence,
        key=key,
        polarity=polarity,
    )

"""Replies of a made-up model: right with a known probability, with faults of every kind planted.

A reply comes with what must be dropped of it, so that a check can be held against it exactly.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any

from reflect.classifier.quarantine import steered
from reflect.model.finding import Finding
from reflect.model.judgement import DropReason
from reflect.model.model_request import EventKind, ModelRequest, ShownEvent

FAULTY = 0.25
"""Share of replies and of findings in them that get a fault."""

TRUE_CANDIDATES = 0.5
"""Share of the made-up candidates that are true."""

WORDS = re.compile(r"[A-Za-z][A-Za-z ]{18,60}[a-z]")
"""Plain words of an event that can be quoted."""

NO_CODE, NO_EVENT, NO_WORDS = "made_up_code", "e9999", "words that nobody ever wrote down"

WHOLE = {
    DropReason.EMPTY: "",
    DropReason.NOT_JSON: "I could not decide, sorry about that.",
    DropReason.FORM: '{"verdict": "looks fine"}',
}
"""Fault of a whole reply → the reply."""

OF_DECISION = (DropReason.EVENT, DropReason.QUOTE, *WHOLE)
"""Faults of the reply to an adjudication."""

OF_FINDING = (
    DropReason.FORM,
    DropReason.CODE,
    DropReason.EVENT,
    DropReason.QUOTE,
    DropReason.KIND,
    DropReason.REPEATED,
)
"""Faults of one finding of a sweep."""

SEEN_IN_THE_FORM = (DropReason.FORM, DropReason.CODE, DropReason.EVENT)
"""Faults for which a finding is dropped before anything else is asked about it."""


class Answers(Enum):
    """How an annotator decides."""

    BY_TRUTH = "by truth"
    ALWAYS_YES = "always yes"
    ALWAYS_NO = "always no"


@dataclass(frozen=True)
class Annotator:
    """One made-up model."""

    name: str
    """What it is called."""
    answers: Answers
    """How it decides."""
    right: float = 1.0
    """How often it tells what is true."""


ANNOTATORS = (
    Annotator("right 0.9", Answers.BY_TRUTH, 0.9),
    Annotator("right 0.7", Answers.BY_TRUTH, 0.7),
    Annotator("a coin", Answers.BY_TRUTH, 0.5),
    Annotator("always yes", Answers.ALWAYS_YES),
    Annotator("always no", Answers.ALWAYS_NO),
)

Drawn = dict[tuple[str, str, str], bool]
"""Root session, code and event of each candidate that was told → whether it is true."""


@dataclass(frozen=True)
class Candidate:
    """A made-up finding of a sweep that passes every check unless a fault is planted."""

    code: str
    """Its code."""
    event: ShownEvent
    """The event it cites."""
    quote: str
    """Words that stand there."""


@dataclass(frozen=True)
class Planned:
    """A reply with what must be dropped of it."""

    text: str
    """The reply."""
    dropped: Counter[DropReason]
    """Reason → number."""


def decided(annotator: Annotator, true: bool, draws: Random) -> str:
    """What an annotator says of something that is true, or is not."""
    right = draws.random() < annotator.right
    if annotator.answers is Answers.ALWAYS_YES:
        return "yes"
    if annotator.answers is Answers.ALWAYS_NO:
        return "no"
    return "yes" if true == right else "no"


def _fault(kinds: Sequence[DropReason], draws: Random) -> DropReason | None:
    return draws.choice(kinds) if draws.random() < FAULTY else None


def adjudicated(request: ModelRequest, finding: Finding, said: str, draws: Random) -> Planned:
    """The reply about one finding, with or without a fault."""
    pointed = {(e.session, e.event) for e in finding.evidence}
    shown = [e for e in request.events if (e.session, e.event) in pointed and _words(e)]
    fault = _fault(OF_DECISION, draws)
    if fault in WHOLE:
        return Planned(WHOLE[fault], Counter([fault]))
    told: dict[str, Any] = {"event_ids": [], "quote": "", "decision": "unsure"}
    if shown:
        told = {"event_ids": [shown[0].id], "quote": _words(shown[0]), "decision": said}
    if fault is DropReason.EVENT:
        told["event_ids"] = [NO_EVENT]
    elif fault is DropReason.QUOTE:
        told |= {"event_ids": [request.events[0].id], "quote": NO_WORDS}
    reason = fault
    if steered(request) and fault is not DropReason.EVENT:
        reason = DropReason.ADDRESSED
    return Planned(json.dumps(told), Counter([reason] if reason else []))


def swept(request: ModelRequest, annotator: Annotator, drawn: Drawn, draws: Random) -> Planned:
    """The reply to a sweep: made-up candidates, true ones and others, some with faults."""
    named = {(request.subject, c.code, c.event.event): c for c in candidates(request)}
    known = [place for place in named if place not in drawn]
    items: list[dict[str, Any]] = []
    dropped: Counter[DropReason] = Counter()
    for place in draws.sample(known, min(len(known), 3)):
        candidate, true = named[place], draws.random() < TRUE_CANDIDATES
        if decided(annotator, true, draws) != "yes":
            continue
        drawn[place] = true
        fault = _fault(OF_FINDING, draws)
        told = _spoilt(candidate, fault, request)
        items += told
        if steered(request) and fault not in SEEN_IN_THE_FORM:
            dropped[DropReason.ADDRESSED] += len(told)
        elif fault:
            dropped[fault] += 1
    whole = draws.choice(tuple(WHOLE)) if draws.random() < FAULTY / 4 else None
    if whole is not None:
        return Planned(WHOLE[whole], Counter([whole]))
    return Planned(json.dumps({"findings": items}), dropped)


def _spoilt(
    candidate: Candidate, fault: DropReason | None, request: ModelRequest
) -> list[dict[str, Any]]:
    """A candidate as items of a reply, one of which must be dropped for ``fault``."""
    told: dict[str, Any] = {
        "code": candidate.code,
        "event_ids": [candidate.event.id],
        "quote": candidate.quote,
        "decision": "yes",
        "severity": 2,
        "key_hint": "say what is wanted",
        "polarity": "require",
    }
    if fault is DropReason.FORM:
        told["reason"] = "because it is so"
    elif fault is DropReason.CODE:
        told["code"] = NO_CODE
    elif fault is DropReason.EVENT:
        told["event_ids"] = [NO_EVENT]
    elif fault is DropReason.QUOTE:
        told["quote"] = NO_WORDS
    elif fault is DropReason.KIND:
        told["code"] = OTHER_KIND[candidate.code]
    return [told, told] if fault is DropReason.REPEATED else [told]


OTHER_KIND = {"unclear_goal": "request_not_carried_out", "request_not_carried_out": "unclear_goal"}
"""Code → one that no event of the same kind can show."""


def candidates(request: ModelRequest) -> Iterator[Candidate]:
    """Findings that could be right: a human turn that is answered, an answer after a human turn."""
    events = request.events
    humans = [e.position for e in events if e.kind is EventKind.HUMAN]
    answers = [e.position for e in events if e.kind is EventKind.AGENT]
    for event in events:
        quote = _words(event)
        if not quote:
            continue
        if event.kind is EventKind.HUMAN and any(p > event.position for p in answers):
            yield Candidate("unclear_goal", event, quote)
        elif event.kind is EventKind.AGENT and any(p < event.position for p in humans):
            yield Candidate("request_not_carried_out", event, quote)


def _words(event: ShownEvent) -> str:
    """The first plain words of an event; empty where it has none."""
    found = WORDS.search(event.text)
    return found.group() if found else ""

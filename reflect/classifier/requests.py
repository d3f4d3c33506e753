"""The requests that a model is asked: adjudicate, sweep, name, summarise.

A request is made of redacted text and of words of reflect. The same input gives the same bytes, so
an earlier reply can be used again; the digest changes with the prompt and with the definitions
that the request offers, and with no other.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence

from reflect.classifier import forms
from reflect.classifier.chunks import pieces
from reflect.classifier.estimate import tokens
from reflect.classifier.events import of_root, of_tree
from reflect.classifier.halving import halves
from reflect.classifier.identities import without_names
from reflect.classifier.lines import Line, fenced, numbered, written
from reflect.classifier.prompts import filled, prompt
from reflect.classifier.window import pointed, window
from reflect.model.finding import Finding
from reflect.model.model_request import EventKind, ModelRequest, OfferedCode, ShownEvent
from reflect.model.redacted import Redacted, seal
from reflect.model.review import SessionTree
from reflect.model.run_vocabulary import PromptPurpose

__all__ = ["adjudicate", "halves", "name", "summarise", "sweep"]

MOST_TOKENS = 24_000
"""Of a sweep: 97 % of real sessions fit whole."""
LEAST_TOKENS = 1_000
"""Room that a sweep has for events, however small the budget."""
MOST_QUOTES = 8
"""Quotes that a pattern is named from."""
OUTPUT_TOKENS: Mapping[PromptPurpose, int] = {
    PromptPurpose.ADJUDICATE: 400,
    PromptPurpose.SWEEP: 2_000,
    PromptPurpose.NAME: 250,
    PromptPurpose.SUMMARISE: 350,
}
"""Twice the tokens of the longest reply that its form allows, about."""


def adjudicate(
    tree: SessionTree, finding: Finding, finding_id: str, code: OfferedCode
) -> ModelRequest:
    """One question: does the record around this finding show its code?"""
    events = of_tree(tree, finding.evidence)
    lines = numbered(window(events, finding), pointed(finding))
    values = {"definitions": code.definition, "record": fenced([line.text for line in lines])}
    return _request(PromptPurpose.ADJUDICATE, finding_id, values, (code,), lines)


def sweep(
    tree: SessionTree, codes: Sequence[OfferedCode], most_tokens: int = MOST_TOKENS
) -> tuple[ModelRequest, ...]:
    """One question about a whole session, in as many requests as the budget needs.

    Empty where no code is offered, and for a session in which the human or the agent is silent.
    """
    events = of_root(tree)
    kinds = {event.kind for event in events}
    if not codes or EventKind.HUMAN not in kinds or not kinds & {EventKind.AGENT, EventKind.CALL}:
        return ()
    definitions = seal("\n\n".join(code.definition for code in codes))
    told = prompt(PromptPurpose.SWEEP)
    form = json.dumps(forms.sweep([code.name for code in codes], []))
    room = most_tokens - tokens(told.system + told.user + definitions + form)
    parts = pieces(events, max(room, LEAST_TOKENS))
    made: list[ModelRequest] = []
    for number, part in enumerate(parts):
        lines = numbered(part)
        values = {
            "definitions": definitions,
            "part": _part(number, len(parts)),
            "record": fenced([line.text for line in lines]),
        }
        made.append(
            _request(PromptPurpose.SWEEP, tree.root.key, values, tuple(codes), lines, number)
        )
    return tuple(made)


def name(pattern_id: str, code: OfferedCode, quotes: Sequence[Redacted]) -> ModelRequest:
    """One line for what a pattern teaches, from at most eight different quotes."""
    distinct = list(dict.fromkeys(without_names(quote) for quote in quotes))[:MOST_QUOTES]
    record = fenced([written({"quote": quote}) for quote in distinct])
    values = {"definitions": code.definition, "record": record}
    return _request(PromptPurpose.NAME, pattern_id, values)


def summarise(facts: Redacted) -> ModelRequest:
    """Two sentences on a review, from lines that reflect wrote."""
    told = [line.strip() for line in without_names(facts).splitlines() if line.strip()]
    record = fenced([written({"fact": line}) for line in told])
    return _request(PromptPurpose.SUMMARISE, "review", {"record": record})


def _part(number: int, count: int) -> Redacted:
    if count == 1:
        return seal("This is the whole session.")
    told = f"This is part {number + 1} of {count} of a session."
    if number:
        told += " It opens with the session's first request and what came just before this part."
    return seal(told)


def _request(
    purpose: PromptPurpose,
    subject: str,
    values: Mapping[str, Redacted],
    codes: tuple[OfferedCode, ...] = (),
    lines: Sequence[Line] = (),
    part: int = 0,
) -> ModelRequest:
    told = prompt(purpose)
    events: tuple[ShownEvent, ...] = tuple(line.shown for line in lines if line.shown is not None)
    digest = hashlib.sha256()
    for piece in (told.source, values.get("definitions", "")):
        digest.update(f"{len(piece)}\0{piece}\0".encode())
    for code in codes:
        digest.update(f"{code.name}\0{code.version}\0".encode())
    return ModelRequest(
        purpose=purpose,
        subject=subject,
        part=part,
        codes=codes,
        events=events,
        instructions=filled(told.system, values),
        content=filled(told.user, values),
        schema_name=purpose.value,
        schema=forms.of(purpose, codes, [event.id for event in events]),
        most_output_tokens=OUTPUT_TOKENS[purpose],
        prompt_digest=digest.hexdigest(),
    )

"""Labelled sample sessions, and a model that is right about them with a known probability.

What is true is drawn by seed: of the findings of rules, and of the suggestions, some are right.
The labels say so. The model answers by the truth or against it, and a few replies have a fault.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from scripted_model import Asked, Step, fails, says

from reflect import paths
from reflect.classifier import definitions, requests
from reflect.config import Config
from reflect.model.finding import Finding
from reflect.model.model_evaluation import Answered
from reflect.model.model_request import EventKind, ModelRequest, ShownEvent
from reflect.model.review import SessionTree
from reflect.pipeline import analysing, importing
from reflect.pipeline.codes import chosen, pages
from reflect.pipeline.finding_stores import StoreRequest, find
from reflect.redaction.key import load_or_create_key
from reflect.warehouse import open_warehouse

RIGHT = 0.6
"""Share of findings and suggestions that are right."""

SUGGESTED = "unclear_goal"
"""The code that the model suggests, of the last answered words of the human in each session."""


LONG = 20
"""Characters of words that can be quoted."""


@dataclass(frozen=True)
class Question:
    """A request that will come, and what is known about it."""

    content: str
    """The words of the request, from which it is known again."""
    file: str
    """The labelled file."""
    code: str
    """The code of the finding, or of the suggestion."""
    record: str
    """The record that is cited first."""
    version: int
    """Version of the code."""
    event: ShownEvent
    """The event that a reply quotes."""
    true: bool
    """Whether the finding, or the suggestion, is right."""


@dataclass(frozen=True)
class Planted:
    """What is true, and what the model says of it."""

    findings: tuple[Question, ...]
    """One for each finding of a rule."""
    suggestions: tuple[Question, ...]
    """One for each session in which the human says something."""
    probability: float
    """With which the model is right."""
    seed: int
    """Of what it says."""

    def labels(self) -> str:
        """A verdict on every finding and suggestion, and a moment for each that is right."""
        rows = [
            {
                "file": one.file,
                "record": one.record,
                "code": one.code,
                "version": one.version,
                "verdict": "accept" if one.true else "reject",
            }
            for one in (*self.findings, *self.suggestions)
        ]
        rows += [
            {"file": one.file, "record": one.record, "category": SUGGESTED}
            for one in self.suggestions
            if one.true
        ]
        return "".join(json.dumps(row) + "\n" for row in rows)

    def answer(self, place: int) -> Answered:
        """What the model says of a finding: every eighth gets no reply, one an invented quote."""
        if place % 8 == 3:
            return Answered.UNANSWERED
        if place % 8 == 5:
            return Answered.DROPPED
        chance = Random(f"{self.seed} {place}")  # noqa: S311 - the same each time
        right = chance.random() < self.probability
        if right is self.findings[place].true:
            return Answered.YES
        return Answered.NO if place % 2 else Answered.UNSURE

    def suggests(self, place: int) -> bool:
        """Whether the model makes a suggestion: more often where that is right."""
        chance = Random(f"{self.seed} suggestion {place}")  # noqa: S311 - the same each time
        return (chance.random() < self.probability) is self.suggestions[place].true

    def script(self, asked: Asked) -> Step:
        """The model."""
        content = asked.document["messages"][-1]["content"]
        for place, one in enumerate(self.findings):
            if one.content in content:
                return _reply(self.answer(place), one)
        for place, one in enumerate(self.suggestions):
            if one.content in content:
                more = {"code": SUGGESTED, "severity": 2, "key_hint": "", "polarity": "none"}
                told = _said("yes", one.event) | more
                return says({"findings": [told] if self.suggests(place) else []})
        return says({"findings": []})


def _reply(answer: Answered, one: Question) -> Step:
    if answer is Answered.UNANSWERED:
        return fails(400, "not this one")
    if answer is Answered.DROPPED:
        return says(_said("yes", one.event) | {"quote": "words that nobody wrote here"})
    return says(_said(answer.value, one.event))


def _said(decision: str, event: ShownEvent) -> dict[str, Any]:
    line = max(event.text.splitlines(), key=len)
    return {"event_ids": [event.id], "quote": line[:60], "decision": decision}


def planted(sessions: Path, files: list[str], probability: float, seed: int) -> Planted:
    """Read the sessions as the command will, draw what is true, and know each request."""
    chance = Random(f"{seed} truth")  # noqa: S311 - the same each time
    truths: dict[tuple[str, str, str], bool] = {}
    findings: list[Question] = []
    suggestions: list[Question] = []

    def question(file: str, code: str, version: int, request: ModelRequest, event: ShownEvent,
                 record: str) -> Question:  # fmt: skip
        true = truths.setdefault((file, code, record), chance.random() < RIGHT)
        return Question(request.content, file, code, record, version, event, true)

    offered = definitions.offered(pages())
    for file, tree, found in _read(sessions, files):
        for one in found:
            request = requests.adjudicate(tree, one, "any", offered[one.code])
            cited = [e.record for e in one.evidence if e.session == one.session]
            event = _quotable(request, one)
            findings.append(question(file, one.code, one.code_version, request, event, cited[0]))
        for request in requests.sweep(tree, definitions.swept()):
            for event in _last_words(request):
                told = question(file, SUGGESTED, 0, request, event, event.record)
                suggestions.append(told)
    return Planted(tuple(findings), tuple(suggestions), probability, seed)


def _read(sessions: Path, files: list[str]) -> Iterator[tuple[str, SessionTree, list[Finding]]]:
    """Labelled file, its session, and what the rules find in it."""
    with open_warehouse(paths.data_dir() / "planted.duckdb", write=True) as warehouse:
        stores = [
            store
            for file in files
            for store in find(StoreRequest(discover=False, paths=(sessions / file,)))
        ]
        key = load_or_create_key(paths.key_file())
        importing.import_stores(warehouse, stores, key, lambda *_: None)
        analysing.analyse(warehouse, chosen(Config(), paths.config_file()), lambda *_: None)
        rows = {row.key: row.path for row in warehouse.session_rows() if row.key == row.root}
        for tree in warehouse.trees(list(rows)):
            file = next(one for one in files if rows[tree.root.key].endswith(one))
            yield file, tree, [one.finding for one in warehouse.findings([tree.root.key])]


def _quotable(request: ModelRequest, finding: Finding) -> ShownEvent:
    """An event that the finding points at and that has words, the human's if there are some."""
    pointed = {(e.session, e.event) for e in finding.evidence}
    told = [e for e in request.events if (e.session, e.event) in pointed and e.text.strip()]
    return next((one for one in told if one.kind is EventKind.HUMAN), told[-1])


def _last_words(request: ModelRequest) -> list[ShownEvent]:
    """The last words of the human that are answered, if a quote can be taken from them."""
    answers = [e.position for e in request.events if e.kind is EventKind.AGENT]
    spoken = [
        e
        for e in request.events
        if e.kind is EventKind.HUMAN and len(e.text) > LONG and answers and e.position < answers[-1]
    ]
    return spoken[-1:]

"""What a model's answers come to: verdicts on findings, suggestions, names, a summary."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from reflect.classifier import consensus
from reflect.classifier.engine import Answer
from reflect.classifier.estimate import of_request, tokens
from reflect.classifier.naming import named
from reflect.classifier.summary import summarised
from reflect.classifier.verification import Verified, merged, verified
from reflect.model.finding import CodePage, Finding
from reflect.model.judgement import Consensus, DropReason, Judgement, ModelCall
from reflect.model.model_request import ModelRequest, ProviderFacts
from reflect.model.model_run import ModelRun
from reflect.model.redacted import Redacted
from reflect.model.review import CodeCount, FindingRow, Review
from reflect.model.run_vocabulary import Consent, PromptPurpose
from reflect.model.verdict import Posterior
from reflect.model.vocabulary import Method, Stability
from reflect.pipeline import suggestions
from reflect.pipeline.measured import stability_of
from reflect.pipeline.model.questions import Questions
from reflect.warehouse import Warehouse

Redact = Callable[[str], Redacted]

UNHEARD = (DropReason.NO_REPLY, DropReason.NOT_REDACTED)
"""A request that nobody read says nothing about its finding."""

EVEN = 0.5
"""Confidence of what a model alone says: nobody knows how often it is right."""


class Heard:
    """Answers as they come, and what is left of them."""

    def __init__(self, questions: Questions, facts: Redacted, redact: Redact) -> None:
        """``facts`` are what a summary may speak of."""
        self._questions = questions
        self._facts = facts
        self._redact = redact
        self._parts: defaultdict[str, list[tuple[int, Verified]]] = defaultdict(list)
        self._dropped: Counter[DropReason] = Counter()
        self._said = 0
        self._kept = 0
        self._asked: dict[int, PromptPurpose] = {}
        self._left: dict[bytes, PromptPurpose] = {}
        self.calls: list[ModelCall] = []
        """Every request that was sent, or that the cache answered."""
        self.tokens = 0
        """Read and written so far, as the provider counted, else by estimate."""
        self.judged: set[str] = set()
        """Fingerprints of findings whose question was answered."""
        self.swept: set[str] = set()
        """Roots of which a sweep was answered."""
        self.names: dict[str, Redacted] = {}
        """Fingerprint of a pattern → its line."""
        self.summary: tuple[Redacted, ...] = ()
        """Two sentences."""
        self.problem = ""
        """What the provider did where it did not answer, in words for the user."""

    @property
    def dropped(self) -> Counter[DropReason]:
        """What did not count so far."""
        return sum((Counter(p.dropped) for p in self._all_parts()), self._dropped.copy())

    def leaving(self, call: ModelCall) -> None:
        """Take note of a request that is about to leave: its answer may never come."""
        self._left[call.body] = call.purpose

    def take(self, answer: Answer) -> None:
        """Check one answer and keep what holds."""
        request = answer.request
        self.calls += answer.calls
        if answer.calls:
            self._asked[answer.place] = request.purpose
        self.tokens += sum(sum(_tokens(request, answer, call)) for call in answer.calls)
        self.problem = self.problem or answer.problem
        if answer.text is None:
            self._drop(answer.drop or DropReason.NO_REPLY)
        elif request.purpose in (PromptPurpose.ADJUDICATE, PromptPurpose.SWEEP):
            self._judge(answer.place, request, answer.text)
        else:
            self._word(request, answer.text)
        if answer.drop not in UNHEARD:
            if request.purpose is PromptPurpose.ADJUDICATE:
                self.judged.add(request.subject)
            elif request.purpose is PromptPurpose.SWEEP:
                self.swept.add(request.subject)

    def _drop(self, reason: DropReason) -> None:
        self._dropped[reason] += 1
        self._said += 1

    def _judge(self, place: int, request: ModelRequest, text: str) -> None:
        told = self._questions
        root = told.root_of(request)
        finding = told.findings.get(request.subject)
        checked = verified(request, text, told.trees[root], told.pages, finding)
        self._parts[root].append((place, checked))

    def _word(self, request: ModelRequest, text: str) -> None:
        found: Redacted | tuple[Redacted, ...] | DropReason
        if request.purpose is PromptPurpose.NAME:
            quotes = self._questions.quotes[request.subject]
            found = named(request, text, quotes, self._redact)
        else:
            found = summarised(request, text, self._facts, self._redact)
        if isinstance(found, DropReason):
            self._drop(found)
            return
        self._said += 1
        self._kept += 1
        if isinstance(found, tuple):
            self.summary = found
        else:
            self.names[request.subject] = found

    def _all_parts(self) -> list[Verified]:
        """What was checked, one value a session, in the order of the questions."""
        parts = sorted(self._parts.items(), key=lambda item: (min(n for n, _ in item[1]), item[0]))
        return [
            merged(part for _, part in sorted(heard, key=lambda one: one[0])) for _, heard in parts
        ]

    def judgements(self) -> list[Judgement]:
        """All that passed the checks, in the order of the questions."""
        return [one for part in self._all_parts() for one in part.judgements]

    def run(self, facts: ProviderFacts, consent: Consent) -> ModelRun:
        """The numbers of it. A question that was never put counts for nothing."""
        known = {call.body for call in self.calls}
        unheard = {body: why for body, why in self._left.items() if body not in known}
        parts = self._all_parts()
        sent = [call for call in self.calls if not call.cached]
        dropped = self.dropped
        return ModelRun(
            facts=facts,
            consent=consent,
            requests=Counter((*self._asked.values(), *unheard.values())),
            cached=len(self.calls) - len(sent),
            tokens_in=sum(call.tokens_in or tokens(call.body.decode()) for call in sent),
            tokens_out=sum(call.tokens_out or 0 for call in sent),
            said=self._said + sum(part.said for part in parts),
            kept=self._kept + sum(len(part.judgements) for part in parts),
            dropped={reason: dropped[reason] for reason in DropReason if dropped[reason]},
            names=self.names,
            summary=self.summary,
            stopped=self.problem,
            calls=tuple(self.calls),
        )


def _tokens(request: ModelRequest, answer: Answer, call: ModelCall) -> tuple[int, int]:
    if call.cached:
        return 0, 0
    written = tokens(answer.text) if answer.text else 0
    return call.tokens_in or of_request(request), call.tokens_out or written


def joined(
    warehouse: Warehouse,
    review: Review,
    heard: Heard,
    run: ModelRun,
    told: Questions,
    own: Mapping[str, Posterior],
) -> tuple[ModelRun, tuple[FindingRow, ...]]:
    """The run with verdicts and suggestions, and the suggestions that the user's verdicts carry."""
    judged = [(row.id, row.finding) for row in review.findings if row.id in heard.judged]
    result = consensus.joined(judged, heard.judgements(), own)
    findings = [_finding(one, told.pages[one.code]) for one in result.suggested]
    roots = sorted(heard.swept)
    if roots:
        warehouse.models.keep_suggestions(roots, findings)
    swept = [row for row in review.sessions if row.key in heard.swept]
    rows = suggestions.rows(warehouse, swept) if swept else []
    carried = {one.code for one in result.counted}
    counted = tuple(row for row in rows if row.finding.code in carried)
    apart = tuple(row for row in rows if row.finding.code not in carried)
    return replace(run, verdicts=result.of, suggested=apart), counted


def _finding(judgement: Judgement, page: CodePage) -> Finding:
    return Finding(
        code=judgement.code,
        code_version=judgement.code_version,
        session=judgement.root,
        severity=judgement.severity,
        confidence=EVEN,
        method=Method.MODEL,
        owner=page.owner,
        evidence=judgement.evidence,
        key=judgement.key,
        polarity=judgement.polarity,
        hits=1,
        seconds=None,
        tokens=None,
    )


def reviewed(
    review: Review,
    run: ModelRun,
    counted: Sequence[FindingRow],
    told: Questions,
    own: Mapping[str, Posterior],
) -> Review:
    """The review with what the model said: what it did not confirm stands behind the rest."""
    rules = sorted(review.findings, key=lambda row: run.verdicts.get(row.id) is Consensus.RULE_ONLY)
    names = sorted({row.finding.code for row in counted})
    looked = tuple(
        CodeCount(
            code=name,
            family=told.pages[name].family,
            claim=told.pages[name].claim,
            stability=stability_of(told.pages[name], own.get(name)),
            applicable=len(told.swept),
            sessions=len({row.finding.session for row in counted if row.finding.code == name}),
        )
        for name in names
    )
    shown = [row for row in counted if row.stability is not Stability.OFF]
    return replace(
        review,
        findings=(*rules, *shown),
        looked_for=(*review.looked_for, *looked),
        model=run,
    )

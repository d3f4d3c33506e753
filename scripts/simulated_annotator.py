"""A made-up model over real findings: right with a known probability, wrong in known ways.

What is true is drawn as well: of the rules' findings a share is right, of the made-up candidates
every second one. The annotator answers as the forms ask; then faults of every kind are planted
into its replies, so that what is dropped must be what was planted, exactly.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from planted_replies import Annotator, Drawn, Planned, adjudicated, decided, swept

from reflect.classifier import definitions, requests
from reflect.classifier.consensus import Joined, joined
from reflect.classifier.verification import Verified, merged, verified
from reflect.model.finding import CodePage, Finding
from reflect.model.judgement import Consensus, DropReason
from reflect.model.model_request import ModelRequest
from reflect.model.review import SessionTree
from reflect.model.run_vocabulary import PromptPurpose
from reflect.model.verdict import Posterior

RULES_RIGHT = 0.8
"""Share of the rules' findings that are right."""

Counts = Mapping[str, tuple[int, int, int]]
"""Code → findings, hits, sessions."""


@dataclass
class Simulation:
    """What one annotator did to one set of sessions."""

    annotator: Annotator
    """Who was asked."""
    seed: int
    """What its draws begin with."""
    requests: int = 0
    """Requests that were answered."""
    planted: Counter[DropReason] = field(default_factory=Counter)
    """Faults planted, by the reason they must be dropped for."""
    result: Verified = field(default_factory=lambda: merged([]))
    """What is left of all replies."""
    joined: Joined = field(default_factory=lambda: joined([], []))
    """Rules and model together."""
    lost: int = 0
    """Findings of rules that are no longer there."""
    before: Counts = field(default_factory=dict)
    """Counts of the rules alone."""
    after: Counts = field(default_factory=dict)
    """Counts once the model was asked."""
    confirmed_right: int = 0
    """Confirmed findings that are true."""

    @property
    def confirmed(self) -> int:
        """Findings that the model confirmed."""
        return sum(word is Consensus.CONFIRMED for word in self.joined.of.values())


@dataclass(frozen=True)
class Questions:
    """Every request about some sessions."""

    found: tuple[tuple[str, Finding], ...]
    """Fingerprint and finding of each rule hit."""
    adjudications: tuple[tuple[ModelRequest, SessionTree, Finding], ...]
    """One about each of them."""
    sweeps: tuple[tuple[ModelRequest, SessionTree], ...]
    """Those about whole sessions."""
    pages: Mapping[str, CodePage]
    """Code → page."""


def questions(
    trees: Mapping[str, SessionTree],
    found: Sequence[tuple[str, Finding]],
    pages: Mapping[str, CodePage],
) -> Questions:
    """Everything that is asked about some sessions, whoever answers.

    Args:
        trees: Key of each root session → the session.
        found: Fingerprint and finding of each rule hit in them.
        pages: Code → page, of rules and of definitions.
    """
    offered = definitions.offered(list(pages.values()))
    codes = definitions.swept()
    asked = []
    for name, finding in found:
        tree = trees[finding.session]
        request = requests.adjudicate(tree, finding, name, offered[finding.code])
        asked.append((request, tree, finding))
    sweeps = [(one, tree) for tree in trees.values() for one in requests.sweep(tree, codes)]
    return Questions(tuple(found), tuple(asked), tuple(sweeps), pages)


def simulate(annotator: Annotator, seed: int, asked: Questions) -> Simulation:
    """Ask an annotator about every finding and every session; the same seed gives the same run."""
    draws = Random(seed)  # noqa: S311 - no secret: the same seed must give the same run
    done = Simulation(annotator, seed)
    found = asked.found
    truth = {name: draws.random() < RULES_RIGHT for name, _ in found}
    parts: list[Verified] = []
    for request, tree, finding in asked.adjudications:
        said = decided(annotator, truth[request.subject], draws)
        reply = adjudicated(request, finding, said, draws)
        _note(done, reply)
        parts.append(verified(request, reply.text, tree, asked.pages, finding))
    drawn: Drawn = {}
    for request, tree in asked.sweeps:
        reply = swept(request, annotator, drawn, draws)
        _note(done, reply)
        parts.append(verified(request, reply.text, tree, asked.pages))
    done.result = merged(parts)
    done.joined = joined(found, done.result.judgements, _verdicts(done.result, drawn))
    done.lost = len({name for name, _ in found} - done.joined.of.keys())
    done.before = counts(found)
    kept = [(name, finding) for name, finding in found if name in done.joined.of]
    done.after = counts(kept, done.joined)
    done.confirmed_right = sum(
        truth[name] for name, word in done.joined.of.items() if word is Consensus.CONFIRMED
    )
    return done


def _verdicts(result: Verified, drawn: Drawn) -> Mapping[str, Posterior]:
    """What an honest user says to every suggestion that is left."""
    said: Counter[tuple[str, bool]] = Counter()
    for judgement in result.judgements:
        if judgement.purpose is PromptPurpose.SWEEP:
            event = judgement.evidence[0].event
            said[judgement.code, drawn[judgement.root, judgement.code, event]] += 1
    codes = {code for code, _ in said}
    return {c: Posterior(c, said[c, True], said[c, False], 0, 0.0, 1.0) for c in codes}


def counts(found: Sequence[tuple[str, Finding]], together: Joined | None = None) -> Counts:
    """What is counted: the rules' findings, and what the user's verdicts let count beside them."""
    findings: Counter[str] = Counter(finding.code for _, finding in found)
    hits: Counter[str] = Counter()
    sessions: dict[str, set[str]] = {}
    for _, finding in found:
        hits[finding.code] += finding.hits
        sessions.setdefault(finding.code, set()).add(finding.session)
    for judgement in together.counted if together else ():
        findings[judgement.code] += 1
        hits[judgement.code] += 1
        sessions.setdefault(judgement.code, set()).add(judgement.root)
    return {code: (findings[code], hits[code], len(sessions[code])) for code in sorted(findings)}


def _note(done: Simulation, reply: Planned) -> None:
    done.requests += 1
    done.planted += reply.dropped

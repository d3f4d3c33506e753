"""The statement of fault in a turn: words or a paste that say that what was delivered is not right.

An act is pushback also by what the agent does next, and a wish for another wording or the next
step is then hard to tell from a correction. Here only what the human wrote counts, clause by
clause: a fault must be stated, and neither wished away, ordered, asked nor supposed.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from reflect.features import answer_ends
from reflect.features.acts.said import (
    UNSPACED,
    Said,
    affirmed,
    in_later_sentence,
    objects,
    requests,
    said_before,
    searched_part,
)
from reflect.features.acts.signals import illustrates, is_statement, same_paste
from reflect.features.lesson_keys import LEADING_REQUIRE
from reflect.features.prose import QUESTION, sentences
from reflect.features.statements import statements
from reflect.features.words.search import Hit
from reflect.model.frozen import dataclass


class FaultKind(StrEnum):
    """What states the fault."""

    ACCUSED = "accused"
    """Words about what the agent did or left undone, about a fault that is still there, or about
    something said before: they can only mean what was delivered."""
    WORDS = "words"
    """Words of fault, whose subject may be something else."""
    PASTE = "paste"
    """A failing output, with few words or none."""
    REPEATED = "repeated"
    """The same paste, or the same request, once more."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One statement of fault."""

    kind: FaultKind
    """What states it."""
    sentence: str
    """The sentence of the human's own words that states it; empty for a paste."""


FEW = 6
"""Own words up to which a failing output beside them is the report, and they only name it."""
REPEATED = 5
"""Different words from which a request that comes again is no routine order."""
SHORT_AGAIN = 3
"""Words up to which "again" asks to do something once more."""
BARE = 2
"""Words of a bare "no"; one may fill."""
WITH_STILL = frozenset({"failure", "negation", "symptom", "partial", "blame"})
"""Lists that make a fault of "still" and "the rest"."""


def fault(said: Said, earlier: Sequence[Said], *, failing: bool, answering: bool) -> Fault | None:
    """The statement of fault in an act, or None.

    ``earlier``: the acts before it. ``failing``: its act is a report of a failure. ``answering``:
    the agent had asked, so that "no" is an answer.
    """
    if _written_by_an_agent(said):
        return None
    if same_paste(said, earlier):
        return Fault(FaultKind.REPEATED, "")
    shown = said.failing_output and not illustrates(said)
    again = len(said.tokens) >= REPEATED and not said.ends_asking
    stated = _accused(said)
    if stated is None and again and said_before(said, earlier):
        return Fault(FaultKind.REPEATED, "")
    if stated is None and not (shown and said.length <= FEW):
        stated = _worded(said, failing=failing, answering=answering)
    if stated is not None:
        return stated
    return Fault(FaultKind.PASTE, "") if shown else None


def _written_by_an_agent(said: Said) -> bool:
    """Whether a message reads like an answer: it concedes, or reports what was done and checked."""
    words = said.own.words
    if answer_ends.opening(words).concedes and not _of(said, "blame"):
        return True
    told = statements(words)
    return len({one.start for one in (*told.completion, *told.verification)}) >= 2


def _accused(said: Said) -> Fault | None:
    """A fault that can only be one of what was delivered."""
    facts = _facts(said)
    for hit in affirmed(said, "scope"):
        if not _asked(facts, hit):
            return facts.fault(FaultKind.ACCUSED, hit)
    if not said.asks and said.length > SHORT_AGAIN:
        for hit in affirmed(said, "repeat"):
            return facts.fault(FaultKind.ACCUSED, hit)
    for hit in affirmed(said, "blame"):
        if _addressed(facts, hit) and _stated(facts, hit, after_order=True):
            return facts.fault(FaultKind.ACCUSED, hit)
    for hit in (*_of(said, "still"), *_of(said, "partial")):
        if _stated(facts, hit, after_order=True) and _unmended(facts, hit):
            return facts.fault(FaultKind.ACCUSED, hit)
    return None


def _addressed(facts: "_Facts", hit: Hit) -> bool:
    """Whether somebody is named in a phrase or right beside it: "you forgot", "I said"."""
    return any(
        other.clause == hit.clause and hit.place - 2 <= other.place <= hit.place + hit.size
        for other in _of(facts.said, "person")
    )


def _unmended(facts: "_Facts", hit: Hit) -> bool:
    """Whether "still" or "not everywhere" is said of a fault: "again" and "the rest" may order.

    A plain "it still shows the old price" is one too, "we still need a page" none; at the end
    "again" asks for more.
    """
    if facts.of_sentence(hit.clause) & (WITH_STILL - {hit.category}):
        return True
    clause = facts.said.cut[hit.clause]
    last = hit.place + hit.size >= len(clause.words)
    wanted = facts.kinds[hit.clause] & {"contrast", "person"}
    return hit.category == "still" and not last and not wanted and is_statement(facts.said)


def _worded(said: Said, *, failing: bool, answering: bool) -> Fault | None:
    """Words of fault in a clause that states them."""
    facts = _facts(said)
    for category in ("failure", "blame", *(["symptom"] if failing else [])):
        for hit in affirmed(said, category):
            if not _wished(facts, hit) and _stated(facts, hit):
                return facts.fault(FaultKind.WORDS, hit)
    if is_statement(said):
        for hit in _of(said, "negation"):
            if _stated(facts, hit) and not _turned(facts, hit):
                return facts.fault(FaultKind.WORDS, hit)
    if objects(said) or (not answering and _says_no(said)):
        for hit in (*_of(said, "contrast"), *_of(said, "negation")):
            if (hit.clause > 0 or hit.place > 0) and _stated(facts, hit):
                return facts.fault(FaultKind.WORDS, hit)
        return next(_obliging(facts), None)
    return None


def _obliging(facts: "_Facts") -> Iterator[Fault]:
    """Behind an objection: how it must be, without a case and not about what we must do."""
    for number, clause in enumerate(facts.said.cut):
        words = " ".join(clause.words)
        told = Hit("obliging", number, clause.start, 0, len(clause.words))
        free = facts.kinds[number].isdisjoint({"person", "condition"})
        if free and LEADING_REQUIRE.search(words) and _stated(facts, told):
            yield facts.fault(FaultKind.WORDS, told)


def _wished(facts: "_Facts", hit: Hit) -> bool:
    """Whether a clause tells how something should be: "the error should name the file"."""
    return hit.category != "blame" and any(
        not hit.place <= other.place < hit.place + hit.size
        for other in _of(facts.said, "contrast")
        if other.clause == hit.clause
    )


def _turned(facts: "_Facts", hit: Hit) -> bool:
    """Whether a "not" says no fault: what is to be done or named, what someone thinks, a case."""
    number = facts.sentence[hit.clause]
    before = zip(facts.kinds[: hit.clause], facts.sentence, strict=False)
    if any("wish" in kinds for kinds, sentence in before if sentence == number):
        return True
    if facts.kinds[hit.clause] & {"person", "praise", "report"}:
        return True
    return any(
        other.clause == hit.clause
        and (other.category == "condition" or (other.category == "contrast" and other.place == 0))
        and other.start <= hit.start
        for other in facts.said.hits
    )


def _says_no(said: Said) -> bool:
    """Whether the act opens with a bare "no"."""
    bare = len(said.cut) > 1 and len(said.cut[0].words) <= BARE
    return bare and any(hit.category == "contrast" and hit.clause == 0 for hit in said.hits)


def _of(said: Said, category: str) -> tuple[Hit, ...]:
    return tuple(hit for hit in said.hits if hit.category == category)


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the clauses of an act do."""

    said: Said
    """The act."""
    kinds: tuple[frozenset[str], ...]
    """Per clause the lists whose phrases stand in it."""
    sentence: tuple[int, ...]
    """Per clause the number of its sentence."""
    ordered: tuple[bool, ...]
    """Per clause whether it asks for work."""

    def of_sentence(self, clause: int) -> frozenset[str]:
        """Lists whose phrases stand in the sentence of a clause."""
        same = (
            k for k, n in zip(self.kinds, self.sentence, strict=True) if n == self.sentence[clause]
        )
        return frozenset().union(*same)

    def fault(self, kind: FaultKind, hit: Hit) -> Fault:
        """The fault that a phrase states, with its sentence."""
        words = searched_part(self.said.own.words)
        told = (one for at, one in sentences(words) if at <= hit.start < at + len(one) + 1)
        return Fault(kind, next(told, "").strip())


def _facts(said: Said) -> _Facts:
    kinds: list[set[str]] = [set() for _ in said.cut]
    for hit in said.hits:
        kinds[hit.clause].add(hit.category)
    numbers, number = [], 0
    for index in range(len(said.cut)):
        number += index > 0 and in_later_sentence(said, index - 1, index)
        numbers.append(number)
    wanting = {hit.clause for hit in requests(said)} | {h.clause for h in _of(said, "commit")}
    return _Facts(
        said,
        tuple(map(frozenset, kinds)),
        tuple(numbers),
        tuple(index in wanting for index in range(len(said.cut))),
    )


def _asked(facts: _Facts, hit: Hit) -> bool:
    """Whether the clause of a phrase asks: "why does it fail?" tells that it does."""
    kinds, number = facts.kinds[hit.clause], facts.sentence[hit.clause]
    if "why" in kinds:
        return False
    last = facts.sentence[hit.clause + 1 :][:1] != (number,)
    clause = facts.said.cut[hit.clause]
    if last and QUESTION.search(clause.mark):
        return True
    # "에러가 나요" ends as a question may, and as any polite sentence does.
    told = "failure" in kinds and UNSPACED.search(facts.said.text) is not None
    return "question" in kinds and not told


def _stated(facts: _Facts, hit: Hit, *, after_order: bool = False) -> bool:
    """Whether a clause states what a phrase of it says: not asked, wished, mused or ordered.

    "Remove the copies, they are redundant" gives a reason for the next step; only with
    ``after_order`` a fault behind an order counts: "fix it, it still crashes".
    """
    kinds = facts.kinds[hit.clause]
    if _asked(facts, hit) or facts.ordered[hit.clause]:
        return False
    if kinds & {"wish", "discuss", "retract"} and not {"still", "failure"} <= kinds:
        return False
    if any(h.clause == hit.clause and h.start < hit.start for h in _of(facts.said, "polite")):
        return False
    before = range(hit.clause)
    behind = any(
        facts.ordered[c] and facts.sentence[c] == facts.sentence[hit.clause] for c in before
    )
    return after_order or not behind

"""What an agent's answer states: that work is done, that it was checked, that it was not.

Read from the head and the tail of an answer, where agents report; code, quoted lines and quoted
words are not read. A statement is a sentence of the answer, so that it can be shown as evidence.
"""

from collections.abc import Sequence
from functools import lru_cache

from reflect.features.prose import QUESTION, prose, sentences
from reflect.features.words.answered import answered
from reflect.features.words.clues import clues, may_hold, may_hold_in, words_in
from reflect.features.words.search import Clause, Hit
from reflect.features.words.spoken import possible
from reflect.model.frozen import dataclass
from reflect.regex import compiled

READ = 3_000
"""Characters read from each end of a long answer; reports open or close an answer."""

QUOTE_LIMIT = 300
"""Characters of a sentence that are kept, the limit of an evidence quote."""

FULL = 4
"""Words from which a statement tells what was done."""

STATED = ("done", "verified", "untested")
"""Lists whose phrases make a sentence a statement."""

UNTESTED = ("untested",)
"""Lists whose phrases say honestly that something was not tested."""

HEADING_LISTS = (*STATED, "future")
"""Lists that tell what a heading opens: a list of plans, or of what was done."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of an answer."""

    quote: str
    """The sentence, an exact part of the answer, at most 300 characters."""
    start: int
    """Offset in the answer."""


@dataclass(frozen=True, slots=True)
class Statements:
    """What one answer states about its work."""

    completion: tuple[Statement, ...]
    """Sentences that claim that something is done, fixed or works now."""
    verification: tuple[Statement, ...]
    """Sentences that claim that it was tested, built or checked with success."""
    untested: tuple[Statement, ...]
    """Sentences that say honestly that it was not tested, or ask the human to."""


_MARKUP = compiled(r"^(?:[\s#*_>|•·–—-]|\d{1,2}[.)](?=\s)|✅|✔|☑|✓|🎉)+")
_END_MARKUP = compiled(r"[\s*_|]*:?[\s*_|]*$")
_UNCHECKED = compiled(r"^\s*(?:[-*]|\d+\.)?\s*(?:\[ \]|☐|⬜|🔲)")
_LIST_ITEM = compiled(r"^\s*(?:[-*•]|\d{1,2}[.)])\s")
_HEADING = compiled(r"^\s*#{1,6}\s|^\s*\*\*[^*]+\*\*:?\s*$|:\s*\**\s*$")


@lru_cache(maxsize=256)
def statements(text: str) -> Statements:
    """Read what an answer claims; plans, conditions, questions, code and quotations left out.

    A sentence is read by itself, in its own language, and as part of the list it stands in: what
    is said elsewhere makes it neither more nor less of a claim.
    """
    completion: list[Statement] = []
    verification: list[Statement] = []
    untested: list[Statement] = []
    for offset, piece in _ends(prose(text)):
        words = words_in(piece)
        letters = possible(piece)
        told = clues(words, "agent", STATED, letters)
        if told == ():
            continue
        plan = False
        for start, sentence in sentences(piece):
            heading = _heads(sentence)
            if heading:
                if not may_hold(words_in(sentence), "agent", HEADING_LISTS, letters):
                    plan = False
                    continue
            else:
                plan = plan and bool(_LIST_ITEM.match(sentence))
                if plan or not may_hold_in(sentence, told, "agent", STATED, letters):
                    continue
            pieces, hits = answered(sentence)
            hits = tuple(hit for hit in hits if not _told_of_another(hit, pieces))
            kinds = {hit.category for hit in hits}
            if heading:
                plan = bool(kinds & {"future", "untested"})
            if plan or kinds.isdisjoint(STATED):
                continue
            if _UNCHECKED.match(sentence) or QUESTION.search(sentence[-3:]):
                continue
            stated = _statement(text, offset + start, sentence)
            if "untested" in kinds:
                untested.append(stated)
            elif any(hit.category == "verified" and _holds(hit, hits) for hit in hits):
                verification.append(stated)
            if any(hit.category == "done" and _holds(hit, hits) for hit in hits):
                completion.append(stated)
    return Statements(tuple(completion), tuple(verification), tuple(untested))


def _heads(sentence: str) -> bool:
    """Whether a sentence is a heading, or opens a list."""
    may = "#" in sentence or ":" in sentence or "**" in sentence
    return may and _HEADING.search(sentence) is not None


def says_untested(text: str) -> bool:
    """Whether an answer says that something was not tested; most hold no word that could."""
    for _, piece in _ends(prose(text)):
        if may_hold(words_in(piece), "agent", UNTESTED, possible(piece)):
            return bool(statements(text).untested)
    return False


def telling(answer: str, stated: Sequence[Statement]) -> str:
    """The statement that says most, as it stands in the answer: "Done." alone says nothing.

    A short one is quoted together with the sentence behind it on its line.
    """
    for one in stated:
        unspaced = not one.quote.isascii() and len(one.quote) >= 3 * FULL
        if unspaced or len(one.quote.split()) >= FULL:
            return one.quote
    start = stated[0].start
    line = answer[start:].split("\n", 1)[0][:QUOTE_LIMIT]
    ends = [begin + len(sentence) for begin, sentence in sentences(line)]
    return _END_MARKUP.sub("", line[: ends[min(1, len(ends) - 1)]]) if ends else stated[0].quote


def _told_of_another(hit: Hit, pieces: Sequence[Clause]) -> bool:
    """Whether a claim only seems to open a clause.

    In "PR 93 (now on main) added:" a bracket ends, and the one who added stands before it.
    """
    opens = hit.category == "done" and hit.place == 0 and hit.clause > 0
    return opens and pieces[hit.clause - 1].mark == ")"


def _holds(hit: Hit, hits: tuple[Hit, ...]) -> bool:
    """Whether a claim stands: not negated, not in the future, not under a condition."""
    for other in hits:
        before = other.start < hit.start
        same = other.clause == hit.clause
        if other.category == "negation" and same and before and hit.place - other.place <= 4:
            return False
        if other.category == "future" and same and before:
            return False
        if other.category == "condition":
            if before and other.clause >= hit.clause - 1:
                return False
            if same and other.place == hit.place + hit.size:
                return False
        if other.category == "future" and same and other.place == hit.place + hit.size:
            return False
    return True


def _ends(text: str) -> list[tuple[int, str]]:
    """Head and tail of a long text with their offsets, cut at line ends."""
    if len(text) <= 2 * READ:
        return [(0, text)]
    head = text.rfind("\n", 0, READ)
    tail = text.find("\n", len(text) - READ)
    head = READ if head <= 0 else head
    tail = len(text) - READ if tail < 0 else tail + 1
    return [(0, text[:head]), (tail, text[tail:])]


def _statement(text: str, start: int, sentence: str) -> Statement:
    """The sentence as it stands in the answer, without list marks and emphasis around it."""
    end = start + len(sentence)
    while mark := _MARKUP.match(text[start:end]):
        start += mark.end()
    bare = _END_MARKUP.sub("", text[start:end])
    return Statement(quote=bare[:QUOTE_LIMIT].rstrip(), start=start)

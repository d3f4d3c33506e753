"""What an agent's answer states: that work is done, that it was checked, that it was not.

Read from the head and the tail of an answer, where agents report; code, quoted lines and quoted
words are not read. A statement is a sentence of the answer, so that it can be shown as evidence.
"""

import re
from collections.abc import Sequence

from reflect.features.words.search import (
    Clause,
    Hit,
    clauses,
    guess,
    may_hold,
    phrases,
    words_in,
)
from reflect.model.frozen import dataclass

READ = 3_000
"""Characters read from each end of a long answer; reports open or close an answer."""

QUOTE_LIMIT = 300
"""Characters of a sentence that are kept, the limit of an evidence quote."""

OPENING = 280
"""Characters in which a concession must begin: agents concede first, then explain. Further down
"sorry" and "you're right" belong to the text that is written, not to the human."""

FULL = 4
"""Words from which a statement tells what was done."""

STATED = ("done", "verified", "untested")
"""Lists whose phrases make a sentence a statement."""

TAKEN = ("concede", "repair", "agree")
"""Lists that tell how an answer takes what the human said."""

WANTED = ("ask", "open_question")
"""Lists that tell what an answer wants from the human."""

CLOSING = 400
"""Characters from the end in which a question to the human must stand."""


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


@dataclass(frozen=True, slots=True)
class Opening:
    """How an answer takes what the human said."""

    concedes: bool
    """It concedes a mistake or a point."""
    repairs: bool
    """It names a fault and sets out to mend or undo it."""
    agrees: bool
    """It welcomes an idea or an order: what the human said was no complaint."""


@dataclass(frozen=True, slots=True)
class Closing:
    """What an answer wants from the human."""

    asks: bool
    """It ends with a question or an offer."""
    asks_openly: bool
    """The question wants more than a yes: it has a question word or an alternative."""


_FENCE = re.compile(r"^[ \t]*(```+|~~~+).*?(?:^[ \t]*\1[ \t]*$|\Z)", re.S | re.M)
_QUOTED = re.compile(r"^[ \t]*>.*$", re.M)
_QUOTATION = re.compile(
    r"(?<![\w\"])\"(?=\S)[^\"\n]{2,200}(?<=\S)\"(?!\w)|“[^”\n]{2,200}”|«[^»\n]{2,200}»"
    r"|„[^“”\n]{2,200}[“”]|「[^」\n]{2,200}」"
)
_QUOTE_MARK = re.compile('["“«„「]')
_ANY = re.compile(r"[^\n]")
_SENTENCE_END = re.compile(
    r"[.!?…。！？\n](?:(?<=\n)|(?<=[。！？])[。！？]*"
    r"|(?<=[.!?…])(?<!\b\d.)(?<!\b\d\d.)[.!?…]*[\"'”)*_]*(?=\s|$))"
)
_MARKUP = re.compile(r"^(?:[\s#*_>|•·–—-]|\d{1,2}[.)](?=\s)|✅|✔|☑|✓|🎉)+")
_END_MARKUP = re.compile(r"[\s*_|]*:?[\s*_|]*$")
_UNCHECKED = re.compile(r"^\s*(?:[-*]|\d+\.)?\s*(?:\[ \]|☐|⬜|🔲)")
_LIST_ITEM = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s")
_HEADING = re.compile(r"^\s*#{1,6}\s|^\s*\*\*[^*]+\*\*:?\s*$|:\s*\**\s*$")
_QUESTION = re.compile(r"[?？؟]")


def statements(text: str) -> Statements:
    """Read what an answer claims; plans, conditions, questions, code and quotations left out."""
    completion: list[Statement] = []
    verification: list[Statement] = []
    untested: list[Statement] = []
    for offset, piece in _ends(_prose(text)):
        plan = False
        cut = [(start, sentence, words_in(sentence)) for start, sentence in _sentences(piece)]
        spoken = guess(piece, set().union(*(words for _, _, words in cut)))
        for start, sentence, words in cut:
            heading = _HEADING.search(sentence)
            if not heading:
                plan = plan and bool(_LIST_ITEM.match(sentence))
                if plan or not may_hold(words, "agent", STATED, spoken):
                    continue
            pieces = clauses(sentence)
            hits = phrases(sentence, pieces, "agent", spoken)
            hits = tuple(hit for hit in hits if not _told_of_another(hit, pieces))
            kinds = {hit.category for hit in hits}
            if heading:
                plan = bool(kinds & {"future", "untested"})
            if plan or kinds.isdisjoint(STATED):
                continue
            if _UNCHECKED.match(sentence) or _QUESTION.search(sentence[-3:]):
                continue
            stated = _statement(text, offset + start, sentence)
            if "untested" in kinds:
                untested.append(stated)
            elif any(hit.category == "verified" and _holds(hit, hits) for hit in hits):
                verification.append(stated)
            if any(hit.category == "done" and _holds(hit, hits) for hit in hits):
                completion.append(stated)
    return Statements(tuple(completion), tuple(verification), tuple(untested))


def opening(text: str) -> Opening:
    """Read how an answer begins; "you're not right" concedes nothing."""
    read = _prose(text[: OPENING * 2]).strip()[:OPENING]
    words = words_in(read)
    spoken = guess(read, words)
    if not may_hold(words, "agent", TAKEN, spoken):
        return Opening(concedes=False, repairs=False, agrees=False)
    hits = phrases(read, clauses(read), "agent", spoken)
    meant = {
        hit.category
        for hit in hits
        if not any(
            other.category == "negation"
            and other.clause == hit.clause
            and 0 <= other.place - hit.place - hit.size <= 1
            for other in hits
        )
    }
    concedes = "concede" in meant
    return Opening(concedes, "repair" in meant, "agree" in meant and not concedes)


def closing(text: str) -> Closing:
    """Read how an answer ends: its last paragraph, at most 400 characters of it."""
    read = _prose(text[-CLOSING * 2 :]).rstrip()[-CLOSING:].rsplit("\n\n", 1)[-1]
    offers = False
    asks = False
    openly = False
    spoken = guess(read, words_in(read))
    for _, sentence in _sentences(read):
        if may_hold(words_in(sentence), "agent", WANTED, spoken):
            found = phrases(sentence, clauses(sentence), "agent", spoken)
            kinds = {hit.category for hit in found}
        else:
            kinds = set()
        offers = offers or "ask" in kinds
        if _QUESTION.search(sentence[-4:]):
            asks = True
            openly = openly or "open_question" in kinds
    return Closing(asks or offers, openly)


def asks(text: str) -> bool:
    """Whether an answer ends with a question or an offer to the human."""
    return closing(text).asks


def concedes(text: str) -> bool:
    """Whether an answer opens by conceding a mistake or a point to the human."""
    return opening(text).concedes


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
    ends = [begin + len(sentence) for begin, sentence in _sentences(line)]
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


def _prose(text: str) -> str:
    """The answer with code, quoted lines and quotations blanked; offsets stay."""
    if "```" in text or "~~~" in text:
        text = _FENCE.sub(_blank, text)
    if ">" in text:
        text = _QUOTED.sub(_blank, text)
    return _QUOTATION.sub(_blank, text) if _QUOTE_MARK.search(text) else text


def _blank(match: re.Match[str]) -> str:
    return _ANY.sub(" ", match.group())


def _ends(text: str) -> list[tuple[int, str]]:
    """Head and tail of a long text with their offsets, cut at line ends."""
    if len(text) <= 2 * READ:
        return [(0, text)]
    head = text.rfind("\n", 0, READ)
    tail = text.find("\n", len(text) - READ)
    head = READ if head <= 0 else head
    tail = len(text) - READ if tail < 0 else tail + 1
    return [(0, text[:head]), (tail, text[tail:])]


def _sentences(text: str) -> list[tuple[int, str]]:
    """Sentences with their offsets, their end mark included."""
    cut: list[tuple[int, str]] = []
    start = 0
    for end in _SENTENCE_END.finditer(text):
        if text[start : end.end()].strip():
            cut.append((start, text[start : end.end()].rstrip("\n")))
        start = end.end()
    if text[start:].strip():
        cut.append((start, text[start:]))
    return cut


def _statement(text: str, start: int, sentence: str) -> Statement:
    """The sentence as it stands in the answer, without list marks and emphasis around it."""
    end = start + len(sentence)
    while mark := _MARKUP.match(text[start:end]):
        start += mark.end()
    bare = _END_MARKUP.sub("", text[start:end])
    return Statement(quote=bare[:QUOTE_LIMIT].rstrip(), start=start)

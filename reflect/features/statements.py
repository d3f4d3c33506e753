"""What an agent's answer states: that work is done, that it was checked, that it was not.

Read from the head and the tail of an answer, where agents report; code, quoted lines and quoted
words are not read. A statement is a sentence of the answer, so that it can be shown as evidence.
"""

import re
from dataclasses import dataclass

from reflect.features.words.lists import Language
from reflect.features.words.search import Hit, guess, search

READ = 3_000
"""Characters read from each end of a long answer; reports open or close an answer."""

QUOTE_LIMIT = 300
"""Characters of a sentence that are kept, the limit of an evidence quote."""

OPENING = 280
"""Characters in which a concession must begin: agents concede first, then explain. Further down
"sorry" and "you're right" belong to the text that is written, not to the human."""

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
    """All that one answer states."""

    completion: tuple[Statement, ...]
    """Sentences that claim that something is done, fixed or works now."""
    verification: tuple[Statement, ...]
    """Sentences that claim that it was tested, built or checked with success."""
    untested: tuple[Statement, ...]
    """Sentences that say honestly that it was not tested, or ask the human to."""
    asks: bool
    """It ends with a question or an offer to the human."""
    concedes: bool
    """It opens by conceding a mistake or a point."""
    agrees: bool
    """It opens by welcoming an idea: what the human said was no complaint."""


_FENCE = re.compile(r"^[ \t]*(```+|~~~+).*?(?:^[ \t]*\1[ \t]*$|\Z)", re.S | re.M)
_QUOTED = re.compile(r"^[ \t]*>.*$", re.M)
_QUOTATION = re.compile(
    r"(?<![\w\"])\"(?=\S)[^\"\n]{2,200}(?<=\S)\"(?!\w)|“[^”\n]{2,200}”|«[^»\n]{2,200}»"
    r"|„[^“”\n]{2,200}[“”]|「[^」\n]{2,200}」"
)
_SENTENCE_END = re.compile(r"(?<!\b\d)(?<!\b\d\d)[.!?…]+[\"'”)*_]*(?=\s|$)|[。！？]+|\n")
_MARKUP = re.compile(r"^(?:[\s#*_>|•·–—-]|\d{1,2}[.)](?=\s)|✅|✔|☑|✓|🎉)+")
_UNCHECKED = re.compile(r"^\s*(?:[-*]|\d+\.)?\s*(?:\[ \]|☐|⬜|🔲)")
_LIST_ITEM = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s")
_HEADING = re.compile(r"^\s*#{1,6}\s|^\s*\*\*[^*]+\*\*:?\s*$|:\s*\**\s*$")
_QUESTION = re.compile(r"[?？؟]")


def statements(text: str) -> Statements:
    """Read an answer once; the functions below give single parts of it."""
    completion: list[Statement] = []
    verification: list[Statement] = []
    untested: list[Statement] = []
    for offset, piece in _ends(_prose(text)):
        plan = False
        spoken = guess(piece)
        for start, sentence in _sentences(piece):
            if _HEADING.search(sentence):
                plan = _announces_a_plan(sentence, spoken)
            elif not _LIST_ITEM.match(sentence):
                plan = False
            if plan or _UNCHECKED.match(sentence) or _QUESTION.search(sentence[-3:]):
                continue
            hits = search(sentence, "agent", spoken)
            kinds = {hit.category for hit in hits}
            if not kinds & {"done", "verified", "untested"}:
                continue
            stated = _statement(text, offset + start, sentence)
            if "untested" in kinds:
                untested.append(stated)
            if any(hit.category == "done" and _holds(hit, hits) for hit in hits):
                completion.append(stated)
            if "untested" not in kinds and any(
                hit.category == "verified" and _holds(hit, hits) for hit in hits
            ):
                verification.append(stated)
    return Statements(
        completion=tuple(completion),
        verification=tuple(verification),
        untested=tuple(untested),
        asks=asks(text),
        concedes=concedes(text),
        agrees=agrees(text),
    )


def completion_claims(text: str) -> tuple[Statement, ...]:
    """Sentences that claim that work is done; plans, conditions, questions, code left out."""
    return statements(text).completion


def verification_claims(text: str) -> tuple[Statement, ...]:
    """Sentences that claim that tests, a build or another check succeeded."""
    return statements(text).verification


def untested_notes(text: str) -> tuple[Statement, ...]:
    """Sentences that say that something was not run or not checked."""
    return statements(text).untested


def asks(text: str) -> bool:
    """Whether an answer ends with a question or an offer to the human."""
    closing = _prose(text).rstrip().rstrip("*_` )")[-CLOSING:]
    paragraph = closing.rsplit("\n\n", 1)[-1]
    if closing.endswith(("?", "？", "؟")):
        return True
    if _QUESTION.search(paragraph) and not _LIST_ITEM.match(paragraph):
        return True
    return any(hit.category == "ask" for hit in search(paragraph, "agent"))


def concedes(text: str) -> bool:
    """Whether an answer opens by conceding a mistake or a point to the human."""
    return _opens_with(text, "concede")


def agrees(text: str) -> bool:
    """Whether an answer opens by welcoming an idea or an order."""
    return _opens_with(text, "agree")


def _opens_with(text: str, category: str) -> bool:
    opening = _prose(text[: OPENING * 2]).strip()[:OPENING]
    hits = search(opening, "agent")
    return any(
        hit.category == category
        and not any(
            other.category == "negation"
            and other.clause == hit.clause
            and 0 <= other.place - hit.place - hit.size <= 1
            for other in hits
        )
        for hit in hits
    )


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


def _announces_a_plan(heading: str, spoken: tuple[Language, ...]) -> bool:
    """Whether a heading or a line that ends in a colon opens a list of what is yet to do."""
    hits = search(heading, "agent", spoken)
    return any(hit.category in ("future", "untested") for hit in hits)


def _prose(text: str) -> str:
    """The answer with code, quoted lines and quotations blanked; offsets stay."""
    if "```" in text or "~~~" in text:
        text = _FENCE.sub(_blank, text)
    if ">" in text:
        text = _QUOTED.sub(_blank, text)
    return _QUOTATION.sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    return "".join("\n" if c == "\n" else " " for c in match.group())


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
    bare = text[start:end].rstrip(" \t\n*_|")
    return Statement(quote=bare[:QUOTE_LIMIT].rstrip(), start=start)

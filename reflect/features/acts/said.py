"""What the human said in one act: own words, phrases of the word lists, pasted text, shape."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from reflect.features.own_words import READ_LIMIT, OwnWords, split
from reflect.features.words.search import Clause, Hit, clauses, distinct, phrases
from reflect.features.words.spoken import guess, guess_within
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.session import Message
from reflect.model.vocabulary import PartKind
from reflect.regex import compiled


@dataclass(frozen=True, slots=True)
class Said:
    """One act, read once."""

    text: str
    """All its text, pasted parts included."""
    own: OwnWords
    """Taken apart."""
    cut: tuple[Clause, ...]
    """Clauses of the own words, of the first 500 and the last 200 characters."""
    hits: tuple[Hit, ...]
    """Phrases found in these."""
    counts: Mapping[str, int]
    """Hits per list."""
    length: int
    """Own words; in scripts without spaces two characters count as one."""
    asks: bool
    """The own words hold a question mark that ends a clause."""
    ends_asking: bool
    """They end with one."""
    images: int
    """Pictures and files that came with it."""
    failing_output: bool
    """What was pasted shows a failure: a stack trace, an error, a failed test."""
    tokens: frozenset[str]
    """Words of the whole text, to compare acts; character pairs in scripts without spaces."""


_FAILURE = compiled(
    r"(?i:\b(?:error|exception|traceback|panic(?:ked)?|fatal|fail(?:ed|ure|s|ing)?|segfault|refused"
    r"|denied|timed? ?out|undefined|unresolved|cannot|not found|no such file|unexpected)\b)"
    r"|ERR!|✗|✘|✖|❌|[1-9]\d* (?:failed|failing|errors?)|exit (?:code|status):? [1-9]"
)
_NO_FAILURE = compiled(r"(?i)\b(?:0|no) (?:errors?|failed|failures?|failing)\b")
_QUESTION = compiled(r"[?？؟]")
_SENTENCE_END = compiled(r"[.!?…。！？]")
UNSPACED = compiled(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
_SHORT_QUOTE = compiled(
    r"(?<![A-Za-z0-9_\"])\"(?=\S)[^\"\n]{2,200}(?<=\S)\"(?![A-Za-z0-9_])|“[^“”\n]{2,200}”|«[^«»\n]{2,200}»"
    r"|„[^„“”\n]{2,200}[“”]|「[^「」\n]{2,200}」|『[^『』\n]{2,200}』"
)
_TOKEN = compiled(r"[^\W_]+")
_QUOTE_MARKS = '"“«„「『'
_PLAIN_TOKEN = compiled(r"[a-z0-9]+")
_MACHINE = frozenset({"code", "trace", "log", "diff", "console", "quote"})
HEAD, TAIL = 500, 200
"""Characters of the own words that are searched for phrases: what an act does is said first, or
in its last sentence."""

OFFER = 300
"""Characters at the end of an answer in which an offer stands."""

COMPARED = 4_000
"""Characters of a text that are compared with other acts."""


def read(message: Message[Redacted]) -> Said:
    """Read one act."""
    images = sum(p.kind in (PartKind.IMAGE, PartKind.FILE) for p in message.parts)
    text = message.text
    return _said(text, images) if len(text) <= READ_LIMIT else _read(text, images)


def _read(text: str, images: int) -> Said:
    own = split(text)
    # What is quoted are words of a program or a page: `show "upload failed" in red`.
    searched = searched_part(own.words)
    if any(mark in searched for mark in _QUOTE_MARKS):
        searched = _SHORT_QUOTE.sub(_opaque, searched)
    cut = clauses(searched)
    length = 0
    plain = searched.isascii()
    for clause in cut:
        unspaced = 0 if plain else len(UNSPACED.findall(searched, clause.start, clause.end))
        length += max(len(clause.words), unspaced // 2)
    asking = [bool(_QUESTION.search(clause.mark)) for clause in cut]
    hits = _phrases(searched, cut) if cut else ()
    pasted = own.pasted if set(own.kinds) & _MACHINE else ""
    return Said(
        text=text,
        own=own,
        cut=cut,
        hits=hits,
        counts=Counter(hit.category for hit in hits),
        length=length,
        asks=any(asking),
        ends_asking=bool(asking) and asking[-1],
        images=images,
        failing_output=bool(_FAILURE.search(_NO_FAILURE.sub("", pasted))) if pasted else False,
        tokens=_tokens(text),
    )


def _phrases(text: str, cut: Sequence[Clause]) -> tuple[Hit, ...]:
    """Phrases in the clauses of a text; a sentence in another language is read in its own.

    Words pasted from elsewhere, more of them than the human's own, hide none of these.
    """
    whole = guess(text, distinct(cut))
    found: list[Hit] = []
    start = 0
    begin, before = 0, whole
    for end in range(1, len(cut) + 1):
        if end == len(cut) or _ends_sentence(cut[end - 1]):
            part = cut[start:end]
            spoken = guess_within(text[part[0].start : part[-1].end], distinct(part), whole)
            # Sentences in one language are searched together: most texts are in one.
            if spoken != before:
                found += phrases(text, cut[begin:start], "human", before, first=begin)
                begin, before = start, spoken
            start = end
    found += phrases(text, cut[begin:], "human", before, first=begin)
    return tuple(found)


_said = lru_cache(maxsize=256)(_read)
"""Acts are labelled first, then detectors ask about some of them again."""


def _opaque(quote: re.Match[str]) -> str:
    """A quote as one word of no language, of the same length."""
    return f"`{'x' * (len(quote.group()) - 2)}`"


def searched_part(words: str) -> str:
    """Head and tail of long own words: specifications hold every phrase somewhere."""
    if len(words) <= HEAD + TAIL:
        return words
    return f"{words[:HEAD]}\n{words[-TAIL:]}"


def _tokens(text: str) -> frozenset[str]:
    if len(text) > COMPARED:
        text = text[: COMPARED // 2] + text[-COMPARED // 2 :]
    if text.isascii():
        return frozenset(_PLAIN_TOKEN.findall(text.lower()))
    found = {word.casefold() for word in _TOKEN.findall(text)}
    if UNSPACED.search(text):
        found |= {text[i : i + 2] for i in range(len(text) - 1) if UNSPACED.match(text[i])}
    return frozenset(found)


def opens_with(said: Said, category: str) -> bool:
    """Whether a phrase of a list stands in the first clause."""
    return any(hit.category == category and hit.clause == 0 for hit in said.hits)


def first(said: Said, category: str) -> Hit | None:
    """The first phrase of a list, or None."""
    return next((hit for hit in said.hits if hit.category == category), None)


def requests(said: Said) -> tuple[Hit, ...]:
    """Phrases that ask for work, those inside an approval left out: "mach weiter" is a yes."""
    yes = [hit for hit in said.hits if hit.category in ("approve", "commit")]
    return tuple(
        hit
        for hit in said.hits
        if hit.category == "request"
        and not any(
            other.clause == hit.clause and 0 <= hit.place - other.place < other.size
            for other in yes
            if other.size >= hit.size
        )
    )


def affirmed(said: Said, category: str) -> tuple[Hit, ...]:
    """Phrases of a list that are not negated: "no errors", "if it fails" are no failures."""
    if category not in said.counts:
        return ()
    negations = [hit for hit in said.hits if hit.category in ("negation", "condition")]
    return tuple(
        hit
        for hit in said.hits
        if hit.category == category
        and not any(
            other.clause == hit.clause
            and other.start < hit.start
            and 0 < hit.place - other.place <= 3
            for other in negations
        )
        and not _supposed(said, hit)
    )


def _supposed(said: Said, hit: Hit) -> bool:
    """Whether a clause only supposes it and an order follows: when it fails, show a note."""
    conditions = (h for h in said.hits if h.category == "condition" and h.clause == hit.clause)
    return any(conditions) and any(
        other.category in ("request", "polite") and other.start > hit.start for other in said.hits
    )


def retracts(said: Said) -> bool:
    """Whether a complaint is taken back, and no other one follows in a later sentence."""
    taken_back = first(said, "retract")
    if taken_back is None:
        return False
    return not any(
        hit.category in ("blame", "failure", "objection", "still")
        and in_later_sentence(said, taken_back.clause, hit.clause)
        for hit in said.hits
    )


def objects(said: Said) -> bool:
    """Whether the act opens with an objection, praise or a yes in front of it aside."""
    return any(hit.category == "objection" and hit.clause <= 1 for hit in said.hits)


def in_later_sentence(said: Said, one: int, other: int) -> bool:
    """Whether a sentence ends between two clauses; a line break ends one too."""
    return any(_ends_sentence(clause) for clause in said.cut[one:other])


def _ends_sentence(clause: Clause) -> bool:
    return not clause.mark or _SENTENCE_END.search(clause.mark) is not None


def similar(one: Said, other: Said) -> float:
    """Share of the words of the shorter text that stand in the longer one, 0 to 1."""
    small, large = sorted((one.tokens, other.tokens), key=len)
    return len(small & large) / len(small) if small else 0.0


def same_text(one: Said, other: Said) -> bool:
    """Whether one act is the other, typed again or edited: most words of both are shared."""
    return said_before(one, (other,))


def said_before(one: Said, earlier: Iterable[Said]) -> bool:
    """Whether an act is any of some others, typed again or edited."""
    tokens = one.tokens
    words = len(tokens)
    if words < 3:
        return False
    for other in earlier:
        others = len(other.tokens)
        least = 0.6 * max(words, others)
        # Every act is compared with all before it: most differ in length alone.
        if min(words, others) >= least and len(tokens & other.tokens) >= least:
            return True
    return False


def takes_up(said: Said, answer: str) -> bool:
    """Whether a short act repeats the words of the offer that closes the agent's answer."""
    if not 0 < said.length <= 15:
        return False
    closing = answer.rstrip()[-OFFER:].rsplit("\n\n", 1)[-1]
    offered = _tokens(closing)
    content = {word for word in said.tokens if len(word) > 2}
    if said.length <= 4:
        return bool(content & offered)
    return len(said.tokens & offered) >= max(2, len(said.tokens) / 2)

"""What the human said in one act: own words, phrases of the word lists, pasted text, shape."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from reflect.features.own_words import OwnWords, split
from reflect.features.words.search import OPAQUE, Clause, Hit, clauses, search, words
from reflect.model.redacted import Redacted
from reflect.model.session import Message
from reflect.model.vocabulary import PartKind


@dataclass(frozen=True, slots=True)
class Said:
    """One act, read once."""

    text: str
    """All its text, pasted parts included."""
    own: OwnWords
    """Taken apart."""
    cut: tuple[Clause, ...]
    """Clauses of the own words."""
    hits: tuple[Hit, ...]
    """Phrases found in the own words."""
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
    references: int
    """Identifiers, paths and inline code in the own words."""
    tokens: frozenset[str]
    """Words of the whole text, to compare acts; character pairs in scripts without spaces."""


_FAILURE = re.compile(
    r"(?i:\b(?:error|exception|traceback|panic(?:ked)?|fatal|fail(?:ed|ure|s|ing)?|segfault|refused"
    r"|denied|timed? ?out|undefined|unresolved|cannot|not found|no such file|unexpected)\b)"
    r"|ERR!|✗|✘|✖|❌|[1-9]\d* (?:failed|failing|errors?)|exit (?:code|status):? [1-9]"
)
_NO_FAILURE = re.compile(r"(?i)\b(?:0|no) (?:errors?|failed|failures?|failing)\b")
_QUESTION = re.compile(r"[?？؟]")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
_TOKEN = re.compile(r"[^\W_]+", re.UNICODE)
_MACHINE = frozenset({"code", "trace", "log", "diff", "console", "quote"})
COMPARED = 4_000
"""Characters of a text that are compared with other acts."""


def read(message: Message[Redacted]) -> Said:
    """Read one act."""
    text = message.text
    own = split(text)
    cut = tuple(clauses(own.words))
    hits = search(own.words, "human") if cut else ()
    length = 0
    references = 0
    for clause in cut:
        tokens = words(clause.text)
        references += sum(word == OPAQUE for word, _ in tokens)
        unspaced = len(_UNSPACED.findall(clause.text))
        length += max(len(tokens), unspaced // 2)
    asking = [bool(_QUESTION.search(clause.mark)) for clause in cut]
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
        images=sum(p.kind in (PartKind.IMAGE, PartKind.FILE) for p in message.parts),
        failing_output=bool(_FAILURE.search(_NO_FAILURE.sub("", pasted))) if pasted else False,
        references=references,
        tokens=_tokens(text),
    )


def _tokens(text: str) -> frozenset[str]:
    if len(text) > COMPARED:
        text = text[: COMPARED // 2] + text[-COMPARED // 2 :]
    found = {word.casefold() for word in _TOKEN.findall(text)}
    if _UNSPACED.search(text):
        found |= {text[i : i + 2] for i in range(len(text) - 1) if _UNSPACED.match(text[i])}
    return frozenset(found)


def opens_with(said: Said, category: str) -> bool:
    """Whether a phrase of a list stands in the first clause."""
    return any(hit.category == category and hit.clause == 0 for hit in said.hits)


def first(said: Said, category: str) -> Hit | None:
    """The first phrase of a list, or None."""
    return next((hit for hit in said.hits if hit.category == category), None)


def affirmed(said: Said, category: str) -> int:
    """Phrases of a list that are not negated: "no errors", "if it fails" are no failures."""
    negations = [hit for hit in said.hits if hit.category == "negation"]
    return sum(
        not any(
            other.clause == hit.clause
            and other.start < hit.start
            and 0 < hit.place - other.place <= 3
            for other in negations
        )
        for hit in said.hits
        if hit.category == category
    )


def similar(one: Said, other: Said) -> float:
    """Share of the words of the shorter text that stand in the longer one, 0 to 1."""
    small, large = sorted((one.tokens, other.tokens), key=len)
    return len(small & large) / len(small) if small else 0.0


def same_text(one: Said, other: Said) -> bool:
    """Whether one act is the other, typed again or edited: most words of both are shared."""
    both = one.tokens & other.tokens
    return len(one.tokens) >= 3 and len(both) >= 0.6 * max(len(one.tokens), len(other.tokens))

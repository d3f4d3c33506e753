"""Two sentences on a review as a model puts them, each number checked against the facts."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from reflect.classifier.addressing import addresses_reviewer
from reflect.classifier.numbers import Number, numbers
from reflect.classifier.plain_lines import is_plain
from reflect.classifier.reply import Said, parsed
from reflect.model.frozen import dataclass
from reflect.model.judgement import DropReason
from reflect.model.model_request import ModelRequest
from reflect.model.redacted import Redacted, require

MOST_SENTENCES = 2
"""Sentences of a summary."""

LONGEST = 240
"""Characters of one."""

STEM = 5
"""Characters by which forms of one word are told: "correction", "corrected"."""

LEAST = 3
"""Characters of a short form of a word: "min" for "minutes"."""


WORD = re.compile(r"[^\W\d_]+")

CLAUSE = re.compile(r"[,;.](?=\s)|\b(?:and|but|while|whereas)\b")
"""Where one thing that is counted gives way to another."""

NAME_WORDS = 2
"""Words that the name of a code has at least; a fact of fewer ("sessions") is about the review."""

COMMON_NAMES = ("pattern",)
"""Words before the name of a code that no sentence needs to repeat."""


@dataclass(frozen=True, slots=True)
class _Fact:
    """One line of the facts."""

    about: tuple[str, ...]
    """Words before its colon, in lower case."""
    numbers: tuple[Number, ...]
    """Its numbers."""


def summarised(
    request: ModelRequest, text: str, facts: Redacted, redact: Callable[[str], Redacted]
) -> tuple[Redacted, ...] | DropReason:
    """The sentences of a reply, or why they do not count: one wrong number drops them all.

    Args:
        request: What was asked.
        text: The reply as the model wrote it.
        facts: Lines that reflect wrote, ``name: numbers and what they count``. Every number of
            the sentences must stand in one of them, beside a word that stands beside it there, in
            the same share, and in the line of what its clause names.
        redact: Takes secrets out of a text.
    """
    said = parsed(request, text)
    if not isinstance(said, Said):
        return said
    if not said.items:
        return next(iter(said.dropped))
    sentences = [str(sentence).strip() for sentence in said.items[0].get("sentences", ())]
    if not 1 <= len(sentences) <= MOST_SENTENCES:
        return DropReason.FORM
    for sentence in sentences:
        if len(sentence) > LONGEST or not is_plain(sentence):
            return DropReason.FORM
        if sentence in request.instructions:
            # SmolLM2-135M gave back the example of the form: "First sentence."
            return DropReason.FORM
        if addresses_reviewer(sentence):
            return DropReason.ADDRESSED
    if not _are_facts(sentences, [_fact(line) for line in require(facts).splitlines() if line]):
        return DropReason.NUMBER
    return tuple(redact(sentence) for sentence in sentences)


def _fact(line: str) -> _Fact:
    head, colon, rest = line.replace("_", " ").partition(":")
    about = tuple(WORD.findall(head.lower())) if colon else ()
    found = (replace(one, beside=(*one.beside, *about)) for one in numbers(rest or head))
    return _Fact(about, tuple(found))


def _are_facts(sentences: Sequence[str], facts: Sequence[_Fact]) -> bool:
    """Whether each number stands in a fact, and in one about what its clause is about.

    A clause that names nothing goes on with what was named before it.
    """
    about: list[_Fact] = []
    for clause in (c for sentence in sentences for c in CLAUSE.split(sentence.replace("_", " "))):
        about = _named(clause, facts) or about
        general = [fact for fact in facts if len(fact.about) < NAME_WORDS]
        told_of = [*about, *general] if about else facts
        known = [number for fact in told_of for number in fact.numbers]
        if not all(any(_same(told, one) for one in known) for told in numbers(clause)):
            return False
    return True


def _named(clause: str, facts: Sequence[_Fact]) -> list[_Fact]:
    """Facts whose whole name stands in a clause, in any form of its words."""
    spoken = WORD.findall(clause.lower())
    return [
        fact
        for fact in facts
        if len(names := [w for w in fact.about if w not in COMMON_NAMES]) >= NAME_WORDS
        and all(any(_alike(name, word) for word in spoken) for name in names)
    ]


def _same(told: Number, fact: Number) -> bool:
    """Equal in value, and counting the same as far as the words beside them tell."""
    if told.value is None or told.value != fact.value or told.percent != fact.percent:
        return False
    if told.share is not None and told.share != fact.share:
        return False
    return not told.beside or any(_alike(a, b) for a in told.beside for b in fact.beside)


def _alike(one: str, other: str) -> bool:
    if one[:STEM] == other[:STEM]:
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= LEAST and long.startswith(short)

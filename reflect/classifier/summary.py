"""Two sentences on a review as a model puts them, each number checked against the facts."""

from collections.abc import Callable

from reflect.classifier.addressing import addresses_reviewer
from reflect.classifier.numbers import Number, numbers
from reflect.classifier.plain_lines import is_plain
from reflect.classifier.reply import Said, parsed
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


def summarised(
    request: ModelRequest, text: str, facts: Redacted, redact: Callable[[str], Redacted]
) -> tuple[Redacted, ...] | DropReason:
    """The sentences of a reply, or why they do not count: one wrong number drops them all.

    Args:
        request: What was asked.
        text: The reply as the model wrote it.
        facts: Lines that reflect wrote: every number of the sentences must stand in one of them,
            beside a word that stands beside it there.
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
    known = [number for line in require(facts).splitlines() for number in _facts(line)]
    for sentence in sentences:
        if len(sentence) > LONGEST or not is_plain(sentence):
            return DropReason.FORM
        if addresses_reviewer(sentence):
            return DropReason.ADDRESSED
        if not all(any(_same(told, fact) for fact in known) for told in numbers(sentence)):
            return DropReason.NUMBER
    return tuple(redact(sentence) for sentence in sentences)


def _facts(line: str) -> list[Number]:
    """Numbers of a line; what stands before its colon is what all of them are about."""
    head, colon, _ = line.partition(":")
    about = tuple(head.lower().replace("_", " ").split()) if colon else ()
    found = numbers(line)
    return [Number(one.value, one.percent, (*one.beside, *about)) for one in found]


def _same(told: Number, fact: Number) -> bool:
    """Equal in value, and counting the same as far as the words beside them tell."""
    if told.value is None or told.value != fact.value or told.percent != fact.percent:
        return False
    return not told.beside or any(_alike(a, b) for a in told.beside for b in fact.beside)


def _alike(one: str, other: str) -> bool:
    if one[:STEM] == other[:STEM]:
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= LEAST and long.startswith(short)

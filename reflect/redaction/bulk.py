"""The long way: the texts of a batch that could hold a secret are found before rules search them.

Python's `re` reads a few million characters a second over all rules, Rust's regex some hundred
million, Hyperscan twice to four times as many. Hyperscan is asked where it is there (`one_pass`).
Else polars' engine is, which is loaded here only, and only when a batch is large: texts are first
asked in blocks, short ones together, long ones whole; then the windows of the blocks with a hit.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from reflect.redaction.engine import Texts
from reflect.redaction.engine import texts as searchable
from reflect.redaction.one_pass import Hit, one_pass
from reflect.redaction.opened import NOTHING, Opened
from reflect.redaction.pieces import windows
from reflect.redaction.question import Question
from reflect.redaction.trigger import questions

BLOCK = 4096
"""Characters. A search costs 0.2 µs for each text and question, half of all texts are names and
paths, and windows overlap: a third of the time went into asking short and equal ones."""


def suspects(texts: Sequence[str]) -> dict[int, list[Opened]]:
    """Places of the texts that must be searched, with what to look for in each of their windows.

    Texts hold no lone surrogates.
    """
    search = one_pass()
    hits = search.hits(texts) if search else None
    return suspects_by_blocks(texts) if hits is None else suspects_by_hits(texts, hits)


def suspects_by_hits(texts: Sequence[str], hits: Iterable[Hit]) -> dict[int, list[Opened]]:
    """The same, of matches in the texts in the order of their ends."""
    opened: dict[int, list[Opened]] = {}
    place, bounds, ends, answers = -1, [], [], []
    for hit in hits:
        if hit.place != place:
            place = hit.place
            bounds = list(windows(texts[place]))
            ends = [end for _, end in bounds]
            answers = opened[place] = [NOTHING] * len(bounds)
        for number in range(bisect_left(ends, hit.end), len(bounds)):
            if bounds[number][0] >= hit.end:
                break
            answers[number] |= hit.opens
    return opened


def suspects_by_blocks(texts: Sequence[str]) -> dict[int, list[Opened]]:
    """The same, by polars' engine."""
    blocks = _blocks(texts)
    asked = questions()
    joined = searchable(["\n".join([texts[place] for place in block]) for block in blocks])
    hits = joined.hits([question.expression for question in asked])
    hit_blocks = sorted({number for found in hits for number in found})
    places: list[int] = []
    pieces: list[str] = []
    numbers: dict[int, range] = {}
    for number in hit_blocks:
        first = len(pieces)
        for place in blocks[number]:
            text = texts[place]
            for start, end in windows(text):
                places.append(place)
                pieces.append(text[start:end])
        numbers[number] = range(first, len(pieces))
    answers: dict[int, Opened] = {}
    windowed = searchable(pieces)
    for question, found in zip(asked, hits, strict=True):
        if found:
            _answer(question, windowed, [numbers[number] for number in found], answers)
    suspected = {places[number] for number in answers}
    opened: dict[int, list[Opened]] = {}
    for number, place in enumerate(places):
        if place in suspected:
            opened.setdefault(place, []).append(answers.get(number, NOTHING))
    return opened


def opened_in(pieces: Sequence[str]) -> list[Opened]:
    """What to look for in each of these pieces of texts, each asked as it is."""
    search = one_pass()
    hits = search.hits(pieces) if search else None
    if hits is None:
        return opened_by_engine(pieces)
    opened = [NOTHING] * len(pieces)
    for hit in hits:
        opened[hit.place] |= hit.opens
    return opened


def opened_by_engine(pieces: Sequence[str]) -> list[Opened]:
    """The same, by polars' engine."""
    asked = questions()
    joined = searchable(pieces)
    answers: dict[int, Opened] = {}
    hits = joined.hits([question.expression for question in asked])
    for question, found in zip(asked, hits, strict=True):
        if found:
            _answer(question, joined, [range(one, one + 1) for one in found], answers)
    return [answers.get(number, NOTHING) for number in range(len(pieces))]


def _blocks(texts: Sequence[str]) -> list[list[int]]:
    """Places of texts that are asked as one; a match across their borders only opens too much."""
    blocks: list[list[int]] = []
    short: list[int] = []
    size = 0
    for place, text in enumerate(texts):
        if len(text) >= BLOCK:
            blocks.append([place])
            continue
        short.append(place)
        size += len(text)
        if size >= BLOCK:
            blocks.append(short)
            short, size = [], 0
    if short:
        blocks.append(short)
    return blocks


def _answer(
    question: Question, windowed: Texts, found: Sequence[range], answers: dict[int, Opened]
) -> None:
    """Add to the answers what a question opens in the windows of the blocks in which it hit."""
    certain = [] if question.finer else [one.start for one in found if len(one) == 1]
    for number in certain:
        answers[number] = answers.get(number, NOTHING) | question.opens
    asked = question.finer or (question,)
    numbers = [number for one in found if question.finer or len(one) > 1 for number in one]
    if not numbers:
        return
    hits = windowed.at(numbers).hits([one.expression for one in asked])
    for one, places in zip(asked, hits, strict=True):
        for place in places:
            number = numbers[place]
            answers[number] = answers.get(number, NOTHING) | one.opens

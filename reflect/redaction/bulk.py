"""The long way: polars finds the texts of a batch that could hold a secret, with Rust's regex.

Python's `re` reads a few million characters a second over all rules, Rust's regex some hundred
million. polars' engine is loaded here only, and only when a batch is large.
"""

from collections.abc import Sequence

from reflect.redaction.engine import Texts
from reflect.redaction.engine import texts as searchable
from reflect.redaction.pieces import windows
from reflect.redaction.trigger import NOTHING, Opened, Question, questions


def suspects(texts: Sequence[str]) -> dict[int, list[Opened]]:
    """Places of the texts that must be searched, with what to look for in each of their windows.

    Texts hold no lone surrogates.
    """
    places: list[int] = []
    pieces: list[str] = []
    for place, text in enumerate(texts):
        for start, end in windows(text):
            places.append(place)
            pieces.append(text if start == 0 and end == len(text) else text[start:end])
    answers: dict[int, Opened] = {}
    _ask(questions(), searchable(pieces), range(len(pieces)), answers)
    suspected = {places[number] for number in answers}
    found: dict[int, list[Opened]] = {}
    for number, place in enumerate(places):
        if place in suspected:
            found.setdefault(place, []).append(answers.get(number, NOTHING))
    return found


def _ask(
    asked: Sequence[Question],
    pieces: Texts,
    numbers: Sequence[int],
    answers: dict[int, Opened],
) -> None:
    """Add to the answers what the questions open in these pieces, by their numbers."""
    expressions = [question.expression for question in asked]
    for question, hits in zip(asked, pieces.hits(expressions), strict=True):
        if not hits:
            continue
        hit = [numbers[place] for place in hits]
        if question.finer:
            _ask(question.finer, pieces.at(hits), hit, answers)
        if question.opens:
            for number in hit:
                answers[number] = answers.get(number, NOTHING) | question.opens

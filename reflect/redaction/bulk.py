"""The long way: polars finds the texts of a batch that could hold a secret, with Rust's regex.

Python's `re` reads a few million characters a second over all rules, Rust's regex some hundred
million. polars is imported here only, and only when a batch is large.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from reflect.redaction.pieces import windows
from reflect.redaction.trigger import NOTHING, Opened, Question, questions

if TYPE_CHECKING:
    from polars import Series


def suspects(texts: Sequence[str]) -> dict[int, list[Opened]]:
    """Places of the texts that must be searched, with what to look for in each of their windows.

    Texts hold no lone surrogates.
    """
    import polars

    places: list[int] = []
    pieces: list[str] = []
    for place, text in enumerate(texts):
        for start, end in windows(text):
            places.append(place)
            pieces.append(text if start == 0 and end == len(text) else text[start:end])
    answers: dict[int, Opened] = {}
    _ask(questions(), polars.Series(pieces, dtype=polars.String), range(len(pieces)), answers)
    suspected = {places[number] for number in answers}
    found: dict[int, list[Opened]] = {}
    for number, place in enumerate(places):
        if place in suspected:
            found.setdefault(place, []).append(answers.get(number, NOTHING))
    return found


def _ask(
    asked: Sequence[Question],
    pieces: "Series",
    numbers: Sequence[int],
    answers: dict[int, Opened],
) -> None:
    """Add to the answers what the questions open in these pieces, by their numbers."""
    for question, hits in zip(asked, _hits(asked, pieces), strict=True):
        if not hits:
            continue
        hit = [numbers[place] for place in hits]
        if question.finer:
            _ask(question.finer, pieces.gather(hits), hit, answers)
        if question.opens:
            for number in hit:
                answers[number] = answers.get(number, NOTHING) | question.opens


def _hits(asked: Iterable[Question], pieces: "Series") -> list[list[int]]:
    """For each question the places of the pieces in which it hits; on all cores."""
    import polars

    text = polars.col("text")
    answers = polars.DataFrame({"text": pieces}).select(
        text.str.contains(question.expression).arg_true().implode().alias(str(number))
        for number, question in enumerate(asked)
    )
    return [column.item().to_list() for column in answers.iter_columns()]

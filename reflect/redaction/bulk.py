"""The long way: polars finds the texts of a batch that could hold a secret, with Rust's regex.

Python's `re` reads a few million characters a second over all rules, Rust's regex some hundred
million. polars is imported here only, and only when a batch is large.
"""

from collections.abc import Sequence

from reflect.redaction.pieces import windows
from reflect.redaction.trigger import Family, narrow, wide


def suspects(texts: Sequence[str]) -> dict[int, list[Family]]:
    """Places of the texts that must be searched, with what to look for in each of their windows.

    Texts hold no lone surrogates.
    """
    places: list[int] = []
    pieces: list[str] = []
    for place in _asked(texts, wide()):
        text = texts[place]
        for start, end in windows(text):
            places.append(place)
            pieces.append(text[start:end])
    answers = _asked(pieces, narrow())
    found: dict[int, list[Family]] = {}
    for number, place in enumerate(places):
        found.setdefault(place, []).append(answers.get(number, Family(0)))
    return {place: opened for place, opened in found.items() if any(opened)}


def _asked(texts: Sequence[str], questions: Sequence[tuple[Family, str]]) -> dict[int, Family]:
    """Places where any question hits, with the families of those that do."""
    import polars

    text = polars.col("text")
    answers = polars.DataFrame({"text": polars.Series(texts, dtype=polars.String)}).select(
        text.str.contains(expression).arg_true().implode().alias(str(number))
        for number, (_, expression) in enumerate(questions)
    )
    found: dict[int, Family] = {}
    for number, (family, _) in enumerate(questions):
        for place in answers.get_column(str(number)).item().to_list():
            found[place] = found.get(place, Family(0)) | family
    return found

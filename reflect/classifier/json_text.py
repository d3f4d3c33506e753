"""The one JSON object in what a model wrote, whatever it wrote around it."""

import json
import re
from typing import Any

LONGEST = 200_000
"""Characters of a reply that are read: the longest form, every string at its bound, has 20,000."""

MOST_TRIES = 200
"""Opening braces that are tried: prose before an object has a few."""

THOUGHT = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.S)
"""What some models write down before they answer; drafts of the object may stand in it."""

BROKEN_OBJECT = re.compile(r'\{\s*"')
"""Begins like an object of JSON; where it does not end as one, the reply is cut or damaged."""

Object = dict[str, Any]


def only_object(text: str) -> Object | None:
    """The object, where a text holds exactly one at its outermost level; else None.

    A Markdown fence and words before or after it do no harm. Two different objects do: which one
    counts would be a guess; so does a list around it. Nothing is evaluated; repeated names, NaN,
    Infinity, numbers of thousands of digits and nesting without end are no JSON.
    """
    if len(text) > LONGEST:
        return None
    text = THOUGHT.sub("", text, count=1)
    found: list[Object] = []
    place = text.find("{")
    for _ in range(MOST_TRIES):
        if place < 0:
            return found[0] if len(found) == 1 else None
        value, end = _decoded(text, place)
        if value is None and BROKEN_OBJECT.match(text, place):
            return None
        if value is not None and text[:place].rstrip().endswith("["):
            return None
        if value is not None and value not in found:
            found.append(value)
        place = text.find("{", end)
    return None


def is_json(text: str) -> bool:
    """Whether the whole text is JSON of any form."""
    if len(text) > LONGEST:
        return False
    try:
        DECODER.decode(text.strip("\ufeff \t\r\n"))
    except (ValueError, RecursionError):
        return False
    return True


def _decoded(text: str, place: int) -> tuple[Object | None, int]:
    """The object that begins at ``place`` and where it ends; None and the next place without."""
    try:
        value, end = DECODER.raw_decode(text, place)
    except (ValueError, RecursionError):
        return None, place + 1
    return value, end


def _without_repeats(pairs: list[tuple[str, Any]]) -> Object:
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise ValueError("a name occurs twice in one object")
    return dict(pairs)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


DECODER = json.JSONDecoder(object_pairs_hook=_without_repeats, parse_constant=_no_constant)

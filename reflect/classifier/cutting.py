"""A long text as its head and its tail, never cut inside a place-holder or a short word."""

import re
from collections.abc import Iterable, Sequence

from reflect.classifier.identities import ADDRESS, FOLDER
from reflect.model.redacted import Redacted, require, seal
from reflect.redaction.masks import MASK, OPEN

BREAK = re.compile(r"\[… (?:\d+ characters|result) …\]")
"""What reflect itself wrote into the text of an event; no quote reaches across it."""

HOLDER = re.compile(f"{MASK.pattern}|{ADDRESS}|{FOLDER}|{BREAK.pattern}")
"""What stands for words that are not shown, and is never cut itself."""

RESULT = "[… result …]"
"""Stands between the input of a call and what came back."""

LONGEST_WORD = 24
"""Characters: a cut inside a word moves to its edge, unless the word is longer."""

AROUND = 60
"""Characters shown on each side of words that must be seen."""

Span = tuple[int, int]


def shortened(
    text: Redacted,
    most: int,
    seen: Iterable[str] = (),
    *,
    tail: Redacted | None = None,
    hidden: int = 0,
) -> Redacted:
    """Head and tail of a text, half of ``most`` characters each, ``[… N characters …]`` between.

    Args:
        text: Any length; up to ``most`` characters it comes back as it is.
        most: Characters kept.
        seen: Words shown wherever they stand in the text, on top of ``most``.
        tail: The end of a text of which ``text`` is the beginning only.
        hidden: Characters known to lie between the two.
    """
    whole = require(text) + (require(tail) if tail else "")
    if len(whole) <= most and not tail:
        return text
    masks = [found.span() for found in HOLDER.finditer(whole)] if OPEN in whole else []
    half = most // 2
    spans = [(0, len(whole))] if len(whole) <= most else _ends(whole, half, masks)
    for words in seen:
        at = whole.find(words) if words else -1
        if at >= 0:
            spans.append(_around(whole, at, at + len(words), masks))
    joint = len(text) if tail else None
    return seal(_told(whole, _merged(spans, joint), joint, hidden))


def _ends(text: str, half: int, masks: Sequence[Span]) -> list[Span]:
    end, start = half, len(text) - half
    for opened, closed in masks:
        end = opened if opened < end < closed else end
        start = closed if opened < start < closed else start
    reach = min(LONGEST_WORD, half)
    end = next((i for i in range(end, end - reach, -1) if _edge(text, i)), end)
    start = next((i for i in range(start, start + reach) if _edge(text, i)), start)
    return [(0, end), (start, len(text))]


def _around(text: str, start: int, end: int, masks: Sequence[Span]) -> Span:
    start, end = max(start - AROUND, 0), min(end + AROUND, len(text))
    for opened, closed in masks:
        start = opened if opened < start < closed else start
        end = closed if opened < end < closed else end
    start = next((i for i in range(start, start - LONGEST_WORD, -1) if _edge(text, i)), start)
    end = next((i for i in range(end, end + LONGEST_WORD) if _edge(text, i)), end)
    return max(start, 0), min(end, len(text))


def _edge(text: str, at: int) -> bool:
    """Whether no word stands on both sides of a place."""
    return not 0 < at < len(text) or text[at - 1].isspace() or text[at].isspace()


def _merged(spans: Iterable[Span], joint: int | None) -> list[Span]:
    """Spans in order and apart from one another; one that reaches over the joint is parted."""
    parted: list[Span] = []
    for start, end in spans:
        if joint is not None and start < joint < end:
            parted += [(start, joint), (joint, end)]
        else:
            parted.append((start, end))
    merged: list[Span] = []
    for start, end in sorted(parted):
        if merged and start <= merged[-1][1] and merged[-1][1] != joint:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _told(text: str, kept: Sequence[Span], joint: int | None, hidden: int) -> str:
    told = ""
    end = 0
    for start, stop in [*kept, (len(text), len(text))]:
        left_out = start - end
        if joint is not None and end <= joint <= start:
            left_out += hidden
        if left_out:
            before = "" if not told or told[-1].isspace() else " "
            after = "" if start == stop or text[start].isspace() else " "
            told += f"{before}[… {left_out} characters …]{after}"
        told += text[start:stop]
        end = stop
    return told

"""All secrets of one text: every rule over every reading of it."""

from collections.abc import Iterator, Sequence
from itertools import repeat

from reflect.redaction.context import context_spans
from reflect.redaction.cookies import cookie_spans
from reflect.redaction.encoded import encoded_runs
from reflect.redaction.kube import kube_spans
from reflect.redaction.masks import MASK, OPEN
from reflect.redaction.names import SYLLABLES
from reflect.redaction.opened import EVERYTHING, Family, Opened
from reflect.redaction.pieces import FARTHEST, surroundings, windows
from reflect.redaction.private_keys import private_key_spans
from reflect.redaction.rules import words
from reflect.redaction.shapes import open_shapes, shape_spans
from reflect.redaction.spans import Span, merged, moved
from reflect.redaction.tokens import token_spans
from reflect.redaction.views import plain_views


def spans_in(
    text: str,
    opened: Sequence[Opened] | None = None,
    *,
    masks: Sequence[tuple[int, int]] | None = None,
) -> list[Span]:
    """Secrets of a text in order, without overlap; places inside place-holders never count.

    Args:
        text: The text, prepared.
        opened: What to look for in each window of the text; everything when None.
        masks: Search only what stands around these places, in order; these are the windows then.
    """
    found = [*private_key_spans(text), *kube_spans(text)]
    places = list(windows(text) if masks is None else surroundings(text, masks))
    wanted = list(opened or repeat(EVERYTHING, len(places)))
    # Windows of a whole text follow on each other: each answers for itself. What lies behind those
    # around a place-holder was not asked about.
    wider = None if masks is None else EVERYTHING
    for (start, end), window in zip(places, wanted, strict=True):
        if window:
            found.extend(_in_window(text, start, end, window, wider or window))
    if any(Family.ENCODED in window.families for window in wanted):
        found.extend(_encoded(text))
    if not found:
        return found
    spans = merged(found)
    if OPEN in text:
        taken = [m.span() for m in MASK.finditer(text)]
        spans = [s for s in spans if not any(a < s.end and s.start < b for a, b in taken)]
    return spans


def _in_window(text: str, start: int, end: int, opened: Opened, wider: Opened) -> list[Span]:
    """Secrets of one window; one that is cut off at its end is searched again in a wider window.

    There for what ``wider`` says.
    """
    while True:
        whole = start == 0 and end == len(text)
        found = list(_plain(text if whole else text[start:end], opened))
        cut_off = end < len(text) and any(span.end >= end - start for span in found)
        if cut_off and end - start < FARTHEST:
            end = min(len(text), start + FARTHEST)
            opened = wider
            continue
        if start:
            found = [moved(span, start) for span in found if span.start > 0]
        return found


def _encoded(text: str) -> Iterator[Span]:
    """Runs of base64 that hold a secret, masked whole: a part of one would decode to the rest."""
    for run in encoded_runs(text):
        inner = merged(
            [
                *private_key_spans(run.inner),
                *(
                    span
                    for start, end in windows(run.inner)
                    for span in _in_window(run.inner, start, end, EVERYTHING, EVERYTHING)
                ),
            ]
        )
        if inner:
            first = inner[0]
            yield Span(run.start, run.end, first.kind, first.name, first.value, first.rank)


def _plain(text: str, opened: Opened) -> Iterator[Span]:
    """Secrets of a text that is not encoded as a whole."""
    lower = lowered(text)
    families = opened.families
    rules = open_shapes(lower, opened.shapes)
    cookies = Family.COOKIES in families and ("cookie" in lower or "curl" in lower)
    named = Family.NAMES in families and (
        any(s in lower for s in SYLLABLES) or any(n in lower for n in words()["foreign_names"])
    )
    for view in plain_views(text):
        if Family.TOKENS in families:
            yield from token_spans(view)
        if rules:
            yield from shape_spans(view, rules)
        if not (cookies or named):
            continue
        view_lower = lower if view.text is text else lowered(view.text)
        if cookies:
            yield from cookie_spans(view, view_lower)
        if named:
            yield from context_spans(view, view_lower)


def lowered(text: str) -> str:
    """The text in lower case with every character in its place."""
    lower = text.lower()
    return lower if len(lower) == len(text) else text.replace("İ", "I").lower()

"""All secrets of one text: every rule over every reading of it."""

from collections.abc import Iterator

from reflect.redaction.context import SYLLABLES, context_spans
from reflect.redaction.cookies import cookie_spans
from reflect.redaction.encoded import encoded_runs
from reflect.redaction.kube import kube_spans
from reflect.redaction.masks import MASK, OPEN
from reflect.redaction.private_keys import private_key_spans
from reflect.redaction.rules import words
from reflect.redaction.shapes import open_shapes, shape_spans
from reflect.redaction.spans import Span, merged
from reflect.redaction.tokens import token_spans
from reflect.redaction.views import plain_views


def spans_in(text: str) -> list[Span]:
    """Secrets of a text in order, without overlap; places inside place-holders never count."""
    found = list(_all(text))
    if not found:
        return found
    spans = merged(found)
    if OPEN in text:
        taken = [m.span() for m in MASK.finditer(text)]
        spans = [s for s in spans if not any(a < s.end and s.start < b for a, b in taken)]
    return spans


def _all(text: str) -> Iterator[Span]:
    yield from private_key_spans(text)
    yield from _plain(text)
    for run in encoded_runs(text):
        inner = merged(_plain(run.inner))
        if inner:
            first = inner[0]
            yield Span(run.start, run.end, first.kind, first.name, first.value, first.rank)


def _plain(text: str) -> Iterator[Span]:
    """Secrets of a text that is not encoded as a whole."""
    lower = lowered(text)
    rules = open_shapes(lower)
    named = any(s in lower for s in SYLLABLES) or (
        not text.isascii() and any(n in lower for n in words()["foreign_names"])
    )
    cookies = "cookie" in lower or "curl" in lower
    for view in plain_views(text):
        yield from token_spans(view)
        if rules:
            yield from shape_spans(view, rules)
        if cookies:
            yield from cookie_spans(view)
        if named:
            yield from context_spans(view, lower if view.text is text else lowered(view.text))
            yield from kube_spans(view)


def lowered(text: str) -> str:
    """The text in lower case with every character in its place."""
    lower = text.lower()
    return lower if len(lower) == len(text) else text.replace("İ", "I").lower()

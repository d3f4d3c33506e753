"""Finds the values of cookies in ``Cookie`` and ``Set-Cookie`` headers and in ``curl -b``."""

from collections.abc import Iterator

from reflect.model.vocabulary import RedactionKind
from reflect.redaction.rules import words
from reflect.redaction.spans import Span
from reflect.redaction.values import DIGIT, is_plain, is_random
from reflect.redaction.views import View
from reflect.regex import compiled

RANK = 1
_HEADER = compiled(
    r"(?i)(?:set-)?cookie[\"']?[ \t]{0,4}[:=][ \t]{0,4}(?!\{)[brfu]?[\"'`\[]{0,2}"
    r"(?P<line>[^\r\n\"'`]{3,8000})"
)
_OPTION = compiled(r"[ ](?:-b|--cookie)[ =][\"']?(?P<line>[^\r\n\"'`]{3,8000})")
_PAIR = compiled(r"(?P<name>[A-Za-z0-9_.:$%-]{1,80})=(?P<v>[^;,\s\"'<>|)]{1,4096})")
_TELLING = (
    "sess",
    "sid",
    "auth",
    "token",
    "jwt",
    "csrf",
    "xsrf",
    "remember",
    "login",
    "secret",
    "key",
    "credential",
    "ticket",
    "clearance",
)


def cookie_spans(view: View, lower: str) -> Iterator[Span]:
    """Values of cookies, those of settings like a theme left out.

    ``lower`` is the view's text in lower case.
    """
    text = view.text
    place = lower.find("cookie")
    while place >= 0:
        header = _HEADER.match(text, place - 4 if lower.startswith("set-", place - 4) else place)
        if header is not None:
            yield from _pairs(view, *header.span("line"))
        place = lower.find("cookie", header.end() if header is not None else place + 6)
    if "curl" in lower:
        for option in _OPTION.finditer(text):
            yield from _pairs(view, *option.span("line"))


def _pairs(view: View, start: int, end: int) -> Iterator[Span]:
    """Telling cookies of one header."""
    for pair in _PAIR.finditer(view.text, start, end):
        name = pair["name"].lower()
        value = pair["v"]
        first = pair.start("v")
        if value.startswith(("s%3A", "s:")):
            first += 4 if value[1] == "%" else 2
            value = view.text[first : pair.end("v")]
        if name in words()["harmless_cookies"] or is_plain(value):
            continue
        telling = any(word in name for word in _TELLING) or len(name) <= 2
        if is_random(value) or (telling and len(value) >= 6 and DIGIT.search(value) is not None):
            yield Span(
                view.source(first),
                view.source(pair.end("v")),
                RedactionKind.SECRET,
                "cookie",
                value,
                RANK,
            )

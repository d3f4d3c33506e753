"""Finds the values of cookies in ``Cookie`` and ``Set-Cookie`` headers and in ``curl -b``."""

import re
from collections.abc import Iterator

from reflect.model.vocabulary import RedactionKind
from reflect.redaction.rules import words
from reflect.redaction.spans import Span
from reflect.redaction.values import is_plain, is_random
from reflect.redaction.views import View

RANK = 1
_HEADER = re.compile(
    r"(?i)(?:(?:set-)?cookie[\"']?[ \t]{0,4}[:=][ \t]{0,4}(?!\{)[brfu]?[\"'\[]{0,2}|curl\b[^\n]{0,300}?[ ](?:-b|--cookie)[ =][\"']?|document\.cookie[ \t]{0,4}=[ \t]{0,4}[\"'`])"
    r"(?P<line>[^\r\n\"'`]{3,8000})"
)
_PAIR = re.compile(r"(?P<name>[A-Za-z0-9_.:$%-]{1,80})=(?P<v>[^;,\s\"'<>|)]{1,4096})")
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


def cookie_spans(view: View) -> Iterator[Span]:
    """Values of cookies, those of settings like a theme left out."""
    text = view.text
    for header in _HEADER.finditer(text):
        for pair in _PAIR.finditer(text, *header.span("line")):
            name = pair["name"].lower()
            value = pair["v"]
            start = pair.start("v")
            if value.startswith(("s%3A", "s:")):
                start += 4 if value[1] == "%" else 2
                value = text[start : pair.end("v")]
            if name in words()["harmless_cookies"] or is_plain(value):
                continue
            telling = any(word in name for word in _TELLING) or len(name) <= 2
            if is_random(value) or (
                telling and len(value) >= 6 and any(c.isdigit() for c in value)
            ):
                yield Span(
                    view.source(start),
                    view.source(pair.end("v")),
                    RedactionKind.SECRET,
                    "cookie",
                    value,
                    RANK,
                )

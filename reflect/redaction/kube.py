"""Finds the values of a Kubernetes Secret, in YAML and in JSON."""

import itertools
import re
from collections.abc import Iterator

from reflect.model.vocabulary import RedactionKind
from reflect.redaction.spans import Span
from reflect.redaction.values import is_plain
from reflect.redaction.views import View, plain_views
from reflect.regex import compiled

RANK = 3
_KIND = compiled(
    r"[\"']?kind[\"']?[ \t]{0,4}:[ \t]{0,4}[\"']?Secret(?:List)?[\"']?[ \t]{0,4}(?=[,\r\n}]|$)"
)
_MAY_BE = compiled(r"kind[^A-Za-z0-9]{1,12}Secret")
_DOCUMENT = compiled(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)
_BLOCK = compiled(
    r"(?:^|\n)[^\n]{0,24}?(?:data|stringData):[ \t]*\r?\n"
    r"(?P<lines>(?:[^\n]{0,12}[ \t]{1,40}[^\n]{1,20000}(?:\n|$)){1,400})"
)
_LINE = compiled(
    r"(?m)^[^\n]{0,12}?[ \t]+[A-Za-z0-9_.-]{1,120}:[ \t]{1,4}"
    r"[\"']?(?P<v>[^\s\"']{4,20000})[\"']?[ \t]*\r?$"
)
_OBJECT = compiled(
    r"\"(?:data|stringData)\"[ \t]{0,4}:[ \t\r\n]{0,40}\{(?P<lines>[^{}]{1,100000})\}"
)
_PAIR = compiled(r"\"[A-Za-z0-9_.-]{1,120}\"[ \t]{0,4}:[ \t]{0,4}\"(?P<v>[^\"\s]{4,20000})\"")


def may_hold_kube_secret(text: str) -> bool:
    """Whether a document in it could be a Secret."""
    return "Secret" in text and _MAY_BE.search(text) is not None


def kube_spans(text: str) -> Iterator[Span]:
    """Values under ``data`` and ``stringData`` of documents whose kind is Secret."""
    if may_hold_kube_secret(text):
        for view in plain_views(text):
            yield from _in_view(view)


def _in_view(view: View) -> Iterator[Span]:
    text = view.text
    if _KIND.search(text) is None:
        return
    edges = [0, *(m.end() for m in _DOCUMENT.finditer(text)), len(text)]
    for start, end in itertools.pairwise(edges):
        if _KIND.search(text, start, end) is None:
            continue
        for block, value in ((_BLOCK, _LINE), (_OBJECT, _PAIR)):
            for lines in block.finditer(text, start, end):
                for found in value.finditer(text, *lines.span("lines")):
                    if not is_plain(found["v"]):
                        yield Span(
                            view.source(found.start("v")),
                            view.source(found.end("v")),
                            RedactionKind.SECRET,
                            "kubernetes",
                            found["v"],
                            RANK,
                        )

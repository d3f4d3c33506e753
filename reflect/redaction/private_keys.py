"""Finds private keys in PEM: whole, cut off, with line numbers, in a diff, on one line."""

import re
from collections.abc import Iterator

from reflect.model.vocabulary import RedactionKind
from reflect.redaction.spans import Span
from reflect.regex import compiled

RANK = 0
LONGEST_KEY = 40_000
"""Characters between the marks; an RSA key of 16,384 bits in hex with line numbers has fewer."""

_BEGIN = compiled(r"-{4,5} ?BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY[A-Z ]{0,10}-{4,5}")
_END = compiled(r"-{4,5} ?END [A-Z0-9 ]{0,30}PRIVATE KEY[A-Z ]{0,10}-{4,5}")
_MARK = "PRIVATE KEY"
_BEFORE = 48
"""Characters of a mark before these words, at most 42."""
_BEHIND = 15
"""Characters of a mark behind them at most."""
_BREAK = r"(?:\r?\n|(?:\\{1,4}r)?\\{1,4}n|[ \t])"
_GUTTER = r"(?:[ \t]{0,12}(?:[0-9]{1,6}(?:[\t→]|[|:-] ?)[ \t]{0,8})?[+>|#*\"' \t-]{0,6})"
_LINE = (
    r"(?:[A-Za-z0-9+/=]{8,}|[A-Za-z0-9+/]{1,7}={0,2}(?=[\"',;)\s\\]|$)"
    r"|(?:Proc-Type|DEK-Info|Version|Comment|Subject|Charset|Hash|MessageID):[^\n\\]{0,120})"
)
_TAIL_OF_LINE = r"[\"',;+)]{0,3}[ \t]{0,2}"
_BODY = compiled(rf"(?:{_TAIL_OF_LINE}{_BREAK}{{1,3}}{_GUTTER}{_LINE})+")
_BODY_LINE = compiled(rf"{_GUTTER}{_LINE}{_TAIL_OF_LINE}$")
_BASE64 = compiled(r"[A-Za-z0-9+/]{16}")


def may_hold_private_key(text: str) -> bool:
    """Whether the mark of one stands in it."""
    return _MARK in text


def private_key_spans(text: str) -> Iterator[Span]:
    """Private keys in a text as it stands; escapes are read in place."""
    if not may_hold_private_key(text):
        return
    done = 0
    for begin in _marks(_BEGIN, text, 0, len(text)):
        if begin.start() < done:
            continue
        done = _end_of_key(text, begin.end())
        if done > begin.end() and _BASE64.search(text, begin.end(), done):
            yield _span(text, begin.start(), done)
    for end in _marks(_END, text, 0, len(text)):
        start = _start_of_cut_key(text, end.start())
        if start < end.start() and _BASE64.search(text, start, end.start()):
            yield _span(text, start, end.end())


def _marks(mark: re.Pattern[str], text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """What ``finditer`` finds.

    By the words in the middle: they are found a hundred times as fast as hyphens before ``BEGIN``.
    """
    place = text.find(_MARK, start, end)
    while place >= 0:
        behind = place + len(_MARK)
        around = mark.search(text, max(start, place - _BEFORE), min(end, behind + _BEHIND))
        found = mark.match(text, around.start(), end) if around else None
        if found is not None:
            yield found
            start = found.end()
        place = text.find(_MARK, max(behind, start), end)


def _end_of_key(text: str, place: int) -> int:
    """Behind the end mark, or behind the last line that can belong to the key."""
    limit = min(len(text), place + LONGEST_KEY)
    other = next(_marks(_BEGIN, text, place, limit), None)
    limit = other.start() if other else limit
    mark = next(_marks(_END, text, place, limit), None)
    if mark is not None:
        return mark.end()
    body = _BODY.match(text, place, limit)
    return body.end() if body else place


def _start_of_cut_key(text: str, place: int) -> int:
    """The first line of a key whose beginning was cut away, read backwards from the end mark."""
    floor = max(0, place - LONGEST_KEY)
    start = place - len(_last_gutter(text[floor:place]))
    while start > floor:
        line_end = start - 1
        line_start = text.rfind("\n", floor, line_end) + 1
        line = text[line_start:line_end].rstrip("\r")
        if not line or not _BODY_LINE.fullmatch(line):
            break
        start = line_start
        if line_start == 0:
            break
    return min(start, place)


def _last_gutter(text: str) -> str:
    """What stands in the mark's own line before it."""
    return text[text.rfind("\n") + 1 :]


def _span(text: str, start: int, end: int) -> Span:
    return Span(start, end, RedactionKind.PRIVATE_KEY, "pem", text[start:end], RANK)

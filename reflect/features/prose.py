"""The prose of an agent's answer: without code and quotations, cut into sentences."""

import re

from reflect.regex import compiled

_FENCE = compiled(r"^[ \t]*(```+|~~~+).*?(?:^[ \t]*\1[ \t]*$|\Z)", re.S | re.M)
_QUOTED = compiled(r"^[ \t]*>.*$", re.M)
_QUOTATION = compiled(
    r"(?<![\w\"])\"(?=\S)[^\"\n]{2,200}(?<=\S)\"(?!\w)|“[^”\n]{2,200}”|«[^»\n]{2,200}»"
    r"|„[^“”\n]{2,200}[“”]|「[^」\n]{2,200}」"
)
_QUOTE_MARK = compiled('["“«„「]')
_ANY = compiled(r"[^\n]")
_SENTENCE_END = compiled(
    r"[.!?…。！？\n](?:(?<=\n)|(?<=[。！？])[。！？]*"
    r"|(?<=[.!?…])(?<!\b\d.)(?<!\b\d\d.)[.!?…]*[\"'”)*_]*(?=\s|$))"
)
QUESTION = compiled(r"[?？؟]")


def prose(text: str) -> str:
    """The answer with code, quoted lines and quotations blanked; offsets stay."""
    if "```" in text or "~~~" in text:
        text = _FENCE.sub(_blank, text)
    if ">" in text:
        text = _QUOTED.sub(_blank, text)
    return _QUOTATION.sub(_blank, text) if _QUOTE_MARK.search(text) else text


def _blank(match: re.Match[str]) -> str:
    return _ANY.sub(" ", match.group())


def sentences(text: str) -> list[tuple[int, str]]:
    """Sentences with their offsets, their end mark included."""
    cut: list[tuple[int, str]] = []
    start = 0
    for end in _SENTENCE_END.finditer(text):
        if text[start : end.end()].strip():
            cut.append((start, text[start : end.end()].rstrip("\n")))
        start = end.end()
    if text[start:].strip():
        cut.append((start, text[start:]))
    return cut

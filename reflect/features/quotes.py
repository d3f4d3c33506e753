"""Evidence: a quote that stands, letter for letter, in the stored text of the event it cites.

A quote is one line or sentence of at most 300 characters, cut out of a redacted text; a slice of
a redacted text is redacted.
"""

import re

from reflect.model.finding import Evidence
from reflect.model.redacted import Redacted, require, seal
from reflect.model.session import Message, ToolCall
from reflect.model.vocabulary import PartKind
from reflect.regex import compiled

LONGEST = 300
FIRST_WORD = compiled(r"^[^\w\n]*(?P<word>\w)", re.M)
PREPARING = compiled(r"[ \t]*(?:#.*|\\|cd \S+|set [-+]\S+|(?:export )?\w+=\S*)[ \t]*$", re.M)
TOLD_FIELD = compiled(
    r'"(?:description|title|subject|name|skill|query|url|pattern)"\s*:\s*"(?:[^"\\\n]|\\.){1,250}"'
)
SENTENCE_END = compiled(r"(?<=[.!?…])\s+(?=\S)|(?<=[。！？])|\n+")


def cut(text: Redacted, start: int, end: int) -> Redacted:
    """A slice without white space at its ends, at most 300 characters."""
    piece = require(text)[start : min(end, start + LONGEST)]
    return seal(piece.strip())


def sentence(text: Redacted, at: int) -> Redacted:
    """The sentence, or line, that holds position ``at``."""
    start = 0
    for boundary in SENTENCE_END.finditer(text):
        if boundary.end() > at:
            end = boundary.start()
            break
        start = boundary.end()
    else:
        end = len(text)
    if at - start > LONGEST - 100:
        start = at - 100
    return cut(text, start, end)


def first_sentence(text: Redacted, within: str = "") -> Redacted:
    """The first sentence with a letter in it; of ``within``, if that part is found in the text."""
    at = max(text.find(within.split("\n", 1)[0]), 0) if within else 0
    for word in compiled(r"\w").finditer(text, at):
        return sentence(text, word.start())
    return cut(text, 0, LONGEST)


def of_message(
    session: str, message: Message[Redacted], needle: str = "", *, own: str = ""
) -> Evidence | None:
    """Evidence from a message: ``needle`` itself, else the first sentence of ``own``.

    None when the message has no words, or not these.
    """
    parts = [p for p in message.parts if p.kind is PartKind.TEXT and p.text.strip()]
    for part in parts:
        at = part.text.find(needle) if needle else -1
        if needle and at < 0:
            continue
        end = at + len(needle)
        quote = cut(part.text, at, end) if needle else first_sentence(part.text, own)
        if quote:
            return Evidence(message.event, session, message.record, part.index, quote)
    return of_message(session, message, own=own) if needle and parts else None


def of_call(session: str, call: ToolCall[Redacted], needle: str = "") -> Evidence | None:
    """Evidence from a call: the line of its output that holds ``needle``, else what it ran."""
    if needle:
        for output in (call.output, call.output_tail):
            at = output.find(needle) if output else -1
            if output and at >= 0:
                record = call.result_record or call.record
                part = call.part if record == call.record else 0
                return Evidence(call.call, session, record, part, _line(output, at))
    for text in (call.command, call.path, call.arguments, call.output):
        quote = _telling_line(text, needle) if text else None
        if quote:
            return Evidence(call.call, session, call.record, call.part, quote)
    return None


def _line(text: Redacted, at: int) -> Redacted:
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    if at - start > LONGEST - 100:
        start = at - 100
    return cut(text, start, end)


def _telling_line(text: Redacted, needle: str) -> Redacted | None:
    """The line that holds ``needle``, else the first that says what is done.

    Scripts open with comments and ``cd``; of arguments in JSON the field that people read is told.
    """
    at = text.find(needle) if needle else -1
    if at >= 0:
        return _line(text, at)
    if text.startswith("{") and (field := TOLD_FIELD.search(text)):
        return cut(text, field.start(), field.end())
    first: re.Match[str] | None = None
    for word in FIRST_WORD.finditer(text):
        if not PREPARING.match(text, word.start()):
            return _line(text, word.start("word"))
        first = first or word
    return _line(text, first.start("word")) if first else None

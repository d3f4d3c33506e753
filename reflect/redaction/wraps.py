"""Secrets that a terminal or a mail program broke over lines.

A line that holds nothing but characters of a token carries on the line above it, when that line is
wide enough to have been wrapped.
"""

import re

from reflect.redaction.values import is_random
from reflect.redaction.views import View
from reflect.regex import compiled

NARROWEST_WRAP = 38
"""Characters in a line; shorter lines end because their text ends."""

WIDEST_WRAP = 400
"""Characters in a line; longer lines are not wrapped."""
FEWEST = 16
"""Characters of a secret before its first line break; a shorter beginning is no sign of one."""
_GUTTER = r"(?:[ \t]{0,8}[0-9]{1,6}(?:\t|→|[|:] ?)|[+>|-] ?)?"
_NEXT = compiled(
    r"\r?\n"
    + _GUTTER
    + r"(?P<more>[A-Za-z0-9_+/=.-]{1,400})(?P<closed>[\"'`]|[,;)\]}]{0,2}[ \t]*(?:\r?\n|$))?"
)
_SEVERAL_WORDS = compiled(r"[A-Z]?[a-z]*(?:[-_.][A-Za-z]?[a-z]*)*$|[A-Za-z_]+=|-{2,}|[0-9.]+$")


def wrapped_end(text: str, start: int, end: int) -> int:
    """Where a secret that ends with its line really ends."""
    while _is_wide(text, end):
        more = _next_line(text, end)
        if more is None:
            break
        end = more.end("more")
    return end


def joined_at(text: str, start: int) -> View | None:
    """The text from ``start`` with its wrapped lines joined, or None where no line was wrapped.

    Places are counted from ``start``.
    """
    end = text.find("\n", start, start + WIDEST_WRAP)
    if end < 0:
        return None
    if text[end - 1] == "\r":
        end -= 1
    if (
        end - start < FEWEST
        or any(c in " \t\"'`" for c in text[start:end])
        or not _is_wide(text, end)
    ):
        return None
    pieces = [text[start:end]]
    places = [0]
    sources = [0]
    length = end - start
    while (more := _next_line(text, end)) is not None:
        pieces.append(more["more"])
        places.append(length)
        sources.append(more.start("more") - start)
        length += len(more["more"])
        end = more.end("more")
        if not _is_wide(text, end):
            break
    return View("".join(pieces), tuple(places), tuple(sources)) if len(pieces) > 1 else None


def _next_line(text: str, end: int) -> re.Match[str] | None:
    """The next line, if it can carry a secret on: one word, or one that no person wrote."""
    more = _NEXT.match(text, end)
    if more is None or _SEVERAL_WORDS.match(more["more"]):
        return None
    if more["closed"] is None and not (len(more["more"]) >= 16 and is_random(more["more"])):
        return None
    return more


def _is_wide(text: str, end: int) -> bool:
    """Whether the line that ends at ``end`` is wide enough to have been wrapped."""
    return (
        text.startswith(("\n", "\r\n"), end)
        and end - text.rfind("\n", 0, end) - 1 >= NARROWEST_WRAP
    )

r"""A text as it would read once decoded, with a way back to the places in the text as it stands.

Secrets hide behind an escape: ``password\u003d…`` in JSON, ``%3A`` in an address, a colour code in
the middle of a name. Rules are written for plain text; views make the text plain.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator

from reflect.model.frozen import dataclass
from reflect.regex import compiled

INVISIBLE = compiled(
    "\x1b\\[[0-9;:?<=>]*[A-Za-z~]|\x1b\\][^\x07\x1b]{0,400}(?:\x07|\x1b\\\\)|\x1b[@-Z\\\\-_]"
    "|[\x1b\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
)
"""Terminal sequences and characters without a shape, which split a word without showing."""

_MAY_HIDE = compiled("[\x1b\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_JSON = compiled(r'\\(?:u([0-9a-fA-F]{4})|(["\'\\/bfnrt]))')
_JSON_LETTERS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_PERCENT = compiled(r"%(?:25)?([2-7][0-9A-Fa-f]|0[9AaDd])")
_ENTITY = compiled(
    r"&(?:(amp|lt|gt|quot|apos|equals|colon|commat|nbsp);|#(x[0-9a-fA-F]{2}|[0-9]{2,3});)"
)
_ENTITIES = {
    "amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'",
    "equals": "=", "colon": ":", "commat": "@", "nbsp": " ",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class View:
    """One reading of a text."""

    text: str
    """As the rules see it."""
    places: tuple[int, ...] = (0,)
    """Where runs of unchanged text begin in ``text``, growing."""
    sources: tuple[int, ...] = (0,)
    """Where the same runs begin in the text as it stands."""

    def source(self, place: int) -> int:
        """The place in the text as it stands of a place in this view."""
        run = bisect_right(self.places, place) - 1
        return self.sources[run] + place - self.places[run]


def plain_views(text: str) -> Iterator[View]:
    """The text, then its decoded readings, each only where it differs from the one before."""
    view = _decoded(View(text), INVISIBLE, _nothing) if _MAY_HIDE.search(text) else View(text)
    yield view
    stripped = view
    for _ in range(2):
        if "\\" not in view.text:
            break
        decoded = _decoded(view, _JSON, _json)
        if len(decoded.text) == len(view.text):
            break
        view = decoded
        yield view
    if "%" in view.text:
        decoded = _decoded(view, _PERCENT, _percent)
        if len(decoded.text) != len(view.text):
            yield decoded
    if "&" in stripped.text:
        decoded = _decoded(stripped, _ENTITY, _entity)
        if len(decoded.text) != len(stripped.text):
            yield decoded


def _decoded(
    view: View, pattern: re.Pattern[str], value: Callable[[re.Match[str]], str | None]
) -> View:
    """The view with each match replaced by one character or none, places kept."""
    text = view.text
    pieces: list[str] = []
    places: list[int] = [0]
    sources: list[int] = [view.source(0)]
    length = 0
    last = 0
    inner = view.places[1:]
    next_inner = 0
    for match in pattern.finditer(text):
        replacement = value(match)
        if replacement is None:
            continue
        start, end = match.span()
        while next_inner < len(inner) and inner[next_inner] <= start:
            if inner[next_inner] > last:
                places.append(length + inner[next_inner] - last)
                sources.append(view.sources[next_inner + 1])
            next_inner += 1
        pieces.append(text[last:start])
        pieces.append(replacement)
        length += start - last + len(replacement)
        last = end
        places.append(length)
        sources.append(view.source(end))
    while next_inner < len(inner):
        if inner[next_inner] > last:
            places.append(length + inner[next_inner] - last)
            sources.append(view.sources[next_inner + 1])
        next_inner += 1
    pieces.append(text[last:])
    return View("".join(pieces), tuple(places), tuple(sources))


def _nothing(_match: re.Match[str]) -> str:
    return ""


def _json(match: re.Match[str]) -> str | None:
    code, letter = match.groups()
    if code is None:
        return _JSON_LETTERS.get(letter, letter)
    point = int(code, 16)
    return None if 0xD800 <= point < 0xE000 else chr(point)


def _percent(match: re.Match[str]) -> str:
    return chr(int(match[1], 16))


def _entity(match: re.Match[str]) -> str | None:
    name, code = match.groups()
    if name is not None:
        return _ENTITIES[name]
    point = int(code[1:], 16) if code[0] == "x" else int(code)
    return chr(point) if 32 <= point < 127 else None

"""Finds values by their name: ``password: …``, ``API_KEY=…``, ``--token …``, "the password is …".

Names are found by a few syllables in the lower-cased text; the whole name around one is then read
and judged, then the sign behind it, then the value.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from reflect.model.vocabulary import RedactionKind
from reflect.redaction.named_values import is_bare_secret, is_quoted_secret, is_said_secret
from reflect.redaction.names import NAME_CHARS, SYLLABLE, Named, judged
from reflect.redaction.rules import words
from reflect.redaction.spans import Span
from reflect.redaction.values import is_mixed
from reflect.redaction.views import View
from reflect.redaction.wraps import wrapped_end
from reflect.regex import compiled

RANK = 2
"""Names a secret after vendors' forms and shapes."""

MOST_IN_A_CHAIN = 8
"""Names without a break between them; each would read the same long value again."""
_BREAK = compiled(r"[\s\"'`<>;|\\{}\[\],&]")
_LONGEST_NAME = 64
_REST = compiled(r"[A-Za-z0-9_-]{0,64}(?:\.[A-Za-z0-9_-]{1,40}){0,3}")
_QUALIFIER = compiled(
    r"(?:api|access|secret|private|licen[sc]e|master|encryption|signing|auth|account|security"
    r"|activation) $"
)
_ASSIGN = compiled(
    r"""(?:\\{0,4}["'`]|\*{1,2})?[\])]{0,2}[?!]?
    (?:[ \t]{0,4}:[ \t]{0,3}(?:Optional\[|Option<)?&?(?:'static[ ])?
       (?:[Ss]tr(?:ing)?|bytes|SecretStr|std::string|Final(?:\[str\])?|any)[\]>?]?(?=[ \t]{0,4}=))?
    (?:\*{1,2})?[ \t]{0,24}
    (?:(?P<op>:=|=>|={1,3}|:-|[:：＝]|\|\||\?\?|→)(?:\*{1,2})?
      |(?P<comma>(?<=["'`]),(?=[ \t]{0,4}[bruf]?\\{0,4}["'`]))
      |(?P<pair>["']?[ \t]{0,4},?\s{0,20}-?\\{0,4}["']?
         (?:value|Value|VALUE|content|default|plaintext|secretString)\\{0,4}["']?[ \t]{0,4}[:=])
      |(?P<tag>(?:"[ ]?)?/?>(?=[^<>\s]{4,300}</|\s{0,20}<(?:string|value)>)
         (?:\s{0,20}<(?:string|value)>)?
         |</(?:key|name)>\s{0,20}<(?:string|value)>)
    )
    [ \t]{0,24}(?:[>|][-+]?[ \t]{0,4}\n[ \t]{1,16})?""",
    re.VERBOSE,
)
_SET = compiled(
    r"(?:^|[\s;&|(])(?:set|add|put|setenv|setx|setx\.exe|-x|set-key|config)[ \t][ -~\t]{0,70}$"
)
_GAP = compiled(r"[ \t]{1,4}")
_OPENED = compiled("(?=[「『])")
_SAID = compiled(
    r"(?:\*{1,2})?(?:[ \t]{1,3}[A-Za-z'’_]{1,14}){0,7}?[ \t]{1,3}"
    r"(?:is|are|to|was|as|set to|=|:|ist|lautet|es|est|é|è|jest|будет|это)"
    r"(?:[ \t]{1,3}(?:now|still|just|currently|simply|jetzt))?[ \t]{0,2}[:=]?[ \t]{1,3}(?:\*{1,2})?"
)
_QUOTED = compiled(
    r"""(?:[bBrRfFuU@N]{0,2})(?P<q>\\{0,4}(?:["'`]{3}|["'`])|“|«|„|‘|「|『)"""
    r"""(?P<v>[^\n]{1,4096}?)(?:(?P=q)|[”»“’」』])"""
)
_UNQUOTED = compiled(
    r"(?:[^\s\"'`<>;|\\{}\[\]⟨⟩&,%]{1,1024}"
    r"|&(?!&|\s|amp;|[A-Za-z_][A-Za-z0-9_.-]{0,40}=)|,(?![\s\"'}]|$)|%(?!26|22|0[aAdD])){1,40}"
)
_SCHEME = compiled(
    r"(?:basic|bearer|token|digest|ssws|apikey|negotiate|bot|aws4-hmac-sha256|oauth|splunk|jwt"
    r"|hawk|pat)[ +]",
    re.IGNORECASE,
)
_TRAILING = ".,:!?)*"
_PARTICLE = compiled("[はがをの은는이가]{1,2}")
_OPENS_CODE = ("(", "[", "{", "<", "$")
_WRAPPED_LENGTH = 30


def context_spans(view: View, lower: str) -> Iterator[Span]:
    """Values that stand behind the name of a secret. ``lower`` is the view's text in lower case."""
    text = view.text
    done = 0
    chain = 0
    for hit in SYLLABLE.finditer(lower):
        start, end = hit.span()
        if start < done:
            continue
        left = text[max(0, start - _LONGEST_NAME) : start]
        start -= len(left) - len(left.rstrip(NAME_CHARS))
        rest = _REST.match(text, end)
        end = rest.end() if rest else end
        if text[end - 1] in "=:":
            end -= 1
        chain = 0 if _BREAK.search(text, done, start) else chain + 1
        done = end
        if chain > MOST_IN_A_CHAIN:
            continue
        name = text[start:end]
        if name.lower() in ("key", "keys") and (
            spaced := _QUALIFIER.search(lower[max(0, start - 14) : start])
        ):
            name = spaced[0].strip() + " " + name
        kind = judged(name)
        if kind is Named.NOTHING:
            continue
        found = _value(text, start, end, name, kind)
        if found is not None:
            done = found[1]
            yield _span(view, found, kind)
    yield from _foreign(view, lower)


@lru_cache(maxsize=2)
def _foreign_names(ascii_only: bool) -> tuple[tuple[str, str], ...]:
    """The names, each behind a character of it that few texts hold."""
    names = (n for n in words()["foreign_names"] if n.isascii() or not ascii_only)
    ordered = sorted(names, key=lambda n: (-len(n), n))
    return tuple((next((c for c in n if not c.isascii()), n[0]), n) for n in ordered)


def _foreign(view: View, lower: str) -> Iterator[Span]:
    """Names outside ASCII need no splitting: the whole name is a word of the list."""
    for telling, name in _foreign_names(view.text.isascii()):
        if telling not in lower:
            continue
        place = lower.find(name)
        while place >= 0:
            end = place + len(name)
            particle = _PARTICLE.match(view.text, end)
            behind = particle.end() if particle else end
            found = _value(view.text, place, behind, name, Named.PASSWORD)
            if found is not None:
                yield _span(view, found, Named.PASSWORD)
            place = lower.find(name, end)


def _span(view: View, found: tuple[int, int], kind: Named) -> Span:
    start, end = found
    label = "key" if kind is Named.KEY else "password"
    value = view.text[start:end]
    return Span(view.source(start), view.source(end), RedactionKind.SECRET, label, value, RANK)


def _value(text: str, start: int, end: int, name: str, kind: Named) -> tuple[int, int] | None:
    """Where the value behind a name stands, if it is one."""
    sign = _ASSIGN.match(text, end)
    if sign is not None:
        if name in ("PASS", "Pass") and sign["op"] == ":":
            return None
        return _assigned(text, sign.end(), name, kind, quoted_only=sign["comma"] is not None)
    gap = _GAP.match(text, end)
    if gap is None and not text.startswith(("*", "「", "『"), end):
        return None
    if gap is not None and (name[0] == "-" or _SET.search(text[max(0, start - 90) : start])):
        return _assigned(text, gap.end(), name, kind, quoted_only=False)
    return _said(text, end, None if name.lower() == "pass" else gap, kind)


def _assigned(
    text: str, place: int, name: str, kind: Named, *, quoted_only: bool
) -> tuple[int, int] | None:
    """The value behind a sign of assignment."""
    quoted = _QUOTED.match(text, place)
    if quoted is not None:
        first, last = quoted.span("v")
        value = text[first:last]
        if quoted_only and not is_mixed(value):
            return None
        return (first, last) if is_quoted_secret(value, kind) else None
    if quoted_only or text.startswith(_OPENS_CODE, place) or _SCHEME.match(text, place):
        return None
    bare = _UNQUOTED.match(text, place)
    if bare is None:
        return None
    shouted = name.isupper()
    value = _ascii_part(bare[0]) if kind is Named.KEY else bare[0]
    value = value.rstrip("," if shouted else _TRAILING)
    last = place + len(value)
    if text.startswith(("(", "[", "{"), last) or not is_bare_secret(value, kind, shouted=shouted):
        return None
    if len(value) > _WRAPPED_LENGTH:
        last = wrapped_end(text, place, last)
    return place, last


def _ascii_part(value: str) -> str:
    """A token ends where another script begins: ``…x7Kq即可``."""
    return (
        value if value.isascii() else value[: next(i for i, c in enumerate(value) if ord(c) > 126)]
    )


def _said(text: str, end: int, gap: re.Match[str] | None, kind: Named) -> tuple[int, int] | None:
    """A value in a sentence: quoted, or so mixed that it is no word."""
    for lead, sure in ((gap or _OPENED.match(text, end), False), (_SAID.match(text, end), True)):
        if lead is None:
            continue
        quoted = _QUOTED.match(text, lead.end())
        bare = _UNQUOTED.match(text, lead.end()) if quoted is None else None
        if quoted is not None:
            first, last = quoted.span("v")
        elif bare is not None:
            first, last = bare.span()
        else:
            continue
        value = text[first:last].rstrip(_TRAILING)
        if is_said_secret(value, kind, sure=sure or quoted is not None):
            return first, first + len(value)
    return None

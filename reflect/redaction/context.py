"""Finds values by their name: ``password: …``, ``API_KEY=…``, ``--token …``, "the password is …".

Names are found by a few syllables in the lower-cased text; the whole name around one is then read
and judged word by word, then the sign behind it, then the value.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from reflect.model.vocabulary import RedactionKind
from reflect.redaction.rules import words
from reflect.redaction.spans import Span
from reflect.redaction.values import is_code, is_mixed, is_plain, is_random
from reflect.redaction.views import View
from reflect.redaction.wraps import wrapped_end

RANK = 2
"""Names a secret after vendors' forms and shapes."""

SYLLABLES = (
    "pass", "pwd", "psw", "pswd", "secret", "token", "credential", "jwt", "bearer", "authorization", "auth", "_pat", "-pat", "pat=",
    "key", "otp", "psk", "signature", "kennwort", "contrasen", "senha", "wachtwoord", "parola", "heslo", "salasana",
    "losenord", "kodeord", "adgangskode", "sifre", "mdp", "haslo", "pw:", "pw=", "_pw", "mnemonic", "phrase", "pword",
)  # fmt: skip
"""One of these stands in every ASCII name of a secret, in lower case."""

_NAMES = re.compile(
    "|".join(
        ["pass(?:w|phrase|code|key)?", "p(?:wd|sw|swd|sk|word|w[:=])", "secret", "token", "credential", "jwt", "bearer", "auth(?:orization)?",
         "[_-]p(?:at|w)", "pat=", "key", "t?otp", "sas", "signature", "kennwort", "contrasen", "senha", "wachtwoord", "parola", "heslo",
         "haslo", "salasana", "losenord", "kodeord", "adgangskode", "sifre", "mdp", "mnemonic", "phrase"]
    )
)  # fmt: skip
_IDENT = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.$@")
_IDENT_CHARS = "".join(sorted(_IDENT))
_REST = re.compile(r"[A-Za-z0-9_-]{0,64}(?:\.[A-Za-z0-9_-]{1,40}){0,3}")
_SPLIT = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_LONGEST_NAME = 64

_ASSIGN = re.compile(
    r"""(?:\\{0,4}["'`]|&quot;|\*{1,2})?[\])]{0,2}[?!]?
    (?:[ \t]{0,4}:[ \t]{0,3}(?:Optional\[|Option<)?&?(?:'static\ )?(?:[Ss]tr(?:ing)?|bytes|SecretStr|std::string|Final(?:\[str\])?|any)[\]>?]?(?=[ \t]{0,4}=))?
    (?:\*{1,2})?[ \t]{0,24}
    (?:(?P<op>:=|=>|={1,3}|:-|[:：＝]|\|\||\?\?|->|→)(?:\*{1,2})?
      |(?P<comma>(?<=["'`]),(?=[ \t]{0,4}[bruf]?\\{0,4}["'`]))
      |(?P<pair>["']?[ \t]{0,4},?\s{0,20}-?\\{0,4}["']?(?:value|Value|VALUE|content|default|plaintext|secretString)\\{0,4}["']?[ \t]{0,4}[:=])
      |(?P<tag>(?<!=)(?:"[ ]?)?/?>(?=[^<>\s]{4,300}</|\s{0,20}<(?:string|value)>)(?:\s{0,20}<(?:string|value)>)?|</(?:key|name)>\s{0,20}<(?:string|value)>)
    )
    [ \t]{0,24}(?:[>|][-+]?[ \t]{0,4}\n[ \t]{1,16})?""",
    re.VERBOSE,
)
_FLAG = re.compile(r"[ \t]{1,4}")
_SET = re.compile(
    r"(?:^|[\s;&|(])(?:set|add|put|setenv|setx|setx\.exe|-x|set-key|config)[ \t][^\n]{0,70}$"
)
_SAID = re.compile(
    r"(?:\*{1,2})?(?:[ \t]{1,3}[A-Za-z'’_]{1,14}){0,7}?[ \t]{1,3}(?:is|are|to|was|as|set to|=|:|ist|lautet|es|est|é|è|jest|будет|это)"
    r"(?:[ \t]{1,3}(?:now|still|just|currently|simply|jetzt))?[ \t]{0,2}[:=]?[ \t]{1,3}(?:\*{1,2})?"
)
_BARE = re.compile(r"[ \t]{1,3}")
_QUOTED = re.compile(
    r"""(?:[bBrRfFuU@N]{0,2}|new[ ]String\()(?P<q>\\{0,4}(?:["'`]{3}|["'`])|&quot;|&\#39;|“|«|„|‘)(?P<v>[^\n]{1,4096}?)(?:(?P=q)|[”»“’])""",
    re.VERBOSE,
)
_UNQUOTED = re.compile(
    r"(?:(?![&](?:[&\s]|amp;|[A-Za-z_][A-Za-z0-9_.-]{0,40}=)|,(?:[\s\"'}]|$)|%(?:26|22|0[aAdD]))[^\s\"'`<>;|\\{}\[\]⟨⟩]){3,4096}"
)
_SCHEME = re.compile(
    r"(?:basic|bearer|token|digest|ssws|apikey|negotiate|bot|aws4-hmac-sha256|oauth|splunk|jwt|hawk|pat)[ +]",
    re.IGNORECASE,
)
_TRAILING = ".,:!?)*"


@lru_cache(maxsize=8192)
def judged(name: str) -> str:
    """``password``, ``phrase``, ``token``, or nothing when the name is none of a secret."""
    if len(name) > 120:
        return ""
    lists = words()
    parts = [p.lower() for p in _SPLIT.findall(name)]
    for place in range(len(parts) - 1, -1, -1):
        kind = _kind(parts, place)
        if not kind:
            continue
        before, after = parts[:place], parts[place + 1 :]
        if any(w in lists["harmless_after"] for w in after) or len(after) > 3:
            return ""
        harmless = lists["harmless_before"] - (
            lists["only_tokens"] if kind != "token" else frozenset()
        )
        if before and any(w in harmless for w in before[-2:]):
            return ""
        return kind
    return ""


def _kind(parts: list[str], place: int) -> str:
    """What the word at one place of a name says."""
    lists = words()
    word = parts[place]
    if word in lists["phrase_words"]:
        return "phrase"
    if word in lists["password_words"] or word.endswith(
        ("password", "passwd", "passwort", "userpass")
    ):
        return "password"
    if word == "auth":
        return "token" if place == len(parts) - 1 and len(parts) <= 2 else ""
    if word == "signature":
        return ""
    if word in lists["token_words"] or word.endswith(("token", "secret", "apikey")):
        return "token"
    if (
        word in ("key", "keys")
        and place
        and any(w in lists["key_qualifiers"] for w in parts[max(0, place - 2) : place])
    ):
        return "token"
    return ""


def context_spans(view: View, lower: str) -> Iterator[Span]:
    """Values that stand behind the name of a secret. ``lower`` is the view's text in lower case."""
    text = view.text
    done = 0
    for hit in _NAMES.finditer(lower):
        start, end = hit.span()
        if start < done:
            continue
        left = text[max(0, start - _LONGEST_NAME) : start]
        start -= len(left) - len(left.rstrip(_IDENT_CHARS))
        rest = _REST.match(text, end)
        end = rest.end() if rest else end
        name = text[start:end]
        done = end
        kind = judged(name)
        if not kind:
            continue
        found = _value(text, start, end, name, kind)
        if found is not None:
            first, last = found
            label = "password" if kind != "token" else "key"
            yield Span(
                view.source(first),
                view.source(last),
                RedactionKind.SECRET,
                label,
                text[first:last],
                RANK,
            )
    if not text.isascii():
        yield from _foreign(view, lower)


def _foreign(view: View, lower: str) -> Iterator[Span]:
    """Names outside ASCII need no splitting: the whole name is a word of the list."""
    text = view.text
    for name in sorted(words()["foreign_names"], key=len, reverse=True):
        place = lower.find(name)
        while place >= 0:
            end = place + len(name)
            found = _value(text, place, end, name, "password")
            if found is not None:
                yield Span(
                    view.source(found[0]),
                    view.source(found[1]),
                    RedactionKind.SECRET,
                    "password",
                    text[found[0] : found[1]],
                    RANK,
                )
            place = lower.find(name, end)


def _value(text: str, start: int, end: int, name: str, kind: str) -> tuple[int, int] | None:
    """Where the value behind a name stands, if it is one."""
    sign = _ASSIGN.match(text, end)
    if sign is not None:
        return _assigned(text, sign.end(), name, kind, quoted_only=sign["comma"] is not None)
    if name.startswith("-") or _SET.search(text[max(0, start - 90) : start]):
        flag = _FLAG.match(text, end)
        if flag is not None:
            return _assigned(text, flag.end(), name, kind, quoted_only=False)
    return _said(text, end, kind)


def _assigned(
    text: str, place: int, name: str, kind: str, *, quoted_only: bool
) -> tuple[int, int] | None:
    """The value behind a sign of assignment."""
    quoted = _QUOTED.match(text, place)
    if quoted is not None:
        first, last = quoted.span("v")
        value = text[first:last]
        return (first, last) if _is_secret_quoted(value, kind) else None
    if quoted_only or text.startswith(("(", "[", "{", "<", "$"), place):
        return None
    scheme = _SCHEME.match(text, place)
    if scheme is not None:
        return None
    bare = _UNQUOTED.match(text, place)
    if bare is None:
        return None
    first, last = bare.span()
    value = (
        text[first:last].rstrip(_TRAILING) if not name.isupper() else text[first:last].rstrip(",")
    )
    last = first + len(value)
    follower = text[last : last + 1]
    if follower in ("(", "[", "{") or ("(" in value[1:-1] and value.endswith("(")):
        return None
    if not _is_secret_bare(value, name, kind):
        return None
    return first, wrapped_end(text, first, last) if follower in ("\r", "\n") and len(
        value
    ) > 30 else last


def _is_secret_quoted(value: str, kind: str) -> bool:
    """A quoted value: a sentence or a label is none, one word of small letters may be."""
    value = value.strip()
    if len(value) < 4 or is_plain(value):
        return False
    if " " in value:
        return kind == "phrase" and 3 <= value.count(" ") <= 30 and "." not in value
    if kind == "token":
        return _is_token(value)
    if _LABEL.fullmatch(value) or (is_code(value) and not is_random(value)):
        return False
    return is_mixed(value) or (len(value) >= 6 and not _is_camel(value))


def _is_secret_bare(value: str, name: str, kind: str) -> bool:
    """A value without quotes: code, names and numbers are none."""
    if len(value) < 4 or is_plain(value):
        return False
    if value.isdigit():
        return kind != "token" and len(value) >= 6
    if is_code(value) and not (is_random(value) and "(" not in value):
        return False
    if kind == "token":
        return _is_token(value)
    if is_mixed(value):
        return "(" not in value and not value.endswith((":", "="))
    return name.isupper() and value.isalpha() and len(value) >= 5


def _is_token(value: str) -> bool:
    """Drawn by a machine, or at least letters and digits of some length."""
    if len(value) >= 12 and is_random(value):
        return True
    if value.isalpha():
        return False
    return (
        len(value) >= 8
        and any(c.isdigit() for c in value)
        and is_mixed(value)
        and not _reads_as_name(value)
    )


_LABEL = re.compile(r"[A-Z]?[a-z]+[.!?:,*]+|[A-Z][a-z]+|[a-z]+(?:[-_.][a-z]+)+[.!?:]*")


_READS_AS_NAME = re.compile(
    r"[A-Za-z]+(?:[-_./ :][A-Za-z]+)*[-_./ :]?v?[0-9]{0,4}(?:[-_.][a-z]{0,8}[0-9]{0,3})?$"
)


def _reads_as_name(value: str) -> bool:
    return bool(_READS_AS_NAME.match(value))


def _is_camel(value: str) -> bool:
    """``userPassword``: a name, no value."""
    return (
        not value.islower()
        and not value.isupper()
        and bool(re.fullmatch(r"[a-z]+(?:[A-Z][a-z]+)+", value))
    )


def _said(text: str, end: int, kind: str) -> tuple[int, int] | None:
    """A value in a sentence: quoted, or so mixed that it is no word."""
    for lead, sure in ((_BARE.match(text, end), False), (_SAID.match(text, end), True)):
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
        if _is_secret_said(value, kind, sure=sure or quoted is not None):
            return first, first + len(value)
    return None


def _is_secret_said(value: str, kind: str, *, sure: bool) -> bool:
    """``sure``: a verb or quotes say that the value follows."""
    if (
        len(value) < 5
        or " " in value
        or "(" in value
        or value[0] in "/-@#"
        or is_plain(value)
        or is_code(value)
    ):
        return False
    if kind == "token":
        return len(value) >= 16 and is_random(value) and any(c.isdigit() for c in value)
    if not (any(c.isalpha() for c in value) and any(c.isdigit() for c in value)):
        return False
    return sure or (len(value) >= 8 and not _reads_as_name(value))

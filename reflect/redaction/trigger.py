"""The cheap questions of the bulk way: can this text hold a secret at all, and of which family?

Expressions for Rust's regex, built from the same rules. They hit too often and never too seldom:
whatever :mod:`reflect.redaction.scan` finds in a text, or in a decoded reading of it, an expression
of the same family finds in the text as it stands. A property test holds that.

Rust's regex reads some 500 MB/s, 2 to 8 GB/s where an expression begins with at most some fifty
literals, and 10 MB/s where wide classes are counted or many loops are open at once. So there are
several expressions, and none counts a wide class.
"""

import re
from collections.abc import Iterator
from enum import Flag, auto
from functools import lru_cache

from reflect.model.frozen import dataclass
from reflect.redaction.encoded import GROUPS
from reflect.redaction.rules import Lane, TokenRule, shape_rules, token_rules, words


class Family(Flag):
    """Parts of the search that can be left out when their expression finds nothing."""

    DOCUMENTS = auto()
    """Private keys and Kubernetes secrets: they are searched in the whole text."""
    TOKENS = auto()
    """Forms that tell themselves."""
    COOKIES = auto()
    """Values of cookies."""
    NAMES = auto()
    """Values behind the name of a secret."""
    ENCODED = auto()
    """Readable base64."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What a window is searched for."""

    families: Family
    """Parts of the search."""
    shapes: frozenset[int] | None = frozenset()
    """Places of the shape rules in their list; None: every rule."""

    def __bool__(self) -> bool:
        return self.shapes is None or bool(self.shapes or self.families)

    def __or__(self, other: "Opened") -> "Opened":
        every = self.shapes is None or other.shapes is None
        return Opened(
            self.families | other.families,
            None if every else frozenset((*(self.shapes or ()), *(other.shapes or ()))),
        )


NOTHING = Opened(Family(0))
EVERYTHING = Opened(~Family(0), None)


@dataclass(frozen=True, slots=True)
class Question:
    """An expression, and what the windows in which it hits are searched for."""

    expression: str
    """For Rust's regex."""
    opens: Opened
    """What a hit opens."""
    finer: "tuple[Question, ...]" = ()
    """Asked where this one hits; they open something, this one nothing."""


_SHAPELESS = "|".join(
    chr(point)
    for point in (
        0x1B,
        0xAD,
        0x180E,
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x206A),
        0xFEFF,
    )
)
"""Characters without a shape, as literals."""
_ESCAPES = (
    r"\\u00[2-7]|%(?:25)?(?:[2-7][0-9A-Fa-f]|0[9aAdD])"
    r"|&(?:amp|lt|gt|quot|apos|equals|colon|commat|nbsp|#)"
)
"""Escapes other than a backslash before a quote or a line break."""

_REST = r"[A-Za-z0-9_.-]*"
_QUOTE = r"""["'`\\ \t*?!)\]]*"""
_TYPE = (
    r"(?::[ \t]*&?(?:Optional|Option|'static |[Ss]tr|bytes|SecretStr|std::string|Final|any)"
    r"[ -<>-~]*)?"
)
_SIGN = r"(?:[=:>,：＝→]|\|\||\?\?)+"
_SPACE = r"(?:[ \t]|\\+t)+"
_PREFIX = rf"(?:[bruBRUfF@N]*{_QUOTE})?[“«„‘]?"
_NEXT_LINE = r"(?:[>|][-+]?[ \t]*)?(?:\r?\n|\\+n)[ \t]"
_PAIR = (
    r"""(?:["'`\\ \t*?!)\],\r\n-]|\\+[nrt])*"""
    rf"(?:value|Value|VALUE|content|default|plaintext|secretString){_QUOTE}{_SIGN}"
)
_TAG = rf"[ -;=?-~]*</(?:key|name)>|{_QUOTE}/?>(?:[ \t\r\n]|\\+[nrt])*<(?:string|value)"
_SAID = (
    rf"{_QUOTE}[!-~]*[0-9]"
    rf"|(?:[A-Za-z'’_]+{_SPACE})*(?:is|are|to|was|as|=|:|ist|lautet|es|est|é|è|jest|будет|это)"
    rf"(?:{_SPACE}(?:now|still|just|currently|simply|jetzt))?[ \t]*[:=]?{_SPACE}"
    rf"[*]*{_QUOTE}[“«„‘]?[!-~]*[0-9]"
)
_CHOSEN = r"""[^\x00-\x20"'`<>\[\]{}($\\⟨][^\x00-\x20][^\x00-\x20]"""
_ANY = r"""[^\x00-\x20"'`<>\[\]{}($\\⟨]"""
_CHOSEN_FLAG = r"""\\*["'`][!-~]{3}|["'`]?[^\x00-\x20]*[!@#$%^&*+=?~0-9A-Z]"""
_DRAWN = r"""(?:[!#%&*+,./:;=?@^_a-z|~-][!-~]*)?[0-9A-Z]"""
_DRAWN_FLAG = r"""\\*["'`]?[!-~]*[0-9A-Z]"""

_PASSWORDS = (
    "pass(?:words?|wd|wrd|w|phrase|code|key|wort)?",
    "p(?:wd|sw|swd|w|word|sk)",
    "phrase",
    "mnemonic",
)
_FOREIGN_PASSWORDS = (
    "kenn(?:wort|ung)", "contrasena", "senha", "wachtwoord", "parola", "heslo", "haslo", "salasana",
    "losenord", "kodeord", "adgangskode", "jelszo", "sifre", "motdepasse", "mdp", "sandi",
)  # fmt: skip
_TOKENS = (
    "secrets?",
    "token",
    "credentials?",
    "jwt",
    "bearer",
    "auth(?:orization)?",
    "pat",
    "otp",
    "totp",
    "sas",
)
_SPACED_KEYS = (
    r"(?i-u:(?:api|access|secret|private|licen[sc]e|master|encryption|signing|auth|account|security"
    r"|activation) keys?)"
)
_GLUED = "api|app|access|secret|private|auth|session|licen[sc]e|master|encryption|signing"
_KEYS = (
    r"(?:[0-9_.$@-]keys?|[A-Za-z0-9_.$@-]Keys?|[a-z0-9_.$@-]KEYS?"
    rf"|(?:{_GLUED}|Api|App|Access|Secret|Private|Auth|Session|Licen[sc]e|Master|Encryption|Signing)keys?"
    rf"|(?:{_GLUED.upper()})KEYS?)"
)


def _cased(stems: tuple[str, ...]) -> str:
    """Stems in the three ways a name writes them, where a word of the name ends."""
    small = "|".join(stems)
    title = "|".join(s[0].upper() + s[1:] for s in stems)
    large = "|".join(_upper(s) for s in stems)
    return f"(?:(?:{small}|{title})(?:[A-Z0-9_.-]{_REST})?|(?:{large})(?:[0-9_.-]{_REST})?)"


def _upper(stem: str) -> str:
    return stem.upper()


def _named(name: str, value: str, flag: str) -> str:
    """A name with a sign and a value, a value in a pair or a tag, a flag, or a sentence."""
    return (
        rf"{name}(?:{_QUOTE}{_TYPE}{_QUOTE}{_SIGN}{_QUOTE}(?:{_PREFIX}{value}|{_NEXT_LINE})"
        rf"|{_PAIR}|{_TAG}|[*]*{_SPACE}(?:{flag}|{_SAID}))"
    )


_COOKIE = rf"(?i-u:cookie){_QUOTE}{_SIGN}|-b[ =+\\]|--cookie[ =+\\]"


@lru_cache(maxsize=1)
def questions() -> tuple[Question, ...]:
    """What is asked of every window.

    Expressions that begin with no rare literal cost the same alone and together (some 500 MB/s),
    so they are asked as one first, and one by one of the few windows in which that hits.
    """
    names = Opened(Family.NAMES)
    tokens = [Question(expression, Opened(Family.TOKENS)) for expression in _beginnings()]
    # The capitals among the beginnings (``SCW``, ``SG.``): no rare literal, so asked with the slow.
    slow = [tokens.pop(1)]
    return (
        Question(_ESCAPES, EVERYTHING),
        Question(GROUPS, Opened(Family.ENCODED)),
        *tokens,
        Question(_named(_cased(_PASSWORDS), _CHOSEN, _CHOSEN_FLAG), names),
        Question(_named(_cased(_FOREIGN_PASSWORDS), _CHOSEN, _CHOSEN_FLAG), names),
        Question(_named(_cased(_TOKENS), _DRAWN, _DRAWN_FLAG), names),
        _any_of(
            *slow,
            Question(_SHAPELESS, EVERYTHING),
            Question(_named(f"{_KEYS}(?:[A-Z0-9_.-]{_REST})?", _DRAWN, _DRAWN_FLAG), names),
            Question(_named(_SPACED_KEYS, _DRAWN, _DRAWN_FLAG), names),
            Question(_foreign(), names),
        ),
        _any_of(
            Question(rf"PRIVATE KEY|[kK]ind{_QUOTE}:{_QUOTE}Secret", Opened(Family.DOCUMENTS)),
            Question(_COOKIE, Opened(Family.COOKIES)),
            *_shapes(Lane.COMMON),
        ),
        *_shapes(Lane.RARE),
        Question(
            "|".join(f"(?:{question.expression})" for question in _shapes(Lane.COMMANDS)),
            NOTHING,
            (Question(rf"(?:{_TOOLS})[ -~\t]*[ \t+t]-", NOTHING, tuple(_shapes(Lane.COMMANDS))),),
        ),
    )


def _any_of(*asked: Question) -> Question:
    """All of them as one expression, each alone where that hits."""
    return Question("|".join(f"(?:{one.expression})" for one in asked), NOTHING, asked)


def _shapes(lane: Lane) -> Iterator[Question]:
    """One question for each shape rule of a lane."""
    for place, rule in enumerate(shape_rules()):
        if rule.lane is lane:
            yield Question(rule.find, Opened(Family(0), frozenset((place,))))


def _foreign() -> str:
    """Names outside ASCII, as they stand, with a capital, and in capitals."""
    names = {
        form for n in words()["foreign_names"] for form in (n, n.capitalize(), n.title(), n.upper())
    }
    return "|".join(map(re.escape, sorted(names)))


_LITERALS = 48
"""Literals in one expression."""
_FIRST_CLASS = re.compile(r"(?:\(\?=[^()]*\))*\[(?P<chars>[^\]]+)\]\{(?P<least>[0-9]+)")


def _beginnings() -> Iterator[str]:
    """Vendors' beginnings with the first characters of their bodies."""
    found: dict[str, str] = {}
    for rule in token_rules():
        for start in rule.starts:
            body = _first_of_body(rule)
            found[start] = body if found.get(start, body) == body else _WIDE
    bodies = {start: found.pop(start) for start in _IN_WORDS}
    rows = [re.escape(start) + body for start, body in sorted(found.items())]
    for place in range(0, len(rows), _LITERALS):
        yield "|".join(rows[place : place + _LITERALS])
    rows = [re.escape(start) + body for start, body in bodies.items()]
    yield f"{_EDGE}(?:{'|'.join(rows)})"


_IN_WORDS = ("re_", "sk_", "rk_", "sk-", "nfo_", "EAA", "EAAA")
"""Beginnings of rules with ``edge`` that also stand in words (``score_``, ``task-``) and base64.

Without an edge they opened nine in ten of the windows that were searched for tokens.
"""
_EDGE = r"(?:(?-u:\b)|\\[nrtbf]|\\u[0-9A-Fa-f]{4})"
"""Where a word begins, in the text as it stands or behind an escape that decodes to no letter."""

_WIDE = "[A-Za-z0-9%/+=_.-]{4}"


def _first_of_body(rule: TokenRule) -> str:
    """The class a body begins with, at most ten of it; four of a wide class where it varies."""
    first = _FIRST_CLASS.match(rule.rest)
    if first is None:
        return _WIDE
    return f"[{first['chars']}]{{{min(10, int(first['least']))}}}"


_TOOLS = (
    "sshpass|docker login|podman login|nerdctl login|crane auth|helm registry|oras login"
    "|skopeo login|buildah login|az login|oc login|cf login|argocd login|mongo"
    "|clickhouse-client|sqlcmd|isql|bcp|impala-shell|cqlsh|7z|zip|rar|influx|nats|keytool"
    "|jarsigner|rabbitmqadmin|ipmitool|redis-cli|valkey-cli|keydb-cli|ldap|mosquitto_|gpg"
    "|openssl|cryptsetup|ssh-keygen|mysql|mariadb|mycli"
)

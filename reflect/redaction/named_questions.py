"""Values behind the name of a secret, as questions for Rust's regex.

Names with common beginnings (``key``) are told by what stands before them only once the name, its
sign and the beginning of a value were found: the other way round they were read at 350 MB/s.
"""

import re

from reflect.redaction.opened import NOTHING, Family, Opened
from reflect.redaction.question import Question
from reflect.redaction.rules import words

_REST = r"[A-Za-z0-9_.-]*"
QUOTE = r"""["'`\\ \t*?!)\]]*"""
SIGN = r"(?:[=:>,：＝→]|\|\||\?\?)+"
_SPACE = r"(?:[ \t]|\\+t)+"
_BLANK = r"(?:[ \t]|\\+t)*"
_BEHIND_NAME = r"""(?:["'`\\ \t*?!)\]]|\\t)*"""
_TYPE = (
    rf"(?::{_BLANK}(?:Optional[\[<])?&?(?:'static )?"
    rf"(?:[Ss]tr(?:ing)?|bytes|SecretStr|std::string|Final(?:\[str\])?|any)[\]>?]?[*\\ \tt]*=+>?)"
)
_EQUALS = r"(?:[=:：＝→]|=>|\|\||\?\?)+-?"
_COMMA = rf"""\\*["'`],{_BLANK}[bruf]?\\*["'`]"""
ANY_SPACE = r"[\s]"
"""White space of any script; its own, as other engines than Rust's take it for that of ASCII."""
_PAIR = (
    rf"""(?:["'`\\*?!)\],-]|{ANY_SPACE}|\\[nrt])*"""
    rf"(?:value|Value|VALUE|content|default|plaintext|secretString){_BEHIND_NAME}[:=]"
)
_TAG = (
    rf"{_BEHIND_NAME}(?:/?>[^<>\s]*<\\*/"
    rf"|(?:/?>|<\\*/(?:key|name)>)(?:{ANY_SPACE}|\\+[nrt])*<(?:string|value))"
)
_NEXT_LINE = rf"(?:[>|][-+]?[ \t]*(?:\r?\n|\\+n){_SPACE})?"
_ASSIGNED = rf"{_BEHIND_NAME}(?:{_TYPE}|{_EQUALS}){_BLANK}[*]*{_BLANK}{_NEXT_LINE}"
_OPEN_QUOTE = rf"""[bBrRfFuU@N]*(?:\\*["'`]|[“«„‘「『]){ANY_SPACE}*"""
_FIRST = r"""(?:[^\x00-\r "'`<>\[\]{}($\\⟨]|\$[^\x00-\r A-Za-z_({<\[])"""
"""The first character of a value that is no reference, call or list."""
_BARE = r"""(?:[^\x00-\r "'`<>;|\\{}\[\](]|\\+[/bf])"""
"""A character of a value without quotes."""
_STRANGE = "[0-9!#$%&*+=?@^~]"
"""Digits, and signs that no word holds."""
_ASCII_BARE = r"""(?:[\x0e-\x1f!#-&)-:=?-Z^_a-z~\x7f]|\\+[/bf])"""
_ASCII = r"[\x0e-\x1f!-\x7f]"
"""A character of a value in quotes that no person chose, and of one in a sentence."""
_IN_QUOTES = rf"""{_OPEN_QUOTE}{QUOTE}(?:{_FIRST}|[>\]}}]|["'`]\$)[^\n]{{3}}"""
_CHOSEN = (
    rf"(?:{_IN_QUOTES}"
    rf"|(?:{_FIRST}{_BARE}*)?(?:[^\x00-\x7f]|[A-Za-z][A-Z])"
    rf"|[0-9#%&*+=?@^~]{_BARE}{{3}}|{_FIRST}(?:{_STRANGE}{_BARE}{{2}}|{_BARE}{_STRANGE}{_BARE}"
    rf"|{_BARE}{{2,}}{_STRANGE}))"
)
"""A password: anything in quotes, else no word of small letters."""
_SHOUTED = rf"{_FIRST}{_BARE}{{3}}"
"""Any word, behind a name in capitals."""
_EARLY = 3
"""Characters behind which a telling one may end a value; each more makes the expressions longer."""


def _among(least: int, telling: str, character: str) -> str:
    """Characters in a row with a telling one among them; at least so many if that comes early."""
    early = (character * n + f"{telling}{character}{{{least - 1 - n}}}" for n in range(_EARLY))
    return f"(?:{'|'.join(early)}|{character}{{{_EARLY},}}{telling})"


_DRAWN = (
    rf"(?:{_OPEN_QUOTE}{QUOTE}{_among(8, '[0-9A-Z]', _ASCII)}|{_among(8, '[0-9A-Z]', _ASCII_BARE)})"
)
"""What a machine drew: eight characters, with a digit or a capital somewhere."""


_TELLING = "[0-9A-Z]"
"""What stands in a value in a sentence. A capital inside of a word would tell more, but of two
characters Hyperscan makes too large a pattern."""


def _said(surely: int, unsurely: int) -> str:
    """A value in a sentence, of so many characters at least.

    Behind a verb or in quotes, and behind the name alone.
    """
    quoted = f"{_OPEN_QUOTE}{QUOTE}{_among(surely, _TELLING, _ASCII)}"
    return (
        rf"{quoted}|{_among(unsurely, _TELLING, _ASCII_BARE)}"
        rf"|(?:[A-Za-z'’_\\]+{_SPACE})*(?:is|are|to|was|as|=|:|ist|lautet|es|est|é|è|jest|будет|это)"
        rf"(?:{_SPACE}(?:now|still|just|currently|simply|jetzt))?{_BLANK}[:=]?{_SPACE}"
        rf"[*]*(?:{quoted}|{_among(surely, _TELLING, _ASCII_BARE)})"
    )


_SAID_WORD = _said(5, 8)
_SAID_KEY = _said(8, 8)

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
_KEYS = rf"[A-Za-z0-9_.$@-](?:keys?|Keys?|KEYS?)(?:[A-Z0-9_.-]{_REST})?"
"""Names like ``monkey`` too: one character and three literals cost a tenth of all qualifiers."""


def name_questions() -> tuple[Question, ...]:
    """Names of passwords, tokens and keys, in ASCII and beyond."""
    foreign = _foreign_names()
    return (
        _question(_passwords(_PASSWORDS)),
        _question(
            "|".join(
                (
                    _passwords(_FOREIGN_PASSWORDS),
                    *(re.escape(name) for name in foreign if name.isascii()),
                )
            )
        ),
        _question("|".join(re.escape(name) for name in foreign if not name.isascii())),
        _question(_keys(f"(?:{_small(_TOKENS)}|{_large(_TOKENS)})")),
        _question(_keys(_KEYS)),
        Question(_keys(" (?i-u:keys?)"), NOTHING, (_question(_keys(_SPACED_KEYS)),)),
    )


def _question(expression: str) -> Question:
    return Question(expression, Opened(Family.NAMES))


def _foreign_names() -> list[str]:
    """Names of the list, as they stand, with a capital, and in capitals."""
    return sorted(
        {
            form
            for name in words()["foreign_names"]
            for form in (name, name.capitalize(), name.title(), name.upper())
        }
    )


def _passwords(stems: tuple[str, ...]) -> str:
    """Passwords by these names."""
    small, large = _small(stems), _large(stems)
    shouted = f"(?:{_ASSIGNED}|{_PAIR}{_BLANK}{_NEXT_LINE}|[*]*{_SPACE}){_SHOUTED}"
    return f"(?:{small}|{large}){_value(_CHOSEN, _SAID_WORD)}|{large}{shouted}"


def _keys(name: str) -> str:
    """What a machine drew, by this name."""
    return name + _value(_DRAWN, _SAID_KEY)


def _small(stems: tuple[str, ...]) -> str:
    """Stems in small letters and with a capital, where a word of the name ends."""
    forms = "|".join((*stems, *(stem[0].upper() + stem[1:] for stem in stems)))
    return f"(?:{forms})(?:[A-Z0-9_.-]{_REST})?"


def _large(stems: tuple[str, ...]) -> str:
    """Stems in capitals."""
    forms = "|".join(stem.upper() for stem in stems)
    return f"(?:{forms})(?:(?:[0-9_.-]|[A-Z][a-z]){_REST})?"


def _value(value: str, said: str) -> str:
    """What stands behind a name: a sign, a pair or a tag and a value; a flag; a sentence."""
    return (
        rf"(?:{_ASSIGNED}(?:{value})|(?:{_COMMA}|{_PAIR}){_BLANK}{_NEXT_LINE}(?:{value})|{_TAG}"
        rf"|[*]*{_SPACE}(?:{value}|{said})|[「『][^\n]*[0-9])"
    )

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
_TYPE = (
    r"(?::[ \t]*&?(?:Optional|Option|'static |[Ss]tr|bytes|SecretStr|std::string|Final|any)"
    r"[ -<>-~]*)?"
)
SIGN = r"(?:[=:>,：＝→]|\|\||\?\?)+"
_SPACE = r"(?:[ \t]|\\+t)+"
_PREFIX = rf"(?:[bruBRUfF@N]*{QUOTE})?[“«„‘]?"
_NEXT_LINE = r"(?:[>|][-+]?[ \t]*)?(?:\r?\n|\\+n)[ \t]"
_PAIR = (
    r"""(?:["'`\\ \t*?!)\],\r\n-]|\\+[nrt])*"""
    rf"(?:value|Value|VALUE|content|default|plaintext|secretString){QUOTE}{SIGN}"
)
_TAG = rf"[ -;=?-~]*</(?:key|name)>|{QUOTE}/?>(?:[ \t\r\n]|\\+[nrt])*<(?:string|value)"
_SAID = (
    rf"{QUOTE}[!-~]*[0-9]"
    rf"|(?:[A-Za-z'’_]+{_SPACE})*(?:is|are|to|was|as|=|:|ist|lautet|es|est|é|è|jest|будет|это)"
    rf"(?:{_SPACE}(?:now|still|just|currently|simply|jetzt))?[ \t]*[:=]?{_SPACE}"
    rf"[*]*{QUOTE}[“«„‘]?[!-~]*[0-9]"
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
_KEYS = rf"[A-Za-z0-9_.$@-](?:keys?|Keys?|KEYS?)(?:[A-Z0-9_.-]{_REST})?"
"""Names like ``monkey`` too: one character and three literals cost a tenth of all qualifiers."""


def name_questions() -> tuple[Question, ...]:
    """Names of passwords, tokens and keys, in ASCII and beyond."""
    foreign = _foreign_names()
    spaced = _question(_named(_SPACED_KEYS, _DRAWN, _DRAWN_FLAG))
    return (
        _question(_named(_cased(_PASSWORDS), _CHOSEN, _CHOSEN_FLAG)),
        _question(
            "|".join(
                (
                    _named(_cased(_FOREIGN_PASSWORDS), _CHOSEN, _CHOSEN_FLAG),
                    *(re.escape(name) for name in foreign if name.isascii()),
                )
            )
        ),
        _question("|".join(re.escape(name) for name in foreign if not name.isascii())),
        _question(_named(_cased(_TOKENS), _DRAWN, _DRAWN_FLAG)),
        _question(_named(_KEYS, _DRAWN, _DRAWN_FLAG)),
        Question(_named(" (?i-u:keys?)", _DRAWN, _DRAWN_FLAG), NOTHING, (spaced,)),
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


def _cased(stems: tuple[str, ...]) -> str:
    """Stems in the three ways a name writes them, where a word of the name ends."""
    small = "|".join(stems)
    title = "|".join(s[0].upper() + s[1:] for s in stems)
    large = "|".join(s.upper() for s in stems)
    return f"(?:(?:{small}|{title})(?:[A-Z0-9_.-]{_REST})?|(?:{large})(?:[0-9_.-]{_REST})?)"


def _named(name: str, value: str, flag: str) -> str:
    """A name with a sign and a value, a value in a pair or a tag, a flag, or a sentence."""
    return (
        rf"{name}(?:{QUOTE}{_TYPE}{QUOTE}{SIGN}{QUOTE}(?:{_PREFIX}{value}|{_NEXT_LINE})"
        rf"|{_PAIR}|{_TAG}|[*]*{_SPACE}(?:{flag}|{_SAID}))"
    )

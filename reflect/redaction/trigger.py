"""The cheap questions of the bulk way: can this text hold a secret at all?

Two expressions for Rust's regex, built from the same rules: one for forms, one for names of values.
They hit too often and never too seldom: whatever :mod:`reflect.redaction.scan` finds in a text or in a
decoded reading of it, one of them finds in the text as it stands. A property test holds that.
"""

import re
from functools import lru_cache

from reflect.redaction.encoded import GROUPS
from reflect.redaction.rules import shape_rules, token_rules, words

_EDGE = r"(?:^|[^A-Za-z0-9_]|\\[nrtbf]|%[0-9A-Fa-f]{2}|u[0-9a-fA-F]{4})"
_BODY = "[A-Za-z0-9%/+=_.-]"
_INVISIBLE = r"[\x1b\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
_ESCAPED_LETTER = (
    r"\\u00(?:[46][1-9A-Fa-f]|[57][0-9Aa]|3[0-9]|2[dD]|5[fF])"
    r"|%(?:25)?(?:4[1-9A-Fa-f]|5[0-9AaFf]|6[1-9A-Fa-f]|7[0-9Aa]|3[0-9]|2[dDeE])"
    r"|&#(?:x[3-7][0-9a-fA-F]|4[5-9]|[5-9][0-9]|1[0-2][0-9]);"
)
"""A letter written as an escape: no client does that, so the whole text is searched."""

_SYLLABLES = (
    r"(?i:pass|p(?:wd|sw|swd|sk|word|w[:=])|secret|token|credential|jwt|bearer|auth|[_-]p(?:at|w)|pat=|t?otp|sas"
    r"|kennwort|contrasen|senha|wachtwoord|parola|heslo|haslo|salasana|losenord|kodeord|adgangskode|sifre|mdp"
    r"|mnemonic|phrase|key)"
)
_REST = r"[A-Za-z0-9_.-]*"
_QUOTE = r"""(?:["'`\\ \t*?!)\]]|&quot;|&apos;|&nbsp;|&#34;|&#39;|&#x2[27];|%(?:25)?2[0279]|%(?:25)?09|u002[027]|</?[a-z]+>)"""
_TYPE = r"(?::[ \t]*&?(?:Optional|Option|'static |[Ss]tr|[Ss]tring|bytes|SecretStr|std::string|Final|any)[^=\r\n]*)?"
_SIGN = r"(?:[=:>,]|：|＝|\|\||\?\?|→|%(?:25)?3[aAdDeE]|%(?:25)?2[cC]|%(?:25)?7[cC]|u003[aAdDeE]|&gt;|&equals;|&colon;)"
_VALUE = r"""[^ \t\r\n"'`<>\[\]{}($\\⟨][^ \t\r\n][^ \t\r\n]"""
_SAID_VALUE = rf"{_QUOTE}*[“«„‘]?(?:[0-9][^ \t\r\n]{{4}}|[^ \t\r\n]+[0-9])"
_SPACE = r"(?:[ \t]|%(?:25)?20|%(?:25)?09|\\+t|u0020|&nbsp;)"


@lru_cache(maxsize=1)
def forms() -> str:
    """Rust regex: a vendor's beginning, a shape, readable base64, or a character that hides."""
    free = sorted({s for rule in token_rules() if not rule.edge for s in rule.starts})
    bound = sorted({s for rule in token_rules() if rule.edge for s in rule.starts})
    return "|".join(
        [
            f"(?:{'|'.join(map(re.escape, free))}){_BODY}{{4}}",
            f"{_EDGE}(?:{'|'.join(map(re.escape, bound))}){_BODY}{{6}}",
            *(f"(?:{rule.find})" for rule in shape_rules()),
            "PRIVATE KEY",
            rf"kind{_QUOTE}*(?::|%(?:25)?3[aA]|u003[aA]|&colon;){_QUOTE}*Secret",
            rf"(?i:cookie){_QUOTE}*{_SIGN}|{_SPACE}(?:-b|--cookie)(?:[ =+]|%|u00|\\)",
            GROUPS,
            _INVISIBLE,
            _ESCAPED_LETTER,
        ]
    )


@lru_cache(maxsize=1)
def names() -> str:
    """Rust regex: the name of a secret with a value behind it."""
    name = _SYLLABLES + _REST
    foreign = "|".join(re.escape(word) for word in sorted(words()["foreign_names"]))
    gap = rf"(?:{_QUOTE}|[,\r\n-]|\\+[nrt]|%(?:25)?(?:0[aAdD]|2[cC]))*"
    return "|".join(
        [
            rf"{name}{_QUOTE}*{_TYPE}{_QUOTE}*{_SIGN}+{_QUOTE}*(?:[bruBRUfF@N]*{_QUOTE}*)?(?:{_VALUE}|[>|][-+]?[ \t]*(?:\r?\n|\\+n)|[“«„‘])",
            rf"{name}{gap}(?:value|Value|VALUE|content|default|plaintext|secretString){_QUOTE}*{_SIGN}",
            rf"{name}[^<>\r\n]*</(?:key|name)>|{name}{_QUOTE}*/?(?:>|&gt;|u003[eE])(?:[ \t\r\n]|\\+[nrt])*<(?:string|value)",
            rf"-[A-Za-z0-9_.-]*{name}{_SPACE}+{_QUOTE}*{_VALUE}",
            rf"(?:set|add|put|setenv|setx|setx\.exe|-x|set-key|config)[ \t][^\r\n]*{name}{_SPACE}+{_QUOTE}*{_VALUE}",
            rf"{name}[*]*{_SPACE}+{_SAID_VALUE}",
            rf"{name}[*]*(?:{_SPACE}+[A-Za-z'’_]+)*{_SPACE}+(?:is|are|to|was|as|=|:|ist|lautet|es|est|é|è|jest|будет|это)"
            rf"(?:{_SPACE}+(?:now|still|just|currently|simply|jetzt))?[ \t]*[:=]?{_SPACE}+[*]*{_SAID_VALUE}",
            rf"(?i:{foreign})",
        ]
    )


def expressions() -> tuple[str, ...]:
    """All expressions; a text that none of them finds holds no secret."""
    return forms(), names()

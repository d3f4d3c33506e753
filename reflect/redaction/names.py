"""Is this the name of a secret? ``GITHUB_TOKEN`` and ``dbPassword`` are, ``max_tokens`` is not.

A name is split at capitals, digits and signs and judged word by word.
"""

from enum import StrEnum
from functools import lru_cache

from reflect.redaction.rules import words
from reflect.regex import compiled


class Named(StrEnum):
    """What a name says about its value."""

    PASSWORD = "password"  # noqa: S105 - the name of a kind
    """A person may have chosen it: short, a word with a digit."""
    PHRASE = "phrase"
    """May hold several plain words."""
    KEY = "key"
    """A machine drew it."""
    NOTHING = ""
    """Not a secret."""


NAME_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.$@"
"""Characters of a name, with what joins its parts."""

SYLLABLES = (
    "pass", "pwd", "psw", "psk", "pword", "secret", "token", "credential", "jwt", "bearer", "auth",
    "_pat", "-pat", "pat=", "pat:", "key", "otp", "sas", "kennw", "kennung", "contrasen", "senha",
    "wachtwoord", "parola", "heslo", "haslo", "salasana", "losenord", "kodeord", "adgangskode",
    "jelszo", "sifre", "motdepasse", "mdp", "sandi", "pw", "mnemonic", "phrase",
)  # fmt: skip
"""One of these stands in every ASCII name of a secret, in lower case."""

SYLLABLE = compiled(
    "(?=[pstcjbakowhlm_-][aswohecuntldrp])"
    "(?:p(?:ass(?:word|w|phrase|code|key)?|wd|sw|sk|word|w|at[=:]|arola|hrase)"
    "|s(?:ecret|as|enha|alasana|ifre|andi)|t(?:oken|otp)|otp|credential|contrasena|j(?:wt|elszo)"
    "|bearer|a(?:uth(?:orization)?|dgangskode)|[_-]pat|k(?:ey|enn(?:wort|ung)|odeord)|wachtwoord"
    "|h(?:eslo|aslo)|losenord|m(?:otdepasse|dp|nemonic))"
)
"""Where a name may be, in lower-cased text.

By first letters, behind two classes: so it is read at 25 MB/s, as a plain list at 11.
"""

_SPLIT = compiled(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_PASSWORD_ENDS = ("password", "passwd", "passwort", "userpass")
_KEY_ENDS = ("token", "secret", "apikey")
_MOST_WORDS_AFTER = 3
_MANY_MEANINGS = frozenset(("pass", "pw", "pat", "otp", "sas", "auth"))
"""Words that name a secret only at the end: ``pass_through`` is none."""


@lru_cache(maxsize=8192)
def judged(name: str) -> Named:
    """What a name says: by its last word that names a secret, and the words around that one."""
    lists = words()
    parts = [part.lower() for part in _SPLIT.findall(name)]
    for place in range(len(parts) - 1, -1, -1):
        kind = _judged_word(parts, place)
        if kind is Named.NOTHING:
            continue
        after = parts[place + 1 :]
        if len(after) > _MOST_WORDS_AFTER or any(w in lists["harmless_after"] for w in after):
            return Named.NOTHING
        if parts[place] in _MANY_MEANINGS and any(not w.isdigit() for w in after):
            return Named.NOTHING
        harmless = lists["harmless_before"]
        if kind is not Named.KEY:
            harmless = harmless - lists["only_tokens"]
        if any(word in harmless for word in parts[max(0, place - 2) : place]):
            return Named.NOTHING
        return kind
    return Named.NOTHING


def _judged_word(parts: list[str], place: int) -> Named:
    """What the word at one place of a name says."""
    lists = words()
    word = parts[place]
    if word in lists["phrase_words"]:
        return Named.PHRASE
    if word in lists["password_words"] or word.endswith(_PASSWORD_ENDS):
        return Named.PASSWORD
    if word == "auth":
        return Named.KEY if place == len(parts) - 1 and len(parts) <= 2 else Named.NOTHING
    if word in lists["token_words"] or word.endswith(_KEY_ENDS):
        return Named.KEY
    if word in ("key", "keys") and any(
        w in lists["key_qualifiers"] for w in parts[max(0, place - 2) : place]
    ):
        return Named.KEY
    return Named.NOTHING

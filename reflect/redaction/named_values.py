"""Is this, behind the name of a secret, its value? Depends on name, quotes and sign."""

from reflect.redaction.names import Named
from reflect.redaction.values import (
    DIGIT,
    LETTER,
    changes_case,
    is_code,
    is_drawn,
    is_drawn_of_letters,
    is_mixed,
    is_plain,
    is_random,
)
from reflect.regex import compiled

_SHORTEST = 4
_LABEL = compiled(r"[A-Z]?[a-z]+[.!?:,*]+|[A-Z][a-z]+|[a-z]+(?:[-_.][a-z]+)+[.!?:]*")
_CAMEL = compiled(r"[a-z]+(?:[A-Z][a-z]+)+")
_PADDED = compiled(r"(?:[A-Za-z0-9+/_-]{4})+(?:[A-Za-z0-9+/_-]{3}=|[A-Za-z0-9+/_-]{2}==)")
_READS_AS_NAME = compiled(
    r"[A-Za-z]+(?:[-_./ :][A-Za-z]+)*[-_./ :]?v?[0-9]{0,4}(?:[-_.][a-z]{0,8}[0-9]{0,3})?$"
)


def is_quoted_secret(value: str, kind: Named) -> bool:
    """A quoted value: a sentence or a label is none, one word of small letters may be."""
    value = value.strip()
    if len(value) < _SHORTEST or is_plain(value):
        return False
    if " " in value:
        return kind is Named.PHRASE and 3 <= value.count(" ") <= 30 and "." not in value
    if kind is Named.KEY:
        return _is_key(value)
    if _LABEL.fullmatch(value) or (is_code(value) and not is_random(value)):
        return False
    return is_mixed(value) or (len(value) >= 6 and _CAMEL.fullmatch(value) is None)


def is_bare_secret(value: str, kind: Named, *, shouted: bool) -> bool:
    """A value without quotes: code, names and numbers are none.

    ``shouted``: the name is all capitals, as in an environment.
    """
    if len(value) < _SHORTEST or is_plain(value) or "(" in value:
        return False
    if value.isdigit():
        return kind is not Named.KEY and len(value) >= 6
    if is_code(value) and not is_random(value):
        return False
    if kind is Named.KEY:
        return _is_key(value)
    if is_mixed(value):
        return not value.endswith((":", "=")) or _is_padded(value)
    if is_drawn_of_letters(value):
        return True
    if not value.isalpha():
        return False
    one_case = value.islower() or value.isupper()
    return (shouted and len(value) >= 5 and one_case) or (len(value) >= 8 and changes_case(value))


def _is_padded(value: str) -> bool:
    """Base64 whose length was filled up with ``=``; else a sign at the end speaks of code."""
    return _PADDED.fullmatch(value) is not None or (value.endswith("=") and is_random(value))


def is_said_secret(value: str, kind: Named, *, sure: bool) -> bool:
    """A value in a sentence. ``sure``: a verb or quotes say that the value follows."""
    if not value.isascii() or len(value) < 5 or any(c in value for c in " ("):
        return False
    if value[0] in "/-@#" and not is_drawn(value):
        return False
    if is_plain(value) or is_code(value):
        return False
    if not DIGIT.search(value):
        return is_drawn_of_letters(value)
    if kind is Named.KEY:
        return len(value) >= 16 and is_random(value)
    if not LETTER.search(value):
        return False
    return sure or (len(value) >= 8 and not _READS_AS_NAME.match(value))


def _is_key(value: str) -> bool:
    """Drawn by a machine, or at least letters and digits of some length."""
    if not value.isascii() or (value.isalpha() and not is_random(value)):
        return False
    if is_random(value):
        return True
    return (
        len(value) >= 8
        and DIGIT.search(value) is not None
        and is_mixed(value)
        and not _READS_AS_NAME.match(value)
    )

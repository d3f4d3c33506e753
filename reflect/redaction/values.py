"""Is this value a secret, or does it only stand for one?

``token: string``, ``password: ${DB_PASS}`` and ``api_key=<your-key>`` must stay readable; what a
machine drew or a person chose must not.
"""

import base64
import binascii
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from math import log2

from reflect.redaction.masks import CLOSE, OPEN
from reflect.redaction.rules import words
from reflect.regex import compiled

_REFERENCE = compiled(
    r"[$%]?[{(<\[]|\$[A-Za-z_(]|%[A-Z_]{2,}%|%[sdr](?![A-Za-z0-9])|&[a-z]|\*{2,}|\.{3}|/\*"
    r"|[*_.xX•●-]{3,}$|!!?[a-z]+(?:\s|$)|⟨"
)
_COMMENT_OR_FLAG = compiled(r"//|--")
_BASE64 = compiled(r"[A-Za-z0-9+/_-]{20,}={0,2}")
_CROSSED_OUT = compiled(
    r"(?:^|[^A-Za-z0-9])(?:x{4}|X{4})|(?:xxxx|XXXX)(?:$|[^A-Za-z0-9])|x{6}|X{6}"
)
"""Four in a row stand by chance in one of 200,000 drawn tokens."""
_CALL = compiled(r"[A-Za-z_][A-Za-z0-9_.:]*(?:\(|\[|->|::|\.$|\.\.)")
_DOTTED = compiled(r"[A-Za-z_$][A-Za-z0-9_$]*(?:[!?]{0,2}\.[A-Za-z_$][A-Za-z0-9_$]*)+[!?]?$")
DIGIT = compiled(r"[0-9]")
LETTER = compiled(r"[^\W\d_]")
_STRANGE = compiled(r"[^\w\-./ ,:'()]")
_CASE_CHANGE = compiled(r"[a-z](?=[A-Z])|[A-Z](?=[a-z])")
_CAMEL = compiled(r"(?:[A-Z]?[a-z]{2,}|[A-Z]{2,})+")
_WORDS = compiled(r"(?:[A-Z]?[a-z]{2,}|[A-Z][a-z]|[A-Z]{2,})+")
"""The same with words of two letters: ``MyVar``, ``EndOfFile``."""
_TOKEN_CHARS = compiled(r"[!-~]+")
_PATH = compiled(
    r"(?:~|\.{1,2})?/[A-Za-z0-9_.@-]+(?:/[A-Za-z0-9_.@-]*)*$|[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.@-]+){2,}$|[A-Z]:\\"
)
_TIME_OR_NUMBER = compiled(
    r"[0-9]{1,5}$|[0-9]+(?:[.,:][0-9]+)+[a-zA-Z%]{0,3}$|[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]+(?:ms|s|m|h|d|KB|MB|kb|mb|k|K|M)$|0x[0-9a-f]{1,16}$"
)
_ENV_NAME = compiled(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$")


def is_plain(value: str) -> bool:
    """Whether the value only stands for a value: a place-holder, a type, a word, a reference."""
    value = value.strip()
    if not value or OPEN in value or CLOSE in value:
        return True
    if value in words()["published"] or _REFERENCE.match(value):
        return True
    if _COMMENT_OR_FLAG.match(value) and not is_drawn(value):
        return True
    lower = value.lower()
    bare = lower.strip("\"'`.,:;!?()[]{}<>*_- ")
    if bare in words()["plain_words"] or len(set(bare)) <= 2:
        return True
    if any(part in lower for part in words()["plain_parts"]):
        return True
    if _parts_apart().search(lower) is not None:
        return True
    return _CROSSED_OUT.search(value) is not None and not is_random(value)


@lru_cache(maxsize=1)
def _parts_apart() -> re.Pattern[str]:
    """Parts of place-holders whose letters touch no other letter and no digit."""
    parts = sorted(words()["plain_parts_apart"])
    before, behind = r"(?<![^\W_])", r"(?![^\W_])"
    return compiled(
        "|".join(
            f"{before if part[0].isalnum() else ''}{re.escape(part)}"
            f"{behind if part[-1].isalnum() else ''}"
            for part in parts
        )
    )


def is_drawn(value: str) -> bool:
    """Whether a value of 20 characters or more is base64 and no words.

    One of 4,096 begins like a comment or a flag, one of 64 like a path.
    """
    return _BASE64.fullmatch(value) is not None and is_random(value)


def is_code(value: str) -> bool:
    """Whether an unquoted value reads as code, a name, a path or a number."""
    if _PATH.match(value):
        return _looks_like_name(value)
    return bool(
        _CALL.match(value)
        or _DOTTED.match(value)
        or _TIME_OR_NUMBER.match(value)
        or _ENV_NAME.match(value)
    )


def is_mixed(value: str) -> bool:
    """Whether letters stand with digits, or either with signs inside."""
    letter, digit = LETTER.search(value), DIGIT.search(value)
    if letter and digit:
        return True
    return bool(letter or digit) and _STRANGE.search(value.strip(".,:;!?")) is not None


@lru_cache(maxsize=4096)
def is_random(value: str) -> bool:
    """Whether the value looks drawn by a machine: enough of it, and no words."""
    body = value.strip("=")
    if len(body) < 12 or not _TOKEN_CHARS.fullmatch(body):
        return False
    if DIGIT.search(body) is None:
        return len(body) >= 16 and _is_scrambled(body)
    if LETTER.search(body) is None:
        return len(body) >= 20 and entropy(body) > 2.5
    return not _looks_like_name(body) and entropy(body) >= 2.8


def _is_scrambled(body: str) -> bool:
    return changes_case(body) and entropy(body) >= 3.3


def is_drawn_of_letters(value: str) -> bool:
    """Whether a value without a digit looks drawn by a machine, no part of it a name in camelCase.

    Of 24 letters and digits one in 68 has none, of 40 one in 1,100.
    """
    if DIGIT.search(value) is not None or not is_random(value):
        return False
    return not all(_WORDS.fullmatch(part) for part in re.split("[-_./+=]", value) if part)


def changes_case(body: str) -> bool:
    """Letters whose case changes too often, and in other places, than in a name in camelCase."""
    return len(_CASE_CHANGE.findall(body)) >= len(body) / 4 and not _CAMEL.fullmatch(body)


def _looks_like_name(body: str) -> bool:
    """Words with a few digits between signs: ``xai-dashboard-2026``, ``linux-x64-v2``."""
    parts = [p for p in re.split(r"[-_./:]", body) if p]
    if len(parts) < 2:
        return bool(re.fullmatch(r"[A-Z]?[a-z]{3,}(?:[A-Z][a-z]{2,})*[0-9]{0,3}", body))
    return all(
        re.fullmatch(r"[A-Za-z]{1,14}[0-9]{0,3}|v?[0-9]{1,8}|[a-z]{2,8}[0-9]{1,3}[a-z]?", p)
        for p in parts
    )


def entropy(text: str) -> float:
    """Bits for each character."""
    size = len(text)
    counts = [text.count(c) for c in set(text)]
    return -sum(n / size * log2(n / size) for n in counts)


def _literal(value: str) -> bool:
    return not is_plain(value) and not is_code(value)


def _digit(value: str) -> bool:
    return not is_plain(value) and DIGIT.search(value) is not None


def _mixed(value: str) -> bool:
    return _literal(value) and is_mixed(value)


def _random(value: str) -> bool:
    return not is_plain(value) and is_random(value)


def _address(value: str) -> bool:
    """Password of an address: anything but a place-holder; port numbers never end in ``@``."""
    return not is_plain(value) and not _ENV_NAME.match(value)


def _basic(value: str) -> bool:
    """Base64 of ``user:password``."""
    inner = decoded_base64(value)
    return inner is not None and ":" in inner[1:-1] and not is_plain(inner.split(":", 1)[1])


def _private(value: str) -> bool:
    """Base64 of a private key in PEM."""
    inner = decoded_base64(value[:120])
    return inner is not None and "PRIVATE KEY" in inner


def _any(value: str) -> bool:
    return not is_plain(value)


def _hash(value: str) -> bool:
    """A hash of a password; it may begin like the name of a variable (``$apr1$``)."""
    return OPEN not in value and DIGIT.search(value) is not None


def decoded_base64(value: str) -> str | None:
    """The printable text inside, or None."""
    body = value.translate(_URL_SAFE).rstrip("=")
    body = body[: len(body) - (len(body) % 4 == 1)]
    try:
        raw = base64.b64decode(body + "=" * (-len(body) % 4), validate=True)
        text = raw.decode("utf-8")
    except (binascii.Error, ValueError):
        return None
    shown = sum(c.isprintable() or c in "\r\n\t" for c in text)
    return text if text and shown >= 0.97 * len(text) else None


_URL_SAFE = str.maketrans("-_", "+/", "\r\n \t")

CHECKS: Mapping[str, Callable[[str], bool]] = {
    "any": _any,
    "hash": _hash,
    "literal": _literal,
    "digit": _digit,
    "mixed": _mixed,
    "random": _random,
    "address": _address,
    "basic": _basic,
    "private": _private,
}
"""What a value must be, by the word a rule uses."""

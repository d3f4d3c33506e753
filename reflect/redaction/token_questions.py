"""Forms that tell themselves, as questions for Rust's regex: beginnings, and a bit of the body."""

import re

from reflect.redaction.rules import TokenRule, token_rules
from reflect.regex import compiled

_LITERALS = 52
"""Literals in one expression: up to some 60 it reads 2 GB/s, with more 400 MB/s."""
_FIRST_CLASS = compiled(r"(?:\(\?=[^()]*\))*\[(?P<chars>[^\]]+)\]\{(?P<least>[0-9]+)")

_IN_WORDS = ("re_", "sk_", "rk_", "sk-", "nfo_", "EAA", "EAAA")
"""Beginnings of rules with ``edge`` that also stand in words (``score_``, ``task-``) and base64.

Without an edge they opened nine in ten of the windows that were searched for tokens.
"""
_EDGE = r"(?:(?-u:\b)|\\[nrtbf]|\\u[0-9A-Fa-f]{4})"
"""Where a word begins, in the text as it stands or behind an escape that decodes to no letter."""

_COMMON = (
    "github_pat_", "api_org_", "key_", "packagist_", "sk_test_", "SK", "secret_", "figu_", "figur_",
    "st.", "sl.", "access-sandbox-", "access-production-", "access-development-", "age-secret-key-",
)  # fmt: skip
"""Beginnings whose first letters stand everywhere (``list.``, ``packages``, ``access``).

They stopped the search for the others so often that it took twice the time.
"""

_TELLING = 5
"""Characters of a beginning that tells itself without a body."""

_WIDE = "[A-Za-z0-9%/+=_.-]{4}"


def rare_beginnings() -> list[str]:
    """Expressions for most beginnings."""
    rows = [row for start, row in _rows().items() if start not in (*_IN_WORDS, *_COMMON)]
    return ["|".join(rows[at : at + _LITERALS]) for at in range(0, len(rows), _LITERALS)]


def common_beginnings() -> str:
    """The expression for the beginnings that stand everywhere."""
    rows = _rows()
    in_words = "|".join(rows[start] for start in _IN_WORDS)
    return "|".join([f"{_EDGE}(?:{in_words})", *(rows[start] for start in _COMMON)])


def beginnings() -> list[str]:
    """Expressions for all beginnings, to be searched in one pass.

    A beginning that stands in no word is asked for alone: with bodies they took 0.1 s to compile.
    """
    rows = _rows()
    in_words = "|".join(rows[start] for start in _IN_WORDS)
    return [
        f"{_EDGE}(?:{in_words})",
        *(
            row if start in _COMMON or len(start) < _TELLING else re.escape(start)
            for start, row in rows.items()
            if start not in _IN_WORDS
        ),
    ]


def _rows() -> dict[str, str]:
    """Vendors' beginnings with the first characters of their bodies, in order."""
    bodies: dict[str, str] = {}
    for rule in token_rules():
        for start in rule.starts:
            body = _first_of_body(rule)
            bodies[start] = body if bodies.get(start, body) == body else _WIDE
    return {start: re.escape(start) + body for start, body in sorted(bodies.items())}


def _first_of_body(rule: TokenRule) -> str:
    """The class a body begins with, at most ten of it; four of a wide class where it varies."""
    first = _FIRST_CLASS.match(rule.rest)
    if first is None:
        return _WIDE
    return f"[{first['chars']}]{{{min(10, int(first['least']))}}}"

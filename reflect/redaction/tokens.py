"""Finds forms that tell themselves: ``ghp_…``, ``sk-ant-…``, ``AKIA…``.

One alternation of all beginnings finds the places; the rules that begin so are then matched there.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from reflect.redaction.rules import TokenRule, token_rules
from reflect.redaction.spans import Span
from reflect.redaction.values import DIGIT, changes_case, is_plain, is_random
from reflect.redaction.views import View
from reflect.redaction.wraps import joined_at, wrapped_end
from reflect.regex import compiled

RANK = 0
"""A vendor's form names a secret before any rule of context does."""

BODY = "[A-Za-z0-9%/+=_.-]"
"""Characters that may follow a beginning."""

_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_BUCKET = 2
_BLOB = 24
_SHORT, _LONG = 16, 30
_MIXED = compiled(r"[A-Z][a-z]{0,8}[A-Z]{2}|[a-z][A-Z]{1,8}[a-z][A-Z]")
_BASE64 = compiled(r"[A-Za-z0-9+/_-]+")


@lru_cache(maxsize=1)
def beginnings() -> re.Pattern[str]:
    """All beginnings, grouped by first character, each with some body behind it."""
    groups: dict[str, list[str]] = defaultdict(list)
    for start in sorted(
        {s for rule in token_rules() for s in rule.starts}, key=lambda s: (-len(s), s)
    ):
        groups[start[0]].append(re.escape(start[1:]))
    tree = "|".join(f"{re.escape(first)}(?:{'|'.join(rests)})" for first, rests in groups.items())
    return compiled(f"(?:{tree})(?={BODY})")


@lru_cache(maxsize=1)
def _by_beginning() -> Mapping[str, tuple[TokenRule, ...]]:
    buckets: dict[str, list[TokenRule]] = defaultdict(list)
    for rule in token_rules():
        for key in sorted({start[:_BUCKET] for start in rule.starts}):
            buckets[key].append(rule)
    return {key: tuple(rules) for key, rules in buckets.items()}


def token_spans(view: View) -> Iterator[Span]:
    """Tokens in one reading of a text."""
    text = view.text
    buckets = _by_beginning()
    for hit in beginnings().finditer(text):
        start = hit.start()
        inside_word = start > 0 and (text[start - 1] in _WORD or _in_blob(text, start))
        rules = buckets[text[start : start + _BUCKET]]
        if inside_word:
            rules = tuple(rule for rule in rules if not rule.edge)
        found = _plain(rules, text, start) or _joined(rules, text, start)
        if found is not None:
            rule, end, value = found
            yield Span(view.source(start), view.source(end), rule.kind, rule.name, value, RANK)


def _plain(rules: Sequence[TokenRule], text: str, start: int) -> tuple[TokenRule, int, str] | None:
    """Rule, end and value of a token at ``start``."""
    for rule in rules:
        match = rule.match.match(text, start)
        if match is not None and _is_secret(rule, match[0]):
            end = wrapped_end(text, start, match.end())
            return rule, end, text[start:end]
    return None


def _joined(rules: Sequence[TokenRule], text: str, start: int) -> tuple[TokenRule, int, str] | None:
    """The same for a token broken before its shortest length."""
    window = joined_at(text, start)
    if window is None:
        return None
    for rule in rules:
        match = rule.match.match(window.text)
        if match is not None and _is_secret(rule, match[0]):
            return rule, start + window.source(match.end()), match[0]
    return None


def _in_blob(text: str, start: int) -> bool:
    """Whether a long run of base64 stands right before: its pieces look like short beginnings."""
    if text[start - 1] not in "-+/":
        return False
    before = text[max(0, start - _BLOB) : start]
    return len(before) == _BLOB and _BASE64.fullmatch(before) is not None and is_random(before)


def _is_secret(rule: TokenRule, value: str) -> bool:
    """Not a place-holder like ``ghp_xxxx`` or ``sk-your-key``."""
    if is_plain(value):
        return False
    body = value[len(next(s for s in rule.starts if value.startswith(s))) :]
    if len(set(body.lower()) - set("-_.x*")) < 3:
        return False
    if rule.loose or DIGIT.search(body) is not None:
        return True
    # Of drawn tokens of 36 letters and digits one in 550 has no digit, of 20 one in 30; words have
    # no such case.
    if _MIXED.search(body) is None:
        return False
    return len(body) >= _LONG or (len(body) >= _SHORT and changes_case(body))

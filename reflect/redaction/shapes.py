"""Finds forms told by their surroundings: passwords in addresses, headers, files, command lines."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from reflect.redaction.rules import ShapeRule, shape_rules
from reflect.redaction.spans import Span
from reflect.redaction.values import CHECKS
from reflect.redaction.views import View
from reflect.redaction.wraps import wrapped_end

RANK = 1
"""Names a secret after vendors' forms, before rules of context."""


def open_shapes(lower: str, places: frozenset[int] | None) -> list[ShapeRule]:
    """Rules one of whose literals stands in the text (as it stands, in lower case).

    Of the rules at these places in their list; of all where that is None.
    """
    found = []
    for rule in _rules_at(places):
        # Written out: a generator for each rule took three times as long.
        for gate in rule.gates:
            if gate in lower:
                found.append(rule)
                break
        else:
            if not rule.gates:
                found.append(rule)
    return found


@lru_cache(maxsize=256)
def _rules_at(places: frozenset[int] | None) -> tuple[ShapeRule, ...]:
    rules = shape_rules()
    return rules if places is None else tuple(rules[place] for place in sorted(places))


def shape_spans(view: View, rules: Sequence[ShapeRule]) -> Iterator[Span]:
    """Matches of these rules in one reading of a text."""
    text = view.text
    for rule in rules:
        check = CHECKS[rule.check]
        for match in rule.match.finditer(text):
            start, end = match.span("secret")
            value = text[start:end]
            if not check(value):
                continue
            if end - start > 30:
                end = wrapped_end(text, start, end)
            yield Span(view.source(start), view.source(end), rule.kind, rule.name, value, RANK)

"""JSON Schemas of replies: closed objects, closed lists of words, bounded strings and lists.

Without bounds a small model fills a string until its tokens run out: 8 of 24 replies broke. Codes
and event ids are lists of exactly what a request offers. Evidence stands before the decision,
since a model writes from left to right.
"""

from collections.abc import Mapping, Sequence

from reflect.model.judgement import Decision
from reflect.model.model_request import OfferedCode
from reflect.model.run_vocabulary import PromptPurpose
from reflect.model.vocabulary import Polarity

SHORTEST_QUOTE = 8
"""Characters."""
LONGEST_QUOTE = 160
"""Characters."""
LONGEST_HINT = 80
"""Characters of the words for what a finding teaches."""
LONGEST_NAME = 120
"""Characters of the name of a pattern."""
LONGEST_SENTENCE = 240
"""Characters of a sentence on a review."""
MOST_SENTENCES = 2
"""Of a review."""
MOST_FOUND = 8
"""Findings of one sweep."""
MOST_CITED = 4
"""Events cited for one finding."""
SCOPES = ("project", "everywhere", "unclear")
"""Where the lesson of a pattern holds."""

Form = Mapping[str, object]


def of(purpose: PromptPurpose, codes: Sequence[OfferedCode], ids: Sequence[str]) -> Form:
    """The form of a reply that may name these codes and cite these events."""
    if purpose is PromptPurpose.ADJUDICATE:
        return adjudication(ids)
    if purpose is PromptPurpose.SWEEP:
        return sweep([code.name for code in codes], ids)
    return name() if purpose is PromptPurpose.NAME else summary()


def adjudication(ids: Sequence[str]) -> Form:
    """One decision. Only a yes needs a quote, so it may be empty here."""
    return _closed(
        event_ids=_list({"type": "string", "enum": list(ids)}, 0, MOST_CITED),
        quote=_text(0, LONGEST_QUOTE),
        decision={"type": "string", "enum": [word.value for word in Decision]},
    )


def sweep(codes: Sequence[str], ids: Sequence[str]) -> Form:
    """At most eight findings; what is not there is left out, so ``no`` is no decision."""
    finding = _closed(
        code={"type": "string", "enum": list(codes)},
        event_ids=_list({"type": "string", "enum": list(ids)}, 1, MOST_CITED),
        quote=_text(SHORTEST_QUOTE, LONGEST_QUOTE),
        decision={"type": "string", "enum": [Decision.YES.value, Decision.UNSURE.value]},
        severity={"type": "integer", "enum": [1, 2, 3]},
        key_hint=_text(0, LONGEST_HINT),
        polarity=_polarity(),
    )
    return _closed(findings=_list(finding, 0, MOST_FOUND))


def name() -> Form:
    """One line, its direction and where it holds."""
    return _closed(
        line=_text(1, LONGEST_NAME),
        polarity=_polarity(),
        scope={"type": "string", "enum": list(SCOPES)},
    )


def summary() -> Form:
    """One or two sentences."""
    return _closed(sentences=_list(_text(1, LONGEST_SENTENCE), 1, MOST_SENTENCES))


def _closed(**properties: Form) -> Form:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: Form, least: int, most: int) -> Form:
    return {"type": "array", "items": items, "minItems": least, "maxItems": most}


def _text(least: int, most: int) -> Form:
    return {"type": "string", "minLength": least, "maxLength": most}


def _polarity() -> Form:
    return {"type": "string", "enum": [word.value for word in Polarity]}

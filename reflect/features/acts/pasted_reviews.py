"""How much an act of the human looks like findings of a reviewer, pasted."""

import re
from collections.abc import Iterator

from reflect.features.acts.said import Said, opens_with
from reflect.features.acts.standing import Standing
from reflect.regex import compiled

SEVERITIES = ("p0", "p1", "p2", "p3", "p4", "critical", "high", "medium", "low", "major", "minor",
              "nit", "blocker", "suggestion", "warning")  # fmt: skip
"""Of these one stands in what the next finds."""
_SEVERITY = compiled(
    r"(?im)^\W{0,4}(?:P[0-4]|critical|high|medium|low|major|minor|nit|blocker|suggestion|warning)\b"
    r"[\])*_:\s-]|\[(?:P[0-4]|critical|high|medium|low|major|minor|nit)\]"
)
_LINE = compiled(r"\S+\.\w{1,5}:\d+|\blines? \d+|:\d+-\d+\b|#L\d+")
_LINE_NUMBER = compiled(r":\d|lines? \d|#L\d")
"""Stands in whatever the one before finds, and takes a quarter of its time."""
IDENTIFIER = compiled(r"`[^`\n]+`|\b[a-z]+[A-Z]\w+|\b[A-Z][a-z]+[A-Z]\w+|\b\w+_\w+|\w+\(\)")
_HEADING = compiled(r"(?m)^\s*(?:#{1,6} |\d{1,2}[.)] |[-*•] )")

LONG = 45
"""Words from which an act can be a pasted review; short remarks are typed."""
MUCH_PASTED = 0.5
"""Share of an act from which pasted text is its content, not an illustration."""
MOST_IDENTIFIERS = 6
"""Identifiers that tell as much as any more of them."""


def review_points(said: Said, standing: Standing) -> float:
    """How much an act looks like findings of a reviewer, pasted; 2.5 is a review.

    Reviews are long, speak of the code and not to the agent, and name lines, identifiers and
    severities; they are pasted after work was delivered.
    """
    text = said.text
    if said.failing_output and said.own.pasted_share >= MUCH_PASTED:
        return 0.0
    if said.length < LONG and said.own.pasted_share < MUCH_PASTED:
        return 0.0
    if standing.first or len(text) < 200:
        return 0.0
    points = 0.5
    points += _identifiers(text) * 0.25
    points += 1.0 if _LINE_NUMBER.search(text) and _LINE.search(text) else 0.0
    points += 1.0 if _names_severity(text) else 0.0
    points += min(said.counts.get("report", 0), 3) * 0.5
    points += 0.5 if len(_HEADING.findall(text)) >= 3 else 0.0
    points += 0.5 if standing.delivered_before else -1.0
    points -= 1.0 if opens_with(said, "request") else 0.0
    points -= 1.0 if opens_with(said, "approve") or opens_with(said, "praise") else 0.0
    points += 0.75 if not said.counts.get("person") else 0.0
    points += 0.5 if said.counts.get("blame") or said.counts.get("failure") else 0.0
    points -= 0.25 * min(said.counts.get("person", 0), 4)
    return points


def _names_severity(text: str) -> bool:
    """Whether a line or a tag names a severity; most texts hold no word that does."""
    if text.isascii():
        lowered = text.lower()
        for word in SEVERITIES:
            if word in lowered:
                break
        else:
            return False
    return _SEVERITY.search(text) is not None


def _identifiers(text: str) -> int:
    """Different identifiers in a text, up to six: a paste of many pages is not read to its end."""
    found: set[str] = set()
    for one in _identifiers_in(text):
        found.add(one.group())
        if len(found) == MOST_IDENTIFIERS:
            break
    return len(found)


def _identifiers_in(text: str) -> Iterator[re.Match[str]]:
    """The identifiers of a text; plain words, nine of ten pieces, are passed by."""
    if "`" in text:
        # Inline code may hold spaces.
        yield from IDENTIFIER.finditer(text)
        return
    for line in text.split("\n"):
        for piece in line.split():
            if not (piece.isalpha() and piece[1:].islower()):
                yield from IDENTIFIER.finditer(piece)

"""The place-holder that stands where a secret was: ``⟨kind:name#1a2b3c4d⟩``.

The last eight hex digits are a keyed hash of the secret: equal secrets stay equal in every report
of one machine, and nobody without the key can guess a secret from them.
"""

from collections import Counter

from reflect.model.vocabulary import RedactionKind
from reflect.redaction.key import keyed_digest
from reflect.regex import compiled

OPEN = "⟨"
CLOSE = "⟩"
UNREDACTABLE = f"{OPEN}{RedactionKind.UNREDACTABLE.value}{CLOSE}"
"""Stands for a whole text that could not be searched."""

MASK = compiled(
    OPEN
    + r"(?:unredactable|("
    + "|".join(k.value for k in RedactionKind if k is not RedactionKind.UNREDACTABLE)
    + r"):[a-z0-9-]{1,40}#[0-9a-f]{8})"
    + CLOSE
)
"""A place-holder."""

LONGEST_MASK = 72
"""No place-holder is longer, in characters."""


def mask(key: bytes, kind: RedactionKind, name: str, secret: str) -> str:
    """The place-holder of a secret."""
    return f"{OPEN}{kind.value}:{name}#{keyed_digest(key, 'mask', secret, 4)}{CLOSE}"


def masks_in(text: str) -> Counter[RedactionKind]:
    """Place-holders in a redacted text, by kind."""
    if OPEN not in text:
        return Counter()
    return Counter(
        RedactionKind(found[1]) if found[1] else RedactionKind.UNREDACTABLE
        for found in MASK.finditer(text)
    )

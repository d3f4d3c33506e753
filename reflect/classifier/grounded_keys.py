"""A recurrence key from a model's hint: a known lesson, or words of what it was shown."""

from collections.abc import Iterable

from reflect.features.lesson_keys import WORD, fold, lesson
from reflect.model.finding import UNSPECIFIED
from reflect.model.vocabulary import Polarity


def grounded(hint: str, told: Polarity, texts: Iterable[str]) -> tuple[str, Polarity]:
    """Key and direction of a finding.

    Args:
        hint: The model's words for what is to be learned. A lesson that reflect knows by name is
            taken as it is.
        told: The direction it gives, used where the words themselves show none.
        texts: Redacted texts of the events it cites and the definition of the code: a word that
            stands in none of them is left out, so that no key holds what a model made up.
    """
    found = lesson(hint)
    if found is None or not found.named:
        shown = fold("\n".join(texts))
        known = frozenset(WORD.findall(shown))
        words = WORD.findall(fold(hint))
        kept = [w for w in words if w in known or (not w.isascii() and w in shown)]
        found = lesson(" ".join(kept))
    if found is None:
        return UNSPECIFIED, Polarity.NONE
    return found.key, told if found.polarity is Polarity.NONE else found.polarity

"""Whether one of some words begins in a text.

A plain search for each of seventy words takes a fifth of what one regular expression for all takes.
"""

from collections.abc import Iterable

from reflect.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Beginnings:
    """Words that begin with a letter."""

    spaced: tuple[str, ...]
    """Those in ASCII: they count where a word begins."""
    anywhere: tuple[str, ...]
    """Others, of scripts without spaces too: they count anywhere."""

    def stand_in(self, text: str) -> bool:
        """Whether one of them stands in a text."""
        for word in self.spaced:
            if word in text and _begins(word, text):
                return True
        return not text.isascii() and any(word in text for word in self.anywhere)


def _begins(word: str, text: str) -> bool:
    """Whether a word stands in a text as the beginning of one."""
    at = text.find(word)
    while at > 0 and (text[at - 1].isalnum() or text[at - 1] == "_"):
        at = text.find(word, at + 1)
    return at >= 0


def beginnings(words: Iterable[str]) -> Beginnings:
    """These words."""
    words = tuple(words)
    return Beginnings(
        tuple(word for word in words if word.isascii()),
        tuple(word for word in words if not word.isascii()),
    )

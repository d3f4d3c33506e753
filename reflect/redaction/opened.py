"""What a window of a text is searched for: families of the search, shape rules by their place."""

from enum import Flag, auto

from reflect.model.frozen import dataclass


class Family(Flag):
    """Parts of the search that can be left out when their expression finds nothing."""

    DOCUMENTS = auto()
    """Private keys and Kubernetes secrets: they are searched in the whole text."""
    TOKENS = auto()
    """Forms that tell themselves."""
    COOKIES = auto()
    """Values of cookies."""
    NAMES = auto()
    """Values behind the name of a secret."""
    ENCODED = auto()
    """Readable base64."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What a window is searched for."""

    families: Family
    """Parts of the search."""
    shapes: frozenset[int] | None = frozenset()
    """Places of the shape rules in their list; None: every rule."""

    def __bool__(self) -> bool:
        return self.shapes is None or bool(self.shapes or self.families)

    def __or__(self, other: "Opened") -> "Opened":
        every = self.shapes is None or other.shapes is None
        return Opened(
            self.families | other.families,
            None if every else frozenset((*(self.shapes or ()), *(other.shapes or ()))),
        )


NOTHING = Opened(Family(0))
EVERYTHING = Opened(~Family(0), None)

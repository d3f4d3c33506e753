"""A turn: one act of the human."""

from reflect.model.frozen import dataclass
from reflect.model.vocabulary import Act, Author, MessageKind


@dataclass(frozen=True, slots=True)
class Turn:
    """One act of the human, with what it does. One per source record."""

    session: str
    """Key of the session."""
    event: str
    """Event id of the message."""
    position: int
    """Order in the session."""
    record: str
    """Where it stands in its source."""
    part: int
    """Its first human part."""
    kind: MessageKind
    """prompt · command · shell · steer · answer · refusal · interrupt."""
    author: Author
    """``human`` or ``unknown``."""
    act: Act
    """What it does."""
    confidence: float
    """0 to 1: how sure the rules are."""
    signals: tuple[str, ...]
    """Names of the signals that spoke, strongest first."""

"""The user's own verdict on a finding or on the act of a turn."""

from enum import StrEnum

from reflect.model.frozen import dataclass


class Acceptance(StrEnum):
    """What the user says of it."""

    ACCEPT = "accept"
    REJECT = "reject"
    UNSURE = "unsure"


class Judged(StrEnum):
    """What was judged."""

    FINDING = "finding"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One verdict; a later one on the same thing replaces it, and both stay written down."""

    at: str
    """When, UTC."""
    judged: Judged
    """What was judged."""
    about: str
    """Fingerprint of the finding, or session key and event of the turn."""
    name: str
    """Name of the code, or the act that was found."""
    version: int
    """Version of the code; 0 for an act."""
    key: str
    """Recurrence key of the finding; empty for an act."""
    file: str
    """Source file of the session, as stored."""
    record: str
    """The record in it."""
    judgement: Acceptance
    """What the user says."""
    random: bool
    """It was drawn at random: only such verdicts tell how often a code is right."""


@dataclass(frozen=True, slots=True)
class Posterior:
    """What the user's verdicts say about how often a code, or an act, is right."""

    name: str
    """Name of the code or the act."""
    accepted: int
    """Drawn at random and accepted."""
    rejected: int
    """Drawn at random and rejected."""
    unsure: int
    """The user could not tell."""
    low: float
    """Lower end of the 80 % interval, from an even prior."""
    high: float
    """Its upper end."""

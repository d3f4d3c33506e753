"""The rules an importer is held to, and what is said when one is broken."""

from enum import StrEnum

from reflect.model.frozen import dataclass


class Rule(StrEnum):
    """What every importer owes; the sentence under each says what is checked."""

    RECOGNISES = "recognises"
    """A path that is its store is told by content; a path that is none gives None."""
    DISCOVERS_FROM_ENVIRON = "discovers_from_environ"
    """Stores are looked for below the ``HOME`` and the variables it is given, nowhere else."""
    NEVER_WRITES = "never_writes"
    """After a reading every file of the store has the bytes, time and mode it had; none is new
    but the ``-shm`` and the empty ``-wal`` that SQLite itself makes."""
    STAYS_LOCAL = "stays_local"
    """No connection is opened and no program is started. A store of kind ``http`` may connect."""
    FOLLOWS_NO_LINK = "follows_no_link"
    """What lies behind a link to the outside is neither listed nor opened."""
    OPENS_NO_CREDENTIALS = "opens_no_credentials"
    """A file with the name of a credential file is never opened, wherever it lies."""
    RAISES_OURS_ONLY = "raises_ours_only"
    """What cannot be read raises a ``ReflectError``, never anything else."""
    SURVIVES_BAD_RECORDS = "survives_bad_records"
    """What stands around a bad record is read as if it were not there."""
    COUNTS_BAD_RECORDS = "counts_bad_records"
    """A record that is passed over is counted, as bad or as unknown."""
    GROWS_WITHOUT_LOSS = "grows_without_loss"
    """A file cut at any byte and read on later gives what reading at once gives."""
    STABLE_IDS = "stable_ids"
    """Another reading, from another place, gives the same ids, positions and records."""
    SET_ORDER = "set_order"
    """Units come in an order that the file system has no part in; positions grow."""
    UNIQUE = "unique"
    """Names of units, keys of sessions, ids of events and calls occur once."""
    UNKNOWN_IS_NONE = "unknown_is_none"
    """What the records do not say is None: never 0, never 1970, never ``ok``."""
    TIMES_ARE_UTC = "times_are_utc"
    """Times are texts such as ``2026-03-02T10:00:00.000Z``, and can be."""
    HUMAN_WORDS = "human_words"
    """A human message holds what the agent's human typed, and nothing the harness says."""
    KEEPS_ITS_PROMISES = "keeps_its_promises"
    """What is yielded fits the capabilities, the source and the unit."""
    LEDGER_WITHOUT_WORDS = "ledger_without_words"
    """The ledger entry is the unit's, and its carry holds no words of the session."""
    RIGHT_TYPES = "right_types"
    """Every field has the type that the model gives it."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule that an importer broke on one store."""

    rule: Rule
    """Which."""
    where: str
    """Unit, session or path; empty where it is the whole store."""
    what: str
    """What was seen, in a sentence."""

    def __str__(self) -> str:
        place = f" [{self.where}]" if self.where else ""
        return f"{self.rule}{place}: {self.what}"

"""Names of units as the ledger keeps them: a file name or an id may hold a secret too."""

from reflect.redaction.remembered import RememberedTexts
from reflect.regex import compiled

OPAQUE = compiled(
    r"(?:agent-|rollout-[\dT-]{19}-)?[0-9a-f]+(?:-[0-9a-f]+){0,4}(?:\.jsonl)?"
    r"|ses_[0-9A-Za-z]{20,36}"
)
"""What clients call their transcripts and sessions: nothing to be searched in 10,000 of them."""


class UnitNames:
    """The names of one store; folders, of which there are few, are searched once each."""

    def __init__(self, redactor: RememberedTexts) -> None:
        self._redactor = redactor
        self._folders: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def stored(self, name: str) -> str:
        """The name with every secret in it masked; equal names stay equal."""
        known = self._names.get(name)
        if known is None:
            known = self._names[name] = self._masked(name)
        return known

    def _masked(self, name: str) -> str:
        folder, slash, last = name.rpartition("/")
        if folder not in self._folders:
            self._folders[folder] = str(self._redactor.text(folder))
        if not OPAQUE.fullmatch(last):
            last = str(self._redactor.text(last))
        return f"{self._folders[folder]}{slash}{last}"

"""What an edit did, apart from where: the names it took away and those it brought.

Two edits with one signature are the same change in two places. Import lines are left out: they
are the same everywhere.
"""

from reflect.features import edits
from reflect.features.replacements import replacement
from reflect.features.session_features import Step
from reflect.model.frozen import dataclass
from reflect.regex import compiled

NAME = compiled(r"[A-Za-z_$][\w$]{2,}")
IMPORT = compiled(r"^\s*(?:import|from|use|using|#include|require|export \* from|package)\b")


@dataclass(frozen=True, slots=True)
class Signature:
    """One change of one place."""

    removed: frozenset[str]
    """Names that stood in the old text only."""
    added: frozenset[str]
    """Names that stand in the new text only."""

    @property
    def renamed(self) -> tuple[str, str] | None:
        """Old and new name, if the change is a rename and nothing else."""
        if len(self.removed) == len(self.added) == 1:
            return next(iter(self.removed)), next(iter(self.added))
        return None


def signatures(step: Step) -> tuple[Signature, ...]:
    """The changes a step made, as far as its arguments tell; those without a name left out."""
    if not step.succeeded and not step.commands:
        return ()
    pairs = edits.pairs(step.call) if not step.commands else ()
    found = [_signature(old, new) for old, new in pairs]
    for command in step.commands:
        meant = replacement(command)
        if meant is not None:
            found.append(_signature(meant.old, meant.new))
    return tuple(one for one in found if one.removed)


def _signature(old: str, new: str) -> Signature:
    before, after = _names(old), _names(new)
    return Signature(before - after, after - before)


def _names(text: str) -> frozenset[str]:
    lines = (line for line in text.splitlines() if not IMPORT.match(line))
    return frozenset(name for line in lines for name in NAME.findall(line))

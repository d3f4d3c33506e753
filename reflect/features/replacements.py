"""What a ``sed -i`` or ``perl -pi`` command was to replace, as far as it is plain text."""

import re

from reflect.features import edits
from reflect.features.commands import Command
from reflect.features.programs import CommandKind
from reflect.model.frozen import dataclass
from reflect.regex import compiled

SUBSTITUTION = compiled(r"^s([/|#,@!~:%])((?:\\.|(?!\1).)+)\1((?:\\.|(?!\1).)*)\1(?:[gIi]*)$", re.S)
ESCAPED = compiled(r"\\([^\w\s])")
SPECIAL = compiled(r"\\[\w<>]|[\[\]*+?^$(){}|]|(?<!\\)\.(?=[*+?])")
EXPRESSION_FLAGS = ("-e", "--expression")


@dataclass(frozen=True, slots=True)
class Replacement:
    """One command that replaces a plain text in files, in place."""

    old: str
    """The text to be replaced."""
    new: str
    """What it becomes."""
    files: tuple[str, ...]
    """The files, as named."""


def replacement(command: Command) -> Replacement | None:
    """What a command replaces; None when it is no single plain substitution in named files."""
    if command.kind is not CommandKind.MUTATE or command.program not in ("sed", "perl"):
        return None
    words = [w for w in command.argv[1:] if w and not w.startswith("-")]
    if sum(w in EXPRESSION_FLAGS for w in command.argv) > 1 or len(words) < 2:
        return None
    at = next((i for i, word in enumerate(words) if SUBSTITUTION.match(word)), None)
    if at is None or any("$" in word or "*" in word for word in words[at + 1 :]):
        return None
    match = SUBSTITUTION.match(words[at])
    named = tuple(words[at + 1 :])
    if match is None or not named or any(not edits.base_name(n) for n in named):
        return None
    old, new = match.group(2), match.group(3)
    if SPECIAL.search(ESCAPED.sub("", old)) or "\\" in ESCAPED.sub("", new) or "&" in new:
        return None
    return Replacement(ESCAPED.sub(r"\1", old), ESCAPED.sub(r"\1", new), named)

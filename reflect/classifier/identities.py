"""Who somebody is, taken out of what a model is shown: e-mail addresses, names of home folders.

The archive keeps them, since it is the user's own; what leaves it does not. The home folder of this
machine is ``~`` in the archive already; here those of other machines are taken out.
"""

import re

from reflect.model.redacted import Redacted, require, seal

ADDRESS = "⟨email⟩"
"""Stands for an e-mail address."""
FOLDER = "⟨home⟩"
"""Stands for a home folder: no ``~``, since no stored text spells it so."""

EMAIL = re.compile(r"(?<![\w.+/:-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![\w-])")
HOME = re.compile(
    r"(?<![\w/.~-])/(?:Users|home)/[^/\s\"'`:;,|<>()\[\]{}\\$*]{1,64}(?=$|[^\w])"
    r"|(?<!\w)[A-Za-z]:[\\/]{1,4}Users[\\/]{1,4}[^/\s\"'`:;,|<>()\[\]{}\\$*]{1,64}"
    r"|(?<=[/\\])-(?:Users|home)-\w{1,64}(?=-)"
)
"""A home folder on Linux, macOS or Windows; last as clients write it into the name of a folder."""


def without_names(text: Redacted) -> Redacted:
    """The text with ``⟨email⟩`` for addresses and ``⟨home⟩`` for folders. Twice changes nothing."""
    told: str = require(text)
    if "@" in told:
        told = EMAIL.sub(ADDRESS, told)
    if "Users" in told or "home" in told:
        told = HOME.sub(FOLDER, told)
    return text if told == text else seal(told)


def with_places(text: Redacted) -> tuple[str, list[int]]:
    """What :func:`without_names` gives, and for each character, and the end, its place in the text.

    Characters of a place-holder have the place of what it stands for.
    """
    told: str = require(text)
    places = list(range(len(told) + 1))
    for pattern, holder in ((EMAIL, ADDRESS), (HOME, FOLDER)):
        pieces: list[str] = []
        moved: list[int] = []
        last = 0
        for found in pattern.finditer(told):
            pieces += (told[last : found.start()], holder)
            moved += places[last : found.start()] + [places[found.start()]] * len(holder)
            last = found.end()
        told = "".join((*pieces, told[last:]))
        places = moved + places[last:]
    return told, places

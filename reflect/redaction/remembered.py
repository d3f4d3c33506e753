"""Texts that were searched before and held no secret: names of folders, rows of a table, an answer.

Most starts print and look up the same as the last one, and finding nothing in it takes 60 ms, most
of it for reading the rules. What was searched is remembered by keyed hashes: of a text
that stayed as it was nothing else is kept, of one with the home folder in it the text with ``~``.
A text that held a secret is never remembered. A hash covers the sources of this folder and the
spellings of the home folder, so that another rule, or other code, searches everything again; and
an entry that anybody but the holder of the key wrote does not count.
"""

import hashlib
import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from reflect.model import redacted
from reflect.model.redacted import Redacted, seal
from reflect.redaction.homes import home_shortener
from reflect.redaction.keyed_memory import KeyedMemory

if TYPE_CHECKING:
    from reflect.redaction.redactor import Redactor

LONGEST = 2_000
"""Characters of a text that is remembered with the home folder as ``~``; of a longer one nothing is
kept but the hash that tells that no secret and no home folder was found in it."""


@cache
def sources_version() -> bytes:
    """Hash over everything that can change what is found: rules, code, kinds, Python."""
    told = hashlib.sha256(sys.version.encode())
    here = Path(__file__).parent
    vocabulary = here.parent / "model" / "vocabulary.py"
    places = [str(vocabulary), str(redacted.__file__)]
    for folder in (here, here / "rules"):
        with os.scandir(folder) as entries:
            places += [entry.path for entry in entries if entry.name.endswith((".py", ".toml"))]
    for place in sorted(places):
        content = Path(place).read_bytes()
        told.update(f"{os.path.basename(place)}\0{len(content)}\0".encode())  # noqa: PTH119 - 100 names
        told.update(content)
    return told.digest()


class RememberedTexts:
    """Redacts as a ``Redactor`` does; with a memory in a file that may be missing."""

    def __init__(self, key: bytes, homes: tuple[str, ...], file: Path) -> None:
        self._key = key
        self._homes = homes
        self._redactor: Redactor | None = None
        about = sources_version() + "\0".join(homes).encode("utf-8", "surrogatepass")
        self._memory = KeyedMemory(key, about, file)

    def text(self, raw: str) -> Redacted:
        """The text without secrets, the home folder as ``~``."""
        shortened = self._memory.get(raw)
        if shortened is not None:
            return seal(shortened or raw)
        found = self._search(raw)
        if found == raw:
            self._memory.put(raw, "")
        elif len(raw) <= LONGEST and found == home_shortener(self._homes)(raw):
            self._memory.put(raw, found)
        return found

    def _search(self, raw: str) -> Redacted:
        if self._redactor is None:
            from reflect.redaction.redactor import Redactor

            self._redactor = Redactor(self._key, self._homes)
        return self._redactor.text(raw)

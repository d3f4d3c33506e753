"""Short texts that were searched before and held no secret: names of folders, rows of a table.

Most starts print and look up the same few names as the last one, and finding nothing in them takes
60 ms, most of it for reading the rules. What was searched is remembered by keyed hashes: of a text
that stayed as it was nothing else is kept, of one with the home folder in it the text with ``~``.
A text that held a secret is never remembered. A hash covers the sources of this folder and the
spellings of the home folder, so that another rule, or other code, searches everything again; and
an entry that anybody but the holder of the key wrote does not count.
"""

import hashlib
import hmac
import json
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from reflect.model import redacted
from reflect.model.redacted import Redacted, seal

if TYPE_CHECKING:
    from reflect.redaction.redactor import Redactor

LONGEST = 2_000
"""Characters of a text that is remembered."""
LARGEST_FILE = 2_000_000
"""Bytes; a larger one is begun anew."""
SIZE = 32
"""Hex digits of a hash."""


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
        self._file = file
        self._redactor: Redactor | None = None
        self._entries: dict[str, str] | None = None
        self._about = sources_version() + "\0".join(homes).encode("utf-8", "surrogatepass")

    def text(self, raw: str) -> Redacted:
        """The text without secrets, the home folder as ``~``."""
        if len(raw) > LONGEST:
            return self._search(raw)
        if self._entries is None:
            self._entries = _read(self._file)
        name = self._digest("searched", raw)
        entry = self._entries.get(name)
        if entry == "":
            return seal(raw)
        if entry is not None:
            with suppress(ValueError, TypeError):
                told, shortened = json.loads(entry)
                if told == self._digest("shortened", f"{raw}\0{shortened}"):
                    return seal(shortened)
        found = self._search(raw)
        self._remember(name, raw, found)
        return found

    def _search(self, raw: str) -> Redacted:
        if self._redactor is None:
            from reflect.redaction.redactor import Redactor

            self._redactor = Redactor(self._key, self._homes)
        return self._redactor.text(raw)

    def _remember(self, name: str, raw: str, found: Redacted) -> None:
        from reflect.redaction.homes import home_shortener

        entry = ""
        if found != raw:
            if found != home_shortener(self._homes)(raw):
                return  # something was masked, or could not be written
            entry = json.dumps([self._digest("shortened", f"{raw}\0{found}"), found])
        assert self._entries is not None  # noqa: S101 - read before
        self._entries[name] = entry
        with suppress(OSError):
            _append(self._file, f"{name} {entry}\n".encode("ascii"))

    def _digest(self, domain: str, text: str) -> str:
        message = (
            domain.encode() + b"\0" + self._about + b"\0" + text.encode("utf-8", "surrogatepass")
        )
        return hmac.digest(self._key, b"reflect/1/remembered\0" + message, hashlib.sha256).hex()[
            :SIZE
        ]


def _read(file: Path) -> dict[str, str]:
    """Entries by hash; the last one of a hash holds."""
    entries: dict[str, str] = {}
    with suppress(OSError):
        for line in file.read_bytes().decode("ascii", "replace").split("\n"):
            name, space, entry = line.partition(" ")
            if space and len(name) == SIZE:
                entries[name] = entry
    return entries


def _append(file: Path, line: bytes) -> None:
    """Add one line; 0600 in a folder that is 0700."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        handle = os.open(file, flags, 0o600)
    except FileNotFoundError:
        file.parent.mkdir(mode=0o700)
        handle = os.open(file, flags, 0o600)
    try:
        if os.fstat(handle).st_size > LARGEST_FILE:
            os.ftruncate(handle, 0)
        os.write(handle, line)
    finally:
        os.close(handle)

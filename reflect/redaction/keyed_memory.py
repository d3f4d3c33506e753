"""Answers that are remembered in a file, by keyed hashes of their questions.

A question is never written down, so the file tells nothing without the key. A hash also covers what
the answers depend on, so that other code asks again; an entry that anybody but the holder of the
key wrote, or that is damaged, does not count. The file may be deleted at any time.
"""

import hashlib
import hmac
import json
import os
from contextlib import suppress
from pathlib import Path

LARGEST_FILE = 2_000_000
"""Bytes; a larger one is begun anew."""
SIZE = 32
"""Hex digits of a hash."""


class KeyedMemory:
    """One file; lines of a hash, and for an answer that is not empty its seal and text."""

    def __init__(self, key: bytes, about: bytes, file: Path) -> None:
        self._key = key
        self._about = hashlib.sha256(about).digest()
        self._file = file
        self._entries: dict[str, str] | None = None

    def get(self, question: str) -> str | None:
        """The answer that was remembered."""
        entry = self._known().get(self._digest("question", question))
        if not entry:
            return entry
        with suppress(ValueError, TypeError):
            seal, answer = json.loads(entry)
            if seal == self._digest("answer", f"{question}\0{answer}"):
                return str(answer)
        return None

    def put(self, question: str, answer: str) -> None:
        """Remember an answer; where the file cannot be written it is forgotten."""
        name = self._digest("question", question)
        sealed = [self._digest("answer", f"{question}\0{answer}"), answer]
        entry = json.dumps(sealed) if answer else ""
        self._known()[name] = entry
        with suppress(OSError):
            _append(self._file, f"{name} {entry}\n".encode("ascii"))

    def _known(self) -> dict[str, str]:
        if self._entries is None:
            self._entries = _read(self._file)
        return self._entries

    def _digest(self, domain: str, text: str) -> str:
        message = b"\0".join(
            (
                b"reflect/1/memory",
                domain.encode(),
                self._about,
                text.encode("utf-8", "surrogatepass"),
            )
        )
        return hmac.digest(self._key, message, hashlib.sha256).hex()[:SIZE]


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

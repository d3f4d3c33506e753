"""The chain of manifests on disk: numbered files, each sealed with the key and linked to the last.

``00000012.json`` is the manifest with ``seq`` 12. ``HEAD`` names the newest: one line
``seq mac``, or two while a manifest is being written (what stands, what is about to stand), so
that a kill between two renames is told apart from a chain whose tail was cut.
"""

import contextlib
import fcntl
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from reflect.errors import Busy, NotPermitted
from reflect.model.frozen import dataclass
from reflect.redaction.key import keyed_digest
from reflect.regex import compiled
from reflect.reports import files

HEAD = "HEAD"
LOCK = ".lock"
FILE_NAME = compiled(r"[0-9]{8}\.json")
LINK = compiled(r"([0-9]{1,8}) (m1:[0-9a-f]{64})")
LARGEST_FILE = 64 * 2**20
"""Bytes; a manifest of 100,000 sessions has about 60 MB."""

WAIT_SECONDS = 10.0
PAUSE_SECONDS = 0.05

Body = dict[str, Any]
"""A manifest as JSON has it."""


@dataclass(frozen=True, slots=True)
class Link:
    """Names one manifest of the chain."""

    seq: int
    """Its number, from 0."""
    mac: str
    """Its seal, ``m1:`` and 64 hex digits."""


def name_of(seq: int) -> str:
    """The file name of a manifest."""
    return f"{seq:08d}.json"


def canonical(body: Body) -> bytes:
    """What the seal covers: sorted keys, ASCII, no white space; a closed schema has no floats."""
    unsealed = {name: value for name, value in body.items() if name != "mac"}
    return json.dumps(unsealed, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def mac(key: bytes, body: Body) -> str:
    """The seal of a manifest: all 256 bits, over everything but the seal itself."""
    return f"m1:{keyed_digest(key, 'manifest', canonical(body), size=32)}"


def as_bytes(body: Body) -> bytes:
    """A manifest as it stands in its file: one form only, so nothing hides in white space."""
    return (json.dumps(body, sort_keys=True, indent=2, ensure_ascii=True) + "\n").encode()


def parse(content: bytes) -> Body | None:
    """The manifest in a file; None when it is none, or not in the one form that is written."""
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return None
    if not isinstance(body, dict):
        return None
    with contextlib.suppress(ValueError, RecursionError):
        if as_bytes(body) == content:
            return body
    return None


def read(folder: Path, name: str) -> bytes:
    """The bytes of a file of the chain; empty for a link, a folder, a giant or nothing at all."""
    try:
        file = os.open(folder / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except PermissionError:
        raise NotPermitted(f"{folder / name} cannot be read", hint="reflect doctor") from None
    except OSError:
        return b""
    with open(file, "rb") as stream:  # noqa: PTH123 - opened by descriptor
        try:
            content = stream.read(LARGEST_FILE + 1)
        except OSError:
            return b""
    return content if len(content) <= LARGEST_FILE else b""


def names(folder: Path) -> list[str]:
    """The manifests of a folder by number; empty when there is no folder."""
    try:
        found = [path.name for path in folder.iterdir()]
    except FileNotFoundError:
        return []
    except PermissionError:
        raise NotPermitted(f"{folder} cannot be read", hint="reflect doctor") from None
    return sorted(name for name in found if FILE_NAME.fullmatch(name))


def head(folder: Path) -> list[Link]:
    """What ``HEAD`` names: one link, two after a kill, none when it is missing or damaged."""
    lines = read(folder, HEAD).decode("ascii", "replace").splitlines()
    found = [LINK.fullmatch(line) for line in lines]
    if not 1 <= len(found) <= 2 or not all(found):
        return []
    return [Link(int(match[1]), match[2]) for match in found if match]


def newest(folder: Path) -> Link | None:
    """The manifest to link the next one to.

    ``HEAD`` is believed before the files: when the tail was cut, the next manifest links to what
    is missing, and the cut stays visible for ever.
    """
    links = head(folder)
    for link in reversed(links):
        body = parse(read(folder, name_of(link.seq)))
        if len(links) == 1 or (body is not None and body.get("mac") == link.mac):
            return link
    if links:
        return links[0]
    for name in reversed(names(folder)):
        body = parse(read(folder, name))
        sealed = f"{int(name[:8])} {(body or {}).get('mac')}"
        if match := LINK.fullmatch(sealed):
            return Link(int(match[1]), match[2])
    return None


def last_of(folder: Path, run: str) -> Body | None:
    """The newest manifest of a run; None when there is none. Believes no seal."""
    for name in reversed(names(folder)):
        body = parse(read(folder, name))
        facts = (body or {}).get("run")
        if isinstance(facts, dict) and facts.get("id") == run:
            return body
    return None


def write(folder: Path, key: bytes, body: Body, link: Link | None, seq: int) -> Link:
    """Seal the manifest as number ``seq``; ``link`` is what ``HEAD`` names until then."""
    sealed = {**body, "mac": mac(key, body)}
    after = Link(seq, sealed["mac"])
    if link is not None:
        files.replace(folder, HEAD, _lines(link, after))
    files.replace(folder, name_of(seq), as_bytes(sealed))
    files.replace(folder, HEAD, _lines(after))
    return after


def _lines(*links: Link) -> bytes:
    return "".join(f"{link.seq} {link.mac}\n" for link in links).encode()


@contextlib.contextmanager
def locked(folder: Path, wait: float = WAIT_SECONDS) -> Iterator[None]:
    """Hold the chain; a killed holder lets go at once. Raises ``Busy`` after ``wait`` seconds."""
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        file = os.open(folder / LOCK, flags, 0o600)
    except OSError:
        raise NotPermitted(f"{folder / LOCK} cannot be opened", hint="reflect doctor") from None
    try:
        deadline = time.monotonic() + wait
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise Busy(
                        f"another reflect is writing a manifest in {folder}", hint="try again"
                    ) from None
                time.sleep(PAUSE_SECONDS)
        yield
    finally:
        os.close(file)

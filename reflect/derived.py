"""What is computed from files of this package, kept beside Python's own byte code of it.

Reading 140 rules, 20 pages or 10 templates into the form in which they are used takes a tenth of a
second, and gives the same at every start. What was made is kept in ``__pycache__`` with a hash of
the bytes it was made from and one of itself: other bytes, another Python or a damaged file make it
anew. As with byte code, nothing is kept where Python is told to write none, or may not write; and
whoever could change it could change the program.
"""

import hashlib
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

HASH_BYTES = 32


def kept(name: str, sources: Iterable[Path], make: Callable[[], bytes], *, salt: str = "") -> bytes:
    """What ``make`` gives, or gave when the sources and the salt were the same.

    Args:
        name: Letters and dashes, different for each use.
        sources: Files that the result depends on, and nothing else but the salt.
        make: Makes it.
        salt: What it depends on beside the sources.
    """
    before = _told(name, sources, salt)
    found = _found(name, before)
    if found is not None:
        return found
    body = make()
    if not sys.dont_write_bytecode:
        with suppress(OSError):
            _write(_place(name), before + hashlib.sha256(body).digest() + body)
    return body


def kept_before(name: str, *, salt: str) -> bytes | None:
    """What :func:`kept` keeps of no source with this salt; None where nothing is kept yet."""
    return _found(name, _told(name, (), salt))


def can_keep(name: str) -> bool:
    """Whether what is made would be kept: not in a folder that somebody else installed."""
    folder = _place(name).parent
    there = folder if folder.exists() else folder.parent
    return not sys.dont_write_bytecode and os.access(there, os.W_OK)


def keep(name: str, body: bytes, *, salt: str) -> None:
    """Keep what :func:`kept_before` then finds, instead of what was kept. Raises ``OSError``."""
    _write(_place(name), _told(name, (), salt) + hashlib.sha256(body).digest() + body)


def toml(file: Path) -> dict[str, Any]:
    """What a TOML file of the package holds, kept as JSON: read in a twentieth of the time."""
    import json

    def make() -> bytes:
        import tomllib

        return json.dumps(tomllib.loads(file.read_text(encoding="utf-8"))).encode()

    document: dict[str, Any] = json.loads(kept(f"{file.parent.name}-{file.stem}", [file], make))
    return document


def _told(name: str, sources: Iterable[Path], salt: str) -> bytes:
    """A hash of all that the result depends on."""
    told = hashlib.sha256(f"{name}\0{salt}\0{sys.version}".encode())
    for source in sources:
        content = source.read_bytes()
        told.update(f"\0{source.name}\0{len(content)}\0".encode())
        told.update(content)
    return told.digest()


def _found(name: str, before: bytes) -> bytes | None:
    """What is kept, if it was made from what this hash tells and is whole."""
    with suppress(OSError):
        found = _place(name).read_bytes()
        body = found[2 * HASH_BYTES :]
        if found[: 2 * HASH_BYTES] == before + hashlib.sha256(body).digest():
            return body
    return None


def _place(name: str) -> Path:
    """Where Python would keep the byte code of a file of this name."""
    return Path(cache_from_source(str(Path(__file__).with_name(f"{name}.py")))).with_suffix(".kept")


def _write(place: Path, content: bytes) -> None:
    """Whole or not at all; as readable as this file, as byte code is."""
    mode = Path(__file__).stat().st_mode & 0o666
    place.parent.mkdir(exist_ok=True)
    fresh = place.with_name(f"{place.name}.{os.getpid()}")
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        with open(handle, "wb") as file:  # noqa: PTH123 - opened by descriptor
            file.write(content)
            os.fchmod(file.fileno(), mode)
        fresh.replace(place)
    finally:
        fresh.unlink(missing_ok=True)

"""Copies of databases in folders where nothing may be written: SQLite would write beside them."""

import os
import shutil
import tempfile
from pathlib import Path

from reflect.errors import NotPermitted, ReflectError, Unreachable
from reflect.stores.files import open_regular, state_of

COPY_ATTEMPTS = 3
"""How often a store in a read-only folder is copied until nobody wrote meanwhile."""


def copied(path: Path, temporary: Path) -> Path:
    """A folder with the database and its write-ahead log, copied while nobody wrote.

    Raises ``NotPermitted`` where it cannot be copied, ``Unreachable`` where it keeps changing.
    """
    temporary.mkdir(mode=0o700, parents=True, exist_ok=True)
    log = path.with_name(path.name + "-wal")
    folder = Path(tempfile.mkdtemp(prefix="store-", dir=temporary))
    try:
        for _ in range(COPY_ATTEMPTS):
            before = (state_of(path), state_of(log))
            for source in (path, log):
                if state_of(source) is not None:
                    _copy_file(source, folder / source.name)
            if before == (state_of(path), state_of(log)):
                return folder
    except OSError:
        remove(folder)
        raise NotPermitted(f"{path} could not be copied to {temporary}") from None
    except ReflectError:
        remove(folder)
        raise
    remove(folder)
    raise Unreachable(f"{path} changed while it was copied", hint="run the command again")


def remove(folder: Path) -> None:
    """Remove such a folder."""
    shutil.rmtree(folder, ignore_errors=True)


def _copy_file(source: Path, target: Path) -> None:
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as copy, open_regular(source, source) as file:
        shutil.copyfileobj(file, copy)

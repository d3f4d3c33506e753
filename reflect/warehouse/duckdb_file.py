"""The DuckDB file as it is opened: what it may do, what it may take, how it is laid out."""

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from reflect.warehouse import closing_beside

if TYPE_CHECKING:
    from reflect.warehouse import engine

STORAGE_VERSION = "v2.0.0"
"""The newest storage that every DuckDB in the allowed range (>=2.0,<3) can read."""

GROUP_ROWS = 8192
"""Rows that are compressed together. With DuckDB's usual 122,880 nothing of a first import of
300 MB was compressed before its end, by one thread while every other core had nothing to do: 0.6 of
5.7 s. These are compressed and written while the import still reads. The file is a seventh larger;
with 4,096 it is a third."""

NAME = "warehouse"
"""What the file is called where it is written."""

HARDENED: Mapping[str, str] = MappingProxyType(
    {"enable_external_access": "false", "lock_configuration": "true"}
)
"""No statement reads or writes another file, and nothing of it can be changed afterwards."""


def opened(path: Path, *, write: bool) -> "engine.DuckDBPyConnection":
    """Open the file; whoever writes attaches it to an empty database in memory.

    Only so DuckDB 2.0 takes the size of row groups. Raises ``engine.Error``.
    """
    from reflect.warehouse import engine

    closing_beside.wait()
    if not write:
        return engine.connect(str(path), read_only=True, config={**HARDENED, **_settings(path)})
    raw = engine.connect(":memory:", config=_settings(path))
    try:
        raw.execute(
            f"ATTACH {quoted(path)} AS {NAME}"
            f" (TYPE duckdb, ROW_GROUP_SIZE {GROUP_ROWS}, STORAGE_VERSION '{STORAGE_VERSION}')"
        )
        raw.execute(f"USE {NAME}")
        for name, value in HARDENED.items():
            raw.execute(f"SET {name} = {value}")
    except BaseException:
        raw.close()
        raise
    return raw


def _settings(path: Path) -> dict[str, str | bool | int | float | list[str]]:
    """How much it may take, and that no extension is fetched or loaded.

    150 MB keep the peak of an import of 1 GB at 300 MB, where 400 MB made it 490, and cost no time;
    four threads are what that memory feeds. A log of up to 1 GB saves the checkpoints in the middle
    of an import, which cost more than half of its time at 5 GB.
    """
    return {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "allow_community_extensions": "false",
        "allow_persistent_secrets": "false",
        "storage_compatibility_version": STORAGE_VERSION,
        "memory_limit": "150MB",
        "threads": str(min(4, os.cpu_count() or 1)),
        "checkpoint_threshold": "1GB",
        "temp_directory": str(path.parent / "tmp"),
    }


def quoted(path: Path) -> str:
    """A path as SQL spells a text."""
    return "'" + str(path).replace("'", "''") + "'"


def identity(path: Path) -> tuple[int, int] | None:
    """Device and inode: DuckDB writes on into a file that was removed, and the data is gone."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino

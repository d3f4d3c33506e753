"""What ``reflect doctor`` looks at: the data folder, the archive, the stores that exist."""

import os
import stat
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from reflect import __version__, config, paths
from reflect.errors import ReflectError
from reflect.model.frozen import dataclass
from reflect.model.vocabulary import StoreKind
from reflect.pipeline.finding_stores import StoreRequest, find
from reflect.redaction.key import load_or_create_key
from reflect.warehouse import open_warehouse

SYNCED = ("dropbox", "onedrive", "google drive", "icloud", "mobile documents", "nextcloud")
"""Names of folders that are copied to other machines."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    """What."""
    state: str
    """What was found."""
    problem: bool = False
    """It is wrong."""
    advice: str = ""
    """What to do."""


def check(request: StoreRequest) -> list[Check]:
    """Look at everything; nothing is imported or changed."""
    return [
        *_versions(),
        *_settings(),
        *_data_folder(paths.data_dir()),
        *_key(paths.key_file()),
        *_archive(paths.warehouse_file()),
        *_stores(request),
    ]


def _versions() -> Iterator[Check]:
    yield Check("reflect", __version__)
    for name in ("duckdb", "polars"):
        try:
            yield Check(name, version(name))
        except PackageNotFoundError:
            yield Check(name, "not installed", problem=True, advice="install reflect again")


def _settings() -> Iterator[Check]:
    file = paths.config_file()
    try:
        config.load(file)
    except ReflectError as error:
        yield Check("settings", error.message, problem=True, advice=error.hint)
        return
    yield Check("settings", str(file) if file.exists() else f"defaults (no {file})")


def _data_folder(folder: Path) -> Iterator[Check]:
    if not folder.exists():
        yield Check("data folder", f"{folder} (made by the first run)")
        return
    state = folder.stat()
    loose = stat.S_IMODE(state.st_mode) & 0o077
    foreign = hasattr(os, "getuid") and state.st_uid != os.getuid()
    if foreign:
        advice = f"chown it, or set REFLECT_HOME: {folder}"
        yield Check(
            "data folder", f"{folder} belongs to somebody else", problem=True, advice=advice
        )
    elif loose:
        yield Check(
            "data folder",
            f"{folder} can be read by others",
            problem=True,
            advice=f"chmod 700 {folder}",
        )
    else:
        yield Check("data folder", str(folder))
    for file in sorted(folder.rglob("*")):
        if file.is_file() and stat.S_IMODE(file.stat().st_mode) & 0o077:
            yield Check(
                "file", f"{file} can be read by others", problem=True, advice=f"chmod 600 {file}"
            )
    for parent in (folder, *folder.parents):
        if (parent / ".git").exists():
            yield Check(
                "data folder",
                f"{folder} lies in the git work tree {parent}",
                problem=True,
                advice="set REFLECT_HOME to a folder outside",
            )
        if any(name in parent.name.lower() for name in SYNCED):
            yield Check(
                "data folder",
                f"{parent} looks like a synced folder",
                problem=True,
                advice="set REFLECT_HOME to a folder that stays on this machine",
            )


def _key(file: Path) -> Iterator[Check]:
    if not os.path.lexists(file):
        return
    try:
        load_or_create_key(file)
    except ReflectError as error:
        yield Check("key", error.message, problem=True, advice=error.hint)


def _archive(file: Path) -> Iterator[Check]:
    if not file.exists():
        yield Check("archive", "empty", advice="reflect review, or reflect demo")
        return
    try:
        with open_warehouse(file, write=False) as warehouse:
            rows = warehouse.session_rows()
            gone = sum(row.missing for row in rows)
    except ReflectError as error:
        yield Check("archive", error.message, problem=True, advice=error.hint)
        return
    size = file.stat().st_size / 1_000_000
    yield Check("archive", f"{len(rows)} sessions ({gone} gone from their stores), {size:.1f} MB")


def _stores(request: StoreRequest) -> Iterator[Check]:
    try:
        stores = find(request)
    except ReflectError as error:
        yield Check("stores", error.message, problem=True, advice=error.hint)
        return
    if not stores:
        yield Check(
            "stores", "none found on this machine", advice="reflect demo, or reflect import PATH"
        )
    for importer, source in stores:
        try:
            number = len(importer.units(source))
        except ReflectError as error:
            yield Check(source.agent, error.message, problem=True, advice=error.hint)
            continue
        what = "sessions" if source.kind in (StoreKind.SQLITE, StoreKind.HTTP) else "files"
        yield Check(source.agent, f"{source.place}: {number} {what}")

"""Conduct: a reading among baits changes nothing, and leaves the baits alone."""

import hashlib
import os
import shutil
from pathlib import Path

from reflect.importers.conformance.rules import Rule
from reflect.importers.conformance.trial import FILE_KINDS, Reading, Trial
from reflect.importers.conformance.watching import Watch, watching
from reflect.model.source import Source, Unit
from reflect.model.vocabulary import StoreKind
from reflect.stores.files import CREDENTIAL_FILES

MOST_FOLDERS = 20
"""Folders of a store that get baits."""

Files = dict[str, tuple[int, int, int, str]]
"""Path → mode, size, time of change, hash."""


def watched(trial: Trial) -> None:
    """Read a copy that holds links to the outside and credential files, and look what was done."""
    place = trial.copy("watched")
    outside = trial.folder / "outside"
    outside.mkdir()
    before = trial.read(place, "before the baits")
    links = _baited(place, outside, before) if place.is_dir() else []
    base = place if place.is_dir() else place.parent
    files = _files(base)
    with watching() as watch:
        reading = trial.read(place, "among links and credential files")
    _changes(trial, files, _files(base), watch, base)
    _opened(trial, watch, base, outside)
    if reading.source is not None and reading.source.kind is not StoreKind.HTTP:
        for event in (*watch.connected, *watch.started):
            trial.broke(Rule.STAYS_LOCAL, "", f"{event} while reading")
    known = {unit.name for unit in before.units}
    for unit in reading.units:
        if unit.name not in known:
            trial.broke(Rule.FOLLOWS_NO_LINK, unit.name, "a bait was listed as a unit")
    if reading.source is not None and reading.source.kind in FILE_KINDS:
        _named(trial, reading.source, links)


def _baited(place: Path, outside: Path, reading: Reading) -> list[Path]:
    """Put baits into the folders that hold units; returns the links to files."""
    shutil.copytree(place, outside / "store", symlinks=True)
    units = [unit for unit in reading.units if unit.path.is_relative_to(place)]
    samples = {unit.path.parent: unit.path for unit in reversed(units)}
    links: list[Path] = []
    for folder in [place, *sorted(samples.keys() - {place})][:MOST_FOLDERS]:
        for name in CREDENTIAL_FILES:
            if not (folder / name).exists():
                (folder / name).write_text('{"type": "user", "token": "bait"}\n')
        if not (folder / "linked").exists():
            (folder / "linked").symlink_to(outside / "store", target_is_directory=True)
        sample = samples.get(folder)
        if sample is not None:
            link = sample.with_name(f"{sample.stem}-linked{sample.suffix}")
            link.symlink_to(outside / "store" / sample.relative_to(place))
            links.append(link)
    return links


def _files(base: Path) -> Files:
    found: Files = {}
    for folder, _, names in os.walk(base):
        for name in names:
            path = Path(folder) / name
            if path.is_symlink() or not path.is_file():
                continue
            state = path.stat()
            content = hashlib.blake2b(path.read_bytes()).hexdigest()
            found[str(path)] = (state.st_mode, state.st_size, state.st_mtime_ns, content)
    return found


def _changes(trial: Trial, before: Files, after: Files, watch: Watch, base: Path) -> None:
    for path in sorted(before.keys() | after.keys()):
        if before.get(path) != after.get(path) and not _of_sqlite(path, after):
            what = "was made" if path not in before else "is gone or changed"
            trial.broke(Rule.NEVER_WRITES, Path(path).name, f"a file of the store {what}")
    root = os.path.realpath(base)
    for path in watch.changed:
        if _below(path, root) and not path.endswith("-shm"):
            trial.broke(Rule.NEVER_WRITES, Path(path).name, "was opened for writing or changed")


def _of_sqlite(path: str, after: Files) -> bool:
    """What SQLite itself makes beside a database that it only reads."""
    if path.endswith("-shm"):
        return True
    return path.endswith("-wal") and path in after and after[path][1] == 0


def _opened(trial: Trial, watch: Watch, base: Path, outside: Path) -> None:
    root, elsewhere = os.path.realpath(base), os.path.realpath(outside)
    for path in watch.opened:
        if _below(path, elsewhere):
            what = "was opened behind a link that leads out of the store"
            trial.broke(Rule.FOLLOWS_NO_LINK, Path(path).name, what)
        elif _below(path, root) and Path(path).name in CREDENTIAL_FILES:
            trial.broke(Rule.OPENS_NO_CREDENTIALS, Path(path).name, "was opened")


def _named(trial: Trial, source: Source, links: list[Path]) -> None:
    """A unit may become a link between listing and reading."""
    for link in links[:1]:
        unit = Unit(link.name, link, 1, 1)
        if trial.read_unit(source, unit, None, "a unit that became a link") is not None:
            trial.broke(Rule.FOLLOWS_NO_LINK, link.name, "a unit that is a link was read")


def _below(path: str, root: str) -> bool:
    return path == root or path.startswith(root + os.sep)

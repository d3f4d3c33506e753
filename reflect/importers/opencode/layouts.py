"""The sessions of a tree of files, and where the records of each stand; ``trees`` reads them."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path

from reflect.errors import ReflectError
from reflect.model.frozen import dataclass
from reflect.stores.files import FileState, walk

ROOTS = ("storage", "project")
"""Folders of a data folder that may hold a tree, the newer layout first."""

SESSION = re.compile(r"ses_[A-Za-z0-9_-]{1,200}")


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the records of some sessions stand."""

    infos: Path
    """Folder with the sessions."""
    messages: Path
    """Folder with a folder of messages for each session."""
    parts: Path
    """Folder with a folder of parts for each message, in 0.5 below one for each session."""
    project: str | None = None
    """In 0.5 the name of the folder that stands for the project."""

    def parts_of(self, session: str, message: str) -> Path:
        """Folder with the parts of a message."""
        return (self.parts if self.project is None else self.parts / session) / message


def tree_roots(folder: Path) -> list[Path]:
    """The trees of a data folder, the newer layout first; links are passed over."""
    named = [folder / name for name in ROOTS]
    return [root for root in named if not root.is_symlink() and is_tree(root)]


def is_tree(root: Path) -> bool:
    """Whether a folder holds sessions in one of the layouts. Opens no file."""
    return any(True for layout in layouts(root) for _ in _own_files(layout))


def tree_sessions(root: Path, elsewhere: AbstractSet[str]) -> list[tuple[str, FileState]]:
    """The sessions by id: the own file of each, with bytes and newest time of all its files.

    A message or part that is added, changed or deleted changes one of the two.

    Args:
        root: The tree.
        elsewhere: Ids that are read from another place.
    """
    found: dict[str, FileState] = {}
    for layout in layouts(root):
        for name, state in _with_records(layout).items():
            _keep_newest(found, name, state)
    return sorted((name, state) for name, state in found.items() if name not in elsewhere)


def layouts(root: Path) -> list[Layout]:
    """The places under a folder where sessions may be; one for each project of 0.5."""
    if (root / "session").is_dir():
        return [Layout(root / "session", root / "message", root / "part")]
    found = []
    for folder in _folders(root):
        base = folder / "storage" / "session"
        linked = base.parent.is_symlink() or base.is_symlink()
        if not linked and (base / "info").is_dir():
            found.append(Layout(base / "info", base / "message", base / "part", folder.name))
    return found


def _folders(root: Path) -> list[Path]:
    """The folders in a folder; none where it is no folder, or may not be listed."""
    try:
        return sorted(path for path in root.iterdir() if path.is_dir() and not path.is_symlink())
    except OSError:
        return []


def files(folder: Path) -> Iterator[FileState]:
    """The JSON files under a folder; none where it is a link, no folder, or may not be listed."""
    if folder.is_symlink():
        return
    try:
        yield from walk(folder, (".json",))
    except ReflectError:
        return


def _own_files(layout: Layout) -> Iterator[FileState]:
    """The files of sessions; what others keep in such a folder has other names."""
    return (state for state in files(layout.infos) if SESSION.fullmatch(state.path.stem))


def _with_records(layout: Layout) -> dict[str, FileState]:
    """The sessions of a layout, each with the bytes and newest time of all its files."""
    infos: dict[str, FileState] = {}
    for state in _own_files(layout):
        _keep_newest(infos, state.path.stem, state)
    holder: dict[str, str] = {}
    for state in files(layout.messages):
        holder[state.path.stem] = state.path.parent.name
        _add(infos, state.path.parent.name, state)
    for state in files(layout.parts):
        _add(infos, holder.get(state.path.parent.name, ""), state)
    return infos


def _keep_newest(found: dict[str, FileState], name: str, state: FileState) -> None:
    # A session that moved to another project may have left a copy behind.
    if name not in found or found[name].mtime_ns < state.mtime_ns:
        found[name] = state


def _add(found: dict[str, FileState], name: str, state: FileState) -> None:
    known = found.get(name)
    if known is not None:
        newest = max(known.mtime_ns, state.mtime_ns)
        found[name] = replace(known, size=known.size + state.size, mtime_ns=newest)

"""Where Codex keeps its rollouts, and how a file is told to be one.

Only these are ever opened: ``rollout-*.jsonl`` and ``rollout-*.jsonl.zst`` below ``sessions`` and
``archived_sessions``, ``session_index.jsonl`` and the table ``threads`` of ``state_N.sqlite``.
``auth.json``, ``config.toml``, ``history.jsonl`` (the prompts once more) and the other databases
are not.

A unit is a thread, not a path: its rollout may be moved into the archive, compressed, or go on in
further files (``rollout-<time>-<thread>_<page>.jsonl``), and is the same session everywhere.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from reflect.errors import ReflectError
from reflect.importers.codex.name_marks import name_marks
from reflect.model.frozen import dataclass
from reflect.model.source import Source, Unit
from reflect.model.vocabulary import Agent, StoreKind
from reflect.paths import home
from reflect.stores.files import FileState, state_of, walk

PLAIN, COMPRESSED = ".jsonl", ".jsonl.zst"
SESSIONS, ARCHIVE = "sessions", "archived_sessions"

_ROLLOUT = re.compile(
    r"(?P<thread>rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-"
    r"(?P<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))(?P<page>_[\w-]{1,80})?"
)


@dataclass(frozen=True, slots=True)
class Rollout:
    """The files of one thread."""

    unit: Unit
    """How the ledger knows it."""
    files: tuple[FileState, ...]
    """One, or the pages of it in order."""
    thread: str | None
    """Id of the thread, where the name tells it."""
    archived: bool
    """It lies in the archive."""


def discover(environ: Mapping[str, str]) -> list[Source]:
    """The store at ``CODEX_HOME`` or ``~/.codex``, if it holds sessions."""
    named = environ.get("CODEX_HOME")
    folder = Path(named).expanduser() if named else home(environ) / ".codex"
    if not _holds_sessions(folder):
        return []
    return [Source(Agent.CODEX, StoreKind.JSONL_TREE, folder)]


def recognise(path: Path) -> Source | None:
    """The source a named path is: a Codex home, a home, a folder of rollouts, or one."""
    if path.is_file():
        state = state_of(path)
        if state is None or not path.name.endswith((PLAIN, COMPRESSED)):
            return None
        if not _is_rollout(state, path):
            return None
        return Source(Agent.CODEX, StoreKind.JSONL_TREE, path, discovered=False)
    if not path.is_dir():
        return None
    for folder in (path, path / ".codex"):
        if _holds_sessions(folder) and any(_listed(folder)):
            return Source(Agent.CODEX, StoreKind.JSONL_TREE, folder, discovered=False)
    try:
        found = any(_is_rollout(state, path) for state in walk(path, (PLAIN, COMPRESSED)))
    except ReflectError:
        return None
    return Source(Agent.CODEX, StoreKind.JSONL_TREE, path, discovered=False) if found else None


def rollouts(source: Source) -> list[Rollout]:
    """The threads of a source, in a set order.

    In a Codex home names decide, so that 10,000 files cost a listing; in any other folder each
    file is told by its first records, since it may hold other agents' files too.
    """
    if source.path.is_file():
        state = state_of(source.path)
        if state is None:
            return []
        return [_rollout(source.path.name, [state], name_marks(source.path.parent))]
    if _holds_sessions(source.path):
        states = _listed(source.path)
    else:
        found = walk(source.path, (PLAIN, COMPRESSED))
        states = (state for state in found if _is_rollout(state, source.path))
    threads: dict[str, list[FileState]] = {}
    for state in states:
        threads.setdefault(_unit_name(source, state), []).append(state)
    marks = name_marks(source.path)
    return [_rollout(name, files, marks) for name, files in sorted(threads.items())]


def root_of(place: Path, path: Path) -> Path:
    """Folder that a file must lie in once links are resolved: ``sessions`` may be a link itself."""
    for name in (SESSIONS, ARCHIVE):
        if path.is_relative_to(place / name):
            return place / name
    return place


def _holds_sessions(folder: Path) -> bool:
    return (folder / SESSIONS).is_dir() or (folder / ARCHIVE).is_dir()


def _listed(folder: Path) -> Iterator[FileState]:
    """Files with the name of a rollout in a Codex home."""
    for name in (SESSIONS, ARCHIVE):
        if not (folder / name).is_dir():
            continue
        for state in walk(folder / name, (PLAIN, COMPRESSED)):
            if state.name.rpartition("/")[2].startswith("rollout-"):
                yield state


def _stem(state: FileState) -> str:
    name = state.name.rpartition("/")[2]
    return name.removesuffix(COMPRESSED if name.endswith(COMPRESSED) else PLAIN)


def _unit_name(source: Source, state: FileState) -> str:
    """The thread where the name tells it, else the path without the ending of a compression."""
    found = _ROLLOUT.fullmatch(_stem(state))
    if found is not None:
        return found["thread"]
    return str(state.path.relative_to(source.path)).removesuffix(".zst")


def _rollout(name: str, states: list[FileState], marks: Mapping[str, int]) -> Rollout:
    pages: dict[str, FileState] = {}
    for state in states:
        stem = _stem(state)
        held = pages.get(stem)
        if held is None or _preference(state) > _preference(held):
            pages[stem] = state
    files = tuple(pages[stem] for stem in sorted(pages))
    found = _ROLLOUT.fullmatch(_stem(files[0]))
    thread = found["id"] if found else None
    archived = _in_archive(files[0])
    unit = Unit(
        name,
        files[0].name,
        sum(file.size for file in files),
        # A move into the archive or a new name changes no byte of the file, and must be seen.
        max(file.mtime_ns for file in files) + archived + marks.get(thread or "", 0),
        files[-1].inode,
    )
    return Rollout(unit, files, thread, archived)


def _preference(state: FileState) -> tuple[bool, bool]:
    """Of two files of one thread: plain before compressed (which may be half written), then use."""
    return not state.name.endswith(COMPRESSED), not _in_archive(state)


def _in_archive(state: FileState) -> bool:
    return state.name.split("/")[-2:-1] == [ARCHIVE]


def _is_rollout(state: FileState, root: Path) -> bool:
    """Whether a file is one, told by its first records; what reads them is imported then."""
    from reflect.importers.codex.first_records import is_rollout

    return is_rollout(state, root)

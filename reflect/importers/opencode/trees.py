"""Trees of JSON files, one for each session, message and part, written before 1.2.

## Where

``storage`` (1.1) and ``project`` (0.5) in the data folder, beside the database. Later clients take
these files into their database and leave them behind: a session that a database beside a tree
holds too is read from the database only, and one of ``project`` that ``storage`` holds too from
``storage`` only.

## Records

- 1.1: ``session/<project>/<session>.json``, ``message/<session>/<message>.json``,
  ``part/<message>/<part>.json``; ``project/<project>.json`` has the folder of the repository.
- 0.5: under ``<folder with dashes>/storage/session`` the same three as ``info/<session>.json``,
  ``message/<session>/<message>.json`` and ``part/<session>/<message>/<part>.json``.
- Every file is a whole object, its id included, in the shape of the first engine.

## Quirks

- A session of 0.5 names neither folder nor project; its answers do (``path``).
- Answers of 0.5 carry the instructions of the client (``system``), which are not kept.
- 0.5 calls an error of the provider an ``UnknownError``; nothing says that ``opencode run`` drove
  a session.
- Files are written one by one and in place: what is cut is counted, and read again once whole.

## Verified

Trees recorded from 0.5.29 and 1.1.65, number by number against the scenarios that were played.
"""

import re
from collections import Counter
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path

from reflect.errors import BadData, ReflectError
from reflect.importers.opencode import wordings
from reflect.importers.opencode.conversation import is_run
from reflect.importers.opencode.fields import Json, table, words
from reflect.importers.opencode.records import StoredMessage, StoredSession, created
from reflect.importers.opencode.session import git_root
from reflect.model.frozen import dataclass
from reflect.model.vocabulary import BadRecord
from reflect.stores.documents import LARGEST_DOCUMENT, Undecodable, decode, read_document
from reflect.stores.files import FileState, open_regular, state_of, walk

ROOTS = ("storage", "project")
"""Folders of a data folder that may hold a tree, the newer layout first."""

_DEEPEST_CHILD = 16
_SESSION = re.compile(r"ses_[A-Za-z0-9_-]{1,200}")


@dataclass(frozen=True, slots=True)
class _Layout:
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


def trees(folder: Path) -> list[Path]:
    """The trees of a data folder, the newer layout first; links are passed over."""
    named = [folder / name for name in ROOTS]
    return [root for root in named if not root.is_symlink() and is_tree(root)]


def is_tree(root: Path) -> bool:
    """Whether a folder holds sessions in one of the layouts. Opens no file."""
    return any(True for layout in _layouts(root) for _ in _own_files(layout))


def tree_sessions(root: Path, elsewhere: AbstractSet[str]) -> list[tuple[str, FileState]]:
    """The sessions by id: the own file of each, with bytes and newest time of all its files.

    A message or part that is added, changed or deleted changes one of the two.

    Args:
        root: The tree.
        elsewhere: Ids that are read from another place.
    """
    found: dict[str, FileState] = {}
    for layout in _layouts(root):
        for name, state in _with_records(layout).items():
            _keep_newest(found, name, state)
    return sorted((name, state) for name, state in found.items() if name not in elsewhere)


def read_tree_session(path: Path, root: Path) -> StoredSession | None:
    """All records of one session, or None when it is gone.

    Args:
        path: Its own file, as ``tree_sessions`` gives it.
        root: The tree.

    Raises:
        BadData: its own file is damaged.
        NotPermitted: its own file cannot be opened.
    """
    try:
        document = read_document(path, root)
    except ReflectError:
        if state_of(path) is None:
            return None
        raise
    info = table(document.value)
    if not info:
        raise BadData(f"{path} holds no session")
    layout = next((one for one in _layouts(root) if path.is_relative_to(one.infos)), None)
    if layout is None:
        return None
    reader = _Reader(root, document.size)
    messages = []
    for state, content in reader.objects(layout.messages / path.stem):
        name = words(content.get("id")) or state.path.stem
        folder = layout.parts_of(path.stem, state.path.stem)
        parts = [{"id": file.path.stem, **part} for file, part in reader.objects(folder)]
        messages.append(StoredMessage(name, name, _named_error(content), tuple(parts)))
    if layout.project == "global":
        # 0.5 keeps all folders without a repository together, and says so by this name alone.
        info = {**info, "projectID": layout.project}
    stored = StoredSession(
        id=words(info.get("id")) or path.stem,
        info=info,
        messages=tuple(sorted(messages, key=_order)),
        worktree=_worktree(path, root),
        run_by_parent=_run_by_parent(info, path, root),
        records=reader.records,
        bytes=reader.bytes,
        bad=dict(reader.bad),
    )
    return stored if stored.worktree is not None else replace(stored, worktree=git_root(stored))


class _Reader:
    """Reads the records of one session and counts what it meets."""

    def __init__(self, root: Path, size: int) -> None:
        self.root = root
        self.records = 1
        self.bytes = size
        self.bad: Counter[BadRecord] = Counter()

    def objects(self, folder: Path) -> Iterator[tuple[FileState, Json]]:
        """The objects of a folder by name; what is none is counted and passed over."""
        for state in _files(folder):
            try:
                with open_regular(state.path, self.root) as file:
                    data = file.read(LARGEST_DOCUMENT)
            except ReflectError:
                if state_of(state.path) is None:
                    continue  # deleted by the client since it was listed
                raise
            self.records += 1
            self.bytes += len(data)
            try:
                value = decode(data)
            except Undecodable as problem:
                self.bad[problem.kind] += 1
                continue
            if isinstance(value, dict):
                yield state, value
            else:
                self.bad[BadRecord.NOT_AN_OBJECT] += 1


def _layouts(root: Path) -> list[_Layout]:
    """The places under a folder where sessions may be; one for each project of 0.5."""
    if (root / "session").is_dir():
        return [_Layout(root / "session", root / "message", root / "part")]
    found = []
    for folder in _folders(root):
        base = folder / "storage" / "session"
        if (base / "info").is_dir():
            found.append(_Layout(base / "info", base / "message", base / "part", folder.name))
    return found


def _folders(root: Path) -> list[Path]:
    """The folders in a folder; none where it is no folder, or may not be listed."""
    try:
        return sorted(path for path in root.iterdir() if path.is_dir() and not path.is_symlink())
    except OSError:
        return []


def _files(folder: Path) -> Iterator[FileState]:
    """The JSON files under a folder; none where it is a link, no folder, or may not be listed."""
    if folder.is_symlink():
        return
    try:
        yield from walk(folder, (".json",))
    except ReflectError:
        return


def _own_files(layout: _Layout) -> Iterator[FileState]:
    """The files of sessions; what others keep in such a folder has other names."""
    return (state for state in _files(layout.infos) if _SESSION.fullmatch(state.path.stem))


def _with_records(layout: _Layout) -> dict[str, FileState]:
    """The sessions of a layout, each with the bytes and newest time of all its files."""
    infos: dict[str, FileState] = {}
    for state in _own_files(layout):
        _keep_newest(infos, state.path.stem, state)
    holder: dict[str, str] = {}
    for state in _files(layout.messages):
        holder[state.path.stem] = state.path.parent.name
        _add(infos, state.path.parent.name, state)
    for state in _files(layout.parts):
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


def _named_error(info: Json) -> Json:
    """The fields of a message with the name that later versions give an error of the provider."""
    error = table(info.get("error"))
    said = words(table(error.get("data")).get("message")) or ""
    if error.get("name") != "UnknownError" or not said.startswith(wordings.CALL_FAILED):
        return info
    return {**info, "error": {**error, "name": "APIError"}}


def _order(message: StoredMessage) -> tuple[int, str]:
    return created(message), message.id


def _object(path: Path, root: Path) -> Json:
    """The object of a file; an empty one where there is none."""
    try:
        return table(read_document(path, root).value)
    except ReflectError:
        return {}


def _worktree(path: Path, root: Path) -> str | None:
    """Root of the repository of a session; 0.5 has no such record."""
    project = _object(root / "project" / f"{path.parent.name}.json", root)
    return words(project.get("worktree")) if project.get("vcs") == "git" else None


def _run_by_parent(info: Json, path: Path, root: Path) -> bool:
    """Whether ``opencode run`` drives a session above this one."""
    for _ in range(_DEEPEST_CHILD):
        above = words(info.get("parentID"))
        if above is None or not _SESSION.fullmatch(above):
            return False
        info = _object(path.with_name(f"{above}.json"), root)
        if is_run(info.get("permission")):
            return True
    return False

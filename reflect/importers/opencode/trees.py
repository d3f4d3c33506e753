"""Trees of JSON files, one for each session, message and part, written before 1.2.

## Where

``storage`` (1.1) and ``project`` (0.5) in the data folder, beside the database. 1.2 takes the files
of 1.1 into its database at its first start, and leaves them behind: a session that a database
beside a tree holds too is read from the database only, and one of ``project`` that ``storage``
holds too from ``storage`` only. 1.18 takes nothing over: of who skipped 1.2 the files are all.

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

Trees recorded from 0.5.29 and 1.1.65, number by number against the scenarios that were played; the
database that 1.2.27 makes of the second gives the same sessions.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from reflect.errors import BadData, ReflectError
from reflect.importers.opencode import wordings
from reflect.importers.opencode.conversation import is_run
from reflect.importers.opencode.fields import Json, table, words
from reflect.importers.opencode.layouts import SESSION, files, layouts
from reflect.importers.opencode.records import StoredMessage, StoredSession, created
from reflect.importers.opencode.session import git_root
from reflect.model.vocabulary import BadRecord
from reflect.stores.documents import LARGEST_DOCUMENT, Undecodable, decode, read_document
from reflect.stores.files import FileState, open_regular, state_of

_DEEPEST_CHILD = 16


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
    layout = next((one for one in layouts(root) if path.is_relative_to(one.infos)), None)
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
        for state in files(folder):
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
        if above is None or not SESSION.fullmatch(above):
            return False
        info = _object(path.with_name(f"{above}.json"), root)
        if is_run(info.get("permission")):
            return True
    return False

"""The tasks of a session: what the human asked for, and which files the work on it touched.

A task begins with a request that is no fault report, and goes on until the next one whose work
touches other files in other folders. Requests about the same files are the same task.
"""

from reflect.features.edits import FileKind, base_name
from reflect.features.once import once
from reflect.features.own_words import split
from reflect.features.session_features import SessionFeatures, Step, TurnFeatures
from reflect.model.frozen import dataclass
from reflect.model.vocabulary import Act, MessageKind, Tool

LEAST_WORDS = 5
"""Words of the human's own from which a request can stand for itself."""

COMMON = frozenset({"", ".", "~", "src", "lib", "app", "tests", "test", "docs", "packages", "cmd"})
"""Folders that tell nothing about what is being worked on."""


@dataclass(frozen=True, slots=True)
class Task:
    """One task."""

    first: TurnFeatures
    """The turn with the request."""
    turns: tuple[TurnFeatures, ...]
    """All its turns."""
    edited: frozenset[str]
    """Source files that were changed, as named."""
    touched: frozenset[str]
    """Names of all files that were read or changed."""
    folders: frozenset[str]
    """Names of the innermost folders of the edited files."""


@once
def tasks(session: SessionFeatures) -> tuple[Task, ...]:
    """The tasks of a session with work in them, in order."""
    groups: list[list[TurnFeatures]] = []
    for turn in session.turns:
        if not groups or _opens(turn):
            groups.append([turn])
        else:
            groups[-1].append(turn)
    found: list[Task] = []
    for group in groups:
        one = _task(group)
        if found and not _other(found, one):
            found[-1] = _joined(found[-1], one)
        elif one.edited:
            found.append(one)
    return tuple(found)


def _opens(turn: TurnFeatures) -> bool:
    """Whether a turn can open a task: a request with words enough of its own."""
    message = turn.exchange.message
    if message is None or turn.act is not Act.NEW_REQUEST or message.kind is MessageKind.STEER:
        return False
    return len(split(message.text).words.split()) >= LEAST_WORDS


def _task(group: list[TurnFeatures]) -> Task:
    steps = [s for turn in group for s in turn.steps if s.ran and not s.call.by_human]
    edited = frozenset(
        change.path
        for step in steps
        if step.succeeded and step.call.tool in (Tool.EDIT, Tool.WRITE)
        for change in step.changes
        if change.kind is FileKind.SOURCE
    )
    touched = frozenset(name for step in steps for name in _names(step))
    folders = frozenset(_folder(path) for path in edited) - COMMON
    return Task(group[0], tuple(group), edited, touched, folders)


def _joined(task: Task, more: Task) -> Task:
    """A task with the turns that went on with it."""
    return Task(
        task.first,
        task.turns + more.turns,
        task.edited | more.edited,
        task.touched | more.touched,
        task.folders | more.folders,
    )


def _names(step: Step) -> list[str]:
    paths = [change.path for change in step.changes]
    if step.call.path:
        paths.append(step.call.path)
    return [base_name(path) for path in paths if path]


def _folder(path: str) -> str:
    parts = path.replace("\\", "/").split("/")
    return parts[-2] if len(parts) > 1 else ""


def _other(found: list[Task], one: Task) -> bool:
    """Whether a group changes files that no task before it touched, in folders of their own."""
    if not one.edited:
        return False
    return not any(
        _base(one.edited) & task.touched
        or _base(task.edited) & one.touched
        or one.folders & task.folders
        for task in found
    )


def _base(paths: frozenset[str]) -> frozenset[str]:
    return frozenset(base_name(path) for path in paths)

"""Which files a call changed, and what sort of files they are.

Edit and write tools name their file; a patch names several inside its text; a shell line changes
files by redirection, ``sed -i``, ``mv``, ``rm``, ``git checkout`` and the like.
"""

import json
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path

from reflect.derived import toml
from reflect.features.commands import Command
from reflect.features.programs import CommandKind
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.session import ToolCall
from reflect.model.vocabulary import Tool
from reflect.regex import compiled

PATCHED = compiled(r"\*\*\* (Update|Add|Delete) File: (.+?)(?=\\n|\\r|\n|\"|$)", re.M)
PATCH_TOOLS = ("apply_patch", "patch", "applypatch")
GIT_CHANGES = frozenset(
    {"git checkout", "git restore", "git apply", "git am", "git stash", "git reset", "git revert"}
)
GIT_CHANGES |= {"git merge", "git rebase", "git cherry-pick", "git pull", "git switch", "git clean"}
EDIT_KEYS = (("old_string", "new_string"), ("oldString", "newString"), ("old_str", "new_str"))


class FileKind(StrEnum):
    """What a file is for."""

    SOURCE = "source"
    DOCUMENT = "document"
    CONFIGURATION = "configuration"
    SCRATCH = "scratch"


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file that a call changed, or tried to change."""

    path: str
    """As the call names it; empty where a command changes files it does not name."""
    kind: FileKind
    """What it is for."""
    whole: bool
    """Written whole: its earlier content did not matter."""


@dataclass(frozen=True, slots=True)
class _Tables:
    """What ``files.toml`` holds."""

    source: frozenset[str]
    """Endings of source files."""
    documents: frozenset[str]
    """Endings of texts."""
    comment_marks: tuple[str, ...]
    """What a line of comment begins with."""
    scratch: tuple[str, ...]
    """Parts of paths that are thrown away."""


@cache
def _tables() -> _Tables:
    data = toml(Path(__file__).parent / "data" / "files.toml")
    return _Tables(
        frozenset(data["source"]),
        frozenset(data["documents"]),
        tuple(data["comment_marks"]),
        tuple(data["scratch"]),
    )


@lru_cache(maxsize=8192)
def file_kind(path: str) -> FileKind:
    """What a file is for, by its path."""
    tables = _tables()
    name = path.replace("\\", "/")
    for mark in tables.scratch:
        if mark in name:
            return FileKind.SCRATCH
    base = name.rsplit("/", 1)[-1]
    ending = base.rsplit(".", 1)[-1].lower() if "." in base else ""
    if ending in tables.source:
        return FileKind.SOURCE
    if ending in tables.documents or base in ("LICENSE", "CHANGELOG", "README"):
        return FileKind.DOCUMENT
    return FileKind.CONFIGURATION


@lru_cache(maxsize=8192)
def base_name(path: str) -> str:
    """Last part of a path: equal in every worktree and under every spelling of its folder."""
    return path.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]


def changes(call: ToolCall[Redacted], commands: tuple[Command, ...]) -> tuple[FileChange, ...]:
    """The files a call changed, or would have changed had it succeeded; in order, each once."""
    if not commands and call.tool not in (Tool.EDIT, Tool.WRITE):
        return ()
    found: dict[str, FileChange] = {}
    for path, whole in _paths(call, commands):
        if path not in found:
            found[path] = FileChange(path, file_kind(path), whole)
    return tuple(found.values())


def _paths(call: ToolCall[Redacted], commands: tuple[Command, ...]) -> Iterator[tuple[str, bool]]:
    if call.tool in (Tool.EDIT, Tool.WRITE):
        patch = call.name.lower() in PATCH_TOOLS or (call.arguments or "").find("*** ") >= 0
        if patch and call.arguments:
            named = PATCHED.findall(call.arguments)
            yield from ((path.strip(), what != "Update") for what, path in named)
            if named:
                return
        if call.path:
            yield call.path, call.tool is Tool.WRITE
        return
    for command in commands:
        yield from _shell_paths(command)
        if command.heredoc and call.command and "*** Begin Patch" in call.command:
            named = PATCHED.findall(call.command)
            yield from ((path.strip(), what != "Update") for what, path in named)


def _shell_paths(command: Command) -> Iterator[tuple[str, bool]]:
    yield from ((path, True) for path in command.writes)
    if command.kind is not CommandKind.MUTATE:
        return
    words = [w for w in command.argv[1:] if not w.startswith("-")]
    if command.program in ("sed", "perl"):
        yield from ((w, False) for w in words if "." in w and not re.search(r"[|;{}$^\s]", w))
    elif command.program in ("mv", "cp", "rm", "tee", "dd", "truncate", "install", "rsync"):
        yield from ((w, True) for w in words)
    elif command.head in GIT_CHANGES or command.program == "patch":
        named = [w for w in words if "." in w.rsplit("/", 1)[-1]]
        if command.head in ("git checkout", "git restore") and named:
            yield from ((w, True) for w in named)
        else:
            yield "", True


def comments_only(call: ToolCall[Redacted]) -> bool:
    """Whether an edit changed nothing but comments and white space, as far as its arguments say."""
    changed = pairs(call)
    return bool(changed) and all(code_lines(old) == code_lines(new) for old, new in changed)


def pairs(call: ToolCall[Redacted]) -> tuple[tuple[str, str], ...]:
    """Old and new text of each place that an edit changed, as far as its arguments say."""
    return _pairs(call.arguments) if call.arguments else ()


@lru_cache(maxsize=256)
def _pairs(told: str) -> tuple[tuple[str, str], ...]:
    """Several detectors ask about one edit, each about all edits of a session at once."""
    try:
        arguments = json.loads(told)
    except ValueError:
        return ()
    if not isinstance(arguments, dict):
        return ()
    edits = arguments.get("edits")
    found = [p for e in (edits if isinstance(edits, list) else [arguments]) for p in _pair(e)]
    found += [p for text in arguments.values() if isinstance(text, str) for p in _patched(text)]
    return tuple(found)


def _patched(text: str) -> Iterator[tuple[str, str]]:
    """Removed and added lines of a patch."""
    if "*** Begin Patch" in text:
        lines = text.splitlines()
        removed = (line[1:] for line in lines if line.startswith("-"))
        added = (line[1:] for line in lines if line.startswith("+"))
        yield "\n".join(removed), "\n".join(added)


def _pair(edit: object) -> Iterator[tuple[str, str]]:
    if not isinstance(edit, Mapping):
        return
    for old, new in EDIT_KEYS:
        if isinstance(edit.get(old), str) and isinstance(edit.get(new), str):
            yield edit[old], edit[new]
            return


def code_lines(text: str) -> list[str]:
    """Lines that are neither empty nor comments, without indentation."""
    marks = _tables().comment_marks
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith(marks)]

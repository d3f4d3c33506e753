"""The story files: what the user typed, what the agent did, what a reviewer must find.

A story is a folder of YAML files. Its notation is described in ``stories/README.md``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import yaml

HOME = "/home/dev"
STORIES = Path(__file__).parent / "stories"
CODES = (
    "correction_after_claim",
    "claim_without_verification",
    "repeated_failure",
    "edit_before_read",
    "stopped_by_user",
    "unapproved_outward_act",
    "polling_by_sleep",
    "missing_environment",
    "repeated_instruction",
    "discuss_implement_slip",
    "second_task_in_session",
    "scope_growth",
    "report_contradicts_check",
    "masked_verification",
    "check_too_narrow",
    "silent_no_op_edit",
    "failed_edit",
    "call_loop",
    "crowded_context",
    "needless_question",
    "stops_early",
    "missed_sibling",
    "write_tried_harmlessly",
)
_TOOLS = ("read", "edit", "write", "run", "search", "task", "ask")
_SESSION_KEYS = {
    *("name", "agent", "project", "start", "title", "language", "branch"),
    *("must", "may", "must_not", "files", "turns"),
}


@dataclass(frozen=True, slots=True)
class Project:
    """A made-up repository."""

    name: str
    """Folder below ``~/work``."""
    root: str
    """Absolute path."""
    root_commit: str
    """SHA-1 of the first commit: OpenCode's id of the project."""
    recent_commits: str
    """What ``git log --oneline`` says at the start of every session."""
    instructions: Mapping[str, str]
    """Instruction file → text, as Claude Code loads them."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing the agent did: words, one call of a tool, or several calls issued together."""

    kind: str
    """``say``, ``together`` or the name of a tool."""
    value: str
    """The words, the path, the command, the pattern or the description."""
    options: Mapping[str, Any]
    """The other keys of the step."""
    steps: tuple["Step", ...] = ()
    """Of ``together`` the calls, of ``task`` what the sub-agent did."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What the user typed and all that the agent did until the next prompt."""

    prompt: str
    """The user's words."""
    after: int | None
    """Seconds since the agent stopped; None takes a plausible pause."""
    steps: tuple[Step, ...]
    """What the agent did."""


@dataclass(frozen=True, slots=True)
class SampleSession:
    """One session of a story."""

    name: str
    """Unique among all sessions."""
    agent: str
    """``claude-code`` or ``opencode``."""
    project: Project
    """Where it ran."""
    started: int
    """Milliseconds since the epoch."""
    title: str
    """As the client would name it."""
    language: str
    """Language the user writes."""
    branch: str
    """Git branch."""
    must: tuple[str, ...]
    """Codes that must be found."""
    may: tuple[str, ...]
    """Codes that may be found."""
    must_not: tuple[str, ...]
    """Of a near-miss: the codes it comes close to."""
    files: Mapping[str, str]
    """Path in the repository → text at the start."""
    turns: tuple[Turn, ...]
    """The conversation."""


@dataclass(frozen=True, slots=True)
class Story:
    """A habit that shows in several sessions, or a set of sessions that show none."""

    name: str
    """Name of the story."""
    kind: str
    """``story``, ``near_miss`` or ``clean``."""
    sentence: str
    """What happens."""
    expected: tuple[str, ...]
    """Codes by which it must be found."""
    patterns: tuple[Mapping[str, Any], ...]
    """``code`` and the names of the ``sessions`` that belong together."""
    sessions: tuple[SampleSession, ...]
    """Its sessions, oldest first."""


def load_stories() -> tuple[Story, ...]:
    """All stories, in the order of their folders.

    Raises ``ValueError`` naming the session when a story file says something unknown.
    """
    projects = {p.name: p for p in _projects()}
    return tuple(
        _story(folder, projects) for folder in sorted(STORIES.iterdir()) if folder.is_dir()
    )


def _projects() -> Iterator[Project]:
    for name, entry in _document(STORIES / "projects.yaml").items():
        yield Project(
            name=name,
            root=f"{HOME}/work/{name}",
            root_commit=entry["root_commit"],
            recent_commits=entry["recent_commits"].strip(),
            instructions=entry["instructions"],
        )


def _document(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return content


def _story(folder: Path, projects: Mapping[str, Project]) -> Story:
    document = _document(folder / "story.yaml")
    entries = [_document(p) for p in folder.glob("*.yaml") if p.name != "story.yaml"]
    sessions = sorted((_session(e, projects) for e in entries), key=lambda s: s.started)
    return Story(
        name=document["name"],
        kind=document["kind"],
        sentence=document["sentence"].strip(),
        expected=tuple(document.get("expected", ())),
        patterns=tuple(document.get("patterns", ())),
        sessions=tuple(sessions),
    )


def _session(entry: Mapping[str, Any], projects: Mapping[str, Project]) -> SampleSession:
    name = entry["name"]
    unknown = set(entry) - _SESSION_KEYS
    codes = {*entry.get("must", ()), *entry.get("may", ()), *entry.get("must_not", ())}
    if unknown or codes - set(CODES):
        raise ValueError(f"{name}: unknown {sorted(unknown | (codes - set(CODES)))}")
    start = datetime.strptime(entry["start"], "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
    return SampleSession(
        name=name,
        agent=entry["agent"],
        project=projects[entry["project"]],
        started=int(start.timestamp()) * 1000,
        title=entry["title"],
        language=entry.get("language", "en"),
        branch=entry.get("branch", "main"),
        must=tuple(entry.get("must", ())),
        may=tuple(entry.get("may", ())),
        must_not=tuple(entry.get("must_not", ())),
        files=entry.get("files", {}),
        turns=tuple(_turn(turn, name) for turn in entry["turns"]),
    )


def _turn(entry: Mapping[str, Any], name: str) -> Turn:
    return Turn(
        prompt=entry["user"].strip(),
        after=entry.get("after"),
        steps=tuple(_step(step, name) for step in entry["do"]),
    )


def _step(entry: Mapping[str, Any], name: str) -> Step:
    kind, value = next(iter(entry.items()))
    if kind not in ("say", "together", *_TOOLS):
        raise ValueError(f"{name}: unknown step {kind}")
    options = {key: option for key, option in entry.items() if key not in (kind, "do")}
    if kind == "together":
        return Step(kind, "", options, tuple(_step(step, name) for step in value))
    inner = tuple(_step(step, name) for step in entry.get("do", ()))
    return Step(kind, value.strip() if kind == "say" else value, options, inner)

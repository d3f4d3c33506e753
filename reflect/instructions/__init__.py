"""Rule files of a project as they lie on disk now: what is written down already.

Comes in: a project folder. Goes out: the lines of its instruction files. Only the files named in
``FILES`` are opened, and only inside the folder: links out of it are not followed.
Which files agents load was measured on OpenCode 1.18.33, Claude Code 2.1.332 and Codex 0.171.0.
"""

from pathlib import Path

from reflect.errors import ReflectError
from reflect.stores.files import open_regular

FILES = (
    "AGENTS.md",
    "CLAUDE.md",
    "CLAUDE.local.md",
    "CONTEXT.md",
    ".claude/CLAUDE.md",
    ".github/copilot-instructions.md",
)
"""Instruction files, relative to the project."""

MOST_BYTES = 262_144
"""Codex cuts at 32 KB, Claude Code warns at 40,000 characters: more is no rule file."""


def lines(project: Path) -> list[str]:
    """Distinct non-empty lines of the project's instruction files, in their order.

    Empty when the project is gone. A file that cannot be read is passed over: what is proposed
    may then exist already, and the reader sees the file it would go into.
    """
    found: dict[str, None] = {}
    for name in FILES:
        for line in _text(project / name, project).splitlines():
            if line.strip():
                found[line.strip()] = None
    return list(found)


def _text(file: Path, project: Path) -> str:
    try:
        if not file.is_file():
            return ""
        with open_regular(file, project) as stream:
            return stream.read(MOST_BYTES).decode("utf-8", "replace")
    except (ReflectError, OSError):
        # A record may name a folder no system can have: a name of 5,000 characters.
        return ""

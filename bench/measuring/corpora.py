"""The corpora of one bench: made once, used by every figure."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from make_corpus import make


@dataclass(frozen=True, slots=True)
class Corpus:
    """One generated home folder."""

    folder: Path
    """Holds ``home`` and ``truth.json``."""
    truth: dict[str, Any]
    """What was written."""

    @property
    def home(self) -> Path:
        """To be used as HOME."""
        return self.folder / "home"

    @property
    def database(self) -> Path:
        """OpenCode's database; may not exist."""
        return self.home / ".local" / "share" / "opencode" / "opencode.db"

    @property
    def bytes(self) -> int:
        """Source bytes: lines of Claude Code and records of OpenCode."""
        return sum(self.truth[agent]["bytes"] for agent in self.agents)

    @property
    def files(self) -> int:
        """Files and sessions of databases."""
        return sum(
            self.truth[agent].get("files", self.truth[agent]["sessions"]) for agent in self.agents
        )

    @property
    def agents(self) -> list[str]:
        """Agents it holds sessions of."""
        return [agent for agent in ("claude-code", "opencode") if agent in self.truth]

    def transcripts(self) -> list[Path]:
        """Files of Claude Code, in a set order."""
        return sorted((self.home / ".claude").rglob("*.jsonl"))


def corpus(
    folder: Path,
    *,
    claude_mb: float,
    opencode_mb: float = 0,
    claude_files: int | None = None,
    small: bool = False,
) -> Corpus:
    """Make a corpus in a new folder."""
    make(
        folder,
        claude_mb=claude_mb,
        opencode_mb=opencode_mb,
        claude_files=claude_files,
        small=small,
    )
    return Corpus(folder, json.loads((folder / "truth.json").read_text(encoding="utf-8")))

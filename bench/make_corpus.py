"""Writes a large, deterministic corpus of session stores (standard library only).

    python bench/make_corpus.py --claude-mb 300 --opencode-mb 100 --out DIR [--seed 1]
    python bench/make_corpus.py --claude-mb 400 --claude-files 10000 --small --out DIR

``DIR/home`` gets ``.claude/projects`` and ``.local/share/opencode/opencode.db``, so that
HOME=DIR/home works for any reader. ``DIR/truth.json`` holds the counts a correct importer must
find, and every secret and every look-alike that was planted. ``--small``: sessions of one turn.
"""

import argparse
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from corpus.claude_code import ClaudeCode
from corpus.opencode import OpenCode
from corpus.planted import Planting
from corpus.text import Text


def make(
    out: Path,
    *,
    claude_mb: float = 0,
    opencode_mb: float = 0,
    claude_files: int | None = None,
    small: bool = False,
    seed: int = 1,
) -> dict[str, object]:
    """Write a corpus into a folder; returns what ``truth.json`` holds."""
    draw, planting, home = random.Random(seed), Planting(random.Random(seed + 1)), out / "home"
    text = Text(draw, planting)
    truth: dict[str, object] = {"seed": seed}
    if claude_mb:
        claude_code = ClaudeCode(draw, text, home, small=small)
        claude_code.write(claude_mb * 1e6, claude_files)
        truth["claude-code"] = dict(sorted(claude_code.truth.items()))
    if opencode_mb:
        opencode = OpenCode(draw, text, home, small=small)
        opencode.write(opencode_mb * 1e6)
        truth["opencode"] = dict(sorted(opencode.truth.items()))
    truth["planted"] = planting.truth()
    out.mkdir(parents=True, exist_ok=True)
    (out / "truth.json").write_text(json.dumps(truth, indent=1, ensure_ascii=False) + "\n")
    return truth


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--claude-mb", type=float, default=0)
    parser.add_argument("--opencode-mb", type=float, default=0)
    parser.add_argument("--claude-files", type=int, help="stop at that many files")
    parser.add_argument("--small", action="store_true", help="sessions of one turn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args(words)
    truth = make(
        asked.out,
        claude_mb=asked.claude_mb,
        opencode_mb=asked.opencode_mb,
        claude_files=asked.claude_files,
        small=asked.small,
        seed=asked.seed,
    )
    counts = {agent: truth[agent] for agent in ("claude-code", "opencode") if agent in truth}
    print(json.dumps(counts, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())

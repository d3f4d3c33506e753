"""Writes ``sample_sessions/`` from the stories in ``scripts/samples/stories``.

    python scripts/make_sample_sessions.py           # write
    python scripts/make_sample_sessions.py --check   # fail when a file differs

The same stories give the same bytes on every machine. ``sample_sessions/README.md`` is written by
hand.
"""

import argparse
import json
import shutil
import sys
from pathlib import Path

from samples import claude_code, opencode
from samples.expectations import truth
from samples.playback import play
from samples.story import load_stories

PLACE = Path(__file__).parent.parent / "sample_sessions"
BY_HAND = {"README.md"}


def outputs() -> dict[str, str]:
    """Path below ``sample_sessions/`` → text of every generated file."""
    stories = load_stories()
    playbacks = [play(session) for story in stories for session in story.sessions]
    written: dict[str, str] = {}
    for playback in playbacks:
        if playback.session.agent == "claude-code":
            for path, text in claude_code.files(playback):
                written[f"claude_code/{path}"] = text
    others = [p for p in playbacks if p.session.agent == "opencode"]
    written["opencode/opencode.sql"] = opencode.database(others)
    expected = truth(stories, playbacks)
    written["stories.json"] = json.dumps(expected, ensure_ascii=False, indent=1) + "\n"
    return written


def differing(written: dict[str, str]) -> list[str]:
    """Paths that are missing, changed or no longer made."""
    present = {
        path.relative_to(PLACE).as_posix(): path for path in PLACE.rglob("*") if path.is_file()
    }
    stale = set(present) - set(written) - BY_HAND
    changed = {
        name
        for name, text in written.items()
        if name not in present or present[name].read_bytes() != text.encode()
    }
    return sorted(stale | changed)


def write(written: dict[str, str]) -> None:
    """Replace all generated files."""
    for folder in ("claude_code", "opencode"):
        shutil.rmtree(PLACE / folder, ignore_errors=True)
    for name, text in written.items():
        path = PLACE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def main() -> int:
    """Run from the command line; 1 when ``--check`` finds a difference."""
    parser = argparse.ArgumentParser(description="Write or check sample_sessions/.")
    parser.add_argument("--check", action="store_true", help="change nothing, name what differs")
    if not parser.parse_args().check:
        written = outputs()
        write(written)
        size = sum(len(text.encode()) for text in written.values())
        print(f"{len(written)} files, {size:,} bytes")
        return 0
    names = differing(outputs())
    for name in names:
        print(f"differs: {name}", file=sys.stderr)
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main())

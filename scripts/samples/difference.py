"""What an edit changed, in the forms of the two clients."""

import difflib
from typing import Any


def hunks(before: str, after: str, context: int) -> list[dict[str, Any]]:
    """Claude Code's ``structuredPatch``: hunks with ``context`` unchanged lines around a change."""
    old, new = before.splitlines(), after.splitlines()
    out = []
    for group in difflib.SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(
        context
    ):
        lines: list[str] = []
        for tag, old_start, old_end, new_start, new_end in group:
            if tag == "equal":
                lines += [f" {line}" for line in old[old_start:old_end]]
                continue
            lines += [f"-{line}" for line in old[old_start:old_end]]
            lines += [f"+{line}" for line in new[new_start:new_end]]
        first, last = group[0], group[-1]
        out.append(
            {
                "oldStart": first[1] + 1,
                "oldLines": last[2] - first[1],
                "newStart": first[3] + 1,
                "newLines": last[4] - first[3],
                "lines": lines,
            }
        )
    return out


def counts(before: str, after: str) -> tuple[int, int]:
    """Lines added and removed."""
    lines = [line for hunk in hunks(before, after, 0) for line in hunk["lines"]]
    added = sum(line.startswith("+") for line in lines)
    return added, len(lines) - added


def unified(name: str, before: str, after: str, context: int, stamp: str = "") -> str:
    """OpenCode's patch text; ``stamp`` follows the names (a tab in the summary of a turn)."""
    out = [f"Index: {name}", "=" * 67, f"--- {name}{stamp}", f"+++ {name}{stamp}"]
    for hunk in hunks(before, after, context):
        old = f"{hunk['oldStart']},{hunk['oldLines']}"
        new = f"{hunk['newStart']},{hunk['newLines']}"
        out += [f"@@ -{old} +{new} @@", *hunk["lines"]]
    return "\n".join(out) + "\n"

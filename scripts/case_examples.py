"""The first found and the first not-found case of a code, written for readers of its page.

The cases are what the tests run: an example on a page cannot be wrong while the tests pass.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from reflect.model.finding import CodePage

CASES = "tests/detectors"
WHO = {"user": "human", "steer": "human", "answer": "human", "command": "human", "you": "human"}
"""Verbs of the notation that are the human speaking or typing; ``you`` is the own shell."""

STANDING_ALONE = {
    "interrupt": "human      stops the agent",
    "compaction": "client     summarises what was before",
}
WIDTH = 11
"""Columns of the first word, its gap included."""


def examples(root: Path, page: CodePage) -> str:
    """Both cases of a code as Markdown."""
    file = root / CASES / page.family.value / f"{page.name}.yaml"
    cases = list(yaml.safe_load_all(file.read_text(encoding="utf-8")))
    found = next(case for case in cases if "found" in case)
    not_found = next(case for case in cases if "not found" in case)
    return (
        "## Examples\n\n"
        f"From the {len(cases)} cases that its tests run (`{CASES}/{page.family.value}/"
        f"{page.name}.yaml`).\n\n"
        f"**Found:** {found['found']}.\n\n{session(found)}\n"
        f"**Not found:** {not_found['not found']} (guard: {not_found['guard']}).\n\n"
        f"{session(not_found)}"
    )


def session(case: Mapping[str, Any]) -> str:
    """The session of a case as a fenced block, what earlier sessions showed above it."""
    lines: list[str] = []
    for name, values in (case.get("baseline") or {}).items():
        what = "checks known" if name == "verification" else "written down"
        lines += [f"({what} in this project: {value})" for value in values]
    lines += [shown for line in case["session"].splitlines() if (shown := event(line))]
    return "```text\n" + "\n".join(lines) + "\n```\n"


def event(line: str) -> str:
    """One line of the notation with its columns aligned and its outcome spelled out."""
    if line[:1] in ("|", ">", "-", "+"):
        mark = {"|": "", ">": ""}.get(line[0], line[0] + " ")
        return (" " * WIDTH + mark + line[1:].removeprefix(" ")).rstrip()
    if not line.strip():
        return ""
    together = line.startswith("& ")
    columns = [column for column in line.removeprefix("& ").split("  ") if column]
    verb, _, act = columns[0].strip().partition(":")
    rest = [column.strip() for column in columns[1:]]
    if verb in STANDING_ALONE:
        return STANDING_ALONE[verb]
    if verb == "refused":
        return _row("human", "refuses it" + (f": {rest[0]}" if rest else ""))
    if verb == "blocked":
        return _row(rest[0], "refuses it" + (f": {rest[1]}" if rest[1:] else ""))
    if verb == "sub":
        return _row("sub-agent", "  ".join(rest))
    said = WHO.get(verb, verb)
    text = _outcome(rest) if said not in ("human", "agent") or verb == "you" else "  ".join(rest)
    notes = [act.replace("_", " ")] if act else []
    notes += {"steer": ["while the agent works"], "you": ["own shell"]}.get(verb, [])
    notes += ["at the same time"] if together else []
    return _row(said, text + (f"   ({', '.join(notes)})" if notes else ""))


def _row(who: str, text: str) -> str:
    return f"{who:<{WIDTH}}{text}".rstrip()


def _outcome(columns: list[str]) -> str:
    """The call and, behind an arrow, how it ended; success stands unsaid."""
    if len(columns) < 2 or columns[-1] == "ok":
        return columns[0] if columns else ""
    return f"{'  '.join(columns[:-1])}   → {columns[-1]}"

"""What the session had been given: instruction files and skills. None of it is conversation."""

import re

from reflect.importers.codex.decoding import content_items
from reflect.importers.codex.records import Payload
from reflect.importers.codex.state import Reading
from reflect.model.session import ContextItem
from reflect.model.vocabulary import ContextKind

_SKILL = re.compile(r"(?m)^- ([\w.:-]{1,80}): [^\n]{0,4096}\(file: [^\n]{1,4096}\)")
_SKILLS_HEADING = "## Skills"


def give_instructions(
    reading: Reading, name: str, content: str, number: int, sent_at: str | None
) -> None:
    """Lines of an instruction file, and the skills that some versions list behind them (0.93)."""
    kind, _, folder = name.partition(":")
    if kind not in ("AGENTS.md", "user_instructions"):
        return
    text, heading, skills = content.partition(f"\n{_SKILLS_HEADING}\n")
    path = f"{folder.rstrip('/')}/AGENTS.md" if folder else "AGENTS.md"
    lines = tuple(text.strip("\n").split("\n"))
    if any(lines):
        reading.give(ContextItem(ContextKind.INSTRUCTIONS, path, str(number), sent_at, lines))
    if heading:
        _give_skills(reading, skills, number, sent_at)


def read_developer(reading: Reading, payload: Payload, number: int, sent_at: str | None) -> None:
    """A developer message: only the names of skills in it are kept (0.124 on)."""
    for item in content_items(payload.content):
        if item.text and _SKILLS_HEADING in item.text[:200]:
            _give_skills(reading, item.text, number, sent_at)


def _give_skills(reading: Reading, text: str, number: int, sent_at: str | None) -> None:
    for found in _SKILL.finditer(text):
        reading.give(ContextItem(ContextKind.SKILL, found[1], str(number), sent_at))

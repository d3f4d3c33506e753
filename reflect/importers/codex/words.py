"""What a message with the role of the user holds: the human's words, or text of the client.

Codex keeps instructions, the environment, notices and markers as ``role=user``. Where the client
says whose a text is (``provenance``, 0.171; events, all versions) that decides; here stand the
forms of its own texts, for rollouts without either. Only a whole wrapper at the beginning counts:
a prompt that quotes one stays a prompt, and words behind a wrapper are kept.
"""

import re

from reflect.model.frozen import dataclass

TAGS = frozenset(
    (
        "user_instructions", "environment_context", "environments", "turn_aborted",
        "subagent_notification", "subagent_notifications", "user_shell_command", "user_action",
        "skill", "skills_instructions", "apps_instructions", "plugins_instructions",
        "recommended_plugins", "goal_context", "codex_internal_context", "permissions",
        "permissions instructions", "collaboration_mode", "model_switch", "personality_spec",
        "token_budget", "context_window_guidance", "memory_context", "system-reminder",
    )
)  # fmt: skip
"""Elements that the client writes around text that nobody typed (0.47–0.171)."""

TURN_ABORTED, NOTIFICATION, SHELL, REVIEW_RESULT = (
    "turn_aborted",
    "subagent_notification",
    "user_shell_command",
    "user_action",
)
"""Elements that mean something for the turn."""

QUOTING = frozenset((NOTIFICATION, SHELL, REVIEW_RESULT))
"""Elements that hold text of others, which may hold anything: they end at the last closing tag."""

INSTRUCTIONS = re.compile(r"# AGENTS\.md instructions(?: for (?P<folder>[^\n]{1,4096}))?\n")
SUMMARIES = (
    "Another language model started to solve this problem and produced a summary",
    "You were originally given instructions from a user over one or more turns.",
)
WARNINGS = (
    "Warning: apply_patch was requested via ",
    "Warning: The maximum number of unified exec",
)
EDITOR = ("# Context from my IDE setup:", "# Files mentioned by the user:")
REQUEST = re.compile(r"(?m)^## My request for Codex:[ \t]*\n?")
"""Heading behind which the words stand that were typed into an editor's extension."""

_OPENING = re.compile(r"<([a-z_-]{3,40})(?: instructions)?(?: [a-z_]{1,20}=\"[^\"\n]{0,200}\")*>")
_IMAGE = re.compile(r"<image(?: name=\[[^\]\n]{0,60}\])?(?: path=\"[^\"\n]{0,4096}\")?>|</image>")


@dataclass(frozen=True, slots=True)
class Words:
    """One text, taken apart."""

    text: str
    """What is not the client's; empty where nothing is."""
    wrappers: tuple[tuple[str, str], ...] = ()
    """Name and content of each wrapper before it."""


def read_text(text: str) -> Words:
    """Take off what the client put before the human's words."""
    wrappers: list[tuple[str, str]] = []
    stripped = rest = text.strip()
    while rest.startswith(("<", "# AGENTS.md")):
        if image := _IMAGE.match(rest):
            rest = rest[image.end() :].lstrip()
            continue
        found = _instructions(rest) if rest[0] == "#" else _element(rest)
        if found is None:
            break
        name, content, rest = found
        wrappers.append((name, content))
    if rest.startswith(SUMMARIES):
        return Words("", (*wrappers, ("summary", "")))
    if rest.startswith(WARNINGS) and "\n" not in rest:
        return Words("", (*wrappers, ("warning", "")))
    if rest.startswith(EDITOR) and (heading := REQUEST.search(rest)):
        rest = rest[heading.end() :].strip()
        wrappers.append(("editor", ""))
    return Words(text if rest == stripped else rest, tuple(wrappers))


def _element(text: str) -> tuple[str, str, str] | None:
    """Name and content of the element at the beginning, and the rest behind it."""
    opening = _OPENING.match(text)
    if opening is None or opening[1] not in TAGS:
        return None
    find = text.rfind if opening[1] in QUOTING else text.find
    closing = find(f"</{opening[1]}", opening.end())
    if closing < 0:
        return None
    end = text.find(">", closing)
    if end < 0:
        return None
    return opening[1], text[opening.end() : closing], text[end + 1 :].lstrip()


def _instructions(text: str) -> tuple[str, str, str] | None:
    """Folder and lines of ``# AGENTS.md instructions for …`` (0.93 on), and the rest behind it."""
    heading = INSTRUCTIONS.match(text)
    if heading is None:
        return None
    start = text.find("<INSTRUCTIONS>", heading.end())
    end = text.find("</INSTRUCTIONS>", heading.end())
    if start < 0 or end < 0:
        return None
    content = text[start + len("<INSTRUCTIONS>") : end]
    rest = text[end + len("</INSTRUCTIONS>") :].lstrip()
    return f"AGENTS.md:{heading['folder'] or ''}", content, rest

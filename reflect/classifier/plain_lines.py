"""Whether a line that a model wrote is plain: one line, no Markdown, no address, nothing unseen."""

import re
import unicodedata

MARKUP = re.compile(r"[`*<>|#\[\]{}\\⟨⟩]|__|~~|^\s*(?:[-+=]|\d+[.)])\s")
"""Marks of Markdown and HTML, of templates, and of reflect's own place-holders."""

ADDRESS = re.compile(
    r"(?i)\w+:/|\bwww\.|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/|\bjavascript:|\S@\S+\.\w"
)
"""What a reader could follow: an address on the web, with or without its scheme, or of a person."""

UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
"""Categories of characters that steer, hide or break a line."""


def is_plain(line: str) -> bool:
    """Whether a line can be read as it stands and does nothing else."""
    if MARKUP.search(line) or ADDRESS.search(line):
        return False
    return bool(line.strip()) and not any(unicodedata.category(c) in UNSEEN for c in line)

"""What a datum must pass before it stands in a report, one function per place it can stand.

Text of sessions is data. It may hold escape codes that would steer a terminal and marks that would
become a heading, link, image or HTML. After these functions it can only be read.
"""

import re

from reflect.errors import InternalError
from reflect.regex import compiled

UNSEEN = compiled(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 but tab and newline, DEL, C1
    "\xad\u034f\u061c\u070f\u115f\u1160\u17b4\u17b5\u180b-\u180f"  # soft hyphen, joiners, fillers
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f"  # zero width, line separators, bidi
    "\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb"  # fillers, selectors that can carry data, BOM
    "\ud800-\udfff"  # lone surrogates: no encoding can write them
    "\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"  # tag block and further selectors
    "]"
)
"""Characters that steer a terminal or cannot be seen; U+FE0E and U+FE0F (emoji style) may stay."""

MARKS = compiled(r"([\\`*_\[\]<>&|~$#@{}])")
"""Punctuation that Markdown, GitHub's dialect or a mathematics extension reads anywhere."""

AT_LINE_START = compiled(r"^([-+:]|\d+[.)])(?=\s|$)|^([-=])(?=\2)|^(=)$")
"""List marks, rules and underlines of headings."""

ADDRESS = compiled(r"(?i)\b(https?|ftp|mailto|xmpp)(:)|\b(www)(\.)")
"""What is made a link without any mark."""

FILE_NAME = compiled(r"[0-9A-Za-z_][0-9A-Za-z_-]{0,63}")

DEVICE_NAME = compiled(r"(?i)(con|prn|aux|nul|com\d|lpt\d)")
"""Names that are devices on Windows, with any extension."""


class Markdown(str):
    """Text that may stand in a Markdown report as it is; made by this module only."""

    __slots__ = ()


def terminal(text: str) -> str:
    r"""The text with everything that steers a terminal shown: ``\x1b``, ``\u202e``."""
    return UNSEEN.sub(_shown, text)


def _shown(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def one_line(text: str) -> str:
    """The text on one line: runs of white space become one space."""
    return " ".join(terminal(text).split())


def inline(text: str) -> Markdown:
    """The text on one line of a Markdown paragraph, every mark escaped."""
    line = ADDRESS.sub(_broken, MARKS.sub(r"\\\1", one_line(text)))
    return Markdown(AT_LINE_START.sub(_escaped_start, line))


def _broken(match: re.Match[str]) -> str:
    scheme, colon, host, dot = match.groups()
    return f"{scheme or host}\\{colon or dot}"


def _escaped_start(match: re.Match[str]) -> str:
    return f"{match[0][:-1]}\\{match[0][-1]}"


def code(text: str) -> Markdown:
    """The text on one line as a code span, between more backticks than it holds."""
    line = one_line(text)
    if not line:
        return Markdown("—")
    ticks = "`" * (_longest_run(line, "`") + 1)
    space = " " if line.startswith("`") or line.endswith("`") else ""
    return Markdown(f"{ticks}{space}{line}{space}{ticks}")


def fence(text: str) -> Markdown:
    """The text as a fenced block, in a fence longer than any run of backticks in it."""
    shown = terminal(text).strip("\n")
    ticks = "`" * max(3, _longest_run(shown, "`") + 1)
    return Markdown(f"{ticks}text\n{shown}\n{ticks}")


def _longest_run(text: str, mark: str) -> int:
    return max((len(run) for run in re.findall(re.escape(mark) + "+", text)), default=0)


def file_name(name: str) -> str:
    """The name, if a file may have it: names come from run ids and counters, never from data.

    Raises ``InternalError`` for anything else; the name itself is not repeated in the message.
    """
    if not FILE_NAME.fullmatch(name) or DEVICE_NAME.fullmatch(name):
        raise InternalError("a report was about to get an unsafe file name")
    return name

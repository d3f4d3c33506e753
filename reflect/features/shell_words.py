"""Words of a shell line: quotes, escapes, substitutions and heredocs.

Read as far as it goes: a broken quote runs to the end of the text.
"""

import re
from dataclasses import dataclass

from reflect.regex import compiled

SPACE = compiled(r"(?:[ \t\r]|\\\n)+")
HEREDOC = compiled(r"<<-?\s*(['\"]?)([A-Za-z_][\w.-]*)\1")
PLAIN = compiled(r"[^\s'\"\\;|&<>()$`#]+")
DOUBLE_PLAIN = compiled(r'[^"\\$`]+')


@dataclass(slots=True)
class Word:
    """A word while it is read."""

    text: str = ""
    """Its characters without quotes; a substitution stands as ``$()``."""
    inner: tuple[str, ...] = ()
    """Texts of its substitutions."""


def closing(text: str, start: int) -> int:
    """Index of the bracket that closes the one before ``start``; the end if none does."""
    depth, at = 1, start
    while at < len(text):
        char = text[at]
        if char == "\\":
            at += 2
            continue
        if char == "'":
            end = text.find("'", at + 1)
            at = len(text) if end < 0 else end + 1
            continue
        if char == '"':
            at = _double(text, at + 1, Word())
            continue
        heredoc = HEREDOC.match(text, at) if char == "<" else None
        if heredoc:
            _, at = heredoc_end(text, at, heredoc.group(2))
            continue
        if char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
            if depth == 0:
                return at
        at += 1
    return len(text)


def _dollar(text: str, at: int, word: Word) -> int:
    """Read what a ``$`` or a back-quote starts; returns where it ends."""
    if text.startswith("$((", at):
        end = text.find("))", at)
        stop = len(text) if end < 0 else end + 2
        word.text += text[at:stop]
        return stop
    if text.startswith("$(", at):
        end = closing(text, at + 2)
        word.text += "$()"
        word.inner += (text[at + 2 : end],)
        return end + 1
    if text[at] == "`":
        end = text.find("`", at + 1)
        end = len(text) if end < 0 else end
        word.text += "$()"
        word.inner += (text[at + 1 : end],)
        return end + 1
    word.text += "$"
    return at + 1


def _double(text: str, at: int, word: Word) -> int:
    """Read a double-quoted string from behind its quote; returns where it ends."""
    while at < len(text):
        plain = DOUBLE_PLAIN.match(text, at)
        if plain:
            word.text += plain.group()
            at = plain.end()
        elif text[at] == '"':
            return at + 1
        elif text[at] == "\\":
            word.text += text[at + 1 : at + 2]
            at += 2
        else:
            at = _dollar(text, at, word)
    return at


def read_word(text: str, at: int) -> tuple[Word, int]:
    """Read one word."""
    word = Word()
    while at < len(text):
        plain = PLAIN.match(text, at)
        if plain:
            word.text += plain.group()
            at = plain.end()
            continue
        char = text[at]
        if char == "'":
            end = text.find("'", at + 1)
            end = len(text) if end < 0 else end
            word.text += text[at + 1 : end]
            at = end + 1
        elif char == '"':
            at = _double(text, at + 1, word)
        elif char == "\\" and text[at + 1 : at + 2] != "\n":
            word.text += text[at + 1 : at + 2]
            at += 2
        elif char in "$`":
            at = _dollar(text, at, word)
        elif char == "#" and word.text:
            word.text += char
            at += 1
        else:
            break
    return word, at


def heredoc_end(text: str, at: int, mark: str) -> tuple[int, int]:
    """Where a heredoc's body starts and where the line after its end mark starts."""
    line = text.find("\n", at)
    if line < 0:
        return len(text), len(text)
    end = re.compile(rf"^[ \t]*{re.escape(mark)}[ \t]*$", re.M).search(text, line + 1)
    return line, (len(text) if end is None else end.end())

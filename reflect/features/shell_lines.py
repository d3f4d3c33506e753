"""A shell line cut into simple commands: quotes, heredocs, substitutions and loops respected.

A plain split on ``&& || ; |`` breaks every quoted string; a full grammar is not needed, because
only words, operators and loops are asked for. What is not shell (a broken quote) is read as far
as it goes and never raises.
"""

import re
from dataclasses import replace

from reflect.features.shell_words import HEREDOC, SPACE, closing, heredoc_end, read_word
from reflect.model.frozen import dataclass
from reflect.regex import compiled

REDIRECT = compiled(r"&>>?|\d?(?:>>|>\||>&\d?-?|>|<&\d?-?|<<<|<)")
WHOLE = compiled(r"[A-Za-z./_-][^\s'\"\\;|&<>()$`#]*(?=[ \t\r\n;|&)]|\Z)")
"""A word without quotes and substitutions, which no other piece of a line can be: most are."""
OPERATOR = compiled(r"&&|\|\||;;|\|&|[;|\n&()]")
ARITHMETIC = compiled(r"\(\(.*?\)\)|\[\[.*?\]\]", re.S)
LONGEST = 20_000
"""Characters read of one line: longer ones are generated files, not typed commands."""

OPENERS = frozenset({"do", "then", "else", "elif", "if", "!", "{", "time"})
CLOSERS = frozenset({"done", "fi", "esac", "}", "in"})
LOOPS = frozenset({"for", "while", "until", "select"})
ARGUMENTS = frozenset({"function", "case"})


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop of the shell."""

    number: int
    """Counts the loops of one line from 1; equal numbers are the same loop."""
    kind: str
    """``for``, ``while`` or ``until``."""
    variables: tuple[str, ...] = ()
    """What takes another value each time: of ``for``, and of ``while read``."""


@dataclass(frozen=True, slots=True)
class Segment:
    """One simple command of a line."""

    words: tuple[str, ...]
    """Its words without quotes; a substitution stands as ``$()``."""
    before: str
    """The operator before it; empty for the first."""
    after: str
    """The operator after it; empty for the last."""
    writes: tuple[str, ...]
    """Files its output goes to."""
    loop: Loop | None
    """The innermost loop around it."""
    nested: bool
    """It stands inside a substitution."""
    heredoc: bool
    """It reads a heredoc."""


def split(text: str, *, nested: bool = False, loops: int = 0) -> tuple[Segment, ...]:
    """Cut a line, or several, into its simple commands, in order; substitutions follow theirs.

    ``nested`` and ``loops`` are for lines inside a line: whether it is a substitution, and how
    many loops were counted before it.
    """
    text = text[:LONGEST]
    reader = _Reader(nested, loops)
    at = 0
    bodies: list[str] = []
    while at < len(text):
        if text[at] == " ":
            at += 1
            continue
        whole = WHOLE.match(text, at)
        if whole:
            reader.words.append(whole.group())
            at = whole.end()
            continue
        space = SPACE.match(text, at)
        if space:
            at = space.end()
            continue
        char = text[at]
        if char == "#":
            end = text.find("\n", at)
            at = len(text) if end < 0 else end
            continue
        heredoc = HEREDOC.match(text, at)
        if heredoc:
            bodies.append(heredoc.group(2))
            reader.heredoc = True
            at = heredoc.end()
            continue
        inner = ARITHMETIC.match(text, at)
        if inner and not reader.words:
            reader.words.append(inner.group()[:2])
            reader.inner.extend(re.findall(r"\$\(([^()]*)\)", inner.group()))
            at = inner.end()
            continue
        redirect = REDIRECT.match(text, at)
        if redirect:
            at = _redirect(text, redirect, reader)
            continue
        operator = OPERATOR.match(text, at)
        if operator:
            reader.close(operator.group())
            at = operator.end()
            if operator.group() == "\n":
                for mark in bodies:
                    _, at = heredoc_end(text, at - 1, mark)
                bodies.clear()
            continue
        word, end = read_word(text, at)
        if end == at:
            at += 1
            continue
        reader.words.append(word.text)
        reader.inner.extend(word.inner)
        at = end
    reader.close("")
    return tuple(reader.segments)


def _redirect(text: str, redirect: re.Match[str], reader: "_Reader") -> int:
    """Read a redirection; returns where it ends."""
    mark, at = redirect.group(), redirect.end()
    if text.startswith("(", at):
        end = closing(text, at + 1)
        reader.inner.append(text[at + 1 : end])
        return end + 1
    if re.search(r"[><]&[\d-]", mark):
        return at
    space = SPACE.match(text, at)
    word, end = read_word(text, space.end() if space else at)
    reader.inner.extend(word.inner)
    if ">" in mark and not word.text.startswith(("/dev/", "&")) and word.text:
        reader.writes.append(word.text)
    return max(end, at)


def _read_variables(condition: list[str]) -> tuple[str, ...]:
    """Variables that the condition of a loop reads, as in ``while IFS= read -r a b``."""
    if "read" not in condition[:2]:
        return ()
    names = condition[condition.index("read") + 1 :]
    return tuple(name for name in names if not name.startswith("-"))


class _Reader:
    """What has been read of a line so far."""

    __slots__ = (
        "before",
        "heredoc",
        "inner",
        "loops",
        "nested",
        "number",
        "segments",
        "words",
        "writes",
    )

    def __init__(self, nested: bool, loops: int) -> None:
        self.nested = nested
        self.before = ""
        self.words: list[str] = []
        self.inner: list[str] = []
        self.writes: list[str] = []
        self.heredoc = False
        self.segments: list[Segment] = []
        self.loops: list[Loop] = []
        self.number = loops

    def close(self, operator: str) -> None:
        """End the simple command that was being read."""
        words = self._keywords()
        loop = self.loops[-1] if self.loops else None
        if words or self.writes or self.heredoc:
            self.segments.append(
                Segment(
                    tuple(words),
                    self.before,
                    operator,
                    tuple(self.writes),
                    loop,
                    self.nested,
                    self.heredoc,
                )
            )
        for text in self.inner:
            for s in split(text, nested=True, loops=self.number):
                self.number = max(self.number, s.loop.number if s.loop else 0)
                self.segments.append(replace(s, loop=s.loop or loop))
        if words or operator not in ("\n", "(", ")"):
            self.before = operator
        self.words, self.inner, self.writes, self.heredoc = [], [], [], False

    def _keywords(self) -> list[str]:
        """Take the shell's own words off the front, opening and closing loops."""
        words = self.words
        while words:
            first = words[0]
            if first in LOOPS:
                self.number += 1
                if first in ("for", "select"):
                    self.loops.append(Loop(self.number, first, tuple(words[1:2])))
                    return []
                words = words[1:]
                self.loops.append(Loop(self.number, first, _read_variables(words)))
            elif first == "done":
                if self.loops:
                    self.loops.pop()
                words = words[1:]
            elif first in OPENERS or first in CLOSERS:
                words = words[1:]
            elif first in ARGUMENTS:
                return []
            else:
                break
        return words

"""What of a turn the human wrote, and what was pasted into it.

Every rule about what somebody said reads ``words``: an error message pasted into a prompt is no
complaint in the human's voice, and an agent's sentence quoted back is not the human's opinion.
"""

import re
from functools import lru_cache

from reflect.model.frozen import dataclass
from reflect.regex import compiled

LIMIT = 2_000
"""Characters of own words that are kept, half from the head, half from the tail: longer prompts
are specifications, and what such a prompt does is said at its ends."""

READ_LIMIT = 40_000
"""Characters of a turn that are looked at, half from each end; longer turns are pasted files."""


@dataclass(frozen=True, slots=True)
class OwnWords:
    """A turn taken apart."""

    words: str
    """What the human wrote, at most 2,000 characters."""
    pasted: str
    """What was pasted, blocks joined by newlines."""
    pasted_share: float
    """Pasted characters of all, 0 to 1; white space not counted."""
    kinds: tuple[str, ...]
    """Of the pasted blocks, in order of first appearance: ``code``, ``tag``, ``placeholder``,
    ``quote``, ``trace``, ``log``, ``diff``, ``console``."""


_FENCE = compiled(r"\s*(`{3,}|~{3,})")
_FENCE_IN_LINE = compiled(r"```[^`\n]+```")
_TAG = compiled(r"<([a-zA-Z][\w.-]{2,40})(?: [^<>\n]{0,200})?>[^<]{0,4000}</\1>")
_PLACEHOLDER = compiled(r"\[(?:Pasted text|Image|Screenshot)[^\]\n]{0,60}\]", re.I)
_LONG_QUOTE = compiled(
    r"(?<![\w\"])\"(?=\S)[^\"\n]{25,800}(?<=\S)\"(?!\w)|“[^“”\n]{25,800}”|«[^«»\n]{25,800}»"
    r"|„[^„“”\n]{25,800}[“”]|「[^「」\n]{12,800}」|『[^『』\n]{12,800}』"
)
_QUOTE_MARKS = '"“«„「『'
_FRAME = compiled(r".*[:：?？]\s*$")
_LINE_KINDS = (
    ("quote", compiled(r" {0,3}>\s?\S")),
    (
        "trace",
        compiled(
            r"\s*(?:Traceback \(most recent call last\)|File \"[^\"]+\", line \d+"
            r"|at [\w$.<>\[\] ]+ ?\(\S+|at (?:async )?\S+:\d+:\d+|Caused by: \S|goroutine \d+ \["
            r"|Exception in thread |panic: |thread '[^']*' panicked|stack backtrace:"
            r"|[\w.]*(?:Error|Exception)(?: \[\w+\])?: )"
        ),
    ),
    (
        "log",
        compiled(
            r"\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d\b|npm (?:ERR!|error|warn) "
            r"|ERR! |\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL)\]?[:\s]|error(?:\[\w+\])?: "
            r"|fatal: |(?:---|===) (?:FAIL|PASS|RUN|ERROR|SKIP)\b|(?:FAIL|PASS)(?:ED)?\s+\S+[/.:]"
            r"|ok {2,}\S|ok\t|E {2,}\S|[✓✔✗✘✕×●⨯] ?\S|\d+ (?:passed|failed|failing|passing)\b"
            r"|make(?:\[\d+\])?: \*\*\*|\S+:\d+:\d+: |\S+\.\w{1,5}:\d+: |\S+\(\d+,\d+\): "
            r"|Exit code:? \d+|exit status \d+|[\w./-]+: (?:command not found|No such file))"
        ),
    ),
    (
        "diff",
        compiled(
            r"(?:diff --git |index [0-9a-f]{7,}|@@ .*@@|\+(?: {3,}|\t)\s*\S|\+\+\+ \S"
            r"|--- \S*[/.]\S)"
        ),
    ),
    (
        "console",
        compiled(
            r"\s*(?:[$❯➜] \S|\S+@\S+[:~ ].*[$#] |PS [A-Z]:\\|>>> |[⏺⎿│├└╭╰┌┐┘╮╯]|[+|][-+|=]{4,})"
        ),
    ),
    (
        "code",
        compiled(
            r".*[;{}]\s*$|\s*(?:def|class|func|fn|function) \w+.*[:({]\s*$"
            r"|\s*(?:import|from|const|let|var|return|export|package|#include)\s[\w{<\"'*.]+.*[;'\"=(>]"
            r"|\s*\"[\w.-]+\":\s|\s*[\w.]+\(.*\)\s*$|\s*[\]})]+[,;]?\s*$|\s*</?\w+[^<>]*>\s*$"
        ),
    ),
)
_PLUS_OR_MINUS = compiled(r"\s*(?:\+|-)(?:\s{2,}|\t|[^\s\-\d+])")


def split(text: str) -> OwnWords:
    """Take a turn apart. An unclosed code fence runs to the end, as renderers show it."""
    if len(text) > READ_LIMIT:
        half = READ_LIMIT // 2
        text = f"{text[:half]}\n\n{text[-half:]}"
    # A redacted text and its plain copy have different places in a cache.
    return _taken_apart(str(text))


def _size(text: str) -> int:
    """Characters that are no white space."""
    return len("".join(text.split()))


@lru_cache(maxsize=256)
def _taken_apart(text: str) -> OwnWords:
    """Acts, lessons and tasks ask about one turn, each about all turns of a session at once."""
    taken: list[tuple[str, str]] = []
    rest = text
    if "```" in rest or "~~~" in rest:
        rest = _without_fences(_take(_FENCE_IN_LINE, "code", rest, taken), taken)
    if "</" in rest:
        rest = _take(_TAG, "tag", rest, taken)
    if "[" in rest:
        rest = _take(_PLACEHOLDER, "placeholder", rest, taken)
    rest = _without_pasted_lines(rest, taken)
    if any(mark in rest for mark in _QUOTE_MARKS):
        rest = _take(_LONG_QUOTE, "quote", rest, taken)
    pasted = "\n".join(block for _, block in taken)
    size = _size(text) if pasted else 0
    share = min(1.0, _size(pasted) / size) if size else 0.0
    words = rest.strip()
    if len(words) > LIMIT:
        words = f"{words[: LIMIT // 2 - 1]}\n{words[-(LIMIT // 2) :]}"
    kinds = tuple(dict.fromkeys(kind for kind, _ in taken))
    return OwnWords(words=words, pasted=pasted, pasted_share=share, kinds=kinds)


def _take(pattern: re.Pattern[str], kind: str, text: str, taken: list[tuple[str, str]]) -> str:
    """Move what matches into ``taken``; a space stays where it stood."""
    found = [match.group().strip("\n") for match in pattern.finditer(text)]
    if not found:
        return text
    taken.extend((kind, block) for block in found)
    return pattern.sub(" ", text)


def _without_fences(text: str, taken: list[tuple[str, str]]) -> str:
    """Move fenced blocks into ``taken``; a longer fence is not closed by a shorter one."""
    kept: list[str] = []
    block: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if not fence and mark is None:
            kept.append(line)
            continue
        block.append(line)
        if mark is None:
            continue
        if not fence:
            fence = mark.group(1)
        elif mark.group(1).startswith(fence) and not line[mark.end() :].strip():
            taken.append(("code", "\n".join(block)))
            kept.append("")
            block, fence = [], ""
    if block:
        taken.append(("code", "\n".join(block)))
    return "\n".join(kept)


def _without_pasted_lines(text: str, taken: list[tuple[str, str]]) -> str:
    """Move the lines a machine wrote into ``taken``, paragraph by paragraph."""
    kept: list[str] = []
    paragraph: list[str] = []
    for line in [*text.split("\n"), ""]:
        if line.strip():
            paragraph.append(line)
            continue
        if paragraph:
            kept.extend(_own_lines(paragraph, taken))
            paragraph = []
        kept.append("")
    return "\n".join(kept)


def _own_lines(paragraph: list[str], taken: list[tuple[str, str]]) -> list[str]:
    """Own lines of one paragraph.

    Most of it from a machine: all of it is, since terminals wrap and programs print prose too;
    but a first line that ends in a colon or a question mark introduces it. Else only the lines
    that no human types are taken: one line of code in a sentence stays.
    """
    kinds = [_line_kind(line) for line in paragraph]
    machine = [kind for kind in kinds if kind is not None and kind != "quote"]
    frame = 1 if kinds[0] is None and _FRAME.match(paragraph[0]) else 0
    told = [kind for kind in machine if kind != "code"]
    whole = ""
    if _is_diff(paragraph, machine):
        whole = "diff"
    elif told and (len(machine) * 2 >= len(paragraph) or kinds[frame:][:1] == ["console"]):
        whole = told[0]
    elif len(machine) >= 2 and len(machine) * 3 >= len(paragraph) * 2:
        whole = "code"
    if whole:
        taken.append((whole, "\n".join(paragraph[frame:])))
        return paragraph[:frame]
    own: list[str] = []
    for line, kind in zip(paragraph, kinds, strict=True):
        if kind is None or kind == "code":
            own.append(line)
        elif taken and taken[-1][0] == kind and own == []:
            taken[-1] = (kind, f"{taken[-1][1]}\n{line}")
        else:
            taken.append((kind, line))
    return own


def _line_kind(line: str) -> str | None:
    """Kind of machine text a line looks like."""
    head = line if len(line) <= 400 else line[:400]
    for kind, pattern in _LINE_KINDS:
        if pattern.match(head):
            return kind
    return None


def _is_diff(paragraph: list[str], machine: list[str]) -> bool:
    """Diff headers, or added and removed lines together: a list has bullets of one sort."""
    if "diff" in machine:
        return True
    marked = [line.lstrip()[0] for line in paragraph if _PLUS_OR_MINUS.match(line)]
    return {"+", "-"} <= set(marked) and len(marked) * 2 >= len(paragraph)

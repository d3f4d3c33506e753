"""Writes to databases that were meant to do nothing: rolled back, on no row, to nowhere.

Read from the text of a shell line or of a call to a server's tool. Statements in a file that is
only written, and databases made for a test, are none.
"""

import re
from functools import cache
from pathlib import Path

from reflect.derived import toml
from reflect.features.lesson_keys import fold
from reflect.features.session_features import Step
from reflect.model.frozen import dataclass
from reflect.model.vocabulary import Tool
from reflect.regex import compiled

SPACE = compiled(r"\s+")
COMMENT = compiled(r"--[^\n]*|/\*.*?\*/", re.S)


@dataclass(frozen=True, slots=True)
class HarmlessWrite:
    """A write that was meant to do nothing."""

    why: str
    """``rolled back``, ``on no row`` or ``to nowhere``."""
    statement: str
    """The words that write, as they stand in the call."""
    client: str
    """Program or tool that ran it."""


@dataclass(frozen=True, slots=True)
class _Tables:
    """What ``data_writes.toml`` holds."""

    programs: frozenset[str]
    """Programs that speak to a database."""
    tools: re.Pattern[str]
    """Tools that do."""
    throwaway: re.Pattern[str]
    """A database that is thrown away."""
    writing: re.Pattern[str]
    """Statements that write."""
    rolled_back: re.Pattern[str]
    """What takes a write back."""
    where_nothing: re.Pattern[str]
    """A condition that holds for no row."""
    to_nowhere: re.Pattern[str]
    """A place that keeps nothing."""
    asked: re.Pattern[str]
    """How a human asks for such a write."""


@cache
def _tables() -> _Tables:
    data = toml(Path(__file__).parent / "data" / "data_writes.toml")
    statements = data["statements"]
    return _Tables(
        programs=frozenset(data["clients"]["programs"]),
        tools=compiled(data["clients"]["tools"]),
        throwaway=compiled(data["clients"]["throwaway"]),
        writing=compiled(statements["writing"], re.I),
        rolled_back=compiled(statements["rolled_back"], re.I | re.S),
        where_nothing=compiled(statements["where_nothing"], re.I),
        to_nowhere=compiled(statements["to_nowhere"], re.I),
        asked=compiled(data["human"]["asked"]),
    )


def client(step: Step) -> str:
    """The program or tool of a step that speaks to a database; empty when there is none."""
    tables = _tables()
    if step.commands:
        return next((c.program for c in step.commands if c.program in tables.programs), "")
    speaks = step.call.tool is Tool.MCP and tables.tools.search(step.call.name)
    return step.call.name if speaks else ""


def harmless_write(step: Step) -> HarmlessWrite | None:
    """The write of a step that was meant to do nothing; None without one."""
    used = client(step)
    text = step.call.command or step.call.arguments or ""
    if not used:
        return None
    tables = _tables()
    if tables.throwaway.search(text):
        return None
    read = COMMENT.sub(" ", text.replace("\\n", "\n"))
    plain = SPACE.sub(" ", read)
    writing = tables.writing.search(plain)
    if writing is None:
        return None
    why = _why(plain, writing)
    first = writing.group().split(" ", 1)[0]
    return HarmlessWrite(why, first, used) if why else None


def _why(plain: str, writing: re.Match[str]) -> str:
    tables = _tables()
    if tables.to_nowhere.search(plain):
        return "to nowhere"
    rolled = tables.rolled_back.search(plain)
    if rolled is not None and rolled.start() < writing.start() < rolled.end():
        committed = re.search(r"\bCOMMIT\b", plain[writing.end() :], re.I)
        return "" if committed else "rolled back"
    rest = plain[writing.start() :].split(";", 1)[0]
    selects = re.match(r"INSERT INTO \S+(?: ?\([^)]*\))? SELECT\b", rest, re.I)
    if tables.where_nothing.search(rest) and (selects or re.match(r"(?i)UPDATE|DELETE", rest)):
        return "on no row"
    return ""


def asked_for(text: str) -> bool:
    """Whether a human asked to try a write without keeping it."""
    return _tables().asked.search(fold(text)) is not None

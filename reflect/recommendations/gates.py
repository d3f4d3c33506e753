"""The gates a pattern passes before something is proposed.

1. Seen in fewer than two sessions or two days: it is no pattern and never comes here.
2. A code measured as imprecise proposes nothing.
3. What the instructions in force say already is not said a second time: enforce it, or nothing.
4. The kind follows from the lesson: one stable sentence → rule, ordered steps → skill, something
   the agent fakes by hand → command, a predicate on a command → hook, a missing fact about the
   machine → config.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path

from reflect.derived import toml
from reflect.model.frozen import dataclass
from reflect.model.pattern import Pattern, Remedy
from reflect.model.vocabulary import RemedyKind, Stability
from reflect.regex import compiled

PLAIN_SLOT = compiled(r"[A-Za-z0-9][A-Za-z0-9_.@/+-]{0,39}")
"""What may stand in a proposal: a name, never a sentence of a transcript."""

WORD = compiled(r"[a-z0-9][a-z0-9_.+-]*[a-z0-9]|[a-z0-9]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of ``remedies.toml``."""

    codes: tuple[str, ...]
    """Codes it answers."""
    key: str
    """Key it answers; a trailing ``*`` matches any rest."""
    kind: RemedyKind
    """What to build."""
    line: str
    """What to change, with slots."""
    because: str
    """Why this kind."""
    covered_by: tuple[tuple[str, ...], ...] = ()
    """Groups of words; one of each in one instruction line covers the lesson."""
    covered_kind: RemedyKind = RemedyKind.NOTHING
    """What to build when it is covered."""
    covered_line: str = ""
    """What to change then."""
    covered_because: str = ""
    """Why then."""


@cache
def entries() -> tuple[Entry, ...]:
    """The entries of ``remedies.toml`` in their order."""
    document = toml(Path(__file__).with_name("remedies.toml"))
    return tuple(
        Entry(
            codes=tuple(row["codes"]),
            key=row["key"],
            kind=RemedyKind(row["kind"]),
            line=row["line"],
            because=row["because"],
            covered_by=tuple(tuple(group) for group in row.get("covered_by", [])),
            covered_kind=RemedyKind(row.get("covered_kind", "nothing")),
            covered_line=row.get("covered_line", ""),
            covered_because=row.get("covered_because", ""),
        )
        for row in document["remedy"]
    )


def recommend(pattern: Pattern, instructions: Mapping[str, Iterable[str]]) -> Remedy:
    """The remedy of a pattern. ``instructions`` maps a project to its lines in force."""
    seen = f"{len(pattern.sessions)} of {pattern.applicable} sessions"
    if pattern.stability in (Stability.OFF, Stability.EXPERIMENTAL):
        return Remedy(RemedyKind.NOTHING, "Nothing yet.", f"{seen}; too often wrong to build on")
    slots = _slots(pattern.key)
    for entry in entries():
        if pattern.code not in entry.codes or not _matches(entry.key, pattern.key):
            continue
        line, covered_line = _fill(entry.line, slots), _fill(entry.covered_line, slots)
        if line is None or covered_line is None:
            continue
        lines = [line for name in pattern.projects for line in instructions.get(name, ())]
        if entry.covered_by and _covered(entry.covered_by, slots, lines):
            because = _fill(entry.covered_because, slots) or ""
            return Remedy(entry.covered_kind, covered_line, f"{seen}; {because}")
        return Remedy(entry.kind, line, f"{seen}; {_fill(entry.because, slots) or ''}")
    return Remedy(RemedyKind.NOTHING, "Nothing to build.", f"{seen}; no remedy is known for it")


def _matches(pattern: str, key: str) -> bool:
    return key.startswith(pattern[:-1]) if pattern.endswith("*") else key == pattern


def _slots(key: str) -> dict[str, str]:
    slots = {"key": key}
    topic, _, pair = key.partition(":")
    want, arrow, avoid = pair.partition(">")
    if arrow:
        slots |= {"want": want, "avoid": avoid}
    elif pair and topic:
        slots["key"] = pair
    return {name: word for name, word in slots.items() if PLAIN_SLOT.fullmatch(word)}


def _fill(line: str, slots: Mapping[str, str]) -> str | None:
    needed = re.findall(r"{(\w+)}", line)
    if any(name not in slots for name in needed):
        return None
    for name in needed:
        line = line.replace("{" + name + "}", slots[name])
    return line


def _covered(
    groups: Iterable[Iterable[str]], slots: Mapping[str, str], lines: Iterable[str]
) -> bool:
    wanted = [{(_fill(word, slots) or "").lower() for word in group} for group in groups]
    return any(all(group & words for group in wanted) for words in map(_words, lines))


@lru_cache(maxsize=16_384)
def _words(line: str) -> frozenset[str]:
    """The words of a line; each line is asked for by every pattern of its project."""
    return frozenset(WORD.findall(line.lower()))

"""The one list of rules, read from ``rules/*.toml``: what a secret looks like.

``vendors.toml`` holds forms that tell themselves, ``shapes.toml`` forms told by what stands around
them, ``words.toml`` the names and words of the key=value rule. Both ways of searching read the same
list; ``RULES_VERSION`` changes with any of it.
"""

import hashlib
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from reflect.derived import toml
from reflect.model.frozen import dataclass
from reflect.model.vocabulary import RedactionKind
from reflect.regex import compiled

CODE_VERSION = 3
"""Grows when the code around the rules can give another result."""


@dataclass(frozen=True, slots=True)
class TokenRule:
    """A form that tells itself."""

    name: str
    """Word in the place-holder."""
    kind: RedactionKind
    """Kind in the place-holder."""
    starts: tuple[str, ...]
    """Literal beginnings."""
    edge: bool
    """Counts only where a word begins."""
    loose: bool
    """The body need not hold a digit."""
    rest: str
    """What follows a beginning."""
    form: str
    """Python regex that ``match`` compiles."""

    @property
    def match(self) -> re.Pattern[str]:
        """The whole form, beginning included."""
        return _compiled(self.form)


@dataclass(frozen=True, slots=True)
class ShapeRule:
    """A form told by what stands around it."""

    name: str
    """Word in the place-holder."""
    kind: RedactionKind
    """Kind in the place-holder."""
    gates: tuple[str, ...]
    """Lower-case literals, one of which must occur; empty: always searched."""
    finds: tuple[str, ...]
    """Rust regexes, one of which hits in the text as it stands wherever ``match`` can."""
    lane: int | None
    """Rules of one lane are asked as one; None: alone."""
    form: str
    """Python regex that ``match`` compiles."""
    check: str
    """What the value must be, a name of ``reflect.redaction.values``."""

    @property
    def match(self) -> re.Pattern[str]:
        """Its group ``secret`` is masked."""
        return _compiled(self.form)


@lru_cache(maxsize=1)
def token_rules() -> tuple[TokenRule, ...]:
    """The forms that tell themselves, in the order of the file."""
    return tuple(
        TokenRule(
            name=row["name"],
            kind=RedactionKind(row.get("kind", "token")),
            starts=tuple(row["starts"]),
            edge=row.get("edge", False),
            loose=row.get("loose", False),
            rest=row["rest"],
            form=f"(?:{'|'.join(map(re.escape, row['starts']))})(?:{row['rest']})",
        )
        for row in toml(_place("vendors"))["token"]
    )


@lru_cache(maxsize=1)
def shape_rules() -> tuple[ShapeRule, ...]:
    """The forms told by their surroundings, in the order of the file."""
    return tuple(
        ShapeRule(
            name=row["name"],
            kind=RedactionKind(row["kind"]),
            gates=tuple(row["gates"]),
            finds=(row["find"],) if isinstance(row["find"], str) else tuple(row["find"]),
            lane=row.get("lane"),
            form=row["match"],
            check=row["check"],
        )
        for row in toml(_place("shapes"))["shape"]
    )


@lru_cache(maxsize=1)
def words() -> Mapping[str, frozenset[str]]:
    """Lists of words by name."""
    lists = toml(_place("words"))
    return {name: frozenset(entries) for name, entries in lists.items()}


@lru_cache(maxsize=1)
def rules_version() -> str:
    """Sixteen hex digits that change with any rule or with the code around them."""
    text = "".join(
        _place(name).read_text(encoding="utf-8") for name in ("vendors", "shapes", "words")
    )
    return hashlib.sha256(f"{CODE_VERSION}\0{text}".encode()).hexdigest()[:16]


@cache
def _compiled(form: str) -> re.Pattern[str]:
    """The regex, compiled when a text holds a literal of its rule: all of them take 0.13 s."""
    return compiled(form)


def _place(name: str) -> Path:
    return Path(__file__).parent / "rules" / f"{name}.toml"

"""The test vectors, put together at run time: on disk no whole token stands in one string.

A record of ``tests/data/redaction/vectors.jsonl`` holds its text in pieces around one ``null`` (the
place of the secret), and the secret in pieces of four characters.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

FILE = Path(__file__).parent.parent / "data" / "redaction" / "vectors.jsonl"

Marked = list[tuple[str, bool]]
"""Characters, each with whether it belongs to the secret."""


@dataclass(frozen=True, slots=True)
class Vector:
    """One text with one secret or, among the negatives, none."""

    id: str
    kind: str
    text: str
    secret: str
    start: int
    is_secret: bool
    keep: tuple[str, ...]

    @property
    def marked(self) -> Marked:
        end = self.start + len(self.secret)
        return [(c, self.is_secret and self.start <= i < end) for i, c in enumerate(self.text)]


@lru_cache(maxsize=1)
def vectors() -> tuple[Vector, ...]:
    return tuple(_vector(line) for line in FILE.read_text(encoding="utf-8").splitlines())


def secrets() -> list[Vector]:
    return [v for v in vectors() if v.is_secret]


def negatives() -> list[Vector]:
    return [v for v in vectors() if not v.is_secret]


def _vector(line: str) -> Vector:
    row = json.loads(line)
    secret = "".join(row["secret"])
    pieces = row["text"]
    before = pieces[: pieces.index(None)] if None in pieces else []
    return Vector(
        id=row["id"],
        kind=row["kind"],
        text="".join(secret if piece is None else piece for piece in pieces),
        secret=secret,
        start=len("".join(before)) if None in pieces else 0,
        is_secret=row["should_redact"],
        keep=tuple(row.get("keep", ())),
    )


def _each(marked: Marked, change: Callable[[str], str]) -> Marked:
    return [(new, secret) for old, secret in marked for new in change(old)]


def _said(text: str) -> Marked:
    return [(c, False) for c in text]


def _lines(marked: Marked, first: str, following: str) -> Marked:
    result = _said(first)
    for character, secret in marked:
        result.append((character, secret))
        if character == "\n":
            result.extend(_said(following))
    return result


def _escaped(character: str) -> str:
    return json.dumps(character, ensure_ascii=False)[1:-1]


def _entity(character: str) -> str:
    return {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}.get(character, character)


MUTATIONS: dict[str, Callable[[Marked], Marked]] = {
    "plain": lambda m: m,
    "json once": lambda m: _each(m, _escaped),
    "json twice": lambda m: _each(_each(m, _escaped), _escaped),
    "html": lambda m: _each(m, _entity),
    "cat -n": lambda m: _lines(m, "     1\t", "     2\t"),
    "diff": lambda m: _lines(m, "+", "+"),
    "crlf": lambda m: [p for c, s in m for p in ([("\r", s)] if c == "\n" else []) + [(c, s)]],
    "table cell": lambda m: [*_said("| a | `"), *m, *_said("` | b |")],
    "prose": lambda m: [*_said("I ran this and then it printed "), *m, *_said(" - right?")],
    "between CJK": lambda m: [*_said("设置为"), *m, *_said("即可")],
    "in a long line": lambda m: [*_said("y " * 3000), *m, *_said(" z" * 3000)],
}
"""What a text goes through on its way into a record."""


def joined(marked: Marked) -> str:
    return "".join(character for character, _ in marked)

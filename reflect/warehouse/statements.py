"""The SQL of the warehouse lies in files of its own: schema steps, views, link steps, queries."""

import hashlib
from functools import cache
from pathlib import Path

from reflect.model.frozen import dataclass

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Step:
    """One numbered SQL file."""

    number: int
    """Its number; steps run in this order."""
    name: str
    """The rest of its file name."""
    text: str
    """Its statements."""

    @property
    def digest(self) -> str:
        """Hash of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


@cache
def steps(folder: str) -> tuple[Step, ...]:
    """The files ``NNNN_name.sql`` of ``schema``, ``views`` or ``link``, by number."""
    found = []
    for entry in (HERE / folder).iterdir():
        if entry.name.endswith(".sql"):
            number, _, name = entry.name.removesuffix(".sql").partition("_")
            found.append(Step(int(number), name, entry.read_text("utf-8")))
    return tuple(sorted(found, key=lambda step: step.number))


def schema_version() -> int:
    """Number of the newest schema step."""
    return steps("schema")[-1].number


@cache
def query(name: str) -> str:
    """The text of ``queries/<name>.sql``."""
    return (HERE / "queries" / f"{name}.sql").read_text("utf-8")


@cache
def views_digest() -> str:
    """Hash over all views: a warehouse with another one gets its views replaced."""
    together = "\0".join(f"{step.number}:{step.name}:{step.text}" for step in steps("views"))
    return hashlib.sha256(together.encode()).hexdigest()[:16]

"""Rows of what a session had been given; a version of an instruction file is kept once."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from reflect.errors import InternalError
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted, require
from reflect.warehouse.connection import Connection
from reflect.warehouse.values_to_columns import (
    Fields,
    enum_words,
    moments,
    numbers,
    texts,
    words,
)
from reflect.warehouse.values_to_rows import Values
from reflect.warehouse.values_to_rows import words as plain_words


@dataclass(frozen=True, slots=True)
class InstructionVersion:
    """The lines of an instruction file as one session was given them."""

    version: str
    """Equal lists of lines have equal names, in any session."""
    digests: tuple[str, ...]
    """Keyed hash of each line."""
    lines: tuple[str, ...]
    """The lines, redacted."""


def item_columns(keys: Sequence[str], numbered: Sequence[int], of: Fields) -> Values:
    """Columns of ``context_item``, session and number of each given."""
    versions = [
        version_of(lines, digests)
        for lines, digests in zip(of("lines"), of("digests"), strict=True)
    ]
    return (
        keys,
        numbered,
        enum_words(of("kind")),
        words(of("name")),
        texts(of("record")),
        moments(of("seen_at")),
        versions,
        numbers(of("size_before")),
        numbers(of("size_after")),
        texts(of("detail")),
    )


def version_of(lines: tuple[Redacted, ...], digests: tuple[str, ...]) -> str | None:
    """Name of a list of lines: equal lists have equal names, in any session."""
    if not lines:
        return None
    if len(digests) != len(lines):
        raise InternalError("the lines of an instruction file came without their digests")
    return _name(digests)


@lru_cache(maxsize=256)
def _name(digests: tuple[str, ...]) -> str:
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()[:16]


def instruction_versions(
    files: Iterable[tuple[tuple[Redacted, ...], tuple[str, ...]]],
) -> Iterator[InstructionVersion]:
    """Instruction files by their lines and the digests of these; other items have none."""
    for lines, digests in files:
        if version_of(lines, digests) is not None:
            for line in lines:
                require(line)
            yield _version(digests, lines)


@lru_cache(maxsize=256)
def _version(digests: tuple[str, ...], lines: tuple[Redacted, ...]) -> InstructionVersion:
    """One value for all sessions that were given it, so that it passes a pipe once."""
    return InstructionVersion(_name(digests), digests, tuple(map(plain_words, lines)))


def write_instructions(connection: Connection, versions: Iterable[InstructionVersion]) -> None:
    """Add the versions and lines the warehouse does not know yet."""
    distinct = {version.version: version for version in versions}
    known = _known(connection, "instruction_version", "version", distinct)
    fresh = [version for name, version in distinct.items() if name not in known]
    connection.append(
        "instruction_version",
        [
            (version.version, number, digest)
            for version in fresh
            for number, digest in enumerate(version.digests, start=1)
        ],
    )
    lines = {
        digest: line
        for version in fresh
        for digest, line in zip(version.digests, version.lines, strict=True)
    }
    known = _known(connection, "instruction_line", "digest", lines)
    connection.append("instruction_line", [row for row in lines.items() if row[0] not in known])


def _known(connection: Connection, table: str, column: str, names: Iterable[str]) -> set[str]:
    wanted = list(names)
    if not wanted:
        return set()
    found = connection.rows(
        f"SELECT DISTINCT {column} FROM {table} WHERE {column} IN (SELECT unnest(?))",  # noqa: S608
        [wanted],
    )
    return {name for (name,) in found}

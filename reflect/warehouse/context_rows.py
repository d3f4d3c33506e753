"""Rows of what a session had been given; a version of an instruction file is kept once."""

import hashlib
from collections.abc import Iterable, Iterator
from functools import lru_cache

from reflect.errors import InternalError
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted, require
from reflect.model.session import ContextItem, RedactedSession
from reflect.warehouse.connection import Connection, Row
from reflect.warehouse.values_to_rows import count, moment, plain, required, words


@dataclass(frozen=True, slots=True)
class InstructionVersion:
    """The lines of an instruction file as one session was given them."""

    version: str
    """Equal lists of lines have equal names, in any session."""
    digests: tuple[str, ...]
    """Keyed hash of each line."""
    lines: tuple[str, ...]
    """The lines, redacted."""


def version_of(item: ContextItem[Redacted]) -> str | None:
    """Name of a list of lines: equal lists have equal names, in any session."""
    if not item.lines:
        return None
    if len(item.digests) != len(item.lines):
        raise InternalError("the lines of an instruction file came without their digests")
    return _name(item.digests)


@lru_cache(maxsize=256)
def _name(digests: tuple[str, ...]) -> str:
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()[:16]


def item_rows(session: RedactedSession, first: int) -> list[Row]:
    """Rows of ``context_item``, numbered from ``first``."""
    key = session.key
    return [
        (
            key,
            first + place,
            item.kind.value,
            words(item.name),
            required(item.record),
            moment(item.seen_at),
            version_of(item),
            count(item.size_before),
            count(item.size_after),
            plain(item.detail),
        )
        for place, item in enumerate(session.context)
    ]


def instruction_versions(
    items: Iterable[ContextItem[Redacted]],
) -> Iterator[InstructionVersion]:
    """What the items hold of instruction files."""
    for item in items:
        if version_of(item) is not None:
            for line in item.lines:
                require(line)
            yield _version(item.digests, item.lines)


@lru_cache(maxsize=256)
def _version(digests: tuple[str, ...], lines: tuple[Redacted, ...]) -> InstructionVersion:
    """One value for all sessions that were given it, so that it passes a pipe once."""
    return InstructionVersion(_name(digests), digests, tuple(map(words, lines)))


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

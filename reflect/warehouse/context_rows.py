"""Rows of what a session had been given; a version of an instruction file is kept once."""

import hashlib
from collections.abc import Iterable

from reflect.errors import InternalError
from reflect.model.redacted import Redacted
from reflect.model.session import ContextItem, RedactedSession
from reflect.warehouse.connection import Connection, Row
from reflect.warehouse.values_to_rows import count, moment, plain, required, words


def version_of(item: ContextItem[Redacted]) -> str | None:
    """Name of a list of lines: equal lists have equal names, in any session."""
    if not item.lines:
        return None
    if len(item.digests) != len(item.lines):
        raise InternalError("the lines of an instruction file came without their digests")
    return hashlib.sha256("\n".join(item.digests).encode()).hexdigest()[:16]


def item_rows(session: RedactedSession, first: int) -> list[Row]:
    """Rows of ``context_item``, numbered from ``first``."""
    return [
        (
            session.key,
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


def write_instructions(connection: Connection, items: Iterable[ContextItem[Redacted]]) -> None:
    """Add the versions and lines the warehouse does not know yet."""
    versions: dict[str, ContextItem[Redacted]] = {}
    for item in items:
        version = version_of(item)
        if version is not None:
            versions.setdefault(version, item)
    known = _known(connection, "instruction_version", "version", versions)
    fresh = {version: item for version, item in versions.items() if version not in known}
    connection.append(
        "instruction_version",
        [
            (version, number, digest)
            for version, item in fresh.items()
            for number, digest in enumerate(item.digests, start=1)
        ],
    )
    lines = {
        digest: words(line)
        for item in fresh.values()
        for digest, line in zip(item.digests, item.lines, strict=True)
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

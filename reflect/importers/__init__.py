"""One file or folder per agent: from records of its store to sessions of the model.

Comes in: a folder, database or document of one agent. Goes out: ``UnitRead`` values, each with at
most one session. An importer never writes, never follows a link out of its store, never opens a
credential file, and never stops for a bad record: it counts it and goes on.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from reflect.model.source import Capabilities, LedgerEntry, Source, Unit, UnitRead


class Importer(Protocol):
    """What an importer offers. Built-ins and third parties use the same door."""

    @property
    def agent(self) -> str:
        """Name of the agent, e.g. ``claude-code``."""

    @property
    def capabilities(self) -> Capabilities:
        """What its store can carry."""

    def discover(self, environ: Mapping[str, str]) -> list[Source]:
        """The stores that exist at the agent's usual places. Reads no session."""

    def recognise(self, path: Path) -> Source | None:
        """The source a path named by the user is, told by content, or None."""

    def units(self, source: Source) -> list[Unit]:
        """What the source holds now, in a set order.

        Raises ``ReflectError`` when the whole source cannot be read.
        """

    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        """Read one unit; from ``earlier.offset`` on where the file only grew, else whole.

        Raises ``ReflectError`` when the unit cannot be read at all.
        """


@runtime_checkable
class ListsAhead(Protocol):
    """An importer that can list a source while something else is done."""

    def list_ahead(self, source: Source) -> None:
        """Begin; the next ``units`` of this source waits for it."""


@runtime_checkable
class ReadsAhead(Protocol):
    """An importer that can fetch what will be read next while the last is still worked on."""

    def read_ahead(self, source: Source, units: Sequence[Unit]) -> None:
        """Begin with these units; each will be read once, in this order."""

    def close(self) -> None:
        """Fetch nothing more, and let go of the source."""


@runtime_checkable
class TellsCopies(Protocol):
    """An importer whose units are files that only grow, each known by its beginning and its end."""

    def is_copy(self, source: Source, unit: Unit, earlier: LedgerEntry) -> bool:
        """Whether a file with the size and time it had holds what was read of it.

        Asked where its number in its file system is another.
        """


def unchanged(unit: Unit, earlier: LedgerEntry | None) -> bool:
    """Whether a unit is what the last import read."""
    return (
        earlier is not None
        and unit.size == earlier.size
        and unit.mtime_ns == earlier.mtime_ns
        and unit.inode == earlier.inode
    )


def built_in() -> Iterator[Importer]:
    """The built-in importers, in a set order."""
    from reflect.importers.claude_code import ClaudeCode
    from reflect.importers.codex import Codex
    from reflect.importers.opencode import OpenCode

    yield ClaudeCode()
    yield Codex()
    yield OpenCode()

"""Claude Code: transcripts below ``projects``, one JSON object a line.

Whole for 2.1.197–2.1.332 (recorded) and 2.0–2.1.40 (real sessions); sub-agents beside their
sessions (2.0) and in ``subagents/`` (2.1) are sessions of their own.

A continuing session (``continues=True``) holds what was added: messages and calls with known ids
replace the stored ones, and **None means: keep what is stored** – title, directory and branch of
the session; name, command, path, arguments and output of a call whose result came later.

Records of one human act share kind and ``replies_to``: see ``refusals``.
"""

from collections.abc import Mapping
from pathlib import Path

from reflect.importers.claude_code import places
from reflect.importers.claude_code.reading import read_unit
from reflect.model.source import Capabilities, LedgerEntry, Source, Unit, UnitRead
from reflect.model.vocabulary import Agent


class ClaudeCode:
    """The importer for Claude Code."""

    agent: str = Agent.CLAUDE_CODE
    """Name of the agent."""
    capabilities = Capabilities(
        exit_codes="parsed", tokens=True, cost=False, subagents=True, incremental="append"
    )
    """What its store can carry: exit codes stand in texts, money only in running totals."""

    def discover(self, environ: Mapping[str, str]) -> list[Source]:
        """The store at ``CLAUDE_CONFIG_DIR`` or ``~/.claude``, if it holds projects."""
        return places.discover(environ)

    def recognise(self, path: Path) -> Source | None:
        """The source a named path is, told by content."""
        return places.recognise(path)

    def units(self, source: Source) -> list[Unit]:
        """One unit a transcript file."""
        return places.units(source)

    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        """Read a transcript, from its last full line on where it only grew."""
        return read_unit(source, unit, earlier)

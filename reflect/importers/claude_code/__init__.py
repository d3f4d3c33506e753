"""Claude Code: transcripts below ``projects``, one JSON object a line.

## Where

``$CLAUDE_CONFIG_DIR``, else ``~/.claude``; read if it holds a folder ``projects``:

| file below ``projects/<folder>/`` | what it is |
|---|---|
| ``<session>.jsonl`` | a session; the client only appends to it |
| ``<session>/subagents/agent-<id>.jsonl`` | a sub-agent (2.1); ``.meta.json`` names its call |
| ``agent-<id>.jsonl`` | a sub-agent or start-up agent (2.0); ``sessionId`` in it is the parent's |
| ``<session>/tool-results/*.txt`` | an output of more than about 30 KB, named by its result |
| ``<session>/custom-title.json`` | the title given with ``/rename`` |

Nothing else is opened: no settings, no ``.claude.json``, no credentials, no ``history.jsonl``.
The folder's name is no path – ``/a-b`` and ``/a/b`` share one –, so the project comes from ``cwd``.

## Records

- ``user``: prompts, and also tool results, echoes of commands, hook output, notifications,
  summaries and markers. Fields tell them apart from 2.1.197 on (``origin``, ``promptSource``,
  ``isMeta``, ``isCompactSummary``), leading forms of the client's own texts before.
- ``assistant``: one line per content block of an answer, each with the whole usage of the answer.
- ``attachment``: instruction files, skills, agents and tools that were offered; prompts typed
  while the agent worked (``queued_command``).
- ``system``: compactions, output of local commands, errors of the provider.
- ``queue-operation``: what became of a prompt typed while the agent worked.
- ``custom-title``, ``ai-title``, ``summary``, ``last-prompt``: titles, in this order of rank.
- ``cost-state`` (2.1.332): the client's running total, compaction and aborted answers included.
- ``api-request*`` and ``prompt_snapshot`` (system prompts) are passed over; an unknown type is
  counted.

## Quirks

- Lines of one answer are counted once, with the line that has the largest output.
- The tree of ``parentUuid`` is not followed: it forks at parallel tool calls and is cut at
  compactions. The order is that of the file.
- A fork copies records with their ids and names no parent: common ids tell, and they count once.
- A resumed session goes on in the same file; 2.0.56 leaves an empty file for each resume.
- The client writes one text for a No and for an Esc; the next record tells which it was. Nobody
  refused what ``-p`` denies, although it says ``user-rejected``.
- A command's exit code stands in the text, and only when it failed.
- The tokens of a compaction and of an aborted answer stand in no line, only in ``cost-state``.
- The client deletes transcripts that were not touched for 30 days; what was imported stays, marked
  missing.

## Verified

Stores recorded from 2.0.56, 2.1.197 and 2.1.332, number by number against the scenarios that were
played; real sessions of 2.0 to 2.1.40. Not seen: 1.x, Windows, IDE, desktop and web sessions.
"""

from collections.abc import Mapping
from pathlib import Path

from reflect.importers.claude_code import places
from reflect.model.source import Capabilities, LedgerEntry, Source, Unit, UnitRead
from reflect.model.vocabulary import Agent
from reflect.stores.files import is_copy


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
        # Most starts find nothing to read: what reads is imported with the first file.
        from reflect.importers.claude_code.reading import read_unit

        return read_unit(source, unit, earlier)

    def is_copy(self, source: Source, unit: Unit, earlier: LedgerEntry) -> bool:
        """Whether a transcript with another inode holds what was read of it."""
        return is_copy(unit.path, places.root_of(source), earlier)

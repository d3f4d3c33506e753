"""Codex: rollouts below ``sessions`` and ``archived_sessions``, one JSON object a line.

Whole for 0.47.0, 0.93.0, 0.124.0 and 0.171.0 (recorded); prompts, answers and calls also for the
rollouts before 0.30, whose lines have no ``payload`` (real sessions). Sub-agents, reviews and forks
are sessions of their own.

A unit is a thread: moved into the archive, compressed to ``.jsonl.zst`` or rewritten by ``codex
migrate-rollouts`` it stays the same session. The index and the state database give names; every
number comes from the rollouts.

A continuing session (``continues=True``) holds what was added, as in ``claude_code``.
"""

from collections.abc import Mapping
from pathlib import Path

from reflect.importers.codex import places
from reflect.importers.codex.places import Rollout
from reflect.importers.codex.reading import read_rollout
from reflect.importers.codex.titles import ThreadIndex, thread_index
from reflect.model.source import Capabilities, LedgerEntry, Source, Unit, UnitRead
from reflect.model.vocabulary import Agent
from reflect.stores.files import state_of


class Codex:
    """The importer for Codex."""

    agent: str = Agent.CODEX
    """Name of the agent."""
    capabilities = Capabilities(
        exit_codes="parsed", tokens=True, cost=False, subagents=True, incremental="append"
    )
    """What its store can carry: exit codes stand in texts, beside items of commands in 0.171."""

    def __init__(self) -> None:
        self._listed: tuple[Path, dict[str, Rollout], dict[str, Rollout]] | None = None
        self._index: tuple[Path, ThreadIndex] | None = None

    def discover(self, environ: Mapping[str, str]) -> list[Source]:
        """The store at ``CODEX_HOME`` or ``~/.codex``, if it holds sessions."""
        return places.discover(environ)

    def recognise(self, path: Path) -> Source | None:
        """The source a named path is, told by content."""
        return places.recognise(path)

    def units(self, source: Source) -> list[Unit]:
        """One unit a thread."""
        self._listed = self._index = None
        return [rollout.unit for rollout in self._rollouts(source)[0].values()]

    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        """Read a thread, from its last full line on where its file only grew."""
        by_unit, by_thread = self._rollouts(source)
        rollout = by_unit.get(unit.name)
        if rollout is None or rollout.unit != unit:
            state = state_of(unit.path)
            files = (state,) if state is not None else ()
            rollout = Rollout(unit, files, None, archived=False)
        return read_rollout(rollout, source.path, earlier, self._names(source), by_thread.get)

    def _rollouts(self, source: Source) -> tuple[dict[str, Rollout], dict[str, Rollout]]:
        """Rollouts by unit and by thread; listed once for all units of a source."""
        if self._listed is None or self._listed[0] != source.path:
            found = places.rollouts(source)
            self._listed = (
                source.path,
                {rollout.unit.name: rollout for rollout in found},
                {rollout.thread: rollout for rollout in found if rollout.thread},
            )
        return self._listed[1:]

    def _names(self, source: Source) -> ThreadIndex:
        if self._index is None or self._index[0] != source.path:
            home = source.path if source.path.is_dir() else source.path.parent
            self._index = (source.path, thread_index(home))
        return self._index[1]

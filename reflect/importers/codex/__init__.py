"""Codex: rollouts below ``sessions`` and ``archived_sessions``, one JSON object a line.

A unit is a thread: moved into the archive, compressed to ``.jsonl.zst`` or rewritten by ``codex
migrate-rollouts`` it stays the same session. Sub-agents, reviews and forks are sessions of their
own.

## Where

``$CODEX_HOME``, else ``~/.codex``; read if it holds sessions:

| file | what it is |
|---|---|
| ``sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`` | a thread; resumed, it grows there |
| ``archived_sessions/rollout-….jsonl`` | the same, archived |
| ``rollout-….jsonl.zst`` | the same, compressed |
| ``session_index.jsonl``, ``state_5.sqlite`` | names of threads; no number is taken from them |

``auth.json``, ``config.toml``, ``history.jsonl`` (the prompts once more) and other databases are
never opened.

## Records

- ``session_meta``: id, directory, client, and which thread it was forked or spawned from.
- ``turn_context``: the model, which can change in a thread.
- ``response_item``: what the model sees – messages, reasoning, calls and their outputs.
- ``event_msg``: turns, tokens, failures; from 0.171 on items of prompts, commands and changes.
- ``token_usage_record`` (0.171): tokens of one response.
- ``compacted``: a summary and copies of old messages, which are no new turns.
- ``world_state``, base instructions and messages of the role ``developer`` are no conversation.

## Quirks

- Every turn is written twice, as response item and as event; it counts once. A message of the
  role ``user`` is a prompt when an event confirms it; exports without events are told by form.
- Up to 0.124 each ``token_count`` is written twice, and its total restarts at a resume (0.47) or at
  the parent's (forks): single responses count, totals never do.
- ``input_tokens`` includes what was cached.
- ``AGENTS.md``, the environment and markers stand in records of the role ``user``: 0.93 repeats
  them at each resume.
- A fork of an older client begins with a copy of its parent's history: what stands in the
  parent's rollout is passed over. Without the parent it is kept, counted as
  unknown, and read again until the parent is there or the fork has rested for an hour.
- ``codex migrate-rollouts`` gives records new ids, so events are named after their line.
- A new name is a line more in ``session_index.jsonl`` and changes no rollout; its thread is read
  again. A name that only the database tells is seen when the thread itself changes.
- The event of a prompt does not say what its pictures are, nor where in the message they stand: a
  thread that is read between the two keeps the place of the message, and reads it again.
- A failed call has no flag; its text says so. A process that goes on is closed later, even after
  its turn, and killed then: that is no mistake.

## Verified

Stores recorded from 0.47.0, 0.93.0, 0.124.0 and 0.171.0, number by number against the scenarios
that were played; prompts, answers and calls also of real sessions before 0.30, whose lines have no
``payload``. Recorded threads were also imported after every line, and in 200 rounds while another
process wrote, moved, compressed, migrated and named them and imports were killed. Not seen: desktop
and cloud sessions, goals, memories.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from reflect.importers.codex import places
from reflect.importers.codex.places import Rollout
from reflect.model.source import Capabilities, LedgerEntry, Source, Unit, UnitRead
from reflect.model.vocabulary import Agent
from reflect.stores.files import is_copy, state_of

if TYPE_CHECKING:
    from reflect.importers.codex.titles import ThreadIndex


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
        self._again: dict[str, Rollout] | None = None
        self._index: tuple[Path, ThreadIndex] | None = None

    def discover(self, environ: Mapping[str, str]) -> list[Source]:
        """The store at ``CODEX_HOME`` or ``~/.codex``, if it holds sessions."""
        return places.discover(environ)

    def recognise(self, path: Path) -> Source | None:
        """The source a named path is, told by content."""
        return places.recognise(path)

    def units(self, source: Source) -> list[Unit]:
        """One unit a thread."""
        self._listed = self._again = self._index = None
        return [rollout.unit for rollout in self._rollouts(source)[0].values()]

    def read(self, source: Source, unit: Unit, earlier: LedgerEntry | None) -> UnitRead:
        """Read a thread, from its last full line on where its file only grew."""
        # Most starts find nothing to read: what reads is imported with the first file.
        from reflect.importers.codex.reading import read_rollout

        by_unit, _ = self._rollouts(source)
        rollout = by_unit.get(unit.name)
        if rollout is None or rollout.unit != unit:
            state = state_of(unit.path)
            files = (state,) if state is not None else ()
            rollout = Rollout(unit, files, None, archived=False)
        find = partial(self._parent, source)
        return read_rollout(rollout, source.path, earlier, self._names(source), find)

    def is_copy(self, source: Source, unit: Unit, earlier: LedgerEntry) -> bool:
        """Whether a rollout of one file with another inode holds what was read of it."""
        rollout = self._rollouts(source)[0].get(unit.name)
        if rollout is None or len(rollout.files) > 1 or unit.path.name.endswith(places.COMPRESSED):
            return False
        return is_copy(unit.path, places.root_of(source.path, unit.path), earlier)

    def _parent(self, source: Source, thread: str) -> Rollout | None:
        """The rollout of a thread; looked for once more where it has moved since the listing."""
        found = self._rollouts(source)[1].get(thread)
        if found is not None and all(state_of(file.path) for file in found.files):
            return found
        if self._again is None or thread in self._again:
            again = places.rollouts(source)
            self._again = {rollout.thread: rollout for rollout in again if rollout.thread}
        return self._again.get(thread)

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

    def _names(self, source: Source) -> "ThreadIndex":
        from reflect.importers.codex.titles import thread_index

        if self._index is None or self._index[0] != source.path:
            home = source.path if source.path.is_dir() else source.path.parent
            self._index = (source.path, thread_index(home))
        return self._index[1]

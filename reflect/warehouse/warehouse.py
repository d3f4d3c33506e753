"""The warehouse as the rest of the project sees it: one class, one line of work per method."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from reflect.model.redacted import Redacted
from reflect.model.review import GivenLesson, SessionRow, SessionTree, Transcript
from reflect.model.run_vocabulary import Action, Outcome
from reflect.model.session import Message, RedactedSession, ToolCall
from reflect.model.source import LedgerEntry, Unit
from reflect.warehouse import (
    baselines,
    ledger,
    linking,
    loading,
    query,
    results,
    runs,
    saving,
    selection,
    sessions,
    transcripts,
)
from reflect.warehouse.connection import Connection, connected
from reflect.warehouse.held_sessions import keys_of_held
from reflect.warehouse.read_ahead import ReadAhead
from reflect.warehouse.stored_trees import StoredTree
from reflect.warehouse.values import (
    Analysis,
    Applicable,
    CheckRun,
    DuplicateUnit,
    LoadCounts,
    LoadedUnit,
    PatternOccurrence,
    Run,
    StoredFinding,
    StoreRow,
    TurnRow,
)

if TYPE_CHECKING:
    from reflect.warehouse.model_answers import ModelAnswers


@contextmanager
def open_warehouse(path: Path, *, write: bool, wait: float = 10.0) -> Iterator["Warehouse"]:
    """Open the warehouse, made or brought up to date first where that is needed.

    ``wait`` is how many seconds to wait for a process that holds the file.

    Raises:
        Busy: another process still holds it.
        NewerVersion: a newer reflect or DuckDB made it.
        BadData: the file is damaged or no warehouse.
        NotPermitted: the system refuses access.
        StorageFailed: the disk is full or broken, or the file vanished while it was open.
    """
    with connected(path, write=write, wait=wait) as connection:
        yield Warehouse(connection)


class Warehouse:
    """An open warehouse. Lists come back in a set order; times are ``2026-01-02T03:04:05.678Z``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def _settled(self) -> Connection:
        return linking.settle(self._connection)

    def ledger(self, agent: str, source_path: str) -> dict[str, LedgerEntry]:
        """What the last import read of each unit of a store, by the unit's name."""
        return ledger.entries(self._connection, agent, source_path)

    def ledger_states(self, agent: str, source_path: str) -> dict[str, tuple[int, int, int]]:
        """Size, time in ns and inode of each unit of a store as read last, by the unit's name."""
        return ledger.states(self._connection, agent, source_path)

    def ledger_of(
        self, agent: str, source_path: str, names: Sequence[str]
    ) -> dict[str, LedgerEntry]:
        """What the last import read of some units of a store, by the unit's name."""
        return ledger.entries_of(self._connection, agent, source_path, names)

    def renumber(self, agent: str, source_path: str, units: Mapping[str, Unit]) -> None:
        """Note that units of a store, by name, have another time and inode and nothing new."""
        ledger.renumber(self._connection, agent, source_path, units)

    def known_sources(self) -> list[tuple[str, Redacted]]:
        """Agent and path of every store ever read: one that is not found any more is missing."""
        return ledger.known_sources(self._connection)

    def expect_columns(self) -> None:
        """Load what writes columns: 0.1 s, best while readers have nothing to hand over yet."""
        from reflect.warehouse import arrow  # noqa: F401 - for who writes them

    def held(self, keys: Sequence[str]) -> frozenset[str]:
        """Which of these sessions the warehouse holds."""
        return keys_of_held(self._connection, keys)

    def expect_load(self, asked: Callable[[], ReadAhead | None]) -> None:
        """The next load may use what was asked ahead of the sessions it writes to."""
        self._connection.ahead = asked

    def transaction(self) -> AbstractContextManager[None]:
        """One transaction around several loads: all of them or nothing."""
        return self._connection.transaction()

    def load(self, batch: Sequence[LoadedUnit]) -> LoadCounts:
        """Write whole sessions with their ledger entries in a transaction: all or nothing.

        A session replaces its rows; one that ``continues`` replaces rows with known ids, adds the
        others, and keeps what it does not say (None) as it was stored. Of a session that several
        units hold one is kept: see ``owners``; a unit left out is read whole when it changes.
        Raises ``InternalError`` when a text has not passed the door.
        """
        return loading.load(self._connection, batch)

    def mark_missing(
        self,
        agent: str,
        source_path: str,
        present: AbstractSet[str],
        *,
        moment: str | None = None,
        complete: bool = False,
    ) -> int:
        """Flag the sessions whose units are gone and clear the flag of those that are back.

        Call it after each import of a store, without names for one that has vanished. ``moment`` is
        now by default; ``complete`` says that every unit the ledger knows of it is present, which
        saves looking. Returns how many of its sessions are missing. No row is ever deleted.
        """
        return ledger.mark_missing(
            self._connection, agent, source_path, present, moment, complete=complete
        )

    def held_sessions(self) -> dict[tuple[str, str], int]:
        """Agent and path of a store → sessions that are kept from it, missing ones included."""
        return ledger.held_sessions(self._connection)

    def duplicates(self) -> list[DuplicateUnit]:
        """Units that were left out because another one holds the same session."""
        return ledger.duplicates(self._connection)

    def store_rows(self) -> list[StoreRow]:
        """One row per store, by agent and path."""
        return ledger.store_rows(self._settled)

    def session_rows(
        self, *, agents: Sequence[str] = (), project: str | None = None
    ) -> list[SessionRow]:
        """Sessions with their counts, newest start first; ``project`` is part of where they ran."""
        return selection.session_rows(self._settled, agents=agents, project=project)

    def resolve(self, reference: str) -> list[SessionRow]:
        """The session with this key or id, else all whose key or id begins with it."""
        return selection.resolve(self._settled, reference)

    def by_name(self, text: str) -> list[SessionRow]:
        """Sessions whose title contains the text, in any case, newest first."""
        return selection.by_name(self._settled, text)

    def session(self, key: str) -> RedactedSession:
        """One whole session, copied and reverted messages included.

        Raises ``UsageError`` when there is none.
        """
        return sessions.session(self._settled, key)

    def events(self, key: str) -> tuple[Message[Redacted] | ToolCall[Redacted], ...]:
        """Messages and calls of one session in the order they happened."""
        return sessions.events(self._settled, key)

    def trees(self, root_keys: Sequence[str]) -> Iterator[SessionTree]:
        """Root sessions with their sub-agents, in the order asked; copied rows are left out.

        Read in chunks, so thousands of keys need the memory of a few, and results may be saved
        between two of them. Keys that are no root are passed over.
        """
        return sessions.trees(self._settled, root_keys)

    def stored_trees(
        self, root_keys: Sequence[str], *, some_soon: bool = False
    ) -> Iterator[StoredTree]:
        """As ``trees``, each as its rows: another process makes the values with ``tree_value``."""
        return sessions.stored_trees(self._settled, root_keys, some_soon=some_soon)

    def transcripts(self, root_keys: Sequence[str]) -> Iterator[Transcript]:
        """The words of root sessions with their sub-agents, in the order asked."""
        return transcripts.transcripts(self._settled, root_keys)

    def content_digests(self, root_keys: Sequence[str]) -> dict[str, str]:
        """Root key → digest of all its tree holds; changes when a re-analysis is due."""
        return results.content_digests(self._settled, root_keys)

    def stale_roots(self, code_digest: str) -> list[str]:
        """Roots never analysed, or changed since, or analysed by other code; oldest first."""
        return results.stale_roots(self._settled, code_digest)

    def never_analysed(self, code_digest: str) -> int:
        """How many sessions there are, where none was analysed by these codes; 0 where one was."""
        return results.never_analysed(self._connection, code_digest)

    def analysed(self, code_digest: str) -> dict[str, str]:
        """Roots that are not stale → digest of the baseline they were compared with."""
        return results.analysed(self._settled, code_digest)

    def save_analysis(self, rows: Sequence[Analysis]) -> None:
        """Replace what was found in these roots; new findings get the next ``F-`` numbers."""
        saving.save(self._settled, rows)

    def findings(self, root_keys: Sequence[str] | None = None) -> list[StoredFinding]:
        """What rules found in these roots, or in all, by number."""
        return results.findings(self._settled, root_keys)

    def suggestions(self, root_keys: Sequence[str] | None = None) -> list[StoredFinding]:
        """What a model alone found in these roots, or in all, by number. It never counts."""
        return results.findings(self._settled, root_keys, suggested=True)

    @property
    def models(self) -> "ModelAnswers":
        """What language models were asked and answered."""
        from reflect.warehouse.model_answers import ModelAnswers

        return ModelAnswers(self._connection)

    def turns(self, session_keys: Sequence[str] | None = None) -> list[TurnRow]:
        """Acts of the human in these sessions, or in all, by session and position."""
        return results.turns(self._settled, session_keys)

    def applicable(
        self, root_keys: Sequence[str] | None = None, chosen: Sequence[str] = ()
    ) -> Applicable:
        """In how many of these roots, or of all, and of the chosen codes could have happened."""
        return results.applicable(self._settled, root_keys, chosen)

    def pattern_occurrences(self) -> list[PatternOccurrence]:
        """Every recurrence key with the root sessions it was seen in."""
        return results.pattern_occurrences(self._settled)

    def pattern_refs(self, fingerprints: Sequence[str]) -> dict[str, int]:
        """Fingerprint → the n of ``P-n``; unknown ones get the next numbers in this order.

        A warehouse open for reading gives the known ones only.
        """
        return saving.pattern_refs(self._settled, fingerprints)

    def fingerprint(self, kind: str, number: int) -> str | None:
        """The fingerprint behind ``F-12`` (``F``, 12) or ``P-3``, None when never given."""
        return saving.fingerprint(self._settled, kind, number)

    def check_runs(self, projects: Sequence[str]) -> list[CheckRun]:
        """Commands that ran after an edit in the analysed sessions of projects."""
        return baselines.check_runs(self._settled, projects)

    def given_lessons(self, projects: Sequence[str]) -> list[tuple[str, GivenLesson]]:
        """Root session and instruction, for every one the human gave in projects."""
        return baselines.given_lessons(self._settled, projects)

    def running_reflect(self) -> list[str]:
        """Keys of root sessions whose last call is a ``reflect`` command that still runs."""
        return selection.running_reflect(self._settled)

    def given_instructions(self, projects: Sequence[str]) -> list[tuple[str, Redacted]]:
        """Root session and line, for every line of the instruction files it had been given."""
        return baselines.given_instructions(self._settled, projects)

    def written_lines(self, projects: Sequence[str]) -> dict[str, list[Redacted]]:
        """Project → distinct lines of instruction files that its sessions had been given."""
        return baselines.written_lines(self._settled, projects)

    def begin_run(self, run: str, action: Action, *, moment: str | None = None) -> None:
        """Record that a run has begun; until it ends its outcome is ``interrupted``."""
        runs.begin(self._connection, run, action, moment)

    def end_run(self, run: str, outcome: Outcome, *, moment: str | None = None) -> None:
        """Record how a run ended."""
        runs.end(self._connection, run, outcome, moment)

    def runs(self) -> list[Run]:
        """All runs, oldest first."""
        return runs.all_runs(self._connection)

    def sql(self, text: str, limit: int = 1000) -> tuple[list[str], list[tuple[object, ...]]]:
        """Answer one reading SQL statement: names of the columns, at most ``limit`` rows.

        Raises ``UsageError`` for a statement that is wrong, writes, or takes over 30 seconds.
        """
        return query.run(self._settled, text, limit)

    def table_comments(self) -> Mapping[str, Mapping[str, str]]:
        """Table or view → column → what it holds; the empty column name is the table itself."""
        return query.table_comments(self._connection)

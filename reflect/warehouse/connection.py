"""Opening the DuckDB file: private, hardened, waiting for whoever holds it."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reflect.model.review import SessionRow
from reflect.warehouse import closing_beside, failures
from reflect.warehouse.duckdb_file import NAME, identity, opened
from reflect.warehouse.statements import query

if TYPE_CHECKING:
    from reflect.warehouse import engine
    from reflect.warehouse.columns import Columns
    from reflect.warehouse.read_ahead import ReadAhead

LONGEST_PAUSE = 0.4
"""Seconds between two tries of a locked file at most; jittered, so that two waiters part."""

GIVEN = "given_columns"
"""What columns are called while they are added to a table."""

Row = tuple[Any, ...]


class Connection:
    """One connection whose errors are ours and whose results are always read to the end."""

    def __init__(self, raw: "engine.DuckDBPyConnection", path: Path, *, write: bool) -> None:
        self.raw = raw
        self.path = path
        self.write = write
        self.unlinked = False
        """Sessions were loaded that are not linked yet."""
        self.written = 0
        """Rows that were added to tables."""
        self.digests: list[tuple[str, str]] | None = None
        """Root → digest of its tree, as long as no session is written."""
        self.sessions: list[SessionRow] | None = None
        """All sessions with their counts, as long as none is written."""
        self.ahead: Callable[[], ReadAhead | None] | None = None
        """Gives what was asked ahead for the next load, as long as nothing else is written."""
        self._inside = False
        """A transaction has begun."""

    def rows(self, text: str, parameters: Sequence[object] = ()) -> list[Row]:
        """Run one statement or several and return the rows of the last.

        An unread result makes the next flush of an appender fail (DuckDB 2.0.1), so all rows are
        always fetched.
        """
        with self.errors("A query"):
            result: list[Row] = self.raw.execute(text, list(parameters)).fetchall()
            return result

    def cursor(self) -> "engine.DuckDBPyConnection":
        """Another connection to the same file, which can be interrupted alone."""
        with self.errors("Another connection"):
            cursor = self.raw.cursor()
            if self.write:
                cursor.execute(f"USE {NAME}")
            return cursor

    def named(self, name: str, parameters: Sequence[object] = ()) -> list[Row]:
        """Run the query of this name from ``queries/``."""
        return self.rows(query(name), parameters)

    def append(self, table: str, rows: Sequence[Row]) -> None:
        """Add rows to a table: a tuple per row, a value per column."""
        if rows:
            with self.errors(f"Writing to {table}"):
                appender = self.raw.appender(table)
                appender.append_rows(rows)
                appender.flush()
            self.written += len(rows)

    def append_columns(
        self,
        table: str,
        pieces: "Sequence[Columns]",
        left_out: tuple[int, Sequence[str]] | None = None,
    ) -> None:
        """Add rows that came as columns, in some pieces.

        ``left_out``: number of a column, and values; the rows that hold one of them are not added.
        """
        held = [piece for piece in pieces if piece.length]
        if not held:
            return
        from reflect.warehouse.arrow import arrow

        with self.errors(f"Writing to {table}"):
            self.raw.register(GIVEN, arrow(held))
            try:
                statement = f"INSERT INTO {table} FROM {GIVEN}"
                if left_out is None:
                    self.rows(statement)
                else:
                    place, values = left_out
                    condition = f'WHERE "{place}" NOT IN (SELECT unnest(?))'
                    self.rows(f"{statement} {condition}", [list(values)])
            finally:
                self.raw.unregister(GIVEN)
        self.written += sum(piece.length for piece in held)

    @contextmanager
    def transaction(self, *, of_results: bool = False) -> Iterator[None]:
        """All that happens inside is kept or, on any error, nothing of it.

        One inside another is part of it: nothing is kept before that one ends.
        ``of_results`` says that nothing is written which sessions are made of.
        """
        if self._inside:
            yield
            return
        unlinked = self.unlinked
        if not of_results:
            self.digests = self.sessions = None
        with self.errors("A transaction"):
            self.raw.begin()
            self._inside = True
            try:
                yield
                self.raw.commit()
            except BaseException:
                self.unlinked = unlinked
                with suppress(Exception):
                    self.raw.rollback()
                raise
            finally:
                self._inside = False
                if not of_results:
                    self.digests = self.sessions = None

    @contextmanager
    def errors(self, doing: str) -> Iterator[None]:
        """Turn what DuckDB raises into our errors; its texts hold values and are dropped."""
        from reflect.warehouse import engine

        try:
            yield
        except engine.Error as error:
            raise failures.translated(error, self.path, doing) from None


@contextmanager
def connected(path: Path, *, write: bool, wait: float) -> Iterator[Connection]:
    """Open a warehouse that is made, and brought up to date, where that is needed."""
    from reflect.warehouse import migrating

    deadline = time.monotonic() + wait
    umask = os.umask(0o077)
    try:
        migrating.make(path)
        if not write:
            with _open(path, write=False, deadline=deadline) as reader:
                if migrating.is_current(reader):
                    yield reader
                    return
        with _brought_up_to_date(path, deadline=deadline) as writer:
            if write:
                yield writer
                return
        with _open(path, write=False, deadline=deadline) as reader:
            yield reader
    finally:
        os.umask(umask)


@contextmanager
def _brought_up_to_date(path: Path, *, deadline: float) -> Iterator[Connection]:
    from reflect.warehouse import linking, migrating

    with _open(path, write=True, deadline=deadline) as writer:
        if not migrating.is_older(writer):
            migrating.bring_up_to_date(writer)
            migrating.sweep(path)
            yield writer
            linking.settle(writer)
            return
    migrating.back_up(path)
    with _open(path, write=True, deadline=deadline) as writer:
        migrating.bring_up_to_date(writer)
        yield writer
        linking.settle(writer)


@contextmanager
def _open(path: Path, *, write: bool, deadline: float) -> Iterator[Connection]:
    connection = Connection(_connect(path, write=write, deadline=deadline), path, write=write)
    before = identity(path)
    try:
        yield connection
    except BaseException:
        with suppress(Exception):
            connection.raw.close()
        raise
    with connection.errors("Closing"):
        if write:
            connection.rows("CHECKPOINT")
    closing_beside.begin(connection.raw)
    if write and identity(path) != before:
        raise failures.vanished(path)


def _connect(path: Path, *, write: bool, deadline: float) -> "engine.DuckDBPyConnection":
    from reflect.warehouse import engine, opening_ahead

    if write and (begun := opening_ahead.taken(path)) is not None:
        return begun
    pause = 0.02
    while True:
        try:
            return opened(path, write=write)
        except engine.Error as error:
            left = deadline - time.monotonic()
            if not failures.is_locked(error):
                raise failures.translated(error, path, "Opening") from None
            if left <= 0:
                raise failures.busy(error, path) from None
        import random

        time.sleep(min(left, pause * random.uniform(0.5, 1.5)))  # noqa: S311 - jitter, no secret
        pause = min(pause * 2, LONGEST_PAUSE)

"""Opening the DuckDB file: private, hardened, waiting for whoever holds it."""

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reflect.model.review import SessionRow
from reflect.warehouse import failures
from reflect.warehouse.statements import query

if TYPE_CHECKING:
    from reflect.warehouse import engine
    from reflect.warehouse.columns import Columns

STORAGE_VERSION = "v2.0.0"
"""The newest storage that every DuckDB in the allowed range (>=2.0,<3) can read."""

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

    def rows(self, text: str, parameters: Sequence[object] = ()) -> list[Row]:
        """Run one statement or several and return the rows of the last.

        An unread result makes the next flush of an appender fail (DuckDB 2.0.1), so all rows are
        always fetched.
        """
        with self.errors("A query"):
            result: list[Row] = self.raw.execute(text, list(parameters)).fetchall()
            return result

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

        ``of_results`` says that nothing is written which sessions are made of.
        """
        unlinked = self.unlinked
        if not of_results:
            self.digests = self.sessions = None
        with self.errors("A transaction"):
            self.raw.begin()
            try:
                yield
                self.raw.commit()
            except BaseException:
                self.unlinked = unlinked
                with suppress(Exception):
                    self.raw.rollback()
                raise
            finally:
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
    opened = identity(path)
    try:
        yield connection
    except BaseException:
        with suppress(Exception):
            connection.raw.close()
        raise
    with connection.errors("Closing"):
        if write:
            connection.rows("CHECKPOINT")
        connection.raw.close()
    if write and identity(path) != opened:
        raise failures.vanished(path)


def _connect(path: Path, *, write: bool, deadline: float) -> "engine.DuckDBPyConnection":
    from reflect.warehouse import engine, opening_ahead

    if write and (begun := opening_ahead.taken(path)) is not None:
        return begun
    pause = 0.02
    while True:
        try:
            return engine.connect(str(path), read_only=not write, config=settings(path))
        except engine.Error as error:
            left = deadline - time.monotonic()
            if not failures.is_locked(error):
                raise failures.translated(error, path, "Opening") from None
            if left <= 0:
                raise failures.busy(error, path) from None
        import random

        time.sleep(min(left, pause * random.uniform(0.5, 1.5)))  # noqa: S311 - jitter, no secret
        pause = min(pause * 2, LONGEST_PAUSE)


def settings(path: Path) -> dict[str, str | bool | int | float | list[str]]:
    """How the file is opened; nothing of it can be changed afterwards.

    No statement reads or writes another file, and no extension is fetched or loaded. 150 MB keep
    the peak of an import of 1 GB at 300 MB, where 400 MB made it 490, and cost no time; four
    threads are what that memory feeds. A log of up to 1 GB saves the checkpoints in the middle of
    an import, which cost more than half of its time at 5 GB.
    """
    return {
        "enable_external_access": "false",
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "allow_community_extensions": "false",
        "allow_persistent_secrets": "false",
        "storage_compatibility_version": STORAGE_VERSION,
        "memory_limit": "150MB",
        "threads": str(min(4, os.cpu_count() or 1)),
        "checkpoint_threshold": "1GB",
        "temp_directory": str(path.parent / "tmp"),
        "lock_configuration": "true",
    }


def identity(path: Path) -> tuple[int, int] | None:
    """Device and inode: DuckDB writes on into a file that was removed, and the data is gone."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino

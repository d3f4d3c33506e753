"""SQLite databases of other programs: read-only, in snapshots, named tables only.

Comes in: a database that its owner may be writing to. Goes out: rows. The allow-list of tables is
held by SQLite itself (an authorizer), so that a view, a trigger or a slip of ours cannot reach the
tables in which agents keep their access tokens.
"""

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from reflect.errors import BadData, NotPermitted, ReflectError, Unreachable
from reflect.stores.files import open_regular, state_of

MAGIC = b"SQLite format 3\x00"
"""First bytes of every database that is not empty."""

BUSY_SECONDS = 5.0
"""How long a writer is waited for."""


_ALLOWED_ACTIONS = frozenset(
    (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_TRANSACTION)
)
_SCHEMA_TABLES = frozenset(("sqlite_master", "sqlite_schema"))
_CANNOT_WRITE_BESIDE = frozenset((sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY))


def is_database(path: Path) -> bool:
    """Whether a regular file (no link) starts like a SQLite database; an empty one does not."""
    if state_of(path) is None:
        return False
    try:
        with open_regular(path, path) as file:
            return file.read(len(MAGIC)) == MAGIC
    except (ReflectError, OSError):
        return False


class Database:
    """An open database.

    Outside a snapshot it holds no lock, so that its owner can write and tidy up at any time.
    """

    def __init__(
        self, path: Path, connection: sqlite3.Connection, copy: Path | None, tables: frozenset[str]
    ) -> None:
        self._path = path
        self._connection = connection
        self._copy = copy
        self._columns: dict[str, frozenset[str]] = {}
        try:
            present = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            for name in sorted({str(row[0]) for row in present} & tables):
                described = connection.execute(f"PRAGMA table_info({_quoted(name)})")
                self._columns[name] = frozenset(str(row[1]) for row in described)
            # To decode in Python what nearly always is UTF-8 takes a tenth more: see ``_run``.
            connection.text_factory = str
        except sqlite3.Error as problem:
            self.close()
            raise _error(path, problem) from None

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """One read transaction: all rows read inside belong to the same moment.

        To be kept short: without a write-ahead log it keeps the owner from writing.
        """
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("ROLLBACK")

    def has(self, table: str) -> bool:
        """Whether the table exists and may be read."""
        return table in self._columns

    def select(
        self,
        table: str,
        columns: Sequence[str],
        *,
        where: str = "",
        order: str = "",
        parameters: Sequence[str | int] = (),
        as_bytes: Collection[str] = (),
    ) -> list[tuple[object, ...]]:
        """Rows with the columns asked for; None stands for a column this version lacks.

        Args:
            table: One of the allowed tables; a missing one has no rows.
            columns: Names of columns.
            where: Condition, written by the caller, values as ``?``.
            order: Columns to order by, written by the caller.
            parameters: Values of the condition.
            as_bytes: Columns to return as bytes: no text is decoded, so none can be invalid.

        Raises:
            ReflectError: the database is locked, damaged or gone.
        """
        present = self._columns.get(table)
        if present is None:
            return []
        wanted = ", ".join(_expression(name, present, name in as_bytes) for name in columns)
        statement = f"SELECT {wanted} FROM {_quoted(table)}"  # noqa: S608 - names are constants
        statement += f" WHERE {where}" if where else ""
        statement += f" ORDER BY {order}" if order else ""
        return self._run(statement, parameters)

    def newest(self, table: str, group: str, column: str) -> dict[str, tuple[int, int, int]]:
        """For each value of ``group``: largest whole number in ``column``, rows, and a check sum.

        The check sum, of 32 bits a row, shows a change that leaves the largest number as it was.

        Raises:
            ReflectError: the database is locked, damaged or gone.
        """
        present = self._columns.get(table)
        if present is None or group not in present:
            return {}
        value = _expression(column, present, as_bytes=False)
        by = _quoted(group)
        # A sum beyond 64 bits is an error of SQLite, so of each number the low bits are taken.
        wanted = f"{by}, max({value}), count(*), total({value} & 4294967295)"
        statement = f"SELECT {wanted} FROM {_quoted(table)} GROUP BY {by}"  # noqa: S608 - names are constants
        return {
            str(key): (largest if isinstance(largest, int) else 0, count, int(check))
            for key, largest, count, check in self._run(statement, ())
            if isinstance(count, int) and isinstance(check, float)
        }

    def close(self) -> None:
        """Close it; a copy made for a read-only folder is removed."""
        self._connection.close()
        if self._copy is not None:
            from reflect.stores import database_copies

            database_copies.remove(self._copy)

    def _run(self, statement: str, parameters: Sequence[str | int]) -> list[tuple[object, ...]]:
        try:
            try:
                return self._connection.execute(statement, parameters).fetchall()
            except sqlite3.OperationalError as problem:
                if _code(problem) or self._connection.text_factory is not str:
                    raise
                # A text that is no UTF-8.
                self._connection.text_factory = _text
                return self._connection.execute(statement, parameters).fetchall()
        except sqlite3.Error as problem:
            raise _error(self._path, problem) from None


def open_database(path: Path, tables: frozenset[str], temporary: Path) -> Database:
    """Open a database for reading.

    A database in write-ahead mode needs a ``-shm`` file beside it, which SQLite makes. Where the
    folder cannot be written, the database is copied with its write-ahead log into ``temporary``
    and read there. ``immutable=1`` would need neither, but misses what the log holds: 5 of 15
    rows, without an error.

    Args:
        path: The database; not a link.
        tables: The tables that may be read.
        temporary: Folder for such a copy; made with mode 0700.

    Raises:
        Unreachable: another process keeps it locked for longer than ``BUSY_SECONDS``.
        BadData: it is gone, no database, or damaged.
        NotPermitted: the system refuses access.
    """
    with open_regular(path, path) as file:
        head = file.read(len(MAGIC))
    if head and head != MAGIC:
        raise BadData(f"{path} is no SQLite database")
    try:
        return Database(path, _connect(path, tables), None, tables)
    except sqlite3.Error as problem:
        if _code(problem) not in _CANNOT_WRITE_BESIDE:
            raise _error(path, problem) from None
    except NotPermitted:
        pass
    # Imported here: what copies takes 4 ms, and most folders may be written.
    from reflect.stores import database_copies

    copy = database_copies.copied(path, temporary)
    try:
        return Database(path, _connect(copy / path.name, tables), copy, tables)
    except sqlite3.Error as problem:
        database_copies.remove(copy)
        raise _error(path, problem) from None


def _connect(path: Path, tables: frozenset[str]) -> sqlite3.Connection:
    # as_uri quotes "?" and "#", which would cut the name and open another file.
    uri = f"{path.absolute().as_uri()}?mode=ro"
    connection = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    connection.text_factory = _text

    def authorize(
        action: int, first: str | None, _second: str | None, _base: str | None, _by: str | None
    ) -> int:
        if action in _ALLOWED_ACTIONS:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_READ and (first in tables or first in _SCHEMA_TABLES):
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_PRAGMA and first == "table_info":
            return sqlite3.SQLITE_OK
        return sqlite3.SQLITE_DENY

    connection.set_authorizer(authorize)
    return connection


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _expression(name: str, present: Collection[str], as_bytes: bool) -> str:
    if name not in present:
        return "NULL"
    return f"CAST({_quoted(name)} AS BLOB)" if as_bytes else _quoted(name)


def _code(problem: sqlite3.Error) -> int:
    """The primary result code; 0 when the error does not come from SQLite itself."""
    code = getattr(problem, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else 0


def _error(path: Path, problem: sqlite3.Error) -> ReflectError:
    code = _code(problem)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Unreachable(
            f"{path} is locked by another program",
            hint="close the agent, or wait until it is idle, then: reflect import",
        )
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return NotPermitted(f"{path} cannot be opened", hint=f"check its permissions: ls -l {path}")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return BadData(f"{path} is damaged", hint=f"check it: sqlite3 {path} 'pragma quick_check'")
    return BadData(f"{path} cannot be read by SQLite (code {code})")

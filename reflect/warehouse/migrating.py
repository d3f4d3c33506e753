"""Making a warehouse and bringing it up to date: schema steps once each, views when they differ."""

import os
from contextlib import suppress
from pathlib import Path

from reflect import __version__
from reflect.derived import kept
from reflect.errors import BadData, NewerVersion
from reflect.regex import compiled
from reflect.warehouse import closing_beside, failures, linking
from reflect.warehouse.connection import Connection
from reflect.warehouse.duckdb_file import STORAGE_VERSION, opened, quoted
from reflect.warehouse.statements import Step, query, steps, views_digest

OPENABLE = compiled(r"[^?\\\ud800-\udfff]+")
"""Paths that DuckDB 2.0.1 opens under ``enable_external_access=false``."""

SPILL_FILES = "duckdb_temp_"
"""What their names begin with."""


def make(path: Path) -> None:
    """Make folder and file where there are none; the file appears whole or not at all.

    DuckDB refuses an empty file and leaves a broken one when it is killed while it makes it, so
    the warehouse is made under another name and then linked to its own.
    """
    if not OPENABLE.fullmatch(str(path)):
        raise BadData(
            f"{path} cannot be opened by DuckDB: a folder with ?, a backslash or bytes that are no "
            "text in its name.",
            hint="Name another folder with REFLECT_HOME.",
        )
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.exists():
            if not path.is_file():
                raise failures.damaged(path)
            return
        fresh = path.with_name(f"{path.name}.new-{os.getpid()}")
        _remove(fresh)
        try:
            _make_file(fresh)
            os.link(fresh, path)
        except FileExistsError:
            return
        finally:
            _remove(fresh)
    except PermissionError:
        raise failures.not_permitted(path) from None
    except (FileExistsError, NotADirectoryError):
        raise BadData(
            f"{path.parent} is no folder.", hint="Name another with REFLECT_HOME."
        ) from None
    except OSError:
        raise failures.disk_full(path) from None


def _make_file(fresh: Path) -> None:
    """A warehouse without sessions: the same file each time, so it is made once and copied.

    Its 600 statements take 0.15 s, a copy 1 ms.
    """

    def made() -> bytes:
        _build(fresh)
        return fresh.read_bytes()

    content = kept("empty-warehouse", (), made, salt=_form())
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    with open(handle, "wb") as file:  # noqa: PTH123 - opened by descriptor
        file.write(content)
        file.flush()
        os.fsync(handle)


def _form() -> str:
    """All that an empty warehouse depends on."""
    from reflect.warehouse import engine

    texts = [query("schema_version"), *(step.text for step in steps("schema")), views_digest()]
    return "\0".join((__version__, engine.__version__, STORAGE_VERSION, *texts))


def _build(fresh: Path) -> None:
    from reflect.warehouse import engine

    try:
        raw = opened(fresh, write=True)
        connection = Connection(raw, fresh, write=True)
        bring_up_to_date(connection)
        connection.rows("CHECKPOINT")
        raw.close()
    except engine.Error as error:
        raise failures.translated(error, fresh, "Making the warehouse") from None


def _remove(fresh: Path) -> None:
    for name in (fresh, fresh.with_name(f"{fresh.name}.wal")):
        name.unlink(missing_ok=True)


def is_current(connection: Connection) -> bool:
    """Whether a reader finds the schema and views this version knows, and nothing unlinked.

    Raises:
        NewerVersion: a newer reflect has written it.
        BadData: it is a DuckDB file of somebody else.
    """
    return (
        not _missing_steps(connection)
        and _stored_views(connection) == views_digest()
        and not linking.is_pending(connection)
    )


def is_older(connection: Connection) -> bool:
    """Whether an earlier reflect made it and schema steps are missing."""
    return bool(_missing_steps(connection)) and bool(_stored_steps(connection))


def back_up(path: Path) -> None:
    """Copy a warehouse beside itself before its schema changes: ``warehouse.duckdb.bak-<step>``.

    By a connection of its own, because a hardened one attaches no file; through DuckDB, because
    reading the file ourselves would drop the lock that DuckDB holds on it (POSIX locks belong to
    the process, and end when any descriptor of the file is closed).
    """
    from reflect.warehouse import engine

    closing_beside.wait()
    try:
        with engine.connect(":memory:", config={"autoload_known_extensions": "false"}) as raw:
            raw.execute(f"ATTACH {quoted(path)} AS old (READ_ONLY)")
            found = raw.execute("SELECT max(step) FROM old.schema_version").fetchall()
            backup = path.with_name(f"{path.name}.bak-{found[0][0]}")
            _remove(backup)
            raw.execute(f"ATTACH {quoted(backup)} AS new (STORAGE_VERSION '{STORAGE_VERSION}')")
            raw.execute("COPY FROM DATABASE old TO new")
    except engine.Error as error:
        raise failures.translated(error, path, "Copying the warehouse") from None


def bring_up_to_date(connection: Connection) -> None:
    """Apply the schema steps that are missing, replace views that differ, link what is pending."""
    pending = _missing_steps(connection)
    is_new = bool(pending) and not _stored_steps(connection)
    if pending or _stored_views(connection) != views_digest():
        _apply(connection, pending, is_new=is_new)
    connection.unlinked = linking.is_pending(connection)
    linking.settle(connection)


def _apply(connection: Connection, pending: list[Step], *, is_new: bool) -> None:
    with connection.transaction():
        if is_new:
            connection.rows(query("schema_version"))
        for step in pending:
            connection.rows(step.text)
            connection.append(
                "schema_version", [(step.number, step.name, step.digest, __version__)]
            )
        _replace_views(connection)


def _replace_views(connection: Connection) -> None:
    known = connection.rows("SELECT view_name FROM duckdb_views() WHERE NOT internal")
    for (name,) in known:
        connection.rows(f'DROP VIEW "{name}"')
    for step in steps("views"):
        connection.rows(step.text)
    connection.rows("DELETE FROM views_version")
    connection.append("views_version", [(views_digest(),)])


def _missing_steps(connection: Connection) -> list[Step]:
    """The steps still to be applied; raises when the file has steps we do not know."""
    stored = _stored_steps(connection)
    known = {step.number: step for step in steps("schema")}
    for number, digest, version in stored:
        if number not in known:
            raise NewerVersion(
                f"{connection.path} was made by reflect {version}, which is newer than this one "
                f"({__version__}); it was left untouched.",
                hint="Update reflect, or name another folder with REFLECT_HOME.",
            )
        if known[number].digest != digest:
            raise BadData(
                f"{connection.path} was made by a reflect {version} with another schema.",
                hint="Move it away and run `reflect import` again.",
            )
    applied = {number for number, _, _ in stored}
    return [step for step in known.values() if step.number not in applied]


def _stored_steps(connection: Connection) -> list[tuple[int, str, str]]:
    """The steps that were applied, as number, digest and version of reflect; none in a new file.

    Asked by trying: listing the tables takes ten times as long and every command pays for it.
    """
    from reflect.warehouse import engine

    try:
        found = connection.raw.execute(query("schema_steps")).fetchall()
    except engine.CatalogException:
        if connection.rows("SELECT 1 FROM duckdb_tables() LIMIT 1"):
            raise failures.damaged(connection.path) from None
        return []
    except engine.Error as error:
        raise failures.translated(error, connection.path, "Opening") from None
    return [(number, digest, version) for number, digest, version in found]


def _stored_views(connection: Connection) -> str:
    found = connection.rows("SELECT digest FROM views_version")
    return str(found[0][0]) if found else ""


def sweep(path: Path) -> None:
    """Remove what killed processes left: spill files, half-made warehouses.

    Only the writer does this: while it holds the lock nobody else can spill.
    """
    spilled, made = path.parent / "tmp", f"{path.name}.new-"
    with suppress(OSError):
        for left in path.parent.iterdir():
            if left.name.startswith(made) and not _is_running(left.name):
                left.unlink(missing_ok=True)
        for left in spilled.iterdir():
            if left.name.startswith(SPILL_FILES):
                left.unlink(missing_ok=True)


def _is_running(name: str) -> bool:
    """Whether the process that made ``warehouse.duckdb.new-123`` still runs."""
    number = name.rpartition("-")[2].removesuffix(".wal")
    if not number.isdecimal():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True

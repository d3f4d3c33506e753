"""A large database out of a small one: genuine rows, copied under new ids."""

import sqlite3
from pathlib import Path

HOUR = 3_600_000
"""Milliseconds by which each copy is older than the one before."""

KEYS = ("id", "session_id", "message_id", "parent_id")


def multiply(database: Path, copies: int) -> int:
    """Copy every row of a database under new ids, each copy an hour older; sessions then."""
    connection = sqlite3.connect(database)
    for table in ("session", "message", "part"):
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        rows = connection.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608 - constants
        marks = ",".join("?" * len(names))
        for number in range(1, copies):
            changed = [_copied(dict(zip(names, row, strict=True)), number) for row in rows]
            connection.executemany(
                f"INSERT INTO {table} VALUES ({marks})",  # noqa: S608 - constants
                [tuple(row[name] for name in names) for row in changed],
            )
    connection.commit()
    (sessions,) = connection.execute("SELECT count(*) FROM session").fetchone()
    connection.close()
    return int(sessions)


def _copied(row: dict[str, object], number: int) -> dict[str, object]:
    for key in KEYS:
        if isinstance(row.get(key), str):
            row[key] = f"{str(row[key])[:-5]}{number:05d}"
    for key in ("time_created", "time_updated"):
        row[key] = int(str(row[key])) - number * HOUR
    return row

"""Changing the records of a copied store: lines, documents, JSON columns of a database."""

import json
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from reflect.stores.sqlite import is_database

TIME = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")

JUNK: tuple[object, ...] = (None, 7, -1, "x", [], [None], {}, True, 1.5)
"""Values that no field expects."""


def without_numbers(value: Any) -> Any:
    """A record without any field that holds a number."""
    if isinstance(value, dict):
        return {
            key: without_numbers(item)
            for key, item in value.items()
            if isinstance(item, bool) or not isinstance(item, int | float)
        }
    if isinstance(value, list):
        return [without_numbers(item) for item in value]
    return value


def odd_variants(record: Any, depth: int = 3) -> Iterator[Any]:
    """The record with one field, of its own or of an object in it, replaced by junk."""
    if not isinstance(record, dict):
        return
    for place, (key, value) in enumerate(record.items()):
        yield {**record, key: JUNK[place % len(JUNK)]}
        if depth and isinstance(value, dict):
            yield from ({**record, key: inner} for inner in odd_variants(value, depth - 1))
        if depth and isinstance(value, list) and value:
            for inner in odd_variants(value[0], depth - 1):
                yield {**record, key: [inner, *value[1:]]}


def decoded(line: bytes) -> Any:
    """A line as JSON, else None."""
    try:
        return json.loads(line)
    except ValueError:
        return None


def encoded(value: object) -> bytes:
    """A record as one line."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def rewritten(path: Path, change: Callable[[Any], Any]) -> bool:
    """Change every JSON record of a file or database in place; False when it holds none."""
    if is_database(path):
        return _rewritten_rows(path, change) > 0
    data = path.read_bytes()
    whole = decoded(data)
    if whole is not None:
        path.write_bytes(encoded(change(whole)))
        return True
    lines = data.splitlines(keepends=True)
    records = [decoded(line) for line in lines]
    path.write_bytes(
        b"".join(
            line if record is None else encoded(change(record))
            for line, record in zip(lines, records, strict=True)
        )
    )
    return any(record is not None for record in records)


def times_in(path: Path) -> set[str]:
    """The times that stand in a file as texts in UTC."""
    return {found.decode() for found in TIME.findall(path.read_bytes())}


def json_columns(path: Path) -> list[tuple[str, str]]:
    """Tables of a database with a column that holds JSON objects."""
    with closing(sqlite3.connect(path)) as database:
        tables = [
            str(row[0])
            for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        return [
            (table, str(column[1]))
            for table in tables
            for column in database.execute(f'PRAGMA table_info("{table}")')
            if database.execute(
                f'SELECT 1 FROM "{table}" WHERE "{column[1]}" LIKE \'{{%\' LIMIT 1'  # noqa: S608
            ).fetchone()
        ]


def cut_cell(path: Path, table: str, column: str) -> None:
    """Cut the first JSON value of a column in the middle, as a crash may leave it."""
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            f'UPDATE "{table}" SET "{column}" = \'{{"cut": \' WHERE rowid = '  # noqa: S608
            f'(SELECT rowid FROM "{table}" WHERE "{column}" LIKE \'{{%\' LIMIT 1)'
        )
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _rewritten_rows(path: Path, change: Callable[[Any], Any]) -> int:
    changed = 0
    for table, column in json_columns(path):
        with closing(sqlite3.connect(path)) as database:
            rows = database.execute(f'SELECT rowid, "{column}" FROM "{table}"').fetchall()  # noqa: S608
            for number, text in rows:
                record = decoded(os.fsencode(text)) if isinstance(text, str) else None
                if isinstance(record, dict):
                    new = json.dumps(change(record))
                    database.execute(
                        f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?',  # noqa: S608
                        (new, number),
                    )
                    changed += 1
            database.commit()
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return changed

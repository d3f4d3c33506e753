"""Databases of other programs: live, locked, oddly named, read-only, hostile."""

import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from reflect.errors import BadData, NotPermitted
from reflect.stores import sqlite
from reflect.stores.sqlite import Database, is_database, open_database

TABLES = frozenset(("item", "absent"))


def made(path: Path, rows: int = 3, *, wal: bool = True) -> Path:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA journal_mode = {'WAL' if wal else 'DELETE'}")
    connection.executescript(
        "CREATE TABLE item (id TEXT PRIMARY KEY, kind TEXT, moment INTEGER, data TEXT);"
        "CREATE TABLE secret (token TEXT); INSERT INTO secret VALUES ('canary');"
    )
    values = [(f"i{n}", "ab"[n % 2], n, f'{{"n":{n}}}') for n in range(rows)]
    connection.executemany("INSERT INTO item VALUES (?, ?, ?, ?)", values)
    connection.commit()
    connection.close()
    return path


def opened(path: Path, tmp_path: Path) -> Database:
    return open_database(path, TABLES, tmp_path / "temporary")


def test_rows_columns_and_missing_things(tmp_path: Path) -> None:
    database = opened(made(tmp_path / "a.db"), tmp_path)
    rows = database.select(
        "item", ("id", "later", "data"), where="moment > ?", order="id DESC", parameters=(0,),
        as_bytes=("data",),
    )  # fmt: skip
    assert rows == [("i2", None, b'{"n":2}'), ("i1", None, b'{"n":1}')]
    assert database.select("absent", ("id",)) == []
    assert (database.has("item"), database.has("absent"), database.has("secret")) == (
        True,
        False,
        False,
    )
    assert database.newest("item", "kind", "moment") == {"a": (2, 2, 2), "b": (1, 1, 1)}
    assert database.newest("absent", "kind", "moment") == {}
    database.close()


def test_only_the_named_tables_can_be_read_even_through_a_view(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db")
    connection = sqlite3.connect(path)
    connection.executescript("DROP TABLE item; CREATE VIEW item AS SELECT token AS id FROM secret;")
    connection.close()
    database = opened(path, tmp_path)
    assert database.select("item", ("id",)) == []
    for statement in (
        "SELECT token FROM secret",
        "SELECT id FROM item",
        "DELETE FROM item",
        "ATTACH 'x' AS y",
        "PRAGMA journal_mode = DELETE",
    ):
        with pytest.raises(BadData):
            database._run(statement, ())
    database.close()


@pytest.mark.parametrize("name", ["what?.db", "a#b.db", "100%20.db", "ä 'q\".db"])
def test_names_that_would_cut_an_address(tmp_path: Path, name: str) -> None:
    database = opened(made(tmp_path / name), tmp_path)
    assert len(database.select("item", ("id",))) == 3
    database.close()
    assert {p.name for p in tmp_path.iterdir()} <= {name, f"{name}-shm", f"{name}-wal"}


def test_rows_of_the_log_are_seen_while_a_writer_lives(tmp_path: Path) -> None:
    path = made(tmp_path / "live.db")
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA wal_autocheckpoint = 0")
    writer.execute("INSERT INTO item VALUES ('new', 'a', 9, '{}')")
    database = opened(path, tmp_path)
    with database.snapshot():
        assert len(database.select("item", ("id",))) == 4
        writer.execute("INSERT INTO item VALUES ('later', 'a', 10, '{}')")
        assert len(database.select("item", ("id",))) == 4
    with database.snapshot():
        assert len(database.select("item", ("id",))) == 5
    database.close()
    writer.close()


WRITER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], timeout=20, isolation_level=None)
for n in range(200):
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO item VALUES (?, 'p', ?, '{}')", (f"x{n}", n))
    connection.execute("INSERT INTO item VALUES (?, 'q', ?, '{}')", (f"y{n}", n))
    connection.execute("COMMIT")
"""


@pytest.mark.parametrize("wal", [True, False])
def test_another_process_writes_meanwhile(tmp_path: Path, wal: bool) -> None:
    path = made(tmp_path / "busy.db", wal=wal)
    database = opened(path, tmp_path)
    with subprocess.Popen([sys.executable, "-c", WRITER, str(path)]) as writer:
        while writer.poll() is None:
            with database.snapshot():
                counts = database.newest("item", "kind", "moment")
                again = len(database.select("item", ("id",)))
            # Pairs are written together: a snapshot never sees half of one.
            assert counts.get("p") == counts.get("q")
            assert again == sum(count for _, count, _ in counts.values())
    assert writer.returncode == 0
    assert database.newest("item", "kind", "moment")["p"][:2] == (199, 200)
    database.close()


def test_no_lock_is_held_outside_a_snapshot(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", wal=False)
    database = opened(path, tmp_path)
    database.select("item", ("id",))
    writer = sqlite3.connect(path, timeout=0)
    writer.execute("DELETE FROM item")
    writer.commit()
    writer.close()
    database.close()


def test_a_read_only_folder_is_copied_with_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made(tmp_path / "there.db")
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA wal_autocheckpoint = 0")
    writer.execute("INSERT INTO item VALUES ('in the log', 'a', 9, '{}')")
    connect = sqlite._connect

    def refusing(target: Path, tables: frozenset[str]) -> sqlite3.Connection:
        # What SQLite says in a folder where it cannot make the -shm file; root can always.
        if target == path:
            problem = sqlite3.OperationalError("unable to open database file")
            problem.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise problem
        return connect(target, tables)

    monkeypatch.setattr(sqlite, "_connect", refusing)
    temporary = tmp_path / "temporary"
    database = opened(path, tmp_path)
    assert len(database.select("item", ("id",))) == 4
    (copy,) = temporary.iterdir()
    assert stat.S_IMODE(temporary.stat().st_mode) == stat.S_IMODE(copy.stat().st_mode) == 0o700
    assert {stat.S_IMODE((copy / n).stat().st_mode) for n in ("there.db", "there.db-wal")} == {
        0o600
    }
    database.close()
    assert list(temporary.iterdir()) == []
    writer.close()


def test_invalid_text_is_replaced(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db")
    connection = sqlite3.connect(path)
    connection.execute("UPDATE item SET kind = CAST(? AS TEXT)", (b"caf\xe9",))
    connection.commit()
    connection.close()
    database = opened(path, tmp_path)
    assert database.select("item", ("kind",), where="id = ?", parameters=("i0",)) == [
        ("caf\ufffd",)
    ]
    database.close()


def test_what_is_no_database(tmp_path: Path) -> None:
    other = tmp_path / "text.db"
    other.write_text("SQLite format 2, or not")
    assert not is_database(other)
    with pytest.raises(BadData, match=r"text\.db is no SQLite database"):
        opened(other, tmp_path)
    with pytest.raises(BadData, match=r"gone\.db is gone"):
        opened(tmp_path / "gone.db", tmp_path)
    link = tmp_path / "link.db"
    link.symlink_to(made(tmp_path / "real.db"))
    assert is_database(tmp_path / "real.db")
    assert not is_database(link)
    with pytest.raises(NotPermitted):
        opened(link, tmp_path)
    assert not is_database(tmp_path)


def test_an_empty_file_has_no_tables(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    database = opened(tmp_path / "empty.db", tmp_path)
    assert not database.has("item")
    database.close()
    assert (tmp_path / "empty.db").stat().st_size == 0


def test_a_damaged_page_is_found_when_it_is_read(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", rows=2000, wal=False)
    data = bytearray(path.read_bytes())
    data[8192:40960] = b"\xff" * 32768
    path.write_bytes(data)
    database = opened(path, tmp_path)
    with pytest.raises(BadData, match=r"a\.db is damaged"):
        database.select("item", ("data",))
    database.close()

"""``reflect sql``: reads, says what it can do, and never more than the statement itself."""

from pathlib import Path

import pytest

from reflect.errors import UsageError
from reflect.warehouse import open_warehouse
from reflect.warehouse import query as reading
from tests.warehouse.warehouse_builders import load, message, session

SECRET_LOOKING = "zebra-crossing"  # noqa: S105 - stands for words of a session


@pytest.fixture
def filled(path: Path) -> Path:
    with open_warehouse(path, write=True) as warehouse:
        load(
            warehouse,
            *(session(f"s{n}", messages=(message("m", 1, SECRET_LOOKING),)) for n in range(30)),
        )
    return path


def test_every_table_and_column_says_what_it_holds(path: Path) -> None:
    with open_warehouse(path, write=False) as warehouse:
        comments = warehouse.table_comments()
        names = {row[0] for row in warehouse.sql("SHOW TABLES")[1]}
    assert set(comments) == names
    silent = [(t, c) for t, columns in comments.items() for c, said in columns.items() if not said]
    assert silent == []
    assert len(comments["sessions"]) == 34


def test_there_is_no_index_and_no_key(path: Path) -> None:
    with open_warehouse(path, write=False) as warehouse:
        assert warehouse.sql("SELECT * FROM duckdb_indexes()")[1] == []
        keys = "SELECT * FROM duckdb_constraints() WHERE constraint_type <> 'NOT NULL'"
        assert warehouse.sql(keys)[1] == []


def test_rows_come_with_their_columns_up_to_the_limit(filled: Path) -> None:
    with open_warehouse(filled, write=False) as warehouse:
        columns, rows = warehouse.sql("SELECT key, started_at FROM sessions ORDER BY key", limit=7)
        assert columns == ["key", "started_at"]
        assert rows[0] == ("claude-code:s0", "2026-01-01T00:01:00.000Z")
        assert len(rows) == 7
        assert warehouse.sql("DESCRIBE sessions")[0][0] == "column_name"
        assert warehouse.sql("EXPLAIN SELECT 1")[1]
        assert warehouse.sql("FROM messages SELECT count(*)")[1] == [(30,)]


@pytest.mark.parametrize(
    "statement",
    [
        "",
        "SELECT 1; SELECT 2",
        "DELETE FROM session",
        "CREATE TEMP TABLE t AS SELECT 1",
        "SET threads = 1",
        "PRAGMA database_list",
        "CALL pragma_version()",
        "ATTACH ':memory:' AS other",
        "COPY session TO '/tmp/x'",
        "INSTALL fts",
        "CHECKPOINT",
    ],
)
def test_only_one_reading_statement_is_taken(filled: Path, statement: str) -> None:
    with (
        open_warehouse(filled, write=False) as warehouse,
        pytest.raises(UsageError, match="one statement that reads"),
    ):
        warehouse.sql(statement)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("SELEC 1", "SELEC"),
        ("SELECT nothing FROM sessions", "nothing"),
        ("SELECT * FROM nowhere", "nowhere"),
    ],
)
def test_a_wrong_statement_is_explained(filled: Path, statement: str, said: str) -> None:
    with open_warehouse(filled, write=False) as warehouse, pytest.raises(UsageError, match=said):
        warehouse.sql(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT text::INTEGER FROM messages",
        "SELECT text::TIMESTAMP FROM messages",
        "SELECT text::JSON FROM messages",
        "SELECT error(text) FROM messages",
        "SELECT strptime(text, '%Y') FROM messages",
        "SELECT regexp_matches('a', text || '(') FROM messages",
        "SELECT * FROM read_text((SELECT text FROM messages LIMIT 1))",
        "SELECT * FROM query((SELECT text FROM messages LIMIT 1))",
    ],
)
def test_values_never_stand_in_an_error(filled: Path, statement: str) -> None:
    with open_warehouse(filled, write=False) as warehouse:
        with pytest.raises(UsageError) as told:
            warehouse.sql(statement)
        assert SECRET_LOOKING not in told.value.message
        assert told.value.__cause__ is None
        assert warehouse.sql("SELECT 1")[1] == [(1,)]


def test_a_long_statement_is_stopped(filled: Path) -> None:
    endless = "SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE a.range = -b.range"
    with open_warehouse(filled, write=False) as warehouse:
        with pytest.raises(UsageError, match="longer than"):
            reading.run(warehouse._connection, endless, 10, longest=0.3)
        assert warehouse.sql("SELECT 1")[1] == [(1,)]

"""``reflect sql``: one reading statement, with a limit of rows and of time."""

import threading

from reflect.errors import UsageError
from reflect.warehouse import failures
from reflect.warehouse.connection import Connection
from reflect.warehouse.rows_to_values import iso
from reflect.warehouse.values_to_rows import required

LONGEST = 30.0
"""Seconds a statement may take."""


def run(
    connection: Connection, text: str, limit: int, *, longest: float = LONGEST
) -> tuple[list[str], list[tuple[object, ...]]]:
    """Names of the columns and the first rows of one statement that only reads.

    What DuckDB says about a statement it cannot parse or bind is shown: it quotes the statement
    and names of tables. What it says while it runs holds values, and is not.
    """
    from reflect.warehouse import engine

    shown = (engine.ParserException, engine.BinderException, engine.CatalogException)
    reading = (engine.StatementType.SELECT, engine.StatementType.EXPLAIN)
    cursor = connection.cursor()
    timer = threading.Timer(longest, cursor.interrupt)
    try:
        statements = cursor.extract_statements(required(text))
        if len(statements) != 1 or statements[0].type not in reading:
            raise UsageError(
                "reflect sql takes one statement that reads: SELECT, DESCRIBE, SHOW or EXPLAIN.",
                hint="`reflect sql 'SHOW TABLES'` lists what there is to read.",
            )
        timer.start()
        cursor.execute(statements[0])
        columns = [str(column[0]) for column in cursor.description or ()]
        rows = cursor.fetchmany(limit)
    except engine.InterruptException:
        raise UsageError(
            f"the statement took longer than {longest:.0f} seconds.",
            hint="Read fewer rows, or fewer columns with text.",
        ) from None
    except shown as error:
        raise UsageError(
            str(error), hint="`reflect sql 'SHOW TABLES'` lists what there is."
        ) from None
    except (
        engine.ProgrammingError,
        engine.DataError,
        engine.PermissionException,
        ValueError,  # text that is no UTF-8, a date Python cannot hold
        OverflowError,  # an interval of a million years
    ) as error:
        raise UsageError(
            f"the statement failed ({type(error).__name__}).",
            hint="Look at casts, and at functions that read files: those are refused.",
        ) from None
    except engine.Error as error:
        raise failures.translated(error, connection.path, "The statement") from None
    finally:
        timer.cancel()
        cursor.close()
    return columns, [tuple(_plain(value) for value in row) for row in rows]


def _plain(value: object) -> object:
    """Times in the one form in which reflect shows them."""
    from datetime import datetime

    return iso(value) if isinstance(value, datetime) else value


def table_comments(connection: Connection) -> dict[str, dict[str, str]]:
    """Table or view → column → what it holds; the empty column name is the table itself."""
    comments: dict[str, dict[str, str]] = {}
    for table, column, comment in connection.named("table_comments"):
        comments.setdefault(table, {})[column] = comment or ""
    return comments

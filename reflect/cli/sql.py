"""``reflect sql``: one reading statement over the warehouse."""

from typing import Annotated

from reflect.cli.options import MOST_ROWS, TableFormat
from reflect.cli.parameters import Argument, option

HELP = """Ask the warehouse in SQL. It is opened read-only; no file and no network can be reached.

\b
  reflect sql "select agent, count(*) from sessions group by all"
  reflect sql "select code, count(*) from findings group by all" --format json
  reflect sql "show tables"
"""


def sql(
    query: Annotated[str, Argument(metavar="QUERY", help="One statement that reads.")],
    limit: Annotated[int, option("--limit", least=1, most=MOST_ROWS, help="Rows at most.")] = 1000,
    format: Annotated[  # noqa: A002 - the flag's name
        TableFormat, option("--format", help="How rows are written.")
    ] = TableFormat.TEXT,
) -> None:
    """Print the rows of one statement."""
    from reflect.cli.printing import print_json, print_rows
    from reflect.pipeline.reading import opened
    from reflect.reports import json_answer

    with opened() as warehouse:
        columns, rows = warehouse.sql(query, limit)
    if format is TableFormat.JSON:
        print_json(json_answer.sql(columns, rows))
    else:
        print_rows(columns, rows)

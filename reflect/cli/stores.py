"""``reflect stores``: where the archive's sessions come from."""

from typing import Annotated

from reflect.cli.options import TableFormat
from reflect.cli.parameters import option

HELP = """The stores that were imported: sessions held, gone since, last import. Imports nothing.

\b
  reflect stores
  reflect stores --format json
"""


def stores(
    format: Annotated[  # noqa: A002 - the flag's name
        TableFormat, option("--format", help="How rows are written.")
    ] = TableFormat.TEXT,
) -> None:
    """Print the stores."""
    from reflect.cli.printing import exits, print_json, print_screen
    from reflect.pipeline.reading import opened
    from reflect.reports import json_answer, tables

    with opened() as warehouse:
        rows = warehouse.store_rows()
    if format is TableFormat.JSON:
        print_json(json_answer.stores(rows))
        return
    redact, width = exits()
    print_screen(tables.stores(rows, redact=redact, width=width))

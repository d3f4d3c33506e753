"""``reflect sessions``: every session that is known, with its counts."""

from typing import Annotated

from reflect.cli.options import MOST_ROWS, Agents, Project, TableFormat
from reflect.cli.parameters import option

HELP = """Every session that is known, newest first. Reads what was imported; imports nothing.

\b
  reflect sessions --project shop-api
  reflect sessions --agent opencode --format json
"""


def sessions(
    project: Project = None,
    agent: Agents = None,
    limit: Annotated[
        int | None, option("--limit", least=1, most=MOST_ROWS, help="Rows at most.")
    ] = None,
    format: Annotated[  # noqa: A002 - the flag's name
        TableFormat, option("--format", help="How rows are written.")
    ] = TableFormat.TEXT,
) -> None:
    """Print the sessions."""
    from reflect.cli.asked import check_agents
    from reflect.cli.printing import exits, print_json, print_screen
    from reflect.cli.talk import say_age
    from reflect.pipeline.reading import age, opened
    from reflect.reports import json_answer, tables

    check_agents(agent)
    with opened() as warehouse:
        rows = warehouse.session_rows(agents=tuple(agent or ()), project=project)[:limit]
        imported = age(warehouse)
    if format is TableFormat.JSON:
        print_json(json_answer.sessions(rows))
        return
    redact, width = exits()
    print_screen(tables.sessions(rows, redact=redact, width=width))
    say_age(imported)

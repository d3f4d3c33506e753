"""``reflect turns``: what the human did in each session."""

from typing import Annotated

from reflect.cli.options import Agents, Project, Session, TableFormat
from reflect.cli.parameters import option

HELP = """Every act of the human, with what it does and the signals that told. Imports nothing.

\b
  reflect turns --session ses_dd80
  reflect turns --project shop-api --format json
"""


def turns(
    session: Session = None,
    project: Project = None,
    agent: Agents = None,
    format: Annotated[  # noqa: A002 - the flag's name
        TableFormat, option("--format", help="How rows are written.")
    ] = TableFormat.TEXT,
) -> None:
    """Print the turns."""
    from reflect import config, paths
    from reflect.cli.asked import check_agents
    from reflect.cli.printing import exits, print_json, print_screen
    from reflect.cli.talk import say_age
    from reflect.pipeline.codes import chosen
    from reflect.pipeline.labelling import known_turns
    from reflect.pipeline.reading import age, opened
    from reflect.pipeline.selecting import by_id
    from reflect.reports import json_answer, tables

    running = chosen(config.load(), paths.config_file())
    check_agents(agent)
    with opened() as warehouse:
        rows = warehouse.session_rows(agents=tuple(agent or ()), project=project)
        if session is not None:
            rows = [by_id(rows, session)]
        found = known_turns(warehouse, rows, running)
        imported = age(warehouse)
    if format is TableFormat.JSON:
        print_json(json_answer.turns(found, {row.key: row.path for row in rows}))
        return
    redact, width = exits()
    print_screen(tables.turns(found, redact=redact, width=width))
    say_age(imported)

"""``reflect week``: seven days beside the seven before."""

from typing import Annotated

from reflect.cli.options import (
    Agents,
    Discover,
    Format,
    IncludeAutomated,
    Output,
    Project,
    Store,
)
from reflect.cli.parameters import option

HELP = """The last seven days beside the seven before: new, growing, gone – with denominators.

\b
  reflect week
  reflect week --project shop-api --format md --output week.md
"""


def week(
    project: Project = None,
    agent: Agents = None,
    include_automated: IncludeAutomated = None,
    store: Store = None,
    discover: Discover = True,
    format: Annotated[  # noqa: A002 - the flag's name
        Format, option("--format", help="How the result is written.")
    ] = Format.TEXT,
    output: Output = None,
) -> None:
    """Run a week and print it."""
    from datetime import UTC, datetime

    from reflect import config
    from reflect.cli.asked import selection
    from reflect.cli.results import finish
    from reflect.cli.talk import progress
    from reflect.model.run_vocabulary import Action
    from reflect.pipeline.finding_stores import StoreRequest
    from reflect.pipeline.run import RunRequest, run

    settings = config.load()
    now = datetime.now(UTC)
    chosen = selection(
        settings,
        now,
        since="7d",
        project=project,
        agents=agent,
        include_automated=include_automated,
    )
    wanted = StoreRequest(
        (*settings.stores.extra, *(store or ())), discover and settings.stores.discover, ()
    )
    with progress() as report:
        result = run(RunRequest(Action.WEEK, chosen, wanted, now), settings, report)
    finish(result, format, output)

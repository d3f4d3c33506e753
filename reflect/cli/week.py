"""``reflect week``: seven days beside the seven before."""

from typing import Annotated

from reflect.cli.options import (
    Agents,
    Discover,
    Format,
    IncludeAutomated,
    MaxTokens,
    Model,
    NoModel,
    Output,
    Project,
    Refresh,
    Server,
    ServerPasswordFile,
    ShowPrompts,
    StartServer,
    Store,
    YesSendTo,
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
    server: Server = None,
    server_password_file: ServerPasswordFile = None,
    start_server: StartServer = False,
    discover: Discover = True,
    format: Annotated[  # noqa: A002 - the flag's name
        Format, option("--format", help="How the result is written.")
    ] = Format.TEXT,
    output: Output = None,
    model: Model = None,
    no_model: NoModel = False,
    yes_send_to: YesSendTo = None,
    show_prompts: ShowPrompts = None,
    max_tokens: MaxTokens = None,
    refresh: Refresh = False,
) -> None:
    """Run a week and print it."""
    from reflect.pipeline import opening

    if not start_server:
        opening.begin()
    # All else is loaded while the warehouse is being opened.
    from datetime import UTC, datetime

    from reflect import config
    from reflect.cli import wanted_model
    from reflect.cli.asked import selection
    from reflect.cli.results import finish
    from reflect.cli.talk import progress
    from reflect.cli.wanted_stores import wanted
    from reflect.model.run_vocabulary import Action

    settings = config.load()
    from reflect.pipeline.run import RunRequest, run

    now = datetime.now(UTC)
    chosen = selection(
        settings,
        now,
        since="7d",
        project=project,
        agents=agent,
        include_automated=include_automated,
    )
    with progress() as report:
        ask = wanted_model.wanted(
            settings,
            wanted_model.ModelFlags(
                model, no_model, yes_send_to, show_prompts, max_tokens, refresh
            ),
            report.pause,
        )
        with wanted(
            settings.stores,
            store=store,
            server=server,
            server_password_file=server_password_file,
            start_server=start_server,
            discover=discover,
        ) as stores:
            result = run(RunRequest(Action.WEEK, chosen, stores, now, ask), settings, report)
    finish(result, format, output)

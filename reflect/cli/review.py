"""``reflect review``: the last sessions on one screen."""

from typing import Annotated

from reflect.cli.options import (
    Agents,
    Discover,
    Format,
    IncludeAutomated,
    Last,
    MaxTokens,
    Model,
    Name,
    NoModel,
    Output,
    Project,
    Refresh,
    Server,
    ServerPasswordFile,
    Session,
    ShowPrompts,
    Since,
    StartServer,
    Store,
    YesSendTo,
)
from reflect.cli.parameters import option

HELP = """What went wrong in your last sessions, and the one thing to change first.

Finds every store on this machine, imports what changed, and writes a private report and a
redacted manifest.

\b
  reflect review                       the last five sessions
  reflect review --last 20 --project shop-api
  reflect review --since 7d --agent opencode
  reflect review --name "cart rounding"
  reflect review --format json
"""


def review(
    last: Last = None,
    since: Since = None,
    session: Session = None,
    name: Name = None,
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
    """Run a review and print it."""
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
        last=last,
        since=since,
        session=session,
        name=name,
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
            result = run(RunRequest(Action.REVIEW, chosen, stores, now, ask), settings, report)
    finish(result, format, output)

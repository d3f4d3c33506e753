"""``reflect import``: stores into the archive, nothing else."""

from pathlib import Path
from typing import Annotated

from reflect.cli.options import (
    Discover,
    Server,
    ServerPasswordFile,
    StartServer,
    Store,
    TableFormat,
)
from reflect.cli.parameters import Argument, option

HELP = """Import what changed, without a review.

\b
  reflect import                          every store on this machine
  reflect import ~/backup/sessions        a folder; the format is told by content
  reflect import session.jsonl export.json
  reflect import --store claude-code=/mnt/laptop/.claude --no-discover
  reflect import --server laptop=http://127.0.0.1:4097
"""


def import_(
    paths: Annotated[list[Path] | None, Argument(metavar="PATH", help="Files and folders.")] = None,
    store: Store = None,
    server: Server = None,
    server_password_file: ServerPasswordFile = None,
    start_server: StartServer = False,
    discover: Discover = True,
    format: Annotated[  # noqa: A002 - the flag's name
        TableFormat, option("--format", help="How rows are written.")
    ] = TableFormat.TEXT,
) -> None:
    """Import, and print what each store gave."""
    from reflect.pipeline import opening

    if not start_server:
        opening.begin()
    # All else is loaded while the warehouse is being opened.
    from reflect import config
    from reflect.cli.printing import exits, print_json, print_screen
    from reflect.cli.talk import progress
    from reflect.cli.wanted_stores import wanted
    from reflect.errors import ExitCode

    settings = config.load().stores
    from reflect.pipeline.import_only import import_only

    if paths:
        # Files that are named are imported alone.
        settings = config.StoreSettings(importers=settings.importers)
    with (
        wanted(
            settings,
            store=store,
            server=server,
            server_password_file=server_password_file,
            start_server=start_server,
            discover=discover and not paths,
            paths=paths or (),
        ) as stores,
        progress() as report,
    ):
        counts = import_only(stores, report, lambda: _load(format))
    if format is TableFormat.JSON:
        from reflect.reports import json_answer

        print_json(json_answer.imported(counts))
    else:
        from reflect.reports import tables

        redact, width = exits()
        print_screen(tables.imported(counts, redact=redact, width=width))
    if any(count.error for count in counts):
        raise SystemExit(int(ExitCode.PARTIAL))


def _load(form: TableFormat) -> None:
    """Load what prints the answer."""
    if form is TableFormat.JSON:
        from reflect.reports import json_answer  # noqa: F401 - for who prints
    else:
        from reflect.reports import tables  # noqa: F401 - likewise

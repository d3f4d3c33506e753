"""``reflect import``: stores into the archive, nothing else."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from reflect.cli.options import (
    Discover,
    Server,
    ServerPasswordFile,
    StartServer,
    Store,
    TableFormat,
)
from reflect.cli.parameters import Argument, option

if TYPE_CHECKING:
    from reflect.model.rows import StoreCount

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
        counts, show = import_only(stores, report, lambda counts: _put(format, counts))
    show()
    if any(count.error for count in counts):
        raise SystemExit(int(ExitCode.PARTIAL))


def _put(form: TableFormat, counts: "tuple[StoreCount, ...]") -> Callable[[], None]:
    """Make the answer; gives what prints it."""
    from functools import partial

    from reflect.cli.printing import exits, print_screen

    redact, width = exits()
    if form is TableFormat.JSON:
        from reflect.reports import json_answer

        return partial(print, json_answer.text(json_answer.imported(counts), redact), end="")
    from reflect.reports import tables

    return partial(print_screen, tables.imported(counts, redact=redact, width=width))

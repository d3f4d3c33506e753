"""``reflect demo``: a true report on sample sessions."""

from typing import Annotated

from reflect.cli.options import Format
from reflect.cli.parameters import option

HELP = """A true report on bundled sample sessions, in a few seconds. Your own stores are not read.

\b
  reflect demo
  reflect demo --format md | less      the whole report
"""


def demo(
    format: Annotated[  # noqa: A002 - the flag's name
        Format, option("--format", help="How the result is written.")
    ] = Format.TEXT,
) -> None:
    """Review the samples in a folder of their own."""
    import os
    from datetime import UTC, datetime

    from reflect import paths
    from reflect.cli.results import finish
    from reflect.cli.talk import progress, say
    from reflect.config import Config
    from reflect.model.review import Selection
    from reflect.model.run_vocabulary import Action, SelectionMode
    from reflect.pipeline.run import RunRequest, run
    from reflect.pipeline.samples import prepare

    place = paths.data_dir() / "demo"
    # The demo has its own archive, so that sample sessions never mix with the user's.
    os.environ["REFLECT_HOME"] = str(place)
    # It is made anew each time: one left by another version of reflect could not be read.
    for name in (paths.warehouse_file(), paths.warehouse_file().with_suffix(".duckdb.wal")):
        name.unlink(missing_ok=True)
    request = RunRequest(
        Action.DEMO, Selection(SelectionMode.ALL), prepare(place / "stores"), datetime.now(UTC)
    )
    with progress() as report:
        result = run(request, Config(), report)
    finish(result, format, None, "demo")
    if format is Format.TEXT:
        say(f"These are sample sessions. To open one: REFLECT_HOME={place} reflect show F-1")
        say("Your own: reflect review")
